// Calls in fences: what is one construct and nothing else, and what is not.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "acode/extract/extract.h"
#include "acode/schema/toolset.h"

namespace acode::extract {
namespace {

// The content of a text, and each call as `name arguments format raw`, between bars.
std::string extracted(std::string_view text) {
  const schema::LoadedTools loaded = schema::load_tools(R"([
      {"name": "f", "parameters": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}},
      {"name": "g", "parameters": {"type": "object"}}])");
  Options options;
  options.tools = &loaded.tools;
  const Extraction found = extract(text, options);
  std::string out = found.content;
  for (const TextCall& call : found.calls) {
    out += "|" + call.name + " " + call.arguments + " " + std::string(call.format) + " " + call.raw;
    EXPECT_EQ(text.substr(call.offset, call.length), call.raw);
    for (const TextRepair& repair : call.repairs) {
      EXPECT_EQ(text.substr(repair.offset, repair.removed.size()), repair.removed);
    }
  }
  return out;
}

TEST(Fence, OneConstruct) {
  EXPECT_EQ(extracted("So:\n```json\n{\"name\": \"g\", \"arguments\": {}}\n```"),
            "So:\n|g {} json {\"name\": \"g\", \"arguments\": {}}");
  EXPECT_EQ(extracted("~~~\n  {\"arguments\":{\"a\":1},\"name\":\"f\"}\n\n~~~"),
            "|f {\"a\":1} json {\"arguments\":{\"a\":1},\"name\":\"f\"}");
  EXPECT_EQ(extracted("```\n{'name': 'f', 'parameters': {'a': 1}}\n```"),
            "|f {\"a\":1} json {'name': 'f', 'parameters': {'a': 1}}");
  EXPECT_EQ(extracted("So:\n```\n{'name': 'f', 'parameters': {'a': 1}}\n{'name': 'g', 'parameters': {}}\n```"),
            "So:\n|f {\"a\":1} json {'name': 'f', 'parameters': {'a': 1}}|g {} json {'name': 'g', 'parameters': {}}");
  EXPECT_EQ(extracted("```\n[f(a=1), g()]\n```"), "|f {\"a\":1} pythonic f(a=1)|g {} pythonic g()");
  EXPECT_EQ(extracted("```\n  f(a=1)\n```"), "|f {\"a\":1} pythonic f(a=1)");
}

TEST(Fence, SeveralConstructs) {
  EXPECT_EQ(extracted("```\n{\"name\":\"g\",\"arguments\":{}}\n[{\"name\":\"f\",\"arguments\":{\"a\":1}}]\n```"),
            "|g {} json {\"name\":\"g\",\"arguments\":{}}|f {\"a\":1} json [{\"name\":\"f\",\"arguments\":{\"a\":1}}]");
}

TEST(Fence, SomethingElseBesideTheCall) {
  const std::string_view text = "```\n{\"name\":\"g\",\"arguments\":{}} is how\n```";
  EXPECT_EQ(extracted(text), "```\n is how\n```|g {} json {\"name\":\"g\",\"arguments\":{}}");
  EXPECT_EQ(extracted("```\n[]\n```"), "```\n[]\n```");
}

TEST(Fence, ArgumentsAlone) {
  EXPECT_EQ(extracted("Call `f` with:\n```\n{\"a\": 1}\n```"), "Call `f` with:\n|f {\"a\":1} fence {\"a\": 1}\n");
  EXPECT_EQ(extracted("Call `f` with:\n```\n{\"b\": 1}\n```"), "Call `f` with:\n```\n{\"b\": 1}\n```");
  EXPECT_EQ(extracted("Call `f` with:\n```\n[1]\n```"), "Call `f` with:\n```\n[1]\n```");
}

}  // namespace
}  // namespace acode::extract
