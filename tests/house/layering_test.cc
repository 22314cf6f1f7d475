// Folders see only those above them; and the checker that says so is able to say no.
#include "house/layering.h"

#include <gtest/gtest.h>

#include "house/temporary_tree.h"

namespace acode::house {

namespace {

std::string print(const std::vector<Violation>& violations) {
  std::string text;
  for (const Violation& violation : violations) {
    text += violation.file + ":" + std::to_string(violation.line) + ": " + violation.message + "\n";
  }
  return text;
}

/// A tree in order: base, json, cli; two public headers and the one that gathers them.
class MadeUpTree : public testing::Test {
 protected:
  MadeUpTree() {
    tree_.write("src/layers.txt", "# the order\nbase\njson\n\ncli\n");
    tree_.write("src/base/utf8.h", "#include <string>\n#include \"acode/error.h\"\n");
    tree_.write("src/json/reader.h", "#include \"acode/json/value.h\"\n#include \"base/utf8.h\"\n");
    tree_.write("src/cli/main.cc", "#include \"acode/acode.h\"\n#include \"json/reader.h\"\n#include <net/if.h>\n");
    tree_.write("include/acode/error.h", "#include <string>\n");
    tree_.write("include/acode/json/value.h", "#include \"acode/error.h\"\n");
    tree_.write("include/acode/acode.h", "#include \"acode/error.h\"\n#include \"acode/json/value.h\"\n");
  }

  /// What is wrong once this file is there too.
  std::string with(std::string_view path, std::string_view text) {
    tree_.write(path, text);
    return print(check_layers(tree_.root()));
  }

  TemporaryTree tree_;
};

}  // namespace

TEST(Layering, TheOrderIsKept) { EXPECT_EQ(print(check_layers(ACODE_SOURCE_DIR)), ""); }

TEST(Layering, TheOrderNamesTheFoldersOfTheStory) {
  const std::vector<std::string> layers = read_layers(ACODE_SOURCE_DIR "/src/layers.txt");
  ASSERT_EQ(layers.size(), 16U);
  EXPECT_EQ(layers.front(), "base");
  EXPECT_EQ(layers.back(), "cli");
}

TEST_F(MadeUpTree, InOrderHasNoViolations) { EXPECT_EQ(print(check_layers(tree_.root())), ""); }

TEST_F(MadeUpTree, AFolderMayNotIncludeOneBelow) {
  EXPECT_EQ(
      with("src/json/bad.cc", "// why\n#include \"cli/view.h\"\n"),
      "src/json/bad.cc:2: \"cli/view.h\" is not a file under src/ or include/: write paths from there, and <…> for "
      "others\n");
  EXPECT_EQ(with("src/cli/view.h", ""), "src/json/bad.cc:2: \"cli/view.h\" belongs to cli, which stands below json\n");
}

TEST_F(MadeUpTree, AngleBracketsHideNothing) {
  EXPECT_EQ(with("src/base/bad.h", "#  include <json/reader.h>\n"),
            "src/base/bad.h:1: \"json/reader.h\" belongs to json, which stands below base\n");
}

TEST_F(MadeUpTree, WhatIsSwitchedOffCountsToo) {
  EXPECT_EQ(with("src/base/bad.cc", "#if 0\n#include \"json/reader.h\"\n#endif\n"),
            "src/base/bad.cc:2: \"json/reader.h\" belongs to json, which stands below base\n");
}

TEST_F(MadeUpTree, APublicHeaderBelongsToItsFolder) {
  EXPECT_EQ(with("src/base/bad.cc", "#include \"acode/json/value.h\"\n"),
            "src/base/bad.cc:1: \"acode/json/value.h\" belongs to json, which stands below base\n");
}

TEST_F(MadeUpTree, AHeaderThatGathersOthersBelongsToTheLowestOfThem) {
  EXPECT_EQ(with("src/base/bad.cc", "#include \"acode/acode.h\"\n"),
            "src/base/bad.cc:1: \"acode/acode.h\" belongs to json, which stands below base\n");
}

TEST_F(MadeUpTree, APublicHeaderMayNotIncludeAPrivateOne) {
  EXPECT_EQ(with("include/acode/json/bad.h", "#include \"base/utf8.h\"\n"),
            "include/acode/json/bad.h:1: a public header includes the private \"base/utf8.h\"\n");
}

TEST_F(MadeUpTree, PathsAreWrittenFromTheTop) {
  EXPECT_NE(with("src/json/bad.cc", "#include \"reader.h\"\n"), "");
  EXPECT_NE(with("src/json/bad.cc", "#include \"../json/reader.h\"\n"), "");
  EXPECT_NE(with("src/json/bad.cc", "#include \"json/../json/reader.h\"\n"), "");
}

TEST_F(MadeUpTree, AFolderMustBeInTheOrder) {
  EXPECT_EQ(with("src/stranger/a.cc", ""), "src/stranger:0: this folder is not in src/layers.txt\n");
}

TEST_F(MadeUpTree, HeadersThatIncludeEachOtherDoNotHang) {
  tree_.write("include/acode/a.h", "#include \"acode/b.h\"\n");
  EXPECT_EQ(with("include/acode/b.h", "#include \"acode/a.h\"\n"), "");
}

}  // namespace acode::house
