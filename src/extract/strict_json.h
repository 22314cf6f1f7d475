// JSON in a text, read strictly as it comes: the way that is tried first, since most of it is valid.
//
//   StrictJson json;
//   json.look(R"({"a": 1} and so)", false)     // kValue: of length 8, and here it is
//
// Once it has failed, how the value is to be understood is for others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "acode/json/value.h"
#include "json/prefix_reader.h"

namespace acode::extract {

class StrictJson {
 public:
  enum class State : std::uint8_t {
    kMore,    ///< more text must come
    kValue,   ///< it is whole and valid, and not nested deeper than kShallow
    kBroken,  ///< it is not
  };

  /// `text` begins with `{` or `[`, and is the same as before or more of it.
  State look(std::string_view text, bool final);

  [[nodiscard]] bool has_value() const { return state_ == State::kValue; }

  /// With kValue: how many bytes it takes, and the value.
  [[nodiscard]] std::size_t length() const { return reader_->length(); }
  [[nodiscard]] json::Value root() const { return document_ ? document_->root() : reader_->value(); }

  /// The same with what it lives by.
  [[nodiscard]] const json::Document& document() {
    if (!document_) document_.emplace(reader_->take());
    return *document_;
  }

  /// What it lives by, alone; then nothing else is to be asked.
  [[nodiscard]] std::shared_ptr<const void> take_owner() { return reader_->take_owner(); }

  /// With kBroken: whether it is not valid, rather than nested too deep.
  [[nodiscard]] bool is_wrong() const { return wrong_; }

  /// With kMore: what there is of it in `text`, which may be more than look() was shown. Lives until the next look().
  [[nodiscard]] std::optional<json::Value> partial(std::string_view text) {
    return reader_ && state_ == State::kMore ? reader_->partial(text) : std::nullopt;
  }

  /// With kMore: whether what was looked at ends inside a string.
  [[nodiscard]] bool in_string() const { return reader_ && state_ == State::kMore && reader_->in_string(); }

 private:
  std::optional<json::detail::PrefixReader> reader_;  // from the first look on, unless it is broken
  std::optional<json::Document> document_;            // once somebody has asked for it
  State state_ = State::kMore;
  bool wrong_ = false;
};

}  // namespace acode::extract
