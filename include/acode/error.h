// Errors as values: what went wrong, where, and what to do about it.
//
//   acode::Result<acode::json::Document> parsed = acode::json::parse(text);
//   if (!parsed) std::cerr << acode::to_string(parsed.error()) << '\n';
//
// Every error carries one of the codes of the contract (`ACODE-TLP-002`), a message that says what is wrong and where,
// and, for errors in a text, the position and what was expected and found there.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace acode {

/// The codes of the contract. The number is the one in the printed code: kInvalidJson is ACODE-TLP-002; from 101 on
/// they are of other families: kBadSchema is ACODE-SCH-001, kBadRequest ACODE-REQ-001.
enum class ErrorCode : std::uint8_t {
  kNameMissing = 1,       ///< the function name is missing or blank
  kInvalidJson = 2,       ///< the text is not valid JSON
  kRepairFailed = 3,      ///< repair could not make it valid
  kSchemaMismatch = 4,    ///< arguments do not fit the schema
  kUnknownTool = 5,       ///< no such tool
  kRetriesExhausted = 6,  ///< retries exhausted
  kRepairTimeout = 7,     ///< repair ran past its time
  kStreamBroken = 8,      ///< a stream ended or broke inside a call
  kTooLarge = 9,          ///< larger than the limit; nothing was parsed
  kTooDeep = 10,          ///< nested deeper than the limit
  kTruncated = 11,        ///< the call was cut off

  // Of schemas and tool definitions: ACODE-SCH-001 and so on.
  kBadSchema = 101,         ///< the schema is broken
  kUnknownReference = 102,  ///< a `$ref` or `$schema` to a document that is not known
  kSchemaTooLarge = 103,    ///< more subschemas, or deeper nested ones, than allowed

  // Of requests to models: ACODE-REQ-001 and so on.
  kBadRequest = 201,    ///< a member is missing, or is not what it may be
  kRepeatedCall = 202,  ///< the conversation is stuck: the same call over and over
};

/// The printed form of a code, "ACODE-TLP-002".
std::string_view code_name(ErrorCode code);

/// A place in a text. Offset counts bytes from 0; line and column count from 1, the column in bytes.
struct Position {
  std::size_t offset = 0;  ///< from 0
  std::size_t line = 1;    ///< from 1
  std::size_t column = 1;  ///< from 1

  friend bool operator==(const Position&, const Position&) = default;
};

/// The position of `offset` in `text`. An offset past the end is read as the end.
Position locate(std::string_view text, std::size_t offset);

/// The same for many offsets of one text: asked for in their order, all of them take one pass together.
class Locator {
 public:
  /// The text must outlive this.
  explicit Locator(std::string_view text) : text_(text) {}

  /// The position of `offset`, as locate() tells it.
  Position at(std::size_t offset);

 private:
  std::string_view text_;
  Position last_;
};

/// What went wrong. Errors are returned, never thrown.
struct Error {
  ErrorCode code = ErrorCode::kInvalidJson;  ///< which of the errors of the contract it is
  std::string message;                       ///< one sentence for a person, without the code and without the position
  Position position;                         ///< where, in the text that was given
  std::string expected;                      ///< what could have stood there, e.g. "',' or '}'"; may be empty
  std::string found;                         ///< what stood there, e.g. "']'" or "the end of the text"; may be empty
  std::string path{};  ///< instead of a position, a JSON Pointer into the value at fault; may be empty
};

/// One line: `ACODE-TLP-002: expected ',' or '}', found ']' at offset 47 (line 3, column 5)`, or with a path instead:
/// `ACODE-SCH-001: "type" must be a string or an array of strings at /properties/a/type`.
std::string to_string(const Error& error);

/// Either a T or the error that stands in its way.
template <class T, class E = Error>
class [[nodiscard]] Result {
 public:
  /// What was asked for.
  Result(T value) : state_(std::move(value)) {}  // NOLINT(google-explicit-constructor): returns read as values
  /// Why there is none.
  Result(E error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  /// Whether there is a value.
  [[nodiscard]] bool ok() const { return std::holds_alternative<T>(state_); }
  /// The same, for `if (result)`.
  explicit operator bool() const { return ok(); }

  /// The value. Only to be called when ok().
  T& value() & {
    assert(ok());
    return *std::get_if<T>(&state_);
  }
  /// The same of a result that may not be changed.
  const T& value() const& {
    assert(ok());
    return *std::get_if<T>(&state_);
  }
  /// The value, moved out of a result that is not needed any more.
  T&& value() && {
    assert(ok());
    return std::move(*std::get_if<T>(&state_));
  }
  /// As value().
  T& operator*() & { return value(); }
  /// As value().
  const T& operator*() const& { return value(); }
  /// Into the value. Only to be used when ok().
  T* operator->() { return &value(); }
  /// The same of a result that may not be changed.
  const T* operator->() const { return &value(); }

  /// The error. Only to be called when not ok().
  [[nodiscard]] const E& error() const {
    assert(!ok());
    return *std::get_if<E>(&state_);
  }

 private:
  std::variant<T, E> state_;
};

}  // namespace acode
