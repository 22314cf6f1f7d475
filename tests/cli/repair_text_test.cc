// `acode repair` printing texts: files, standard input, --check, --pretty, levels and kinds (CL-2).
#include <gtest/gtest.h>

#include <algorithm>

#include "acode/json/repair.h"
#include "cli/program.h"

namespace acode {
namespace {

using test::contains;
using test::Outcome;
using test::run_acode;
using test::Setting;
using test::TemporaryFolder;

struct Named {
  const char* input;
  const char* output;
};

TEST(RepairText, RP3_TheNamedRepairsGiveExactlyTheseTexts) {
  const Named cases[] = {
      {R"({"path": "test.txt",})", R"({"path": "test.txt"})"},
      {R"({"items": [1, 2, 3,]})", R"({"items": [1, 2, 3]})"},
      {R"({"outer": {"inner": {"deep": "value"})", R"({"outer": {"inner": {"deep": "value"}}})"},
      {R"({"items": [1, 2, 3})", R"({"items": [1, 2, 3]})"},
      {R"({"message": "He said "hello" to me"})", R"({"message": "He said \"hello\" to me"})"},
      {R"({"content": "Hello, this is a test)", R"({"content": "Hello, this is a test"})"},
      {R"({path: "test.txt", content: "hello"})", R"({"path": "test.txt", "content": "hello"})"},
      {R"({'path': 'test.txt'})", R"({"path": "test.txt"})"},
      {R"({path: 'test.txt',})", R"({"path": "test.txt"})"},
  };
  for (const Named& repair : cases) {
    const Outcome outcome = run_acode({"repair"}, repair.input);
    EXPECT_EQ(outcome.out, repair.output);
    EXPECT_EQ(outcome.status, 0);
  }
}

TEST(RepairText, RP1_ValidJsonPassesByteForByte) {
  for (const std::string text : {"{}", " [1 ,2]\r\n", "\"\\u00e9\xc3\xa9\"", "1e400", "{\"a\":1,\"a\":2}\n\n"}) {
    const Outcome outcome = run_acode({"repair"}, text);
    EXPECT_EQ(outcome.out, text);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.status, 0);
  }
}

TEST(RepairText, ReadsFilesAndStandardInput) {
  const TemporaryFolder folder;
  const std::string name = folder.write("a.json", "[1,]\n");
  EXPECT_EQ(run_acode({"repair", name}).out, "[1]\n");
  EXPECT_EQ(run_acode({"repair", "-"}, "[2,]").out, "[2]");
  EXPECT_EQ(run_acode({"repair", "--", name}).out, "[1]\n");
}

TEST(RepairText, AFileMayHaveAnOddName) {
  const TemporaryFolder folder;
  folder.write("--json", "[1,]");
  EXPECT_EQ(run_acode({"repair", "--", "--json"}, Setting{.directory = folder.path()}).out, "[1]");
}

TEST(RepairText, SeveralFilesBeginOnTheirOwnLines) {
  const TemporaryFolder folder;
  const std::string a = folder.write("a", "[1,]");
  const std::string b = folder.write("b", "[2,]\n");
  const std::string c = folder.write("c", "[3,]");
  EXPECT_EQ(run_acode({"repair", a, b, c}).out, "[1]\n[2]\n[3]");
  EXPECT_EQ(run_acode({"repair", c, "-"}, "[4,]").out, "[3]\n[4]");
}

TEST(RepairText, TroubleWithOneFileDoesNotStopTheOthers) {
  const TemporaryFolder folder;
  const std::string a = folder.write("a", "[1,]\n");
  const std::string c = folder.write("c", "[3,]\n");
  const Outcome outcome = run_acode({"repair", a, folder.file("none"), folder.write("empty", ""), c});
  EXPECT_EQ(outcome.out, "[1]\n[3]\n");
  EXPECT_EQ(outcome.status, 3) << "the gravest counts";
  EXPECT_TRUE(contains(outcome.err, folder.file("none") + ": ACODE-CLI-002: ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, folder.file("empty") + ": ACODE-TLP-003: ")) << outcome.err;
}

TEST(RepairText, RP8_ACutOffTextIsHandedOutWithAWarning) {
  const Outcome outcome = run_acode({"repair"}, R"({"content": "Hello, this is a test)");
  EXPECT_EQ(outcome.out, R"({"content": "Hello, this is a test"})");
  EXPECT_EQ(outcome.err, "acode: <stdin>: warning: the text was cut off; the last value may not be whole\n");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(run_acode({"repair"}, R"({"outer": {"inner": {"deep": "value"})").err, "")
      << "a whole value that only lacks its closers is not cut off";
}

TEST(RepairText, PrettyAndCompactWriteTheValueAnew) {
  EXPECT_EQ(run_acode({"repair", "--compact"}, "{ 'a' : [1, 2.50] }").out, "{\"a\":[1,2.50]}\n");
  EXPECT_EQ(run_acode({"repair", "--pretty"}, "{ 'a' : [1, 2.50] }").out, "{\n  \"a\": [\n    1,\n    2.50\n  ]\n}\n");
  EXPECT_EQ(run_acode({"repair", "--compact"}, " [ 1 ] ").out, "[1]\n") << "valid JSON too, when asked to";
}

TEST(RepairText, RP10_LevelsAreUnderstood) {
  for (const char* level : {"safe", "normal", "eager"}) {
    EXPECT_EQ(run_acode({"repair", "--level", level}, "[1,]").out, "[1]") << level;
  }
  const Outcome outcome = run_acode({"repair", "--level=eagre"}, "[1,]");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(contains(outcome.err, "--level: 'eagre' is not one of safe, normal, eager; did you mean 'eager'?"))
      << outcome.err;
}

TEST(RepairText, RP3_KindsCanBeSwitchedOff) {
  const Outcome outcome = run_acode({"repair", "--disable", "trailing_comma"}, "[1,]");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, "ACODE-TLP-003")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "hint: an edit that was switched off")) << outcome.err;

  EXPECT_EQ(run_acode({"repair", "--disable=comment,fence"}, "[1,]").out, "[1]");
  EXPECT_EQ(run_acode({"repair", "--disable=comment,trailing_comma"}, "[1,]").status, 1);
  EXPECT_EQ(run_acode({"repair", "--disable=comment", "--disable=trailing_comma"}, "[1,]").status, 1);
}

