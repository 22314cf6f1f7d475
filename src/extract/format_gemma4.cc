// gemma4: Gemma 4.
//
//   <|channel>thought
//   I need the weather.<channel|><|tool_call>call:get_weather{city:<|"|>Paris<|"|>,days:3}<tool_call|>
//
// If the special tokens were left out, `call:get_weather{city:Paris}` remains: then the tool must be known.
#include <array>

#include "extract/format_list.h"
#include "extract/gemma_call.h"
#include "extract/tokens.h"

namespace acode::extract {
namespace {

constexpr std::string_view kChannel = "<|channel>";
constexpr std::array<std::string_view, 2> kOpeners = {"<|tool_call>", kChannel};
constexpr std::array<std::string_view, 1> kAgain = {kChannel};
constexpr std::array<std::string_view, 1> kCallOpeners = {"<|tool_call>"};
constexpr std::array<std::string_view, 1> kClosers = {"<tool_call|>"};
constexpr std::array<std::string_view, 2> kFrames = {"<tool_call|>", "<tool_response|>"};
constexpr GemmaGrammar kGrammar = {kCallOpeners, kClosers, R"(<|"|>)"};

// The beginning of a thought, of which parts may be there twice or be missing: `<|channel><|channel>thought`.
class ChannelReader final : public ConstructReader {
 public:
  Look look(std::string_view text, bool final) override {
    constexpr std::string_view kThought = "thought";
    std::size_t at = kChannel.size();
    for (const Markers markers : {Markers(kAgain), Markers(end_tokens())}) {
      const Match token = match_any(text, at, markers, final);
      if (token.part()) return Look::more();
      at += token.length;
    }
    const Match thought = match_one(text, at, kThought, final);
    if (thought.part()) return Look::more();
    if (!thought.yes()) return Look::header(kChannel.size(), Look::Then::kContent);
    at += kThought.size();
    if (at == text.size() && !final) return Look::more();
    if (at < text.size() && text[at] == '\n') ++at;
    return Look::header(at, Look::Then::kReasoning);
  }
};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  if (opener == kChannel) return room.make<ChannelReader>();
  const std::size_t name_at = opener == kOpeners[0] ? opener.size() : 0;
  return room.make<GemmaCallReader>(tools, opener, kGrammar, name_at);
}

void tool_openers(const Tools& tools, std::vector<std::string>& openers) {
  add_tool_openers(tools, "call:", "{", openers);
}

}  // namespace

Format gemma4() {
  return {"gemma4",
          "Gemma 4",
          R"x(<|tool_call>call:get_weather{city:<|"|>Paris<|"|>}<tool_call|>)x",
          kOpeners,
          Place::kAnywhere,
          reader,
          kFrames,
          {},
          tool_openers};
}

}  // namespace acode::extract
