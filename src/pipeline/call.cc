// Words and small questions about calls and results.
#include "acode/pipeline/call.h"

#include <algorithm>
#include <array>

#include "acode/json/reader.h"

namespace acode::pipeline {
namespace {

const Finding* first_error(const std::vector<Finding>& findings) {
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [](const Finding& finding) { return finding.kind == Finding::Kind::kError; });
  return found == findings.end() ? nullptr : &*found;
}

const json::Document& empty_object() {
  static const json::Document kEmpty = std::move(json::parse("{}")).value();
  return kEmpty;
}

}  // namespace

std::string_view stage_name(Stage stage) {
  static constexpr std::array<std::string_view, kStages> kNames = {"wire",  "extract", "name",
                                                                   "parse", "coerce",  "validate"};
  return kNames[static_cast<std::size_t>(stage)];
}

std::string_view verdict_name(Verdict verdict) {
  static constexpr std::array<std::string_view, 4> kNames = {"as_is", "repaired", "coerced", "rejected"};
  return kNames[static_cast<std::size_t>(verdict)];
}

Arguments::Arguments() : SharedValue(empty_object().root(), nullptr) {}

const Finding* ToolCall::error() const { return first_error(findings); }

bool ParseResult::has_errors() const { return !rejected.empty() || first_error(findings) != nullptr; }

}  // namespace acode::pipeline
