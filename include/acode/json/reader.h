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
// A whole text is one piece: there is one implementation. Bytes may be cut anywhere, inside an escape or a UTF-8 sequence
// too; feeding n bytes costs O(n) however they are cut, and a partial value can be had at any moment at no cost.
// A reader keeps its memory when it is reset, so one reader for many texts is the fast way.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "acode/error.h"
#include "acode/json/value.h"
#include "acode/limits.h"

namespace acode::json {

namespace detail {
class Machine;
}

class Reader {
 public:
  explicit Reader(const Limits& limits = {});
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader();

  /// Forgets the text read so far and keeps the memory.
  void reset();

  /// Reads the next piece. False once the text can no longer become valid JSON; then nothing more is read.
  bool feed(std::string_view piece);

  /// Says that the text ends here. True if it was one JSON value.
  bool finish();

  /// Reset, feed, finish: one whole text.
  bool read(std::string_view text);

  /// Why feed() or finish() said no; nothing as long as they have not.
  [[nodiscard]] const Error* error() const;

  /// The value, after finish() said yes. It lives until the reader is used again.
  [[nodiscard]] Value value() const;

  /// What the text so far stands for (ST-4), or nothing if no value has begun: open strings and containers end here,
  /// a half-written key or a key without its value is left out, `12.` is 12, `tru` is true. No copy is made; the
  /// value lives until the reader is used again. After an error it is what stood before it.
  [[nodiscard]] std::optional<Value> partial();

  /// Takes the finished tree out of the reader, which is then as new.
  Document take();

 private:
  std::unique_ptr<detail::Machine> machine_;
};

/// Reads one whole text.
Result<Document> parse(std::string_view text, const Limits& limits = {});

}  // namespace acode::json
