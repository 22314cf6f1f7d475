// Calls as Gemma writes them: a marker, `call:`, a name, and arguments in the notation of gemma_value.h.
//
//   <|tool_call>call:get_weather{city:<|"|>Paris<|"|>}<tool_call|>
//   <start_function_call>call:get_weather{city:<escape>Paris<escape>}<end_function_call>
//
// The arguments end with their brackets, if a marker or the end of the text follows; else at the closing marker, if there
// is one. JSON behind the marker is read as such.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "extract/construct.h"
#include "extract/marker_match.h"
#include "extract/tagged_json.h"

namespace acode::extract {

struct GemmaGrammar {
  Markers openers;
  Markers closers;
  std::string_view quote;  ///< the token around strings
};

class GemmaCallReader final : public ConstructReader {
 public:
  /// `name_at`: where in the opener `call:` begins, if it does not begin behind it. All must outlive the reader.
  GemmaCallReader(const Tools& tools, std::string_view opener, const GemmaGrammar& grammar, std::size_t name_at)
      : tools_(tools), opener_(opener), grammar_(grammar), begin_(name_at), bare_(name_at < opener.size()) {}

  Look look(std::string_view text, bool final) override;

 private:
  enum class Stage : std::uint8_t { kName, kJson, kBody, kBehind, kEnd };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  Look::State read_name(std::string_view text, bool final);
  bool read_body(std::string_view text, bool final);
  bool read_behind(std::string_view text, bool final);
  bool take_marker(std::string_view text, std::size_t length);
  [[nodiscard]] Match marker_at(std::string_view text, std::size_t at, bool final) const;
  void end_at(std::size_t end, bool cut = false);
  Look finish(std::string_view text, bool final);

  const Tools& tools_;
  std::string_view opener_;
  const GemmaGrammar& grammar_;
  std::size_t begin_;  // of `call:`
  bool bare_;          // there is no marker before it
  Stage stage_ = Stage::kName;
  std::string_view name_;
  std::string unknown_;  // what was called and is no tool
  std::size_t name_end_ = 0;
  std::size_t body_ = 0;   // where the arguments begin
  std::size_t at_ = 0;     // where to look next
  std::size_t depth_ = 0;  // brackets that are open
  bool in_quotes_ = false;
  std::size_t marker_ = kNone;  // the first one inside a string
  std::size_t closed_ = kNone;  // where the brackets have closed
  std::size_t end_ = 0;
  bool cut_ = false;
  std::optional<TaggedJsonReader> json_;
};

}  // namespace acode::extract
