// What the strict reader says when a text is not JSON: what was expected, what was found, and where.
#include "json/failure.h"

#include <string>

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

ErrorCode Failure::code() const {
  if (kind == Kind::kTooDeep) return ErrorCode::kTooDeep;
  return kind == Kind::kTooLarge ? ErrorCode::kTooLarge : ErrorCode::kInvalidJson;
}

Error Failure::in_words() const {
  Error error{code(), {}, position, std::string(expected), {}};
  const std::string most = std::to_string(limit);
  switch (kind) {
    case Kind::kNothing:
      break;
    case Kind::kUnexpected:
      error.found = describe(byte);
      error.message = "expected " + error.expected + ", found " + error.found;
      break;
    case Kind::kEscape:
      error.message = "invalid escape in a string";
      error.expected = "an escape such as \\n or \\u00e9";
      error.found = "another one";
      break;
    case Kind::kUtf8:
      error.message = "the string is not valid UTF-8";
      error.expected = "UTF-8";
      error.found = describe(byte);
      break;
    case Kind::kEnd:
      error.message = message;
      error.found = "the end of the text";
      break;
    case Kind::kTooDeep:
      error.message = "nested deeper than the limit of " + most + " levels";
      error.expected = "at most " + most + " levels";
      error.found = "one more";
      break;
    case Kind::kTooLarge:
      error.message = "the text has " + std::to_string(size) + " bytes or more, the limit is " + most;
      error.expected = "at most " + most + " bytes";
      error.found = "more";
      break;
  }
  return error;
}

}  // namespace acode::json::detail
