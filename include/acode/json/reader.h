// The strict reader: RFC 8259 to the letter, whole or in pieces.
//
//   acode::Result<acode::json::Document> document = acode::json::parse(text);      // a whole text
//
//   acode::json::Reader reader;                                                     // as the bytes come
//   while (auto piece = stream.next()) {
//     if (!reader.feed(*piece)) break;                 // it can no longer become JSON: reader.error() says why
//     if (auto so_far = reader.partial()) show(*so_far);
//   }
//   if (reader.finish()) use(reader.value());
//
// A whole text is one piece. Bytes may be cut anywhere, inside an escape or a UTF-8 sequence too; feeding n bytes costs
// O(n) however they are cut, and a partial value can be had at any moment at no cost.
// Beyond the letter of the RFC one thing is refused: an escape that is half a surrogate pair is no character.
// A reader keeps its memory when it is reset, so one reader for many texts is the fast way.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>

#include "acode/error.h"
#include "acode/json/value.h"
#include "acode/limits.h"

namespace acode::json {

namespace detail {

class Machine;

/// The open string of a text that comes in pieces: where its characters go, as long as there is room and nothing but
/// plain characters come. Nearly all of a streamed call is one long string in pieces of a few bytes, so this way is
/// kept short enough to be inlined.
struct OpenString {
  char* next = nullptr;           ///< behind the characters so far
  char* end = nullptr;            ///< up to here there is room; equal to `next` if no string is open
  std::uint64_t* word = nullptr;  ///< its word in the tree, or one that nobody sees; null if there is nothing to see
  std::uint64_t base = 0;         ///< that word without the length, less the address of the first character

  /// Makes the characters so far visible in the tree. Only if there is a word.
  void show() const { *word = base + reinterpret_cast<std::uintptr_t>(next); }

  /// Appends a piece of 4 to 8 bytes if all of them are plain ASCII characters.
  bool append(std::string_view piece) {
    if (piece.size() - 4 > 4 || static_cast<std::size_t>(end - next) < piece.size()) return false;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::memcpy(&first, piece.data(), 4);
    std::memcpy(&last, piece.data() + piece.size() - 4, 4);
    const std::uint64_t bytes = first | (static_cast<std::uint64_t>(last) << 32U);
    constexpr std::uint64_t kOnes = 0x0101010101010101U;
    constexpr std::uint64_t kHighs = kOnes << 7U;
    const std::uint64_t quote = bytes ^ (kOnes * '"');
    const std::uint64_t backslash = bytes ^ (kOnes * '\\');
    // A byte below the subtrahend borrows into its high bit; bytes that had it set are beyond ASCII anyway.
    const std::uint64_t odd = (bytes - kOnes * 0x20) | (quote - kOnes) | (backslash - kOnes) | bytes;
    if ((odd & kHighs) != 0) return false;
    std::memcpy(next, &first, 4);
    std::memcpy(next + piece.size() - 4, &last, 4);
    next += piece.size();
    return true;
  }
};

}  // namespace detail

/// The strict reader (RFC 8259), whole or in pieces. One for many texts is the fast way: its memory is kept.
class Reader {
 public:
  /// What is larger or nested deeper than `limits` is refused.
  explicit Reader(const Limits& limits = {});
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader();

  /// Forgets the text read so far and keeps the memory.
  void reset();

  /// Reads the next piece. False once the text can no longer become valid JSON; then nothing more is read.
  bool feed(std::string_view piece) { return open_->append(piece) || feed_slowly(piece); }

  /// Says that the text ends here. True if it was one JSON value.
  bool finish();

  /// Reset, feed, finish: one whole text.
  bool read(std::string_view text);

  /// Why feed() or finish() said no; nothing as long as they have not.
  [[nodiscard]] const Error* error() const;

  /// The value, after finish() said yes. It lives until the reader is used again.
  [[nodiscard]] Value value() const;

  /// What the text so far stands for (ST-4), or nothing if no value has begun. Open strings and containers end
  /// here, a half-written key or a key without its value is left out, `12.` is 12, `tru` is true. No copy is made; the
  /// value lives until the reader is used again. After an error it is what stood before it.
  [[nodiscard]] std::optional<Value> partial() {
    if (open_->word == nullptr) return partial_slowly();
    open_->show();
    return root_;
  }

  /// Takes the finished tree out of the reader, which is then as new.
  Document take();

 private:
  bool feed_slowly(std::string_view piece);
  std::optional<Value> partial_slowly();
  void attach();

  std::unique_ptr<detail::Machine> machine_;
  detail::OpenString* open_;  // the machine's
  Value root_;
};

/// Reads one whole text.
Result<Document> parse(std::string_view text, const Limits& limits = {});

}  // namespace acode::json
