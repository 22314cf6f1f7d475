// llama4: Llama 4.
//
//   <|python_start|>[get_weather(city="Paris")]<|python_end|>
//
// Without the tokens the list is read as pythonic.
#include <array>

#include "extract/format_list.h"
#include "extract/marked_calls.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<|python_start|>"};
constexpr std::array<std::string_view, 1> kClosers = {"<|python_end|>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<MarkedCallsReader>(tools, opener, kClosers);
}

}  // namespace

Format llama4() {
  return {"llama4", "Llama 4",        R"x(<|python_start|>[get_weather(city="Paris")]<|python_end|>)x",
          kOpeners, Place::kAnywhere, reader,
          kClosers};
}

}  // namespace acode::extract
