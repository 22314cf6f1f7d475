// Extraction and the pipeline against texts that were written elsewhere (TX-4): how many give the calls that they stand
// for. What is not right in formats/ is explained row by row in known_differences.txt.
#include "conformance/call_corpus.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>

#include "acode/extract/extract.h"
#include "acode/json/writer.h"
#include "support/corpus.h"

namespace acode::test {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> corpus_file(const char* folder, const char* name) {
  const std::optional<fs::path> corpus = corpus_dir();
  if (!corpus || !fs::exists(*corpus / folder / name)) return std::nullopt;
  return *corpus / folder / name;
}

/// The ids in known_differences.txt.
const std::set<std::string>& known_differences() {
  static const std::set<std::string> kKnown = [] {
    std::set<std::string> ids;
    for (const std::string& line : read_lines(fs::path(ACODE_SOURCE_DIR) / "tests/conformance/known_differences.txt")) {
      if (!line.empty() && line[0] != '#' && line[0] != ' ') ids.insert(line);
    }
    return ids;
  }();
  return kKnown;
}

/// Scores the rows of a file of formats/, by family and altogether.
std::map<std::string, CallTally> score_formats(const fs::path& file) {
  std::map<std::string, CallTally> tallies;
  for (const CallRow& row : read_call_rows(file)) {
    if (!row.is_scored()) continue;
    const bool right = row.is_right_format(row.answer(pipeline::Extent::kExtract).calls);
    tallies[std::string(row.family())].count(right);
    tallies["(all)"].count(right);
    const bool known = known_differences().contains(std::string(row.id()));
    EXPECT_TRUE(right || known) << row.id() << " is not right, and not among the known differences";
    EXPECT_FALSE(right && known) << row.id() << " is right: it is no known difference any more";
  }
  return tallies;
}

class FormatCorpus : public testing::TestWithParam<const char*> {};

TEST_P(FormatCorpus, CallsAreFoundTX4) {
  const std::optional<fs::path> file = corpus_file("formats", GetParam());
  if (!file) GTEST_SKIP() << kNoCorpus;
  // What is not right is among the known differences, or score_formats() has said so.
  EXPECT_GE(score_formats(*file)["(all)"].percent(), 96.0);
}

INSTANTIATE_TEST_SUITE_P(Files, FormatCorpus, testing::Values("vllm.jsonl", "llamacpp.jsonl", "handmade.jsonl"),
                         [](const auto& each) { return fs::path(each.param).stem().string(); });

TEST(FormatCorpusText, ReasoningIsNoCallTX5) {
  const std::optional<fs::path> file = corpus_file("formats", "reasoning.jsonl");
  if (!file) GTEST_SKIP() << kNoCorpus;
  score_formats(*file);
}

// What these texts were made for: parsers that take out the reasoning and leave calls alone. Told to do the same, we do.
TEST(FormatCorpusText, CallsAreLeftWhereTheyAreTX5) {
  const std::optional<fs::path> file = corpus_file("formats", "reasoning.jsonl");
  if (!file) GTEST_SKIP() << kNoCorpus;
  CallTally calls, reasoning;
  for (const CallRow& row : read_call_rows(*file)) {
    const pipeline::ParseResult left = row.answer(pipeline::Extent::kExtract, true);
    calls.count(row.is_right_format(left.calls));
    const pipeline::ParseResult taken = row.answer(pipeline::Extent::kExtract);
    if (taken.calls.empty()) continue;
    // Nothing is lost: the call stands in the content now.
    EXPECT_GT(left.content.size(), taken.content.size()) << row.id();
    reasoning.count(left.reasoning == taken.reasoning);
  }
  EXPECT_GE(calls.percent(), 95.0);
  EXPECT_GT(reasoning.all, 0U);
  EXPECT_EQ(reasoning.percent(), 100.0) << "where a call stands, the reasoning ends there in either case";
}

// Whether a prompt had opened the reasoning is not in the text, nor in the row: it is right if it is so in either case.
TEST(FormatCorpusText, ReasoningIsTakenOutTX8) {
  const std::optional<fs::path> file = corpus_file("formats", "reasoning.jsonl");
  if (!file) GTEST_SKIP() << kNoCorpus;
  CallTally tally;
  for (const CallRow& row : read_call_rows(*file)) {
    bool right = false;
    for (const bool in_reasoning : {false, true}) {
      right = right ||
              row.is_right_reasoning(extract::extract(row.input(), {.starts_in_reasoning = in_reasoning}).reasoning);
    }
    tally.count(right);
  }
  // The rest: tags that no model has, engines that put the reasoning back into the content, halves of streams.
  EXPECT_GE(tally.percent(), 89.0);
}

struct AnswerScore {
  std::map<std::string, CallTally> groups;
  CallTally all;
  CallTally json;
  CallTally reachable;
};

AnswerScore score_answers(const fs::path& file) {
  AnswerScore score;
  for (const CallRow& row : read_call_rows(file)) {
    if (!row.is_scored()) continue;
    const bool right = row.is_right_answer(row.answer(pipeline::Extent::kValidate).calls);
    score.all.count(right);
    score.groups[std::string(row.group())].count(right);
    if (row.group().starts_with("json_")) score.json.count(right);
    if (row.reachable()) score.reachable.count(right);
  }
  return score;
}

TEST(AnswerCorpus, HardAnswers) {
  const std::optional<fs::path> file = corpus_file("bfcl", "hard.jsonl");
  if (!file) GTEST_SKIP() << kNoCorpus;
  AnswerScore score = score_answers(*file);
  EXPECT_GE(score.json.percent(), 76.0);
  EXPECT_GE(score.groups["pythonic"].percent(), 77.0);
  EXPECT_GE(score.groups["negative"].percent(), 99.5) << "calls where none were made";
  EXPECT_GE(score.reachable.percent(), 97.0);
}

TEST(AnswerCorpus, SampleOfAllAnswers) {
  const std::optional<fs::path> file = corpus_file("bfcl", "sample.jsonl");
  if (!file) GTEST_SKIP() << kNoCorpus;
  EXPECT_GE(score_answers(*file).all.percent(), 85.0);
}

// --- however they are cut ---

std::string outcome(const extract::Extraction& extraction) {
  std::string out;
  for (const extract::TextCall& call : extraction.calls) out += call.name + call.arguments + "\n";
  return out + "|" + extraction.content + "|" + extraction.reasoning + "|" + extraction.invented;
}

void expect_same_in_pieces(const CallRow& row, std::mt19937& random) {
  const extract::Recognizer recognizer(row.tools());
  const std::string_view text = row.input();
  std::string whole;
  std::uniform_int_distribution<std::size_t> any(1, 40);
  for (const std::size_t size : {std::max<std::size_t>(text.size(), 1), std::size_t{1}, any(random)}) {
    extract::Extractor extractor(recognizer, row.starts_in_reasoning());
    extract::Extraction extraction;
    for (std::size_t at = 0; at < text.size(); at += size) {
      for (const extract::Event& event : extractor.feed(text.substr(at, size))) add(extraction, event);
    }
    for (const extract::Event& event : extractor.finish()) add(extraction, event);
    const std::string found = outcome(extraction);
    if (size == std::max<std::size_t>(text.size(), 1)) whole = found;
    ASSERT_EQ(found, whole) << row.id() << " in pieces of " << size;
  }
}

TEST(CallCorpus, TheCutDoesNotMatterST3) {
  const std::optional<fs::path> corpus = corpus_dir();
  if (!corpus) GTEST_SKIP() << kNoCorpus;
  std::mt19937 random(7);
  for (const char* const name : {"formats/vllm.jsonl", "formats/llamacpp.jsonl", "formats/handmade.jsonl",
                                 "formats/reasoning.jsonl", "bfcl/sample.jsonl"}) {
    for (const CallRow& row : read_call_rows(*corpus / name)) {
      if (row.kind() != pipeline::Input::kText) continue;
      expect_same_in_pieces(row, random);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace acode::test
