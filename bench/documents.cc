// Reading the broken documents of the corpus, or breaking some of our own where it is absent.
#include "documents.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

namespace acode::bench {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kMadeMutations = 1000;
constexpr unsigned kCutCalls = 256;
constexpr std::size_t kGrowingBytes = 26'000;

/// Replaces the first `from`, if there is one.
std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string with_single_quotes(std::string text) {
  for (char& c : text) {
    if (c == '"') c = '\'';
  }
  return text;
}

/// What may be wrong with a small_call().
const std::array<std::function<std::string(std::string)>, 11> kDefects = {
    [](std::string text) { return replaced(std::move(text), R"(", "days)", R"(" "days)"); },    // no comma
    [](std::string text) { return replaced(std::move(text), R"(days": )", R"(days" )"); },      // no colon
    [](std::string text) { return replaced(std::move(text), R"(, "days)", R"(, days)"); },      // no opening quote
    [](std::string text) { return replaced(std::move(text), R"(", "query)", R"(, "query)"); },  // no closing quote
    [](std::string text) { return replaced(std::move(text), "}}", "}"); },                      // no closing brace
    [](std::string text) { return replaced(std::move(text), "}}", ",}}"); },                    // trailing comma
    [](std::string text) { return replaced(std::move(text), R"(\"gusts\")", R"("gusts")"); },   // unescaped quotes
    [](std::string text) { return replaced(std::move(text), R"("city")", "city"); },            // unquoted key
    [](std::string text) { return replaced(replaced(std::move(text), "true", "True"), "false", "False"); },
    [](const std::string& text) { return "```json\n" + text + "\n```"; },
    with_single_quotes,
};

std::vector<std::string> cut_calls() {
  std::vector<std::string> calls;
  for (unsigned seed = 1; seed <= kCutCalls; ++seed) {
    const std::string call = small_call(seed);
    calls.push_back(call.substr(0, 1 + std::size_t{seed} * 37 % (call.size() - 1)));
  }
  return calls;
}

void write_json(const fs::path& path, const json& value) {
  std::ofstream file(path);
  file << value.dump() << '\n';
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

json read_json(const fs::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return json::parse(file);
}

}  // namespace

std::vector<std::string> made_mutations(std::size_t count) {
  std::vector<std::string> texts;
  for (unsigned seed = 0; seed < count; ++seed) texts.push_back(kDefects[seed % kDefects.size()](small_call(seed)));
  return texts;
}

std::vector<std::string> corpus_mutations(const fs::path& corpus) {
  std::ifstream file(corpus / "repair" / "mutations.jsonl");
  std::vector<std::string> texts;
  for (std::string line; std::getline(file, line);) texts.push_back(json::parse(line).at("input"));
  return texts;
}

fs::path corpus_folder() {
  if (const char* folder = std::getenv("ACODE_CORPUS")) return folder;
  return fs::path(ACODE_SOURCE_DIR) / ".." / "shared" / "corpus";
}

Documents make_documents() {
  Documents documents;
  documents.mutated.texts = corpus_mutations(corpus_folder());
  documents.from_corpus = !documents.mutated.texts.empty();
  if (!documents.from_corpus) documents.mutated.texts = made_mutations(kMadeMutations);
  documents.cut.texts = cut_calls();
  documents.growing = source_call(kGrowingBytes);
  return documents;
}

void write_documents(const Documents& documents, const fs::path& folder) {
  fs::create_directories(folder);
  write_json(folder / "mutated.json", documents.mutated.texts);
  write_json(folder / "cut.json", documents.cut.texts);
  write_json(folder / "growing.json", documents.growing);
  write_json(folder / "from_corpus.json", documents.from_corpus);
}

Documents read_documents(const fs::path& folder) {
  Documents documents;
  documents.mutated.texts = read_json(folder / "mutated.json").get<std::vector<std::string>>();
  documents.cut.texts = read_json(folder / "cut.json").get<std::vector<std::string>>();
  documents.growing = read_json(folder / "growing.json").get<std::string>();
  documents.from_corpus = read_json(folder / "from_corpus.json").get<bool>();
  if (fs::exists(folder / "mended.json")) {
    documents.mended.texts = read_json(folder / "mended.json").get<std::vector<std::string>>();
  }
  return documents;
}

}  // namespace acode::bench
