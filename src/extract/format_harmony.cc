// harmony: gpt-oss.
//
//   <|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Paris"}<|call|>
//
// See harmony.h. The prompt ends with `<|start|>assistant`, so the text may begin with a channel or a recipient. If the
// special tokens were left out, `assistantcommentary to=functions.get_weather json{"city":"Paris"}` remains.
#include <array>

#include "extract/format_list.h"
#include "extract/harmony.h"

namespace acode::extract {
namespace {

constexpr std::string_view kFinal = "assistantfinal";
constexpr std::string_view kAnalysis = "assistantanalysis";
constexpr std::string_view kCommentary = "assistantcommentary to=";
constexpr std::array<std::string_view, 7> kOpeners = {
    "<|channel|>", "<|start|>assistant", "assistant to=functions.", " to=functions.", kCommentary, kFinal, kAnalysis};
constexpr std::array<std::string_view, 3> kFrames = {"<|call|>", "<|message|>", "<|constrain|>"};

// Words are looked for only where they can be what is left of a header, so that nobody's prose waits for them.
Place place_of(std::string_view opener) {
  if (opener.starts_with('<')) return Place::kAnywhere;
  return opener.starts_with(' ') ? Place::kTextStart : Place::kMessageEnd;
}

/// The words that remain of a header when its tokens were left out.
class WordReader final : public ConstructReader {
 public:
  WordReader(std::string_view word, Look::Then then) : word_(word), then_(then) {}

  Look look(std::string_view /*text*/, bool /*final*/) override { return Look::header(word_.size(), then_); }

 private:
  std::string_view word_;
  Look::Then then_;
};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  if (opener == kFinal) return room.make<WordReader>(opener, Look::Then::kContent);
  if (opener == kAnalysis) return room.make<WordReader>(opener, Look::Then::kReasoning);
  return room.make<HarmonyReader>(tools, opener, opener == kCommentary);
}

}  // namespace

Format harmony() {
  return {.name = "harmony",
          .models = "gpt-oss",
          .example = R"x(<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json)x"
                     R"x(<|message|>{"city":"Paris"}<|call|>)x",
          .openers = kOpeners,
          .reader = reader,
          .frames = kFrames,
          .place_of = place_of};
}

}  // namespace acode::extract
