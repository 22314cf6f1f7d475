// Making the cases of broken text: acode on mutated and on cut documents.
#include "broken_cases.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/repair.h"
#include "walk_acode.h"

namespace acode::bench {
namespace {

constexpr std::size_t kPieceBytes = 4;
constexpr std::size_t kMegabyte = 1'000'000;

enum class Feed {
  kWhole,
  kPieces,
  kPartial,  ///< in pieces, asking for the partial value after each and for its kind
  kContent,  ///< and for the length of its member "content", as a program would that shows a call as it comes
};

template <class Reader>
Reader make_reader();

template <>
json::Reader make_reader<json::Reader>() {
  return json::Reader();
}

/// The clock is still looked at, but a busy machine does not end the run.
template <>
json::TolerantReader make_reader<json::TolerantReader>() {
  json::RepairOptions options;
  options.timeout = std::chrono::seconds(60);
  return json::TolerantReader(options);
}

/// What was seen of the partial values on the way.
struct Seen {
  std::size_t partials = 0;
  std::size_t content_bytes = 0;
};

void look_at(const std::optional<json::Value>& partial, Feed feed, Seen& seen) {
  if (!partial) return;
  keep(partial->kind());
  ++seen.partials;
  if (feed != Feed::kContent || !partial->is_object()) return;
  const std::optional<json::Value> content = partial->find("content");
  if (content) seen.content_bytes = content->as_string().size();
  keep(seen);
}

template <class Reader>
bool read(Reader& reader, std::string_view text, Feed feed, Seen& seen) {
  if (feed == Feed::kWhole) return reader.read(text);
  reader.reset();
  for (std::size_t at = 0; at < text.size(); at += kPieceBytes) {
    if (!reader.feed(text.substr(at, kPieceBytes))) return false;
    if (feed != Feed::kPieces) look_at(reader.partial(), feed, seen);
  }
  return reader.finish();
}

/// A reader that shows nothing before the end would be fast at it. Throws std::runtime_error for such a one.
void check(const Seen& seen, std::string_view text, Feed feed) {
  const std::string_view head = text.substr(0, 60);
  const bool has_content = feed == Feed::kContent && head.find("content") != std::string_view::npos;
  const bool enough = seen.partials > text.size() / kPieceBytes / 2;
  const bool content_enough = !has_content || seen.content_bytes > text.size() / 2;
  if (feed != Feed::kWhole && feed != Feed::kPieces && !(enough && content_enough)) {
    throw std::runtime_error("no partial values on the way through " + std::string(head) + "...");
  }
}

template <class Reader>
Runner make_feeder(const std::shared_ptr<const std::string>& text, Feed feed) {
  auto reader = std::make_shared<Reader>(make_reader<Reader>());
  const auto repeat = [text, reader, feed](std::size_t times) {
    Seen seen;
    for (; times > 0; --times) keep(read(*reader, *text, feed, seen));
  };
  const auto tally = [text, reader, feed] {
    Tally found;
    Seen seen;
    if (read(*reader, *text, feed, seen)) walk_value(reader->value(), found);
    check(seen, *text, feed);
    return found;
  };
  return {repeat, tally};
}

template <class Reader>
void add_pieces(std::vector<Case>& cases, const std::string& input, const std::shared_ptr<const std::string>& text) {
  const auto add = [&](const char* subject, Feed feed) {
    cases.push_back(
        {"pieces", input, subject, 1, text->size(), [text, feed] { return make_feeder<Reader>(text, feed); }});
  };
  add("whole", Feed::kWhole);
  add("4-byte pieces", Feed::kPieces);
  add("4-byte pieces, partial", Feed::kPartial);
  add("4-byte pieces, content", Feed::kContent);
}

Runner make_mender(const Input& input) {
  auto reader = std::make_shared<json::TolerantReader>();
  const std::vector<std::string>& texts = input.texts;
  std::size_t mended = 0;
  for (const std::string& text : texts) mended += static_cast<std::size_t>(reader->read(text));
  const auto repeat = [reader, &texts](std::size_t times) {
    for (; times > 0; --times) {
      for (const std::string& text : texts) {
        keep(reader->read(text));
        keep(reader->edits().size());
      }
    }
  };
  return {repeat, nullptr, mended};
}

}  // namespace

void add_repair_cases(std::vector<Case>& cases, const Documents& documents) {
  for (const Input* input : {&documents.mutated, &documents.mended, &documents.cut}) {
    if (input->texts.empty()) continue;
    cases.push_back(
        {"repair", input->name, "acode", input->texts.size(), input->bytes(), [input] { return make_mender(*input); }});
  }
}

void add_piece_cases(std::vector<Case>& cases) {
  const auto source = std::make_shared<const std::string>(source_call(kMegabyte));
  const auto rows = std::make_shared<const std::string>(records(kMegabyte, Layout::kCompact));
  add_pieces<json::Reader>(cases, "1MB-source", source);
  add_pieces<json::Reader>(cases, "1MB-records", rows);
  add_pieces<json::TolerantReader>(cases, "1MB-source, tolerant", source);
  add_pieces<json::TolerantReader>(cases, "1MB-records, tolerant", rows);

  // An unquoted key at the very start: from there on nothing can be left to the strict reader.
  const auto broken_source = std::make_shared<const std::string>("{path" + source->substr(7));
  const auto broken_rows = std::make_shared<const std::string>("[{id" + rows->substr(6));
  add_pieces<json::TolerantReader>(cases, "1MB-source, broken", broken_source);
  add_pieces<json::TolerantReader>(cases, "1MB-records, broken", broken_rows);
}

void add_growing_cases(std::vector<Case>& cases, const Documents& documents) {
  const auto text = std::make_shared<const std::string>(documents.growing);
  cases.push_back({"growing", "26KB-source", "acode", 1, text->size(),
                   [text] { return make_feeder<json::Reader>(text, Feed::kContent); }});
  cases.push_back({"growing", "26KB-source", "acode, tolerant", 1, text->size(),
                   [text] { return make_feeder<json::TolerantReader>(text, Feed::kContent); }});
}

}  // namespace acode::bench
