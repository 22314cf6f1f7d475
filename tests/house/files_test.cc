// Every source file opens with what it is for, every link in the documents leads somewhere; and the checks can fail.
#include "house/files.h"

#include <gtest/gtest.h>

#include "house/temporary_tree.h"

namespace acode::house {

using Found = std::vector<std::string>;

TEST(Files, EverySourceOpensWithAComment) { EXPECT_EQ(check_openings(ACODE_SOURCE_DIR), Found{}); }

TEST(Files, EveryLinkLeadsSomewhere) { EXPECT_EQ(check_links(ACODE_SOURCE_DIR), Found{}); }

TEST(Files, ABadOpeningIsFound) {
  TemporaryTree tree;
  tree.write("src/good.h", "// For good.\n#pragma once\n");
  tree.write("src/bare.cc", "#include <string>\n");
  tree.write("src/twice.h", "// No guard.\n");
  tree.write("build/made.cc", "int x;\n");
  EXPECT_EQ(check_openings(tree.root()), (Found{"src/bare.cc: does not open with a comment that tells what it is for",
                                                "src/twice.h: has no #pragma once"}));
}

TEST(Files, ABrokenLinkIsFound) {
  TemporaryTree tree;
  tree.write("README.md", "[a](docs/a.md) [b](docs/b.md#part) [c](https://example.org/x) [d](#here)");
  tree.write("docs/a.md", "[up](../README.md)");
  EXPECT_EQ(check_links(tree.root()), Found{"README.md: docs/b.md"});
}

}  // namespace acode::house
