// Calls on their way out: what of a delta can be sent, and how.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "acode/wire/wire.h"

namespace acode::wire::detail {

/// The id of a call, or one made from its number.
std::string id_or_made(std::string_view id, std::size_t number);

/// Arguments for a dialect that has them as an object: their text if they are one, else `{}`.
std::string object_or_empty(std::string_view arguments);

/// A call that is being sent.
struct OutCall {
  std::string id;
  std::string name;
  std::string arguments;  ///< so far
  std::size_t place = 0;  ///< for the dialect's own number
  bool begun = false;     ///< its beginning has been sent
  bool ended = false;     ///< its end has been sent
};

/// Joins the deltas of calls. Ids and names may come in pieces, and dialects send them whole: so a call begins for the
/// client when its first argument comes, or its end.
class OutCalls {
 public:
  /// Takes a delta. What is new in the arguments is delta.arguments; the call is what is known of it.
  OutCall& take(const CallDelta& delta);

  [[nodiscard]] std::vector<OutCall>& all() { return calls_; }
  [[nodiscard]] bool empty() const { return calls_.empty(); }

 private:
  std::vector<OutCall> calls_;
};

/// The id of a response: the envelope's, or one made of the prefix and of what the envelope has.
std::string response_id(const Envelope& envelope, std::string_view prefix);

}  // namespace acode::wire::detail
