// How the strict reader's machine fails.
#include "json/machine.h"

namespace acode::json::detail {

const Error* Machine::error() const {
  if (failure_.kind == Failure::Kind::kNothing) return nullptr;
  if (!error_) error_ = failure_.in_words();
  return &*error_;
}

bool Machine::fail(Failure::Kind kind, std::size_t offset, unsigned char byte, std::string_view expected) {
  failed_in_ = state_;
  state_ = State::kFailed;
  failure_ = {kind, byte, {offset, line_, offset - line_start_ + 1}, expected, {}, 0, 0};
  return false;
}

std::string_view Machine::expected_here() const {
  switch (state_) {
    case State::kValue:
      return "a value";
    case State::kFirstElement:
      return "a value or ']'";
    case State::kFirstKey:
      return "a key in double quotes or '}'";
    case State::kKey:
      return "a key in double quotes";
    case State::kColon:
      return "':' after the key";
    case State::kNext:
      return in_object() ? "',' or '}' after a member" : "',' or ']' after an element";
    case State::kNumber:
      return number_ == NumberState::kZero ? "no digit after a leading zero" : "a digit";
    case State::kLiteral:
      return "true, false or null";
    case State::kKeyString:
    case State::kString:
      return "'\"' at the end of a string";
    default:
      return "the end of the text";
  }
}

bool Machine::fail_unexpected(const char* p) {
  return fail(Failure::Kind::kUnexpected, offset_of(p), static_cast<unsigned char>(*p), expected_here());
}

bool Machine::fail_in_string(std::size_t offset, unsigned char byte) {
  if (byte == '\\') return fail(Failure::Kind::kEscape, offset, byte, {});
  if (byte >= 0x80) return fail(Failure::Kind::kUtf8, offset, byte, {});
  return fail(Failure::Kind::kUnexpected, offset, byte, "no raw control character in a string");
}

bool Machine::fail_too_deep(std::size_t offset) {
  fail(Failure::Kind::kTooDeep, offset, 0, {});
  failure_.limit = limits_.max_depth;
  return false;
}

bool Machine::fail_too_large(std::size_t size) {
  line_ = 1;  // nothing was parsed: the error is about the text as a whole
  line_start_ = 0;
  fail(Failure::Kind::kTooLarge, 0, 0, {});
  failure_.limit = limits_.max_bytes;
  failure_.size = size;
  return false;
}

bool Machine::fail_at_end() {
  std::string_view missing;
  if (state_ == State::kString || state_ == State::kKeyString) {
    missing = "missing closing quote: the text ends inside a string";
  } else if (words_ == 0 && state_ == State::kValue) {
    missing = "there is no value: the text is empty";
  } else if (top_ != kNoContainer) {
    missing = in_object() ? "missing closing brace: the text ends inside an object"
                          : "missing closing bracket: the text ends inside an array";
  } else {
    missing = "the text ends inside a value";
  }
  fail(Failure::Kind::kEnd, offset_, 0, expected_here());
  failure_.message = missing;
  return false;
}

}  // namespace acode::json::detail
