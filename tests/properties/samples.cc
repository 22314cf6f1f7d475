// Texts for the property tests; see samples.h.
#include "properties/samples.h"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "acode/json/reader.h"
#include "support/corpus.h"
#include "support_gen/generate.h"
#include "support_gen/laws.h"

namespace acode::test {

namespace fs = std::filesystem;

std::size_t rounds(std::size_t usual) {
  const char* scale = std::getenv("ACODE_PROPERTY_SCALE");
  if (scale == nullptr) return usual;
  const double scaled = std::strtod(scale, nullptr) * static_cast<double>(usual);
  return scaled < 1.0 ? 1 : static_cast<std::size_t>(scaled);
}

std::string valid_text(Random& random) {
  switch (random.below(6)) {
    case 0:
      return spell(random, random_tree(random, {}));
    case 1:
      return spell_plainly(random_tree(random, {}), random.below(5));
    case 2:
      return spell(random, deep_tree(random, random.between(1, 40)));
    case 3:
      return spell(random, tool_arguments(random));
    default:
      return spell_plainly(tool_arguments(random), random.one_in(2) ? 2 : 0);
  }
}

std::string broken_text(Random& random) {
  switch (random.below(12)) {
    case 0:
      return random_soup(random, 60);
    case 1:
      return random_bytes(random, 30);
    default:
      return break_text(random, valid_text(random));
  }
}

std::string any_text(Random& random) { return random.one_in(3) ? valid_text(random) : broken_text(random); }

namespace {

/// A record of some 15 to 60 bytes with one or two characters of its grammar lost, doubled or put in; or mere soup.
std::string broken_record(Random& random) {
  static constexpr std::string_view kRecords[] = {
      R"({"a": "b c"}, )",      R"({"id": 1, "text": "plain words"},)", R"("k": ["v", 2, true], )", "[1, 'x'], ",
      R"({"name": {"x": 1}},)", "{'it': \"said \\\"so\\\"\"},\n  ",     "None, // why\n",           "word: \"v\", "};
  if (random.one_in(4)) return random_soup(random, 30);
  std::string record(random.pick(kRecords));
  for (std::size_t slips = random.between(1, 2); slips != 0; --slips) {
    std::size_t at = record.find_first_of("{}[]:,\"'", random.below(record.size()));
    if (at == std::string::npos) at = 0;
    if (random.one_in(4)) {
      record.insert(at, 1, random.pick_char("{}[]:,\"'`<#"));
    } else if (random.one_in(3)) {
      record.insert(at, 1, record[at]);
    } else {
      record.erase(at, 1);
    }
  }
  return record;
}

}  // namespace

std::string long_broken_text(Random& random) {
  static constexpr std::string_view kBeginnings[] = {"[", "{\"a\": ", "[[{\"a\": \"", ""};
  const std::string records[] = {broken_record(random), broken_record(random), broken_record(random)};
  const std::size_t size = random.between(6000, 60000);
  const std::size_t stay = random.pick<std::size_t, 3>({1, 40, 100000});  // how long the same record comes again
  const std::size_t valid = random.pick<std::size_t, 2>({40, 100000});    // how often one comes in between that is not
  std::string text(random.pick(kBeginnings));
  std::size_t which = 0;
  while (text.size() < size) {
    if (random.one_in(stay)) which = random.below(3);
    text += records[which];
    if (random.one_in(valid)) text += "{\"id\": 1, \"text\": \"plain words here\"},\n";
    if (records[which].empty()) text += ' ';
  }
  return text;
}

std::vector<std::string> corpus_texts(std::size_t max_size) {
  std::vector<std::string> texts;
  const std::optional<fs::path> corpus = corpus_dir();
  if (!corpus || !fs::is_directory(*corpus / "repair")) return texts;
  for (const fs::directory_entry& file : fs::directory_iterator(*corpus / "repair")) {
    for (const std::string& line : read_lines(file.path())) {
      const Result<json::Document> row = json::parse(line, wide_limits());
      if (!row) continue;
      const std::optional<json::Value> input = row->root().find("input");
      if (input && input->as_string().size() <= max_size) texts.emplace_back(input->as_string());
    }
  }
  return texts;
}

std::vector<std::string> suite_texts(std::size_t max_size) {
  std::vector<std::string> texts;
  const std::optional<fs::path> corpus = corpus_dir();
  if (!corpus || !fs::is_directory(*corpus / "json-parsing" / "test_parsing")) return texts;
  for (const fs::directory_entry& file : fs::directory_iterator(*corpus / "json-parsing" / "test_parsing")) {
    if (file.file_size() <= max_size) texts.push_back(read_file(file.path()));
  }
  return texts;
}

}  // namespace acode::test
