// Makes edits of the changes that a reading needs: what is to be put in and taken out, byte by byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "json/edits.h"
#include "json/reading.h"

namespace acode::json::detail {

/// How many changes a text of so many bytes may need and still be JSON with slips in it: one every few bytes, and some.
constexpr std::size_t most_changes(std::size_t bytes) { return 128 + bytes / 12; }

/// How a control character is written in a string.
std::string_view control_escape(unsigned char byte);

class Emitter {
 public:
  /// No edits; the first `done` bytes of the text stay as they are.
  void clear(std::uint32_t done = 0);

  /// Adds the edits of some changes, the last of which stands first, to a text that is then done up to `limit`.
  void add(std::string_view text, std::vector<Change>& changes, std::uint32_t limit);

  /// Adds the edits of one change behind all others.
  void add(std::string_view text, const Change& change) {
    text_ = text;
    emit(change);
  }

  /// Adds those of a string whose quotes, of one byte each, are the wrong ones, and nothing else.
  void add_quotes(EditKind kind, std::uint32_t opening, std::uint32_t closing) {
    edit(kind, opening, 1, "\"");
    edit(kind, closing, 1, "\"");
  }

  [[nodiscard]] const EditList& edits() const { return edits_; }
  [[nodiscard]] EditList& edits() { return edits_; }

  /// Up to where the text is done.
  [[nodiscard]] std::uint32_t done() const { return done_; }

  /// Whether two changes were to the same bytes: nothing that could be repaired.
  [[nodiscard]] bool conflict() const { return conflict_; }

  /// Whether there are more edits than a text of so many bytes may need. A change may take two.
  [[nodiscard]] bool too_many(std::size_t bytes) const { return overfull_ || edits_.size() > most_edits(bytes); }

 private:
  static constexpr std::size_t most_edits(std::size_t bytes) { return 3 * most_changes(bytes) / 2; }
  void emit(const Change& change);
  void emit_string(const Change& change);
  std::uint32_t emit_escape(std::uint32_t at, std::uint32_t to, bool path, bool regex, Delimiter delimiter);
  void replace_quote(EditKind kind, std::uint32_t offset, std::uint32_t length);
  void emit_characters(std::uint32_t from, std::uint32_t to, EditKind quotes, Delimiter delimiter, bool bad_escape);
  void edit(EditKind kind, std::uint32_t offset, std::uint32_t length, std::string_view insert);
  void copy_to(std::uint32_t offset);

  std::string_view text_;  // during add()
  EditList edits_;
  std::uint32_t done_ = 0;
  bool conflict_ = false;
  bool overfull_ = false;  // a string needs so many edits that they were not all made
};

}  // namespace acode::json::detail
