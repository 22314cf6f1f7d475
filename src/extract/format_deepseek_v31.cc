// deepseek-v3.1: DeepSeek V3.1 and V3.1-Terminus.
//
//   <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Paris"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>
//
// The tokens are those of deepseek-v3, which is tried first: there the name stands behind the separator. If the separator
// is missing, the name is the last word.
#include "base/text.h"
#include "extract/deepseek_tokens.h"
#include "extract/format_list.h"
#include "extract/named_json.h"

namespace acode::extract {
namespace {

// "f<｜tool▁sep｜>", "f" or "function f".
std::optional<CallHead> head(std::string_view written, const Tools& tools) {
  std::string_view name = base::trimmed(written);
  for (const std::string_view separator : deepseek::kSeparator) {
    if (name.ends_with(separator)) name.remove_suffix(separator.size());
  }
  name = base::trimmed(name);
  if (name.starts_with("function ")) name = base::trimmed(name.substr(9));
  if (!Tools(nullptr).may_be(name) && !(tools.given() && tools.may_be(name))) return std::nullopt;
  return CallHead{std::string(name), {}};
}

constexpr NamedJsonGrammar kGrammar = {deepseek::kCallEnd, deepseek::kCalls, deepseek::kSeparator, head, true};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<NamedJsonReader>(tools, opener, kGrammar);
}

}  // namespace

Format deepseek_v31() {
  return {"deepseek-v3.1",
          "DeepSeek V3.1 and V3.1-Terminus",
          "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{\"city\":\"Paris\"}<｜tool▁call▁end｜>"
          "<｜tool▁calls▁end｜>",
          deepseek::kCallBegin,
          Place::kAnywhere,
          reader,
          deepseek::kCalls};
}

}  // namespace acode::extract
