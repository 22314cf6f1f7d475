// Strict first; what is not JSON is repaired, and every change is noted.
#include "extract/json_calls.h"

#include <chrono>
#include <memory>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/repair.h"
#include "extract/envelope_hints.h"
#include "extract/python_literal.h"
#include "json/access.h"

namespace acode::extract {
namespace {

// Neither size nor depth nor time is limited here but by what is held at all: the limits are for the arguments, and
// whoever reads those has an error for each.
constexpr Limits kLimits{kMaxTextBytes, 1024};

json::RepairOptions options(const EnvelopeHints& hints) {
  json::RepairOptions options;
  options.limits = kLimits;
  options.timeout = std::chrono::milliseconds{0};
  if (!hints.empty()) options.hints = &hints;
  return options;
}

// Prose behind the value was taken out as the last change: the JSON ends before it.
std::size_t end_of_value(const json::Repair& repair, std::size_t size) {
  const json::Edits edits = repair.edits();
  if (edits.empty()) return size;
  const json::Edit last = edits[edits.size() - 1];
  const bool behind = last.kind == json::EditKind::kTextAround && last.offset + last.removed.size() == size;
  return behind && last.offset > 0 ? last.offset : size;
}

std::vector<TextRepair> noted(const json::Repair& repair, std::size_t begin, std::size_t end) {
  std::vector<TextRepair> repairs;
  repairs.reserve(repair.edits().size());
  for (const json::Edit edit : repair.edits()) {
    if (begin + edit.offset >= end && edit.kind == json::EditKind::kTextAround) continue;
    repairs.push_back({edit.kind, begin + edit.offset, std::string(edit.removed), std::string(edit.inserted)});
  }
  return repairs;
}

// Whether a value is nested no deeper than this.
bool is_shallow(json::Value value, std::uint32_t depth) {
  if (json::detail::Access::next(value) - value.index() <= depth) return true;  // it has fewer values than that
  if (!value.is_array() && !value.is_object()) return true;
  if (depth == 0) return false;
  for (const json::Value element : value.elements()) {
    if (!is_shallow(element, depth - 1)) return false;
  }
  for (const json::Member member : value.members()) {
    if (!is_shallow(member.value, depth - 1)) return false;
  }
  return true;
}

// Adds the calls in a value.
bool add_calls(json::Value value, std::size_t begin, std::size_t end, const Tools& tools, Around around,
               const std::shared_ptr<const void>& owner, std::vector<TextCall>& calls) {
  const std::size_t before = calls.size();
  if (!calls_in(value, owner, tools, calls, around)) return false;
  for (std::size_t i = before; i < calls.size(); ++i) {
    calls[i].offset = begin;
    calls[i].length = end - begin;
  }
  return true;
}

std::optional<JsonCalls> calls_of(json::Value value, std::size_t begin, std::size_t end, const Tools& tools,
                                  Around around, const std::shared_ptr<const void>& owner = nullptr) {
  JsonCalls read;
  if (!add_calls(value, begin, end, tools, around, owner, read.calls)) return std::nullopt;
  read.end = end;
  return read;
}

// `[('f', {'at': (1, 2)})]`: with tuples in it, it is Python, and no slip of somebody who meant JSON.
std::optional<JsonCalls> read_python(std::string_view text, std::size_t begin, const Tools& tools, Around around) {
  const std::optional<std::string> json = json_of_python(text);
  if (!json) return std::nullopt;
  const Result<json::Document> strict = json::parse(*json, kLimits);
  if (!strict) return std::nullopt;
  std::optional<JsonCalls> read = calls_of(strict->root(), begin, begin + text.size(), tools, around);
  if (read) read->calls.front().warnings.emplace_back("this was written in Python");
  return read;
}

}  // namespace

std::optional<JsonCalls> read_json_calls(std::string_view text, std::size_t begin, std::size_t end, const Tools& tools,
                                         Around around, bool wrong) {
  const std::string_view json = text.substr(begin, end - begin);
  if (!wrong) {
    json::Reader strict(kLimits);
    if (strict.read(json)) return calls_of(strict.value(), begin, end, tools, around);
  }
  if (json.find('(') != std::string_view::npos) {
    if (std::optional<JsonCalls> read = read_python(json, begin, tools, around)) return read;
  }
  const EnvelopeHints hints(json, tools);
  const auto repair = std::make_shared<const json::Repair>(json::repair(json, options(hints)));
  if (!repair->ok()) return std::nullopt;
  const json::Value value = repair->value();
  std::optional<JsonCalls> read = calls_of(value, begin, begin + end_of_value(*repair, json.size()), tools, around,
                                           is_shallow(value, kShallow) ? repair : nullptr);
  if (!read) return std::nullopt;
  // Only the last one can be cut off.
  read->truncated = repair->truncated();
  read->calls.back().complete = !read->truncated;
  read->calls.front().repairs = noted(*repair, begin, read->end);
  return read;
}

bool add_json_calls(const json::Document& json, std::size_t begin, std::size_t end, const Tools& tools, Around around,
                    std::vector<TextCall>& calls) {
  return add_calls(json.root(), begin, end, tools, around, json.owner(), calls);
}

}  // namespace acode::extract
