// deepseek-v3: DeepSeek V3-0324, R1-0528 and the models distilled from R1.
//
//   <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather
//   ```json
//   {"city": "Paris"}
//   ```<｜tool▁call▁end｜><｜tool▁calls▁end｜>
//
// The word before the separator says nothing. The fence may be missing, or its end.
#include "base/text.h"
#include "extract/deepseek_tokens.h"
#include "extract/format_list.h"
#include "extract/named_json.h"

namespace acode::extract {
namespace {

// "function<｜tool▁sep｜>f".
std::optional<CallHead> head(std::string_view written, const Tools& tools) {
  for (const std::string_view separator : deepseek::kSeparator) {
    const std::size_t at = written.find(separator);
    if (at == std::string_view::npos) continue;
    const std::string_view name = base::trimmed(written.substr(at + separator.size()));
    if (!Tools(nullptr).may_be(name) && !(tools.given() && tools.may_be(name))) return std::nullopt;
    return CallHead{std::string(name), {}};
  }
  return std::nullopt;
}

constexpr NamedJsonGrammar kGrammar = {deepseek::kCallEnd, deepseek::kCalls, {}, head, true};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<NamedJsonReader>(tools, opener, kGrammar);
}

}  // namespace

Format deepseek_v3() {
  return {"deepseek-v3",
          "DeepSeek V3-0324, R1-0528, models distilled from R1, Cogito",
          "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n"
          "```json\n{\"city\":\"Paris\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
          deepseek::kCallBegin,
          Place::kAnywhere,
          reader,
          deepseek::kCalls};
}

}  // namespace acode::extract
