// Reading rows, and judging answers.
#include "conformance/call_corpus.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <stdexcept>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "support/corpus.h"

namespace acode::test {
namespace {

using json::Value;
using pipeline::ToolCall;

// --- formats: equal, but for rows that know only a part ---

// Whether `have` has all that `want` has, and the same.
bool has_all(Value want, Value have) {
  for (const json::Member member : want.members()) {
    const std::optional<Value> found = have.find(member.name);
    if (!found || !member.value.equals(*found)) return false;
  }
  return true;
}

// --- questions: values that are alike ---

// Without what does not matter in a string, in small letters.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view(" ,./-_*^").find(c) != std::string_view::npos) continue;
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    out += lower == '\'' ? '"' : lower;
  }
  return out;
}

std::string plain_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '\\') continue;
    out += c == '.' || c == ' ' ? '_' : c;
  }
  return out.starts_with("functions_") ? out.substr(10) : out;
}

bool may_be_left_out(Value accepted) {
  const auto elements = accepted.elements();
  return std::any_of(elements.begin(), elements.end(),
                     [](Value value) { return value.is_string() && value.as_string().empty(); });
}

bool is_alike(Value have, Value want);

bool is_alike_array(Value have, Value want) {
  if (!have.is_array() || have.size() != want.size()) return false;
  auto element = have.elements().begin();
  for (const Value wanted : want.elements()) {
    if (!is_alike(*element, wanted)) return false;
    ++element;
  }
  return true;
}

bool is_one_of(Value have, Value accepted) {
  for (const Value each : accepted.elements()) {
    if (is_alike(have, each)) return true;
  }
  return false;
}

// In an object each value is a list of those accepted.
bool is_alike_object(Value have, Value want) {
  if (!have.is_object()) return false;
  for (const json::Member member : have.members()) {
    if (!want.find(member.name)) return false;
  }
  for (const json::Member member : want.members()) {
    const std::optional<Value> found = have.find(member.name);
    if (!found) {
      if (!may_be_left_out(member.value)) return false;
    } else if (!is_one_of(*found, member.value) && !is_alike(*found, member.value)) {
      return false;
    }
  }
  return true;
}

bool is_alike(Value have, Value want) {
  if (have.is_boolean() || want.is_boolean()) {
    return have.is_boolean() && want.is_boolean() && have.as_bool() == want.as_bool();
  }
  if (want.is_number()) {
    if (!have.is_number()) return false;
    const double a = have.as_double();
    const double b = want.as_double();
    return a == b || std::abs(a - b) <= std::max(1e-9, 1e-6 * std::max(std::abs(a), std::abs(b)));
  }
  if (want.is_string()) return have.is_string() && plain(have.as_string()) == plain(want.as_string());
  if (want.is_null()) return have.is_null();
  return want.is_array() ? is_alike_array(have, want) : is_alike_object(have, want);
}

bool is_wanted(const ToolCall& call, Value wanted) {
  if (plain_name(call.name) != plain_name(wanted.find("name")->as_string())) return false;
  const Value accepted = *wanted.find("args");
  const Value arguments = call.arguments->value();
  for (const json::Member member : arguments.members()) {
    const std::optional<Value> values = accepted.find(member.name);
    if (!values || !is_one_of(member.value, *values)) return false;
  }
  for (const json::Member member : accepted.members()) {
    if (!arguments.find(member.name) && !may_be_left_out(member.value)) return false;
  }
  return true;
}

// Pairs every call with one that is wanted.
class Pairing {
 public:
  Pairing(const std::vector<ToolCall>& calls, Value wanted) : taken_(calls.size(), kFree) {
    for (const ToolCall& call : calls) {
      std::vector<bool> row;
      for (const Value each : wanted.elements()) row.push_back(is_wanted(call, each));
      fits_.push_back(std::move(row));
    }
  }

