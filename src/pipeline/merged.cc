// Taking merged calls apart.
#include "pipeline/merged.h"

#include <algorithm>

#include "acode/json/reader.h"
#include "base/text.h"
#include "extract/json_span.h"
#include "json/brackets.h"

namespace acode::pipeline {
namespace {

using base::kWhite;

}  // namespace

std::vector<std::string> split_merged(std::string_view arguments) {
  std::vector<std::string> objects;
  std::size_t count = 0;
  std::size_t at = arguments.find_first_not_of(kWhite);
  // The most frequent case by far: one object, and nothing else.
  if (at != std::string_view::npos && json::detail::closed_bracket(arguments.substr(at)) == arguments.size() - at) {
    return {};
  }
  while (at != std::string_view::npos) {
    if (arguments[at] != '{') return {};
    extract::JsonSpan span;
    const std::size_t length = span.look(arguments.substr(at));
    if (length == extract::JsonSpan::kOpen || (objects.empty() && at + length == arguments.size())) return {};
    std::string object(arguments.substr(at, length));
    if (!json::parse(object, {kMaxTextBytes, 1024})) return {};
    if (std::find(objects.begin(), objects.end(), object) == objects.end()) objects.push_back(std::move(object));
    ++count;
    at = arguments.find_first_not_of(kWhite, at + length);
  }
  return count > 1 ? objects : std::vector<std::string>{};
}

}  // namespace acode::pipeline
