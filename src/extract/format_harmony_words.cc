// harmony-words: gpt-oss, the beginning of a text whose special tokens were left out.
//
//   analysisWe need the weather.assistantcommentary to=functions.get_weather json{"city":"Paris"}
//   commentary to=functions.get_weather json{"city":"Paris"}
//
// and none: «analysis of the data», or a line of code that begins with analysisResult.
#include <algorithm>
#include <array>

#include "extract/format_list.h"
#include "extract/harmony.h"
#include "extract/marker_match.h"

namespace acode::extract {
namespace {

constexpr std::string_view kAnalysis = "analysis";
constexpr std::array<std::string_view, 2> kOpeners = {kAnalysis, "commentary to="};
constexpr std::string_view kNext = "assistant";
constexpr std::array<std::string_view, 3> kChannels = {"final", "commentary", "analysis"};
constexpr std::size_t kPatience = 65536;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); }

/// `analysis` with a sentence right behind it. What makes it sure is the beginning of the next message.
class AnalysisReader final : public ConstructReader {
 public:
  Look look(std::string_view text, bool final) override {
    const Look::State sentence = begins_sentence(text, final);
    if (sentence != Look::State::kDone) return sentence == Look::State::kMore ? Look::more() : Look::no();
    for (searched_ = std::max(searched_, kAnalysis.size()); searched_ < std::min(text.size(), kPatience); ++searched_) {
      const Match next = match_one(text, searched_, kNext, final);
      if (next.part()) return Look::more();
      if (!next.yes()) continue;
      const Match channel = match_any(text, searched_ + next.length, kChannels, final);
      if (channel.part()) return Look::more();
      if (channel.yes()) return Look::header(kAnalysis.size(), Look::Then::kReasoning);
    }
    return final || searched_ >= kPatience ? Look::no(searched_) : Look::more();
  }

 private:
  // A capital, the rest of a word, and what stands between words: not analysisResult, nor analysisResult = 1.
  static Look::State begins_sentence(std::string_view text, bool final) {
    const Look::State unclear = final ? Look::State::kNot : Look::State::kMore;
    std::size_t at = kAnalysis.size();
    if (at == text.size()) return unclear;
    if (!is_upper(text[at])) return Look::State::kNot;
    while (at < text.size() && is_letter(text[at]) && at < 64) ++at;
    if (at == text.size()) return unclear;
    if (std::string_view(",'.:;!?").find(text[at]) != std::string_view::npos) return Look::State::kDone;
    if (text[at] != ' ') return Look::State::kNot;
    if (at + 1 == text.size()) return unclear;
    return is_letter(text[at + 1]) ? Look::State::kDone : Look::State::kNot;
  }

  std::size_t searched_ = 0;
};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  if (opener == kAnalysis) return room.make<AnalysisReader>();
  return room.make<HarmonyReader>(tools, opener, true);
}

}  // namespace

Format harmony_words() {
  return {"harmony-words",
          "gpt-oss without its special tokens",
          R"x(commentary to=functions.get_weather json{"city":"Paris"})x",
          kOpeners,
          Place::kLineStart,
          reader};
}

}  // namespace acode::extract