TEST(RepairText, UnknownKindNamesTheNearest) {
  const Outcome outcome = run_acode({"repair", "--disable=coment"}, "[1,]");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(contains(outcome.err, "--disable: there is no kind 'coment'; did you mean 'comment'?")) << outcome.err;
  EXPECT_EQ(run_acode({"repair", "--disable="}, "[1,]").status, 2);
}

TEST(RepairText, ListKindsHasALineForEach) {
  const Outcome outcome = run_acode({"repair", "--list-kinds"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(static_cast<std::size_t>(std::count(outcome.out.begin(), outcome.out.end(), '\n')), json::kEditKinds);
  for (const char* kind : {"trailing_comma", "missing_closing_brace", "missing_closing_bracket", "single_quotes",
                           "unquoted_key", "truncated_string", "unescaped_quotes"}) {
    EXPECT_TRUE(contains("\n" + outcome.out, "\n" + std::string(kind) + " ")) << kind;
  }
}

TEST(RepairText, ListKindsAsJson) {
  const Outcome outcome = run_acode({"repair", "--list-kinds", "--json"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.out.starts_with("{\"kinds\":[{\"kind\":\"trailing_comma\",\"description\":\"")) << outcome.out;
  EXPECT_EQ(run_acode({"repair", "--list-kinds", "--jsonl"}).status, 2);
}

TEST(RepairCheck, SaysNothingOfValidJson) {
  const TemporaryFolder folder;
  const Outcome outcome = run_acode({"repair", "--check", folder.write("a", "[1]\n"), "-"}, "{}");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
}

TEST(RepairCheck, NamesThePlaceOfEveryInputThatIsNotValid) {
  const TemporaryFolder folder;
  const std::string good = folder.write("good", "[1]\n");
  const std::string bad = folder.write("bad", "[1,\n 2,]\n");
  const std::string empty = folder.write("empty", "");
  const Outcome outcome = run_acode({"repair", "--check", bad, good, empty});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(contains(outcome.out, bad + ":2:4: ACODE-TLP-002 ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, " (can be repaired: 1 edit)\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "\n" + empty + ":1:1: ACODE-TLP-003 ")) << outcome.out;
  EXPECT_FALSE(contains(outcome.out, good)) << outcome.out;
  EXPECT_EQ(folder.read("bad"), "[1,\n 2,]\n");
}

TEST(RepairCheck, StandardInputHasAName) {
  EXPECT_EQ(run_acode({"repair", "--check"}, "[1,]").out.substr(0, 12), "<stdin>:1:4:");
}

TEST(RepairUsage, AllProblemsAreToldAndNothingIsRead) {
  const Outcome outcome = run_acode({"repair", "--jsno", "--max-depth=0", "/no/such/file"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "acode: repair: ACODE-CLI-001: there is no option '--jsno'; did you mean '--json'?\n"
            "acode: repair: ACODE-CLI-001: --max-depth: '0' is not between 1 and 4294967295\n"
            "  hint: acode repair --help lists the options\n");
}

TEST(RepairUsage, ContradictionsAreRefused) {
  using Words = std::vector<std::string>;
  for (const Words& words : {Words{"--json", "--jsonl"},
                             {"--json", "--check"},
                             {"--view", "--text"},
                             {"--pretty", "--compact"},
                             {"--pretty", "--json"},
                             {"--compact", "--jsonl"},
                             {"--pretty", "--check"},
                             {"-i"},
                             {"-i", "-"},
                             {"-i", "--json", "x"},
                             {"-", "-"},
                             {""}}) {
    Words all = {"repair"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = run_acode(all, "[1]");
    EXPECT_EQ(outcome.status, 2) << words[0];
    EXPECT_EQ(outcome.out, "") << words[0];
    EXPECT_TRUE(contains(outcome.err, "ACODE-CLI-001")) << outcome.err;
  }
}

}  // namespace
}  // namespace acode
