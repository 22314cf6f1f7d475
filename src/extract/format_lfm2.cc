// lfm2: LFM2 and LFM2.5.
//
//   <|tool_call_start|>[get_weather(city="Paris")]<|tool_call_end|>
//
// The list may be JSON too. The closing token may be missing, or be there once more behind an echo of the call.
#include <array>

#include "extract/format_list.h"
#include "extract/marked_calls.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<|tool_call_start|>"};
constexpr std::array<std::string_view, 1> kClosers = {"<|tool_call_end|>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<MarkedCallsReader>(tools, opener, kClosers, MarkedCallsReader::Echo::kDropped);
}

}  // namespace

Format lfm2() {
  return {"lfm2",   "LFM2 and LFM2.5", R"x(<|tool_call_start|>[get_weather(city="Paris")]<|tool_call_end|>)x",
          kOpeners, Place::kAnywhere,  reader,
          kClosers};
}

}  // namespace acode::extract
