// The words of a command line.
#include "cli/args.h"

#include <gtest/gtest.h>

namespace acode::cli {
namespace {

enum class Fruit { kApple, kPear };

struct Settings {
  bool flag = false;
  bool other = false;
  std::size_t bytes = 0;
  unsigned count = 0;
  Fruit fruit = Fruit::kApple;
};

struct Parsed {
  Settings settings;
  ParsedWords words;
};

std::vector<Option> options(Settings& settings) {
  return {
      {"flag", 'f', "", "a flag", set_true(settings.flag)},
      {"other", 'o', "", "another with more to say: so much that a line of a terminal is not wide enough for it",
       set_true(settings.other)},
      {"bytes", 'b', "N", "a size", set_size<std::size_t>(settings.bytes, 1, 8U << 20U)},
      {"count", 0, "N", "a number", set_number<unsigned>(settings.count, 2, 10)},
      {"fruit", 0, "KIND", "a choice",
       set_choice<Fruit>(settings.fruit, {{"apple", Fruit::kApple}, {"pear", Fruit::kPear}})},
  };
}

Parsed parse(const std::vector<std::string>& words) {
  Parsed parsed;
  parsed.words = parse_words(options(parsed.settings), words);
  return parsed;
}

using Strings = std::vector<std::string>;

TEST(Args, NoWords) {
  const Parsed parsed = parse({});
  EXPECT_TRUE(parsed.words.operands.empty());
  EXPECT_TRUE(parsed.words.problems.empty());
}

TEST(Args, FlagsLongShortAndJoined) {
  EXPECT_TRUE(parse({"--flag"}).settings.flag);
  EXPECT_TRUE(parse({"-f"}).settings.flag);
  const Parsed joined = parse({"-fo"});
  EXPECT_TRUE(joined.settings.flag && joined.settings.other);
}

TEST(Args, ValuesWithEqualsWithSpaceAndJoined) {
  EXPECT_EQ(parse({"--bytes=12"}).settings.bytes, 12U);
  EXPECT_EQ(parse({"--bytes", "12"}).settings.bytes, 12U);
  EXPECT_EQ(parse({"-b12"}).settings.bytes, 12U);
  EXPECT_EQ(parse({"-fb", "12"}).settings.bytes, 12U);
  EXPECT_EQ(parse({"--fruit=pear"}).settings.fruit, Fruit::kPear);
}

TEST(Args, LastOfSeveralCounts) { EXPECT_EQ(parse({"--count=3", "--count=4"}).settings.count, 4U); }

TEST(Args, OperandsStandAnywhere) {
  const Parsed parsed = parse({"a", "--flag", "-", "b"});
  EXPECT_EQ(parsed.words.operands, (Strings{"a", "-", "b"}));
  EXPECT_TRUE(parsed.settings.flag);
}

TEST(Args, NothingIsAnOptionBehindTwoDashes) {
  const Parsed parsed = parse({"--", "--flag", "-", "--"});
  EXPECT_EQ(parsed.words.operands, (Strings{"--flag", "-", "--"}));
  EXPECT_FALSE(parsed.settings.flag);
}

TEST(Args, AnOptionTakesItsValueWhateverItLooksLike) {
  EXPECT_EQ(parse({"--fruit", "--flag"}).words.problems, (Strings{"--fruit: '--flag' is not one of apple, pear"}));
}

TEST(Args, SizesKnowTheirUnits) {
  EXPECT_EQ(parse({"--bytes=4k"}).settings.bytes, 4096U);
  EXPECT_EQ(parse({"--bytes=4K"}).settings.bytes, 4096U);
  EXPECT_EQ(parse({"--bytes=2M"}).settings.bytes, 2U << 20U);
  EXPECT_EQ(parse({"--bytes=8M"}).settings.bytes, 8U << 20U);
}

TEST(Args, AllProblemsAreTold) {
  EXPECT_EQ(parse({"--flg", "-x", "--flag=yes", "--count=1", "--bytes"}).words.problems,
            (Strings{
                "there is no option '--flg'; did you mean '--flag'?",
                "there is no option '-x'",
                "--flag takes no value, but 'yes' was given",
                "--count: '1' is not between 2 and 10",
                "--bytes needs a value: --bytes N",
            }));
}

TEST(Args, BadNumbers) {
  for (const std::string bad : {"", " 1", "1 ", "-1", "+1", "0x10", "1.5", "x", "k", "1kk"}) {
    EXPECT_EQ(parse({"--bytes=" + bad}).words.problems.size(), 1U) << bad;
    EXPECT_EQ(parse({"--bytes=" + bad}).settings.bytes, 0U) << bad;
    EXPECT_EQ(parse({"--count=" + bad}).words.problems.size(), 1U) << bad;
  }
  for (const std::string bad :
       {"0", "0k", "9M", "18446744073709551616", "99999999999999999999999", "17592186044416M"}) {
    EXPECT_EQ(parse({"--bytes=" + bad}).words.problems,
              (Strings{"--bytes: '" + bad + "' is not between 1 and 8388608"}));
  }
}

TEST(Args, WordsAreShownSafely) {
  EXPECT_EQ(parse({"--a\x1b[31m"}).words.problems, (Strings{"there is no option '--a\\x1b[31m'"}));
  EXPECT_EQ(parse({"-\xff"}).words.problems, (Strings{"there is no option '-\\xff'"}));
}

TEST(Args, HelpIsMadeOfTheList) {
  Settings settings;
  EXPECT_EQ(describe_options(options(settings)),
            "  -f, --flag        a flag\n"
            "  -o, --other       another with more to say: so much that a line of a terminal\n"
            "                    is not wide enough for it\n"
            "  -b, --bytes N     a size\n"
            "      --count N     a number\n"
            "      --fruit KIND  a choice\n");
}

}  // namespace
}  // namespace acode::cli
