// Scoring of repairs; see repair_corpus.h.
#include "conformance/repair_corpus.h"

#include <algorithm>
#include <cstdio>
#include <iomanip>
#include <optional>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/schema/hints.h"
#include "acode/schema/schema.h"
#include "support/corpus.h"

namespace acode::test {

namespace {

constexpr Limits kRowLimits{std::size_t{1} << 26, 100000};

std::string member_text(json::Value row, std::string_view name) {
  const std::optional<json::Value> member = row.find(name);
  return member ? std::string(member->as_string()) : std::string();
}

/// A text that is no JSON cannot be expected as a value: such rows (an empty `expected`) want a refusal.
void add_accepted(RepairRow& row, std::string_view text) {
  if (json::parse(text, kRowLimits)) row.accepted.emplace_back(text);
}

std::optional<RepairRow> read_row(std::string_view line) {
  const Result<json::Document> document = json::parse(line, kRowLimits);
  if (!document || !document->root().is_object()) return std::nullopt;
  const json::Value root = document->root();
  if (!root.find("input")) return std::nullopt;
  RepairRow row;
  row.id = member_text(root, "id");
  row.category = member_text(root, "category");
  row.input = member_text(root, "input");
  const bool wants_error = member_text(root, "kind") == "error";
  if (!wants_error) add_accepted(row, member_text(root, "expected"));
  row.refusal_expected = row.accepted.empty();
  if (!row.refusal_expected) row.expected = row.accepted.front();
  if (const std::optional<json::Value> accept = root.find("accept")) {
    for (const json::Value text : accept->elements()) add_accepted(row, text.as_string());
  }
  return row;
}

bool is_accepted(const RepairRow& row, json::Value value) {
  return std::any_of(row.accepted.begin(), row.accepted.end(), [&](const std::string& text) {
    const Result<json::Document> document = json::parse(text, kRowLimits);
    return document && document->root().equals(value);
  });
}

Verdict judge(const RepairRow& row, const json::TolerantReader& reader) {
  if (!reader.ok()) return row.refusal_expected ? Verdict::kExact : Verdict::kRefused;
  return is_accepted(row, reader.value()) ? Verdict::kExact : Verdict::kWrong;
}

std::string describe(const json::Edit& edit) {
  std::string line(json::edit_kind_name(edit.kind));
  line += " at " + std::to_string(edit.offset) + ": -";
  json::write_string_to(line, edit.removed);
  line += " +";
  json::write_string_to(line, edit.inserted);
  char confidence[32];
  std::snprintf(confidence, sizeof confidence, " (%.3f)\n", edit.confidence);
  return line + confidence;
}

RepairScore score_row(RepairRow row, json::TolerantReader& reader) {
  RepairScore score;
  reader.read(row.input);
  score.verdict = judge(row, reader);
  if (reader.ok()) {
    score.got = std::string(reader.text());
    if (reader.truncated()) score.edits += "(truncated)\n";
  } else {
    score.got = reader.error() != nullptr ? to_string(*reader.error()) : "refused without an error";
  }
  for (const json::Edit edit : reader.edits()) score.edits += describe(edit);
  score.row = std::move(row);
  return score;
}

/// A text with its lines indented; bytes that a terminal would act on are written as \xNN.
std::string indented(std::string_view text) {
  std::string out = "    ";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      out += "\n    ";
    } else if (byte < 0x20 || byte == 0x7f) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", byte);
      out += escaped;
    } else {
      out += c;
    }
  }
  return out + "\n";
}

void print_line(std::ostream& out, std::string_view name, const Tally& tally) {
  const double share = tally.total() == 0 ? 0.0 : 100.0 / static_cast<double>(tally.total());
  out << std::left << std::setw(44) << name << std::right << std::setw(7) << tally.total() << std::setw(7)
      << tally.exact << std::setw(7) << tally.wrong << std::setw(8) << tally.refused << std::fixed
      << std::setprecision(1) << std::setw(9) << share * static_cast<double>(tally.exact) << std::setw(9)
      << share * static_cast<double>(tally.wrong) << '\n';
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kExact:
      return "exact";
    case Verdict::kWrong:
      return "wrong";
    case Verdict::kRefused:
      return "refused";
  }
  return "";
}

