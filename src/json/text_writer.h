// JSON text that is put together piece by piece. A row of answers is made of some fifty pieces, and to append each of them
// to a string by itself takes longer than to find out what it is: so they go into a small room with plain stores, and from
// there to the string at once, when the room is full and at the end.
//
//   std::string text;
//   TextWriter writer(text);
//   writer.put("{\"name\":");
//   writer.put_string(name);          // with quotes, and with escapes where it needs them
//   writer.put('}');
//   writer.flush();                   // now it is in the text
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "acode/json/writer.h"

namespace acode::json::detail {

class TextWriter {
 public:
  /// Writes behind what `out` already holds.
  explicit TextWriter(std::string& out) : out_(out) { next_ = room_.data(); }  // the room is not filled with anything
  TextWriter(const TextWriter&) = delete;
  TextWriter& operator=(const TextWriter&) = delete;
  ~TextWriter() = default;  // what was not flushed is lost: to get memory for it may fail

  /// A text that is known beforehand, as it is: a few moves.
  template <std::size_t kSize>
  void put(const char (&text)[kSize]) {
    static_assert(kSize <= kSlack);
    char* const at = ready(next_);
    std::memcpy(at, text, kSize - 1);
    next_ = at + kSize - 1;
  }

  void put(char c) {
    char* const at = ready(next_);
    *at = c;
    next_ = at + 1;
  }

  /// Any text, as it is.
  void put_text(std::string_view text);

  /// The same character so many times.
  void put_times(std::size_t count, char c);

  /// A string as write_string_to() writes it.
  void put_string(std::string_view characters);

  /// The name of a member: a character, which is the comma or the brace before it, the string and a colon.
  void put_name(char lead, std::string_view characters);

  /// In decimal digits.
  void put_integer(std::int64_t number);
  void put_integer(std::uint64_t number);

  /// A value as write_to() writes it.
  void put_value(Value value, const WriteOptions& options = {});

  /// Moves all that was written to the string, which is given back: others may append to it before one goes on.
  std::string& flush() {
    out_.append(room_.data(), static_cast<std::size_t>(next_ - room_.data()));
    next_ = room_.data();
    return out_;
  }

 private:
  static constexpr std::size_t kRoom = 2048;
  // Behind the room: whatever begins in it may be as long as this.
  static constexpr std::size_t kSlack = 128;

  /// Where to write if one has come to `at`: the slack is free there.
  char* ready(char* at) {
    if (at >= room_.data() + kRoom) [[unlikely]]
      return make_room(at);
    return at;
  }

  [[gnu::noinline, gnu::cold]] char* make_room(char* at);
  template <bool kName>
  void put_quoted(std::string_view characters, char lead);
  [[gnu::noinline, gnu::cold]] void put_long(std::string_view characters, char lead, bool name);
  [[gnu::noinline]] void put_rest(const char* p, const char* end, char* at, bool name);
  static char* put_end(char* at, bool name);

  std::string& out_;
  char* next_ = nullptr;
  std::array<char, kRoom + kSlack> room_;
};

}  // namespace acode::json::detail
