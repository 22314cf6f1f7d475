// nemotron: Nemotron Nano v2, Llama-Nemotron.
//
//   <TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Paris"}}]</TOOLCALL>
//
// Nothing but the marker tells it from others.
#include <array>

#include "extract/format_list.h"
#include "extract/tagged_json.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<TOOLCALL>"};
constexpr std::array<std::string_view, 1> kClosers = {"</TOOLCALL>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<TaggedJsonReader>(tools, opener, kClosers);
}

}  // namespace

Format nemotron() {
  return {"nemotron",
          "Nemotron Nano v2, Llama-Nemotron",
          R"x(<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Paris"}}]</TOOLCALL>)x",
          kOpeners,
          Place::kAnywhere,
          reader};
}

}  // namespace acode::extract
