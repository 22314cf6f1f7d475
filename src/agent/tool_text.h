// Texts of tools: made valid and safe to show, and bounded however much there is.
//
//   BoundedText output(65536);
//   while (read(piece)) output.add(piece);
//   output.finish()        // the beginning and the end, and between them how much is missing
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace acode::agent {

/// The text on one line, with everything that is not plainly visible written as an escape: control characters, bytes that
/// are not UTF-8, characters without a shape and those that turn the direction of writing. So what a person is asked
/// about is what they see.
std::string visible(std::string_view text);

/// The same for a path in a message, cut if it is very long.
std::string visible_path(std::string_view path);

/// Collects bytes as they come. They become valid UTF-8: what is not, becomes U+FFFD. Memory stays within a small
/// multiple of the limit.
class BoundedText {
 public:
  explicit BoundedText(std::size_t limit) : half_(limit / 2) {}

  void add(std::string_view bytes);

  /// What was collected. Of more than the limit the beginning and the end, cut between characters, and a line between
  /// them that says how much was left out. Then it is as new.
  std::string finish();

 private:
  void keep(std::string_view text);

  std::size_t half_;
  std::string head_;
  std::string tail_;
  std::string pending_;        // the beginning of a character that has not come whole
  std::uint64_t dropped_ = 0;  // between head_ and tail_
};

/// Whether bytes look like those of a text: no NUL, and mostly valid UTF-8.
bool looks_like_text(std::string_view bytes);

/// A text made valid UTF-8; of a cut one, the last character may be incomplete, which is then left out.
std::string valid_text(std::string_view bytes);

/// "1 file", "2 files".
std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace acode::agent
