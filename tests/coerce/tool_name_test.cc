// Which tool a name means, and which names mean none (EX-9).
#include "acode/coerce/tool_name.h"

#include <gtest/gtest.h>

namespace acode::coerce {
namespace {

schema::Toolset tools(std::initializer_list<std::string_view> names) {
  schema::ToolsetBuilder builder;
  for (const std::string_view name : names) {
    schema::ToolDefinition definition;
    definition.name = name;
    builder.add(definition);
  }
  return builder.build().tools;
}

TEST(ToolName, ToTheLetterWithoutAWarning) {
  const schema::Toolset set = tools({"read_file", "write_file"});
  const ResolvedName resolved = resolve_tool_name(set, "read_file");
  ASSERT_NE(resolved.tool, nullptr);
  EXPECT_EQ(resolved.tool->name, "read_file");
  EXPECT_EQ(resolved.warning, "");
}

TEST(ToolName, WhatIsForgivenEX9) {
  const schema::Toolset set = tools({"read_file", "write_file"});
  for (const std::string_view name :
       {"Read_File", "read-file", "readFile", "read.file", "functions.read_file", "functions.Read-File", " read_file\n",
        "<|tool|>read_file<|end|>", "read_file<|message|>"}) {
    const ResolvedName resolved = resolve_tool_name(set, name);
    ASSERT_NE(resolved.tool, nullptr) << name;
    EXPECT_EQ(resolved.tool->name, "read_file");
    EXPECT_EQ(resolved.warning, "tool name \"" + std::string(name) + "\" read as \"read_file\"");
  }
}

TEST(ToolName, NothingElseIsGuessedEX9) {
  const schema::Toolset set = tools({"read_file", "write_file"});
  for (const std::string_view name :
       {"", "read", "reed_file", "file_read", "read_files", "functions", "functions.", "tools.read_file", "_"}) {
    EXPECT_EQ(resolve_tool_name(set, name).tool, nullptr) << name;
  }
}

TEST(ToolName, TwoThatFitAreNone) {
  const schema::Toolset set = tools({"read_file", "readFile"});
  EXPECT_EQ(resolve_tool_name(set, "READ-FILE").tool, nullptr);
  EXPECT_EQ(resolve_tool_name(set, "readFile").tool->name, "readFile");
}

}  // namespace
}  // namespace acode::coerce
