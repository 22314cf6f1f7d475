// The text of a call's arguments as it comes: what of it can be handed on, and whether it has closed.
//
//   {"a":   1}        closed behind the second piece: one valid JSON object, and nothing behind it
//   nu      ll        held back, because it stands for no arguments: finish() hands on {} instead (quirk 9)
//   {'a': 1}          never closes: only the provider can say where it ends
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/value.h"
#include "base/text.h"

namespace acode::wire::detail {

class ArgumentsText {
 public:
  /// Takes the next piece and returns what can be handed on.
  std::string take(std::string_view piece);

  /// Nothing more comes. Returns what is still to be handed on.
  std::string finish();

  /// Nothing so far, or no more than may become `null`.
  [[nodiscard]] bool blank() const { return state_ == State::kBlank; }
  /// One whole valid JSON object.
  [[nodiscard]] bool closed() const { return state_ == State::kClosed; }
  /// The same, and it is `{}`.
  [[nodiscard]] bool closed_empty() const { return closed() && empty_; }
  /// What a text has beyond what came before it; nothing if that is not how it begins.
  [[nodiscard]] std::string_view beyond(std::string_view whole) const;
  /// All that has been handed on.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// The object, if it has closed, came in one piece and is not nested too deep. It is handed on once.
  std::optional<json::SharedValue> take_value() { return std::exchange(value_, std::nullopt); }

 private:
  enum class State : unsigned char { kBlank, kOpen, kClosed, kOther };

  bool read_whole(std::string_view text);
  void read(std::string_view piece);
  void count_brackets(std::string_view piece);

  State state_ = State::kBlank;
  std::string held_;
  std::string text_;
  std::optional<json::SharedValue> value_;
  std::unique_ptr<json::Reader> reader_;  // only while it is open
  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool empty_ = false;
};

using base::trimmed;

/// Equal as text, or as JSON.
bool same_arguments(std::string_view a, std::string_view b);

}  // namespace acode::wire::detail
