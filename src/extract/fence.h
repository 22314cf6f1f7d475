// A markdown fence that holds calls and nothing else: then it is a marker around them, whatever format they have.
//
//   ```json
//   {"name": "get_weather", "arguments": {"city": "Paris"}}
//   ```
//
// It may also hold the arguments alone, if the text before it names the tool: «call `get_weather` with: …». Then they
// must be all that the tool needs, and nothing else.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "extract/construct.h"
#include "extract/markers.h"

namespace acode::extract {

class Catalog;

class FenceReader final : public ConstructReader {
 public:
  /// `before`: the text before it, which may name a tool. It must outlive the reader.
  FenceReader(std::shared_ptr<const Catalog> catalog, std::string_view opener, std::string_view before)
      : catalog_(std::move(catalog)), opener_(opener), before_(before) {}

  Look look(std::string_view text, bool final) override;

 private:
  enum class Beginning : std::uint8_t { kCall, kNone, kUnknown };

  Look::State find_body(std::string_view text, bool final);
  Beginning beginning(std::string_view body, bool final);
  bool may_be_arguments(std::string_view body);
  std::vector<TextCall> read_arguments(std::string_view body);
  std::vector<TextCall> read_alone(std::string_view body);
  ConstructReader& reader(ReaderRoom& room, const Marker& marker) const;
  std::vector<TextCall> calls_in(Look& look, const Format& format, std::size_t first) const;
  Look read_body(std::string_view text, std::size_t end, std::size_t length);
  const schema::Tool* mentioned();

  std::shared_ptr<const Catalog> catalog_;
  std::string_view opener_;
  std::string_view before_;
  std::optional<const schema::Tool*> mentioned_;  // once it was looked for
  std::size_t body_ = 0;                          // where it begins; 0 if that is not known yet
  bool may_be_ = false;                           // it begins like a call, or like arguments
  bool begins_like_call_ = false;                 // as JSON without a marker
  MarkerList markers_;                            // that it begins with, then
  std::size_t searched_ = 0;                      // there is no closing fence before
};

}  // namespace acode::extract
