// inkling: Inkling.
//
//   <|content_thinking|>I need the weather.<|end_message|>
//   <|message_model|>get_weather<|content_invoke_tool_json|>{"name":"get_weather","args":{"city":"Paris"}}<|end_message|>
//
// A message has a token that tells what it is, and ends with another. The name stands before the JSON, too, or not.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "extract/format_list.h"
#include "extract/tagged_json.h"

namespace acode::extract {
namespace {

constexpr std::string_view kCall = "<|content_invoke_tool_json|>";
constexpr std::string_view kModel = "<|message_model|>";
constexpr std::string_view kThinking = "<|content_thinking|>";
constexpr std::array<std::string_view, 8> kOpeners = {kCall,
                                                      kModel,
                                                      kThinking,
                                                      "<|content_text|>",
                                                      "<|content_invoke_tool_text|>",
                                                      "<|content_tool_error|>",
                                                      "<|end_message|>",
                                                      "<|content_model_end_sampling|>"};
constexpr std::array<std::string_view, 2> kClosers = {"<|end_message|>", "<|content_model_end_sampling|>"};
constexpr std::size_t kLongestName = 256;

/// A token that says what the text behind it is.
class TokenReader final : public ConstructReader {
 public:
  explicit TokenReader(std::string_view token) : token_(token) {}

  Look look(std::string_view /*text*/, bool /*final*/) override {
    return Look::header(token_.size(), token_ == kThinking ? Look::Then::kReasoning : Look::Then::kContent);
  }

 private:
  std::string_view token_;
};

/// The beginning of a message: the token, and the name of a tool if it is a call.
class MessageReader final : public ConstructReader {
 public:
  Look look(std::string_view text, bool final) override {
    const std::size_t next = text.find('<', kModel.size());
    const std::size_t end = std::min(next, text.size());
    if (end - kModel.size() > kLongestName) return Look::header(kModel.size(), Look::Then::kContent);
    if (next == std::string_view::npos && !final) return Look::more();
    const Match call = match_one(text, end, kCall, final);
    if (call.part()) return Look::more();
    return Look::header(call.yes() ? end : kModel.size(), Look::Then::kContent);
  }
};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  if (opener == kCall) return room.make<TaggedJsonReader>(tools, opener, kClosers);
  if (opener == kModel) return room.make<MessageReader>();
  return room.make<TokenReader>(opener);
}

}  // namespace

Format inkling() {
  return {"inkling",
          "Inkling",
          R"x(<|content_invoke_tool_json|>{"name":"get_weather","args":{"city":"Paris"}}<|end_message|>)x",
          kOpeners,
          Place::kAnywhere,
          reader};
}

}  // namespace acode::extract
