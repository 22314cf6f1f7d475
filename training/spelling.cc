// A quarter of all answers is prose, a fifth the bodies of providers, the rest has a call written into its text. How often each way
// comes was put down by hand, roughly as files of answers have it: what matters to a compiler is which code runs often and which hardly
// ever, and not by how much.
#include "spelling.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "acode/extract/extract.h"
#include "acode/json/writer.h"

namespace acode::training {
namespace {

/// How values are written.
enum class Script { kJson, kPython };

std::string json_string(std::string_view characters) {
  std::string text;
  json::write_string_to(text, characters);
  return text;
}

std::string python_string(std::string_view characters) {
  std::string text = "'";
  for (const char c : characters) {
    if (c == '\'' || c == '\\') text += '\\';
    if (c == '\n') {
      text += "\\n";
    } else {
      text += c;
    }
  }
  return text + '\'';
}

std::string string_in(Script script, std::string_view characters) {
  return script == Script::kJson ? json_string(characters) : python_string(characters);
}

std::string boolean_in(Script script, const std::string& value) {
  if (script == Script::kJson) return value;
  return value == "true" ? "True" : "False";
}

std::string list_in(Script script, const Argument& argument) {
  std::string text = "[";
  for (const std::string& value : argument.values) {
    if (text.size() > 1) text += ", ";
    text += argument.parameter->type == Type::kTexts ? string_in(script, value) : value;
  }
  return text + ']';
}

std::string value_in(Script script, const Argument& argument) {
  switch (argument.parameter->type) {
    case Type::kText:
    case Type::kWord:
      return string_in(script, argument.values[0]);
    case Type::kBoolean:
      return boolean_in(script, argument.values[0]);
    case Type::kTexts:
    case Type::kIntegers:
      return list_in(script, argument);
    default:
      return argument.values[0];
  }
}

std::string object_in(Script script, const Call& call) {
  std::string text = "{";
  for (const Argument& argument : call.arguments) {
    if (text.size() > 1) text += ", ";
    text += string_in(script, argument.parameter->name) + ": " + value_in(script, argument);
  }
  return text + '}';
}

/// {"name": …, "arguments": {…}}
std::string call_object(Script script, const Call& call) {
  return "{" + string_in(script, "name") + ": " + string_in(script, call.tool->name) + ", " +
         string_in(script, "arguments") + ": " + object_in(script, call) + "}";
}

/// name(a=1, b='x')
std::string python_call(const Call& call) {
  std::string text = call.tool->name + '(';
  for (const Argument& argument : call.arguments) {
    if (text.back() != '(') text += ", ";
    text += std::string(argument.parameter->name) + '=' + value_in(Script::kPython, argument);
  }
  return text + ')';
}

constexpr std::array<std::string_view, 7> kSentences = {
    "Let me look that up for you.",
    "To do this, I would call the function with the values from your question.",
    "None of the functions that I have can answer this; I would need one that knows the date.",
    "The question does not say which city is meant, so I cannot go on before I know it.",
    "Please note that the result (if there is one) is given in the unit of the country, e.g. kilometers or miles.",
    "Here's the call:",
    "Once it is done, I will tell you what came of it: a list, a number, or an error.",
};

std::string some_prose(std::mt19937& random, std::size_t most) {
  std::string text;
  for (std::size_t left = 1 + below(random, most); left > 0; --left) {
    if (!text.empty()) text += below(random, 3) == 0 ? "\n\n" : " ";
    text += kSentences[below(random, kSentences.size())];
  }
  return text;
}

std::string fenced(std::string_view language, const std::string& text) {
  return "```" + std::string(language) + "\n" + text + "\n```";
}

/// A call in one of the ways of writing it that are tags and JSON.
std::string json_call(const Call& call, std::mt19937& random) {
  const std::string object = call_object(Script::kJson, call);
  switch (below(random, 6)) {
    case 0:
      return object;
    case 1:
      return "[" + object + "]";
    case 2:
      return "<tool_call>\n" + object + "\n</tool_call>";
    case 3:
      return "[{" + json_string(call.tool->name) + ": " + object_in(Script::kJson, call) + "}]";
    case 4:
      return fenced("json", object);
    default:
      return call_object(Script::kPython, call);  // single quotes: JSON that is none
  }
}

std::string python_calls(const std::vector<Tool>& tools, std::mt19937& random) {
  std::string text = python_call(some_call(tools, random));
  for (std::size_t left = below(random, 3); left > 0; --left) text += ", " + python_call(some_call(tools, random));
  switch (below(random, 5)) {
    case 0:
      return fenced("python", text);
    case 1:
      return "[" + string_in(Script::kPython, text) + "]";
    case 2:
      return text;
    default:
      return "[" + text + "]";
  }
}

std::string call_text(const std::vector<Tool>& tools, std::mt19937& random) {
  return below(random, 2) == 0 ? python_calls(tools, random) : json_call(some_call(tools, random), random);
}

/// What the model that made the format wrote, of tools that are not known here.
std::string format_example(std::mt19937& random) {
  const auto formats = extract::known_formats();
  return std::string(formats[below(random, formats.size())].example);
}

/// {"choices": […]}, with a call or with text.
std::string response(const std::vector<Tool>& tools, std::mt19937& random) {
  std::string content = "null", calls = "[]", reason = "tool_calls";
  if (below(random, 6) == 0) {
    content = json_string(some_prose(random, 4));
    reason = "stop";
  } else {
    const Call call = some_call(tools, random);
    calls = R"([{"id": "call_0", "type": "function", "function": {"name": )" + json_string(call.tool->name) +
            R"(, "arguments": )" + json_string(object_in(Script::kJson, call)) + "}}]";
  }
  return R"({"choices": [{"index": 0, "message": {"role": "assistant", "content": )" + content + R"(, "tool_calls": )" +
         calls + R"(}, "finish_reason": ")" + reason + R"("}]})";
}

/// A slip: something is missing at the end or in the middle, or stands there twice.
void slip(std::string& text, std::mt19937& random) {
  const std::size_t at = below(random, text.size());
  switch (below(random, 4)) {
    case 0:
      text.resize(text.size() - std::min<std::size_t>(text.size(), 1 + below(random, 3)));
      break;
    case 1:
      text.erase(at, 1);
      break;
    case 2:
      text.insert(at, 1, "\"',}]:"[below(random, 6)]);
      break;
    default:
      text.resize(at);
      break;
  }
}

}  // namespace

Input some_answer(const std::vector<Tool>& tools, std::mt19937& random) {
  const std::size_t kind = below(random, 20);
  if (kind < 5) return {some_prose(random, 6)};
  if (kind < 9) return {response(tools, random), true};
  std::string text = kind == 9 ? format_example(random) : call_text(tools, random);
  if (kind < 13) text = some_prose(random, 4) + "\n\n" + text;
  if (kind < 12) text += "\n\n" + some_prose(random, 3);
  if (below(random, 6) == 0) slip(text, random);
  return {std::move(text)};
}

}  // namespace acode::training
