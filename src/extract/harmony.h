// The channel protocol of gpt-oss.
//
//   <|channel|>analysis<|message|>I need the weather.<|end|>
//   <|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Paris"}<|call|>
//   <|start|>assistant<|channel|>final<|message|>It is sunny.<|return|>
//
// A message has a header: the role, a channel, a recipient, the type of its body. With a recipient it is a call; else the
// channel tells whether it is reasoning. Models get headers wrong in many ways: parts are doubled, stand in another order,
// have question marks behind them or run into the body. So a header is searched for what it must say, and the rest of it
// does not matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "extract/construct.h"
#include "extract/json_body.h"

namespace acode::extract {

class HarmonyReader final : public ConstructReader {
 public:
  /// `plain`: the special tokens have been left out, and only words remain: `assistantcommentary to=functions.f json{…}`.
  HarmonyReader(const Tools& tools, std::string_view opener, bool plain);

  Look look(std::string_view text, bool final) override;
  std::optional<PartialTextCall> partial(std::string_view text) override;
  [[nodiscard]] Within within() const override;

 private:
  enum class Stage : std::uint8_t { kHeader, kBegin, kJson, kText };

  Look::State read_header(std::string_view text, bool final);
  Look::State end_header(std::string_view text, std::size_t end, std::size_t body);
  [[nodiscard]] bool is_call() const;
  Look say_channel() const;
  Look::State begin_body(std::string_view text, bool final);
  Look read_json(std::string_view text, bool final);
  Look read_text(std::string_view text, bool final);
  Look finish(std::string_view text, std::size_t end, bool final);
  Look done(std::string arguments, std::size_t end) const;

  const Tools& tools_;
  std::string_view opener_;
  bool plain_;
  Stage stage_ = Stage::kHeader;
  std::size_t at_;         // where to look next
  std::string name_;       // of the recipient
  bool function_ = false;  // it was written as one of the functions, not as a builtin tool
  std::string channel_;
  std::size_t body_ = 0;  // where the body begins
  std::size_t body_end_ = 0;
  bool cut_ = false;
  JsonBody json_;
};

}  // namespace acode::extract
