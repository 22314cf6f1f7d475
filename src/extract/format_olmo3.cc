// olmo3: Olmo 3.
//
//   <function_calls>get_weather(city="Paris")
//   get_time()</function_calls>
//
// One call a line. Claude's old format has the same tag, with tags inside.
#include <array>

#include "extract/format_list.h"
#include "extract/marked_calls.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<function_calls>"};
constexpr std::array<std::string_view, 1> kClosers = {"</function_calls>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<MarkedCallsReader>(tools, opener, kClosers);
}

}  // namespace

Format olmo3() {
  return {"olmo3",  "Olmo 3",         R"x(<function_calls>get_weather(city="Paris")</function_calls>)x",
          kOpeners, Place::kAnywhere, reader,
          {},       kClosers};
}

}  // namespace acode::extract
