// Judging members as they come.
#include "pipeline/watcher.h"

#include <algorithm>

#include "acode/coerce/coerce.h"
#include "acode/json/writer.h"
#include "acode/schema/describe.h"

namespace acode::pipeline {
namespace {

Finding doom(ErrorCode code, Stage stage, std::string message) {
  return {Finding::Kind::kError, stage, std::string(code_name(code)), std::move(message)};
}

}  // namespace

Watcher::Watcher(const schema::Tool* tool, const PipelineOptions& options)
    : tool_(tool), options_(options), reader_(options.limits) {}

std::optional<Finding> Watcher::feed(std::string_view piece) {
  if (over_) return std::nullopt;
  size_ += piece.size();
  if (size_ > options_.limits.max_bytes) {
    over_ = true;
    return doom(ErrorCode::kTooLarge, Stage::kParse,
                "the arguments are larger than " + std::to_string(options_.limits.max_bytes) + " bytes");
  }
  // What is not JSON to the letter may be mended when it is whole: nothing can be said of it before.
  const bool readable = reader_.feed(piece);
  follow(piece);
  std::optional<Finding> finding = judge();
  over_ = finding.has_value() || !readable;
  return finding;
}

// Where the text stands: how deep, and behind what.
void Watcher::follow(std::string_view piece) {
  text_.append(piece);
  const std::size_t begin = text_.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos || text_[begin] != '{') return;
  span_.look(std::string_view(text_).substr(begin));
  last_ = text_[text_.find_last_not_of(" \t\r\n")];
}

std::optional<Finding> Watcher::judge() {
  if (tool_ == nullptr) return std::nullopt;
  const std::optional<json::Value> value = reader_.partial();
  if (!value || !value->is_object()) return std::nullopt;
  const std::size_t whole = value->size() - (last_is_whole() || value->size() == 0 ? 0U : 1U);
  if (whole <= judged_) return std::nullopt;
  std::size_t index = 0;
  for (const json::Member member : value->members()) {
    if (index++ < judged_) continue;
    if (judged_ == whole) break;
    ++judged_;
    if (std::optional<Finding> finding = judge(member)) return finding;
  }
  return std::nullopt;
}

// Whether the last member that has begun can no longer change.
bool Watcher::last_is_whole() const {
  if (span_.depth() > 1 || span_.in_string()) return false;
  return std::string_view(",:\"]}").find(last_) != std::string_view::npos;
}

// A member alone in an object: what is then wrong inside of it stays wrong.
std::optional<Finding> Watcher::judge(const json::Member& member) const {
  std::string text = "{";
  json::write_string_to(text, member.name);
  text += ':';
  json::write_to(text, member.value);
  text += '}';
  const Result<json::Document> alone = json::parse(text, {kMaxTextBytes, options_.limits.max_depth});
  if (!alone) return std::nullopt;
  const coerce::Coerced coerced = coerce::coerce(tool_->parameters, alone->root(), options_.coercion);
  for (const schema::Violation& violation : tool_->parameters.validate(coerced.value(), options_.max_errors)) {
    // Elsewhere something is missing, which may still come.
    const std::vector<json::Pointer::Step>& steps = violation.where.steps();
    if (steps.empty() || steps[0] != json::Pointer::Step(std::string(member.name))) continue;
    Finding finding = doom(ErrorCode::kSchemaMismatch, Stage::kValidate, schema::for_person(violation));
    finding.path = violation.where.dotted();
    finding.expected = violation.expected;
    finding.actual = violation.actual;
    return finding;
  }
  return std::nullopt;
}

}  // namespace acode::pipeline
