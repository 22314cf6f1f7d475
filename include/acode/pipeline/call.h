// The canonical call, and what was seen and changed on the way to it (TC-1 to TC-3).
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acode/error.h"
#include "acode/json/value.h"
#include "acode/wire/wire.h"

namespace acode::pipeline {

/// The stations of a call, in their order.
enum class Stage : std::uint8_t {
  kWire,      ///< the provider's answer, taken apart
  kExtract,   ///< calls found in text
  kName,      ///< which tool is meant
  kParse,     ///< the text of the arguments becomes a value
  kCoerce,    ///< values are made to fit
  kValidate,  ///< the schema has the final word
};
/// How many there are.
inline constexpr std::size_t kStages = 6;

/// "wire", "extract", "name", "parse", "coerce", "validate".
std::string_view stage_name(Stage stage);

/// One thing that was seen or changed: the one currency for all who tell of it.
struct Finding {
  /// What it means for the call.
  enum class Kind : std::uint8_t {
    kRepair,   ///< the text was changed
    kWarning,  ///< something odd was accepted, or a value was changed
    kError,    ///< the call cannot be used
  };
  Kind kind = Kind::kWarning;   ///< what it means for the call
  Stage stage = Stage::kParse;  ///< where it was found
  std::string code;     ///< of a repair its kind, "trailing_comma"; of an error "ACODE-TLP-004"; of a coercion its rule
  std::string message;  ///< one sentence for a person
  std::string path{};   ///< where in the arguments, `items[2].name`; empty if they are meant as a whole
  std::optional<Position> position{};  ///< where in the text that the call came in
  std::string before{};                ///< what stood there
  std::string after{};                 ///< what stands there now
  std::string expected{};              ///< what the schema wants
  std::string actual{};                ///< what it got instead
  std::string keyword{};               ///< of the schema, if it has the word: "type", "required"
};

/// What became of a call.
enum class Verdict : std::uint8_t {
  kAsIs,      ///< it was right
  kRepaired,  ///< its text had to be mended
  kCoerced,   ///< values had to be converted
  kRejected,  ///< it has an error
};

/// "as_is", "repaired", "coerced", "rejected".
std::string_view verdict_name(Verdict verdict);

/// The arguments of a call.
class Arguments : public json::SharedValue {
 public:
  Arguments();  ///< an empty object
  /// An object that was read before.
  explicit Arguments(json::SharedValue value) : SharedValue(std::move(value)) {}
  using json::SharedValue::SharedValue;
};

/// One tool call (TC-1), with its record (TC-2).
struct ToolCall {
  ToolCall() noexcept {}  // NOLINT(modernize-use-equals-default): a default one would be filled with zeros first

  std::string id;                      ///< the provider's; one is made where there is none
  std::string name;                    ///< of the tool
  std::optional<Arguments> arguments;  ///< an object. With an error: what could be read, if anything
  std::string raw_arguments;           ///< the text that they were read from, exactly as received
  std::size_t index = 0;               ///< its place among all calls of its answer, good or not
  std::string_view format;             ///< of a call found in text; empty if the provider sent it as a call
  Verdict verdict = Verdict::kAsIs;    ///< what became of it
  bool truncated = false;              ///< it was cut off
  std::vector<Finding> findings;       ///< what was seen and changed, in this order

  /// The first error; null if the call is good.
  [[nodiscard]] const Finding* error() const;
  /// Whether it may be run.
  [[nodiscard]] bool ok() const { return verdict != Verdict::kRejected; }
};

/// An id as they are made here: every answer has one, and few ask for it. So it takes no memory of its own.
class ShortId {
 public:
  /// No id is longer, in bytes.
  static constexpr std::size_t kMostBytes = 39;

  ShortId() = default;
  /// Of a longer text its beginning.
  ShortId(std::string_view id)  // NOLINT(google-explicit-constructor): it is that text
      : size_(static_cast<std::uint8_t>(id.substr(0, kMostBytes).copy(bytes_.data(), kMostBytes))) {}

  /// The id as a text. It lives as long as this.
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), size_}; }
  /// The same, wherever a text is wanted.
  operator std::string_view() const { return view(); }  // NOLINT(google-explicit-constructor)

  /// Room for an id of so many bytes, kMostBytes at the most, which are then to be written.
  char* resize(std::size_t size) {
    size_ = static_cast<std::uint8_t>(size);
    return bytes_.data();
  }

 private:
  std::array<char, kMostBytes> bytes_{};
  std::uint8_t size_ = 0;
};

/// How long the stages took, altogether. For a short call in a text that is right as it is they take less time than to
/// look at the clock between them: it counts as found, and one that a provider sent as parsed.
using StageTimes = std::array<std::chrono::nanoseconds, kStages>;

/// What came of an answer (TC-3).
struct ParseResult {
  std::vector<ToolCall> calls;     ///< the good ones, in the order in which the model gave them
  std::vector<ToolCall> rejected;  ///< those with an error, likewise
  std::string content;             ///< the text for the reader
  std::string reasoning;           ///< what the model wrote for itself
  std::string invented;            ///< what the model wrote in another's name, behind its answer
  std::vector<Finding> findings;   ///< of the answer as a whole: oddities, and errors of the provider
  bool truncated = false;          ///< the answer, or a call in it, was cut off
  wire::FinishReason finish = wire::FinishReason::kUnknown;  ///< why it ended
  wire::Usage usage;                                         ///< what it cost
  ShortId correlation_id;                                    ///< what logs and events know it by
  bool regular = true;                                       ///< what came from a provider was as its dialect has it
  unsigned retries = 0;                                      ///< how often the model was asked again
  StageTimes times{};                                        ///< how long each stage took

  /// Whether no call was refused and the provider had no error.
  [[nodiscard]] bool all_succeeded() const { return !has_errors(); }
  /// Whether a call was refused, or the provider had an error.
  [[nodiscard]] bool has_errors() const;
  /// How many calls there were, good or not.
  [[nodiscard]] std::size_t total_count() const { return calls.size() + rejected.size(); }
};

}  // namespace acode::pipeline