void Tally::add(Verdict verdict) {
  switch (verdict) {
    case Verdict::kExact:
      ++exact;
      break;
    case Verdict::kWrong:
      ++wrong;
      break;
    case Verdict::kRefused:
      ++refused;
      break;
  }
}

namespace {

template <class ScoreRow>
RepairReport score_file(const std::filesystem::path& file, const ScoreRow& score_one) {
  RepairReport report;
  for (const std::string& line : read_lines(file)) {
    if (line.empty()) continue;
    std::optional<RepairRow> row = read_row(line);
    if (!row) {
      report.unreadable.push_back(line);
      continue;
    }
    RepairScore score = score_one(std::move(*row));
    report.categories[score.row.category].add(score.verdict);
    report.all.add(score.verdict);
    report.scores.push_back(std::move(score));
  }
  return report;
}

std::string object_schema(json::Value object) {
  std::string properties;
  std::string required;
  for (const json::Member member : object.members()) {
    std::string name;
    json::write_string_to(name, member.name);
    properties += (properties.empty() ? "" : ",") + name + ":" + plain_schema(member.value);
    required += (required.empty() ? "" : ",") + name;
  }
  if (properties.empty()) return R"({"type":"object"})";
  return R"({"type":"object","properties":{)" + properties + R"(},"required":[)" + required + "]}";
}

std::string array_schema(json::Value array) {
  std::vector<std::string> kinds;
  for (const json::Value element : array.elements()) {
    std::string schema = plain_schema(element);
    if (std::find(kinds.begin(), kinds.end(), schema) == kinds.end()) kinds.push_back(std::move(schema));
  }
  if (kinds.empty()) return R"({"type":"array"})";
  std::string items = kinds[0];
  for (std::size_t i = 1; i < kinds.size(); ++i) items += "," + kinds[i];
  return R"({"type":"array","items":)" + (kinds.size() == 1 ? items : R"({"anyOf":[)" + items + "]}") + "}";
}

}  // namespace

std::string plain_schema(json::Value value) {
  if (value.is_object()) return object_schema(value);
  if (value.is_array()) return array_schema(value);
  return R"({"type":")" + std::string(json::kind_name(value.kind())) + R"("})";
}

RepairReport score_repairs(const std::filesystem::path& file, const json::RepairOptions& options) {
  json::TolerantReader reader(options);
  return score_file(file, [&reader](RepairRow row) { return score_row(std::move(row), reader); });
}

RepairReport score_repairs_with_schemas(const std::filesystem::path& file, const json::RepairOptions& options) {
  return score_file(file, [&options](RepairRow row) {
    json::RepairOptions hinted = options;
    std::optional<schema::SchemaHints> hints;
    const Result<json::Document> expected = json::parse(row.expected, kRowLimits);
    if (!row.refusal_expected && expected) {
      const Result<schema::Schema> schema = schema::Schema::compile(plain_schema(expected->root()));
      if (schema) hinted.hints = &hints.emplace(*schema);
    }
    json::TolerantReader reader(hinted);
    return score_row(std::move(row), reader);
  });
}

json::RepairOptions scoring_options() {
  json::RepairOptions options;
  options.timeout = std::chrono::milliseconds::zero();
  return options;
}

void print_table(std::ostream& out, const RepairReport& report) {
  out << std::left << std::setw(44) << "category" << std::right << std::setw(7) << "rows" << std::setw(7) << "exact"
      << std::setw(7) << "wrong" << std::setw(8) << "refused" << std::setw(9) << "exact %" << std::setw(9) << "wrong %"
      << '\n';
  for (const auto& [category, tally] : report.categories) print_line(out, category, tally);
  print_line(out, "all", report.all);
}

void print_miss(std::ostream& out, const RepairScore& score) {
  out << verdict_name(score.verdict) << ": " << score.row.id << " [" << score.row.category << "]\n";
  out << "  input\n" << indented(score.row.input);
  out << "  expected\n" << indented(score.row.refusal_expected ? "(a refusal)" : score.row.expected);
  out << "  got\n" << indented(score.got);
  if (!score.edits.empty()) out << "  edits\n" << indented(score.edits);
  out << '\n';
}

}  // namespace acode::test
