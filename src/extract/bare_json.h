// Calls as JSON with no marker at all: an object or a list, anywhere in the text, several of them (TX-2).
//
//   I'll look that up: {"name": "get_weather", "arguments": {"city": "Paris"}}
//
// and none: {"name": "my-app", "version": "1.0"}. What cannot become a call is seen from its first bytes, so that other
// JSON is not held back.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "extract/construct.h"
#include "extract/json_calls.h"
#include "extract/json_span.h"
#include "extract/strict_json.h"

namespace acode::extract {

class BareJsonReader final : public ConstructReader {
 public:
  /// `begins_like_call`: that was asked of the text already.
  explicit BareJsonReader(const Tools& tools, bool begins_like_call = false)
      : tools_(tools), begins_like_call_(begins_like_call) {}

  Look look(std::string_view text, bool final) override;
  std::optional<PartialTextCall> partial(std::string_view text) override;
  [[nodiscard]] Within within() const override;

 private:
  void begin_value(std::size_t begin);
  Look::State read_value(std::string_view text, bool final);
  Look::State read_broken_value(std::string_view text, bool final);
  bool take_plain();
  bool take_valid();
  void spell_out();
  bool skip_closers(std::string_view text, bool final);
  Look ended();

  const Tools& tools_;
  bool begins_like_call_;  // the value at hand, for sure
  std::size_t begin_ = 0;  // of the value at hand
  std::size_t end_ = 0;    // behind the last value that was taken
  bool between_ = false;   // a value was taken, and the next is looked for
  bool closed_ = false;    // and what was closed too often behind it is known
  std::optional<StrictJson> strict_{std::in_place};
  JsonSpan span_;
  std::size_t examined_ = 0;
  std::optional<PlainCall> plain_;  // the first call, if it is plain and no other has come
  std::vector<TextCall> calls_;
};

}  // namespace acode::extract
