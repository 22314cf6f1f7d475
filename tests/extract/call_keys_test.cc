// What keys mean, however they are written.
#include "extract/call_keys.h"

#include <gtest/gtest.h>

namespace acode::extract {
namespace {

TEST(CallKeys, WordsMeanTheSameHoweverTheyAreWritten) {
  for (const std::string_view key :
       {"toolname", "tool_name", "toolName", "Tool Name", "TOOL-NAME", "tool.name", "_tool__name_"}) {
    EXPECT_EQ(key_of(key).role, Role::kName) << key;
    EXPECT_EQ(key_of(key).rank, 9) << key;
  }
  for (const std::string_view key : {"function_parameters", "functionParameters", "FUNCTION PARAMETERS"}) {
    EXPECT_EQ(key_of(key).role, Role::kArguments) << key;
    EXPECT_EQ(key_of(key).rank, kOwnArgumentsRank) << key;
  }
  EXPECT_EQ(key_of("id").role, Role::kId);
  EXPECT_EQ(key_of("I_D").role, Role::kId);
  EXPECT_EQ(key_of("$kind").role, Role::kName);
  EXPECT_EQ(key_of("tool_calls").role, Role::kWrapper);
  EXPECT_EQ(key_of("reasoning_content").role, Role::kCompanion);
}

TEST(CallKeys, OtherWordsMeanNothing) {
  for (const std::string_view key : {"", "n", "_", "nam", "names", "nome", "location", "arguments2", "argvments",
                                     "tool_nane", "functionpxrameters", "functionparameter", "initial_velocity", "$kin",
                                     "\xC3\xA9t\xC3\xA9", "id_", "name________________________________"}) {
    const bool means_id = key == "id_";  // separators are passed over
    EXPECT_EQ(key_of(key).role, means_id ? Role::kId : Role::kNone) << key;
  }
}

TEST(CallKeys, WhatIsKnownOfNames) {
  EXPECT_TRUE(key_of("function").may_hold_object);
  EXPECT_TRUE(key_of("type").only_known);
  EXPECT_TRUE(key_of("action").needs_own_arguments);
  EXPECT_TRUE(is_companion(key_of("type")));
  EXPECT_FALSE(is_companion(key_of("name")));
}

TEST(CallKeys, Beginnings) {
  EXPECT_TRUE(is_key_beginning("tool_na"));
  EXPECT_TRUE(is_key_beginning(""));
  EXPECT_FALSE(is_key_beginning("location"));
}

}  // namespace
}  // namespace acode::extract
