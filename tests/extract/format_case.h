// A text and what is to be found in it, whole and cut at every byte.
//
//   expect_calls("So: <tool_call>…", &tools, {{"get_weather", R"({"city":"Paris"})"}}, "So: ");
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "acode/extract/extract.h"
#include "acode/schema/toolset.h"

namespace acode::extract {

struct ExpectedCall {
  std::string_view name;
  std::string_view arguments;  ///< JSON text, byte for byte
  bool complete = true;
};

/// A text, and all that is to come out of it.
struct Case {
  std::string text;
  std::vector<ExpectedCall> calls;
  std::string_view content = {};
  std::string_view reasoning = {};
};

/// All that came out, readable: the calls one a line, then the content and the reasoning.
inline std::string shown(const Extraction& extraction) {
  std::string out;
  for (const TextCall& call : extraction.calls) {
    out += call.name + " " + call.arguments + (call.complete ? "\n" : " (cut)\n");
  }
  return out + "content: " + extraction.content + "\nreasoning: " + extraction.reasoning;
}

inline std::string shown(const std::vector<ExpectedCall>& calls, std::string_view content, std::string_view reasoning) {
  Extraction extraction;
  for (const ExpectedCall& expected : calls) {
    TextCall call;
    call.name = expected.name;
    call.arguments = expected.arguments;
    call.complete = expected.complete;
    extraction.calls.push_back(call);
  }
  extraction.content = content;
  extraction.reasoning = reasoning;
  return shown(extraction);
}

/// Extracts from pieces.
inline Extraction extract_pieces(const std::vector<std::string_view>& pieces, const Recognizer& recognizer) {
  Extraction extraction;
  Extractor extractor(recognizer);
  for (const std::string_view piece : pieces) {
    for (const Event& event : extractor.feed(piece)) add(extraction, event);
  }
  for (const Event& event : extractor.finish()) add(extraction, event);
  return extraction;
}

/// Expects exactly these calls, this content and this reasoning, however the text is cut (ST-3). `tools` may be null.
inline void expect_calls(std::string_view text, const schema::Toolset* tools, const std::vector<ExpectedCall>& calls,
                         std::string_view content = {}, std::string_view reasoning = {}) {
  const Recognizer recognizer(tools);
  const std::string expected = shown(calls, content, reasoning);
  const std::string whole = shown(extract_pieces({text}, recognizer));
  EXPECT_EQ(whole, expected) << text;
  std::vector<std::string_view> bytes;
  for (std::size_t at = 0; at < text.size(); ++at) {
    bytes.push_back(text.substr(at, 1));
    EXPECT_EQ(shown(extract_pieces({text.substr(0, at), text.substr(at)}, recognizer)), whole)
        << "cut at " << at << ": " << text;
  }
  EXPECT_EQ(shown(extract_pieces(bytes, recognizer)), whole) << "byte by byte: " << text;
}

/// The same for several.
inline void expect_cases(const schema::Toolset& tools, const std::vector<Case>& cases) {
  for (const Case& one : cases) expect_calls(one.text, &tools, one.calls, one.content, one.reasoning);
}

}  // namespace acode::extract
