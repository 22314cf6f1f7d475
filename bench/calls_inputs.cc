// Writing calls as models do.
#include "calls_inputs.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "calls_texts.h"
#include "inputs.h"

namespace acode::bench {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMegabyte = 1'000'000;
constexpr std::string_view kOpener = "<tool_call>\n";
constexpr std::string_view kCloser = "\n</tool_call>";

/// How a format writes a call.
using Writer = std::string (*)(std::string_view tool, const std::string& arguments);

std::string framed(const std::string& body) { return std::string(kOpener) + body + std::string(kCloser); }

std::string as_hermes(std::string_view tool, const std::string& arguments) {
  return framed(R"({"name": ")" + std::string(tool) + R"(", "arguments": )" + arguments + "}");
}

/// Single quotes everywhere, and a comma behind the last member: two things that models like to do.
std::string as_broken_hermes(std::string_view tool, const std::string& arguments) {
  std::string text = as_hermes(tool, arguments.substr(0, arguments.size() - 1) + ",}");
  std::replace(text.begin(), text.end(), '"', '\'');
  return text;
}

std::string as_qwen3_xml(std::string_view tool, const std::string& arguments) {
  std::string body = "<function=" + std::string(tool) + ">\n";
  const ordered_json values = ordered_json::parse(arguments);
  for (const auto& [name, value] : values.items()) {
    body += "<parameter=" + name + ">\n";
    body += value.is_string() ? value.get<std::string>() : value.dump();
    body += "\n</parameter>\n";
  }
  return framed(body + "</function>");
}

/// Python writes strings, numbers, lists and dictionaries as JSON does; booleans are only expected at the top.
std::string as_pythonic(std::string_view tool, const std::string& arguments) {
  std::string body;
  const ordered_json values = ordered_json::parse(arguments);
  for (const auto& [name, value] : values.items()) {
    body += (body.empty() ? "" : ", ") + name + "=";
    body += value.is_boolean() ? (value.get<bool>() ? "True" : "False") : value.dump();
  }
  return "[" + std::string(tool) + "(" + body + ")]";
}

CallInput written(std::string name, const std::vector<ToolUse>& uses, Writer write, Body body = Body::kOther) {
  CallInput input{std::move(name), {}, body};
  for (const ToolUse& use : uses) {
    const std::string arguments(use.arguments);
    input.calls.push_back({write(use.tool, arguments), std::string(use.tool), arguments});
  }
  return input;
}

}  // namespace

std::size_t CallInput::bytes() const {
  std::size_t sum = 0;
  for (const CallText& call : calls) sum += call.text.size();
  return sum;
}

std::vector<CallInput> hermes_inputs() {
  return {written("150B", short_calls(), as_hermes, Body::kJson), written("2KB", long_calls(), as_hermes, Body::kJson)};
}

std::vector<CallInput> call_inputs() {
  std::vector<CallInput> inputs = hermes_inputs();
  inputs.push_back(written("150B-broken", short_calls(), as_broken_hermes, Body::kBrokenJson));
  inputs.push_back(written("150B-qwen3-xml", {qwen3_xml_call()}, as_qwen3_xml));
  inputs.push_back(written("150B-pythonic", {pythonic_call()}, as_pythonic));
  return inputs;
}

std::vector<CallInput> large_inputs() {
  const std::string arguments = source_call(kMegabyte);
  const ToolUse use = {"write_file", arguments};
  return {written("1MB-hermes", {use}, as_hermes), written("1MB-qwen3-xml", {use}, as_qwen3_xml),
          written("1MB-pythonic", {use}, as_pythonic)};
}

std::string between_tags(const std::string& text) {
  return text.substr(kOpener.size(), text.size() - kOpener.size() - kCloser.size());
}

void write_call_inputs(const std::vector<CallInput>& inputs, const std::filesystem::path& folder) {
  ordered_json all = {{"tools", ordered_json::parse(tools_text())}, {"inputs", ordered_json::array()}};
  for (const CallInput& input : inputs) {
    if (input.body == Body::kOther) continue;
    ordered_json calls = ordered_json::array();
    for (const CallText& call : input.calls) {
      calls.push_back({{"text", call.text}, {"tool", call.tool}, {"arguments", ordered_json::parse(call.arguments)}});
    }
    all["inputs"].push_back({{"name", input.name}, {"calls", std::move(calls)}});
  }
  std::filesystem::create_directories(folder);
  std::ofstream file(folder / "calls.json");
  file << all.dump() << '\n';
  if (!file.flush()) throw std::runtime_error("cannot write " + (folder / "calls.json").string());
}

}  // namespace acode::bench
