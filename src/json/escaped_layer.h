// A text that is escaped as a whole, `{\"a\": \"b\\n\"}`: the text underneath, and the way back.
//
// One level of escaping is taken off before the text is read. What is found to change in the text underneath is then
// told in terms of the original, together with the backslashes that had to go.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/edits.h"

namespace acode::json::detail {

class EscapedLayer {
 public:
  void clear();

  /// Takes the escaping off what has been added to `original` since the last call. Unless it is `final`, a backslash at
  /// its end waits for what follows.
  void extend(std::string_view original, bool final);

  /// The text underneath.
  [[nodiscard]] std::string_view text() const { return text_; }

  /// `edits` to the text underneath, and the removed backslashes, as edits to the original.
  [[nodiscard]] EditList in_terms_of_original(const EditList& edits, std::string_view original) const;

 private:
  /// An escape that was taken off, one byte each: `\"` became `"`, `\n` a line break. So the place in the original is
  /// the place in the text and the number of cuts before.
  struct Cut {
    std::uint32_t at : 28;    // in the text underneath
    std::uint32_t space : 1;  // the escape stands for white space
  };

  void add_cut(EditList& out, std::size_t index) const;

  std::string text_;
  std::vector<Cut> cuts_;
  std::size_t read_ = 0;
};

}  // namespace acode::json::detail
