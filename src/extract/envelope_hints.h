// What is known of the places in a broken call, for its repair (RP-5): where the name stands, and, below the arguments,
// what the schemas of the tools say whose names occur in the text.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "acode/json/repair.h"
#include "acode/schema/hints.h"
#include "extract/construct.h"

namespace acode::extract {

class EnvelopeHints final : public json::Hints {
 public:
  /// For the repair of this text.
  EnvelopeHints(std::string_view text, const Tools& tools);

  /// Whether anything is known: some tool's name occurs in the text.
  [[nodiscard]] bool empty() const { return candidates_.empty(); }

  [[nodiscard]] Place root() const override { return kCall; }
  [[nodiscard]] Place member(Place object, std::string_view name) const override;
  [[nodiscard]] Place element(Place array) const override;
  [[nodiscard]] unsigned expected_kinds(Place place) const override;
  [[nodiscard]] bool names_are_known(Place object) const override;
  [[nodiscard]] std::size_t listed(Place place, std::string_view text) const override;

 private:
  // Places of our own; all others are a tool's: its number and, in the lower bits, its own place.
  static constexpr Place kCall = 0;       // a call, or a list of them
  static constexpr Place kName = 1;       // the name
  static constexpr Place kArguments = 2;  // the arguments, of whichever tool
  static constexpr unsigned kShift = 20;

  struct Candidate {
    const schema::Tool* tool;
    const schema::SchemaHints* hints;
  };

  [[nodiscard]] Place parameter(std::string_view name) const;
  static Place outer(std::size_t candidate, Place inner);
  [[nodiscard]] const schema::SchemaHints* inside(Place place) const;
  static Place inner(Place place) { return place & ((1U << kShift) - 1); }

  std::vector<Candidate> candidates_;
};

}  // namespace acode::extract
