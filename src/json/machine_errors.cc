// What the strict reader says when a text is not JSON: what was expected, what was found, and where.
#include "json/machine.h"

namespace acode::json::detail {
namespace {

constexpr std::string_view kHex = "0123456789ABCDEF";

std::string describe(unsigned char byte) {
  if (byte == '\n' || byte == '\r') return "a line break";
  if (byte == '\t') return "a tab";
  if (byte > 0x20 && byte < 0x7F) return std::string("'") + static_cast<char>(byte) + "'";
  return std::string("byte 0x") + kHex[byte >> 4U] + kHex[byte & 0xFU];
}

}  // namespace

bool Machine::fail(ErrorCode code, std::size_t offset, std::string message, std::string_view expected,
                   std::string found) {
  failed_in_ = state_;
  state_ = State::kFailed;
  error_ = Error{
      code, std::move(message), {offset, line_, offset - line_start_ + 1}, std::string(expected), std::move(found)};
  return false;
}

bool Machine::fail_expected(std::size_t offset, std::string_view expected, std::string found) {
  std::string message = "expected " + std::string(expected) + ", found " + found;
  return fail(ErrorCode::kInvalidJson, offset, std::move(message), expected, std::move(found));
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
  return fail_expected(offset_of(p), expected_here(), describe(static_cast<unsigned char>(*p)));
}

bool Machine::fail_in_string(std::size_t offset, unsigned char byte) {
  if (byte == '\\') {
    return fail(ErrorCode::kInvalidJson, offset, "invalid escape in a string", "an escape such as \\n or \\u00e9",
                "another one");
  }
  if (byte >= 0x80) {
    return fail(ErrorCode::kInvalidJson, offset, "the string is not valid UTF-8", "UTF-8", describe(byte));
  }
  return fail_expected(offset, "no raw control character in a string", describe(byte));
}

bool Machine::fail_too_deep(std::size_t offset) {
  const std::string limit = std::to_string(limits_.max_depth);
  return fail(ErrorCode::kTooDeep, offset, "nested deeper than the limit of " + limit + " levels",
              "at most " + limit + " levels", "one more");
}

bool Machine::fail_too_large(std::size_t size) {
  const std::string limit = std::to_string(limits_.max_bytes);
  line_ = 1;  // nothing was parsed: the error is about the text as a whole
  line_start_ = 0;
  return fail(ErrorCode::kTooLarge, 0, "the text has " + std::to_string(size) + " bytes or more, the limit is " + limit,
              "at most " + limit + " bytes", "more");
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
  return fail(ErrorCode::kInvalidJson, offset_, std::string(missing), expected_here(), "the end of the text");
}

}  // namespace acode::json::detail
