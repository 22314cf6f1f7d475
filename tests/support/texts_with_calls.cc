// Gluing texts together, and damaging them.
#include "support/texts_with_calls.h"

#include <array>
#include <string_view>

#include "acode/extract/extract.h"

namespace acode::test {
namespace {

constexpr std::array<std::string_view, 26> kPieces = {
    "Let me look that up.",
    "\n",
    "\n\n",
    " ",
    "The tag <tool_call> opens a call; `get_weather(city)` is how it is called.",
    "<think>Is it Paris? I could write <tool_call>{\"name\": \"get_weather\"}</tool_call>.</think>",
    "<think>not closed ",
    "</think>",
    "{\"name\": \"my-app\", \"version\": \"1.0\"}",
    "```json\n{\"a\": [1, 2]}\n```",
    "```python\nprint('hello')\n```",
    "[1, 2, 3]",
    "[see](http://example.org)",
    "a < b && c > d",
    "<|im_end|>",
    "<|im_start|>assistant\n",
    "<|im_start|>user\nAnd now?",
    "\nObservation: 22 degrees\n",
    "Thought: I need the weather.\n",
    "\nFinal Answer: warm",
    "</tool_call>",
    "{'name': 'get_weather', 'arguments': {'city': 'Par",
    "<function=get_weather>\n<parameter=city>\nParis",
    "get_weather(city=\"Paris\"",
    "Überraschung: 天气 “quoted”",
    "\r\n",
};

std::size_t below(std::mt19937& random, std::size_t limit) {
  return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
}

std::string_view piece(std::mt19937& random) {
  const auto formats = extract::known_formats();
  const std::size_t which = below(random, kPieces.size() + formats.size());
  return which < kPieces.size() ? kPieces[which] : formats[which - kPieces.size()].example;
}

void damage(std::string& text, std::mt19937& random) {
  const std::size_t at = below(random, text.size());
  const std::size_t length = 1 + below(random, 12);
  switch (below(random, 5)) {
    case 0:
      text.resize(at);
      break;
    case 1:
      text.insert(at, text.substr(at, length));
      break;
    case 2:
      text.erase(at, length);
      break;
    case 3:
      text[at] = "\"'{}[]<>()|,:\n`\\"[below(random, 16)];
      break;
    default:
      break;
  }
}

}  // namespace

std::string text_with_calls(std::mt19937& random) {
  std::string text;
  for (std::size_t pieces = 1 + below(random, 6); pieces > 0; --pieces) text += piece(random);
  for (std::size_t damages = below(random, 3); damages > 0 && !text.empty(); --damages) damage(text, random);
  return text;
}

const schema::Toolset& tools_of_texts() {
  static const schema::Toolset kTools =
      schema::load_tools(R"([{"name": "get_weather", "description": "Tells the weather", "parameters":
          {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
           "required": ["city"]}}, {"name": "get_time", "description": "The time", "parameters": {"type": "object"}}])")
          .tools;
  return kTools;
}

}  // namespace acode::test
