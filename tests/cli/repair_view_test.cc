// The readable view, with and without colour.
#include "cli/repair_view.h"

#include <gtest/gtest.h>

#include <regex>

#include "cli/repair_rows.h"

namespace acode::cli {
namespace {

/// The view of a text, its confidence written as C.
std::string view(std::string_view text, bool colour = false) {
  json::TolerantReader reader;
  EXPECT_TRUE(reader.read(text)) << text;
  const std::string shown = render_repair("file", reader, reader.text(), colour);
  return std::regex_replace(shown, std::regex("confidence [0-9.]+"), "confidence C");
}

TEST(RepairView, ValidJson) { EXPECT_EQ(view("[1]"), "file: valid JSON, nothing to repair\n\n[1]\n"); }

TEST(RepairView, AnEditWithACaretUnderIt) {
  EXPECT_EQ(view("[1,\n 22,]\n"),
            "file: repaired, 1 edit, confidence C\n"
            "  2:4 trailing_comma: removed `,`\n"
            "       22,]\n"
            "         ^\n"
            "\n"
            "[1,\n 22]\n");
}

TEST(RepairView, EveryEditInItsPlace) {
  EXPECT_EQ(view("{'é': 1,}"),
            "file: repaired, 3 edits, confidence C\n"
            "  1:2 single_quotes: replaced `'` with `\"`\n"
            "      {'é': 1,}\n"
            "       ^\n"
            "  1:5 single_quotes: replaced `'` with `\"`\n"
            "      {'é': 1,}\n"
            "         ^\n"
            "  1:9 trailing_comma: removed `,`\n"
            "      {'é': 1,}\n"
            "             ^\n"
            "\n"
            "{\"é\": 1}\n");
}

TEST(RepairView, RP8_SaysThatATextWasCutOff) {
  EXPECT_EQ(view("[\"ab"),
            "file: repaired, 2 edits, confidence C\n"
            "  the text was cut off: the last value may not be whole\n"
            "  1:5 truncated_string: inserted `\"`\n"
            "      [\"ab\n"
            "          ^\n"
            "  1:5 missing_closing_bracket: inserted `]`\n"
            "      [\"ab\n"
            "          ^\n"
            "\n"
            "[\"ab\"]\n");
}

TEST(RepairView, ControlCharactersAreShownEscaped) {
  EXPECT_EQ(view("[\"a\tb\"]"),
            "file: repaired, 1 edit, confidence C\n"
            "  1:4 control_character: replaced `\\t` with `\\t`\n"
            "      [\"a\\tb\"]\n"
            "         ^^\n"
            "\n"
            "[\"a\\tb\"]\n");
}

TEST(RepairView, ColourOnlyWhenAsked) {
  EXPECT_EQ(view("[1,]").find('\x1b'), std::string::npos);
  EXPECT_EQ(view("[1,]", true),
            "\x1b[1mfile\x1b[0m: repaired, 1 edit, confidence C\n"
            "  1:3 \x1b[36mtrailing_comma\x1b[0m: removed `,`\n"
            "      [1,]\n"
            "        \x1b[1;31m^\x1b[0m\n"
            "\n"
            "[1]\n");
}

TEST(RepairView, ManyEditsAreCutShort) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "[1,],\n";
  const std::string shown = view("[" + text + "2]");
  EXPECT_NE(shown.find("repaired, 60 edits"), std::string::npos);
  EXPECT_NE(shown.find("  and 10 more; --json lists them all\n\n[[1],\n"), std::string::npos) << shown;
}

TEST(RepairView, NoTextCanWriteToTheTerminal) {
  const std::string shown = view("[\"\u009b2J\", 1 /* \x1b[2J */]");
  EXPECT_EQ(shown.find('\x1b'), std::string::npos) << shown;
  EXPECT_EQ(shown.find("\u009b"), std::string::npos) << shown;
}

std::string refusal(ErrorCode code, std::string_view text, json::RepairOptions options = {}) {
  return render_refusal("file", Error{code, "it is broken", {3, 1, 4}, "", ""}, text, options);
}

TEST(RepairRefusal, ShowsThePlaceAndAWayForward) {
  EXPECT_EQ(refusal(ErrorCode::kRepairFailed, "[1}!"),
            "acode: file: ACODE-TLP-003: it is broken at offset 3 (line 1, column 4)\n"
            "      [1}!\n"
            "         ^\n"
            "  hint: --level eager takes the best reading there is, if any\n");
}

TEST(RepairRefusal, EveryCodeHasItsOwnWayForward) {
  const auto hint = [](const std::string& message) { return message.substr(message.find("hint: ") + 6); };
  EXPECT_EQ(hint(refusal(ErrorCode::kTooLarge, "")), "raise the limit with --max-bytes N\n");
  EXPECT_EQ(hint(refusal(ErrorCode::kTooDeep, "[[[[")), "raise the limit with --max-depth N\n");
  EXPECT_EQ(hint(refusal(ErrorCode::kRepairTimeout, "[[[[")), "allow more time with --timeout MS (0: no limit)\n");
  EXPECT_EQ(hint(refusal(ErrorCode::kRepairFailed, " \n")),
            "there is nothing to repair: check where the input comes from\n");
  json::RepairOptions eager;
  eager.level = json::RepairLevel::kEager;
  EXPECT_EQ(hint(refusal(ErrorCode::kRepairFailed, "x", eager)), "mend this place by hand\n");
  json::RepairOptions largest;
  largest.limits.max_bytes = kMaxTextBytes;
  EXPECT_EQ(hint(refusal(ErrorCode::kTooLarge, "", largest)), "this is the largest text acode can read\n");
}

TEST(ConfidenceText, HasThreePlacesAtMost) {
  EXPECT_EQ(confidence_text(1), "1");
  EXPECT_EQ(confidence_text(0), "0");
  EXPECT_EQ(confidence_text(0.95), "0.95");
  EXPECT_EQ(confidence_text(0.12345), "0.123");
}

}  // namespace
}  // namespace acode::cli
