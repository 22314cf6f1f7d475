// functiongemma: FunctionGemma 270M.
//
//   <start_function_call>call:get_weather{city:<escape>Paris<escape>}<end_function_call>
#include <array>

#include "extract/format_list.h"
#include "extract/gemma_call.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<start_function_call>"};
constexpr std::array<std::string_view, 1> kClosers = {"<end_function_call>"};
constexpr GemmaGrammar kGrammar = {kOpeners, kClosers, "<escape>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<GemmaCallReader>(tools, opener, kGrammar, opener.size());
}

}  // namespace

Format functiongemma() {
  return {"functiongemma",
          "FunctionGemma 270M",
          "<start_function_call>call:get_weather{city:<escape>Paris<escape>}<end_function_call>",
          kOpeners,
          Place::kAnywhere,
          reader,
          kClosers};
}

}  // namespace acode::extract