  bool is_complete() {
    for (std::size_t call = 0; call < fits_.size(); ++call) {
      std::vector<bool> seen(fits_.size(), false);
      if (!place(call, seen)) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kFree = static_cast<std::size_t>(-1);

  bool place(std::size_t call, std::vector<bool>& seen) {
    for (std::size_t wanted = 0; wanted < fits_.size(); ++wanted) {
      if (!fits_[call][wanted] || seen[wanted]) continue;
      seen[wanted] = true;
      if (taken_[wanted] != kFree && !place(taken_[wanted], seen)) continue;
      taken_[wanted] = call;
      return true;
    }
    return false;
  }

  std::vector<std::vector<bool>> fits_;
  std::vector<std::size_t> taken_;
};

}  // namespace

CallRow::CallRow(std::string_view line) {
  Result<json::Document> document = json::parse(line, {kMaxTextBytes, 1024});
  if (!document) throw std::runtime_error("a row of the corpus is no JSON: " + to_string(document.error()));
  document_ = std::move(*document);
  const Value input = *root().find("input");
  input_ = input.is_string() ? std::string(input.as_string()) : json::write(input);
  const std::optional<Value> tools = root().find("tools");
  if (tools && !tools->is_null()) tools_ = schema::load_tools(*tools);
}

std::string_view CallRow::text(std::string_view member) const {
  const std::optional<Value> found = root().find(member);
  return found ? found->as_string() : std::string_view{};
}

bool CallRow::meta(std::string_view member) const {
  const std::optional<Value> all = root().find("meta");
  const std::optional<Value> found = all ? all->find(member) : std::nullopt;
  return found && !found->is_null() && !(found->is_boolean() && !found->as_bool()) &&
         !(found->is_string() && found->as_string().empty());
}

bool CallRow::starts_in_reasoning() const { return meta("starts_in_reasoning"); }

bool CallRow::is_scored() const {
  const std::optional<Value> scorable = root().find("scorable");
  if (scorable && scorable->is_boolean() && !scorable->as_bool()) return false;
  if (meta("error_expected") || meta("partial") || meta("is_partial") || meta("prefill")) return false;
  const std::optional<Value> expected = root().find("expected");
  if (!expected || !expected->is_object()) return true;
  const std::optional<Value> calls = expected->find("tool_calls");
  return calls && !calls->is_null();
}

pipeline::Input CallRow::kind() const {
  const std::string_view kind = text("kind");
  if (kind == "response" || kind == "stream") return pipeline::Input::kResponse;
  return pipeline::Input::kText;
}

pipeline::ParseResult CallRow::answer(pipeline::Extent extent, bool leaves_calls) const {
  pipeline::PipelineOptions options;
  options.extent = extent;
  options.leaves_calls = leaves_calls;
  return pipeline::Pipeline(tools(), options).process(input_, kind(), starts_in_reasoning());
}

bool CallRow::is_right_format(const std::vector<ToolCall>& calls) const {
  const Value wanted = *root().find("expected")->find("tool_calls");
  if (wanted.size() != calls.size()) return false;
  auto call = calls.begin();
  for (const Value each : wanted.elements()) {
    const ToolCall& have = *call++;
    const std::optional<Value> name = each.find("name");
    if (name && !name->is_null() && name->as_string() != have.name) return false;
    const std::optional<Value> arguments = each.find("arguments");
    if (!arguments || arguments->is_null()) continue;
    const bool same = meta("arguments_partial") ? has_all(*arguments, have.arguments->value())
                                                : arguments->equals(have.arguments->value());
    if (!same) return false;
  }
  return true;
}

bool CallRow::is_right_reasoning(std::string_view reasoning) const {
  const auto without_space = [](std::string_view text) {
    std::string out(text);
    std::erase_if(out, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
    return out;
  };
  const std::optional<Value> wanted = root().find("expected")->find("reasoning");
  return without_space(reasoning) == without_space(wanted ? wanted->as_string() : std::string_view());
}

bool CallRow::is_right_answer(const std::vector<ToolCall>& calls) const {
  const Value wanted = *root().find("expected");
  return wanted.size() == calls.size() && Pairing(calls, wanted).is_complete();
}

std::vector<CallRow> read_call_rows(const std::filesystem::path& file) {
  std::vector<CallRow> rows;
  for (const std::string& line : read_lines(file)) {
    if (!line.empty()) rows.emplace_back(line);
  }
  return rows;
}

}  // namespace acode::test
