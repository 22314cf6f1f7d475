// kimi-k3: Kimi K3. All that it says stands in channels: think, response, tools.
//
//   <|open|>think<|sep|>The user wants …<|close|>think<|sep|><|open|>tools<|sep|>
//   <|open|>call tool="get_weather" index="1"<|sep|>
//   <|open|>argument key="city" type="string"<|sep|>Paris<|close|>argument<|sep|>
//   <|close|>call<|sep|><|close|>tools<|sep|><|close|>message<|sep|>
#include <array>

#include "extract/attribute_tags.h"
#include "extract/format_list.h"
#include "extract/tag_calls.h"

namespace acode::extract {
namespace {

constexpr std::string_view kResponse = "<|open|>response<|sep|>";
constexpr std::array<std::string_view, 3> kOpeners = {"<|open|>tools<|sep|>", "<|open|>call ", kResponse};
constexpr std::array<std::string_view, 4> kFrames = {"<|open|>message<|sep|>", "<|close|>response<|sep|>",
                                                     "<|close|>tools<|sep|>", "<|close|>message<|sep|>"};

constexpr std::array<TagWords, 1> kWrappers = {{{"<|open|>tools<|sep|>", "<|close|>tools<|sep|>"}}};
constexpr std::array<TagWords, 1> kCalls = {{{"<|open|>call", "<|close|>call<|sep|>"}}};
constexpr std::array<TagWords, 1> kParameters = {{{"<|open|>argument", "<|close|>argument<|sep|>"}}};
constexpr std::array<std::string_view, 2> kJsonClosers = {"<|close|>call<|sep|>", "<|close|>tools<|sep|>"};
constexpr std::array<std::string_view, 1> kJsonOpeners = {"<|open|>call "};

// What follows is for the reader.
class ResponseReader final : public ConstructReader {
 public:
  Look look(std::string_view /*text*/, bool /*final*/) override {
    return Look::header(kResponse.size(), Look::Then::kContent);
  }
};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  static const AttributeSyntax kSyntax(
      {.wrappers = kWrappers, .calls = kCalls, .parameters = kParameters, .end = "<|sep|>"});
  if (opener == kResponse) return room.make<ResponseReader>();
  return room.make<TagCallsReader>(tools, kSyntax,
                                   TagRules{.values = {.newlines = false},
                                            .tokens = true,
                                            .any_name = true,
                                            .json_closers = kJsonClosers,
                                            .json_openers = kJsonOpeners});
}

}  // namespace

Format kimi_k3() {
  return {.name = "kimi-k3",
          .models = "Kimi K3",
          .example =
              "<|open|>tools<|sep|><|open|>call tool=\"get_weather\" index=\"1\"<|sep|>"
              "<|open|>argument key=\"city\" type=\"string\"<|sep|>Paris<|close|>argument<|sep|>"
              "<|close|>call<|sep|><|close|>tools<|sep|>",
          .openers = kOpeners,
          .reader = reader,
          .frames = kFrames};
}

}  // namespace acode::extract
