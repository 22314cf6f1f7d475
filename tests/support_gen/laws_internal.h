// What the laws about the reader and the laws about the repair share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "acode/error.h"
#include "acode/json/value.h"
#include "support_gen/laws.h"

namespace acode::test::detail {

/// A law's complaint: what is wrong, and the text for which it is.
std::string broken(std::string_view what, std::string_view text);

/// The text so that it can be pasted: printable bytes as they are, others as \xNN, and what lies behind `shown` bytes
/// left out.
std::string quoted(std::string_view text, std::size_t shown = 2000);

/// All of an error that a caller sees; "none" if there is none.
std::string outline(const Error* error);

/// What is wrong with an error itself; empty if nothing is.
std::string check_error(const Error* error, std::string_view text);

/// What is wrong with a partial value as JSON: it must be writable, valid and equal to what is read back.
std::string check_partial(json::Value value);

/// Whether the later value goes on from the earlier one: strings that grow at their end, containers that grow at their
/// end, and only the last of the children changes. Numbers and literals may change: `1` becomes `12`.
bool goes_on(json::Value earlier, json::Value later);

/// Feeds the pieces between the cuts, calling `after_piece(end)` behind each. True if all were taken and finish() agreed.
template <class AnyReader, class AfterPiece>
bool feed_pieces(AnyReader& reader, std::string_view text, const Cuts& cuts, AfterPiece after_piece) {
  std::size_t begin = 0;
  bool going = true;
  const auto feed = [&](std::size_t end) {
    going = reader.feed(text.substr(begin, end - begin));
    begin = end;
    if (going) after_piece(end);
  };
  for (std::size_t i = 0; going && i < cuts.size(); ++i) feed(cuts[i]);
  if (going) feed(text.size());
  return reader.finish() && going;
}

}  // namespace acode::test::detail
