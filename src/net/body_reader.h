// A body that comes piece by piece, pulled by the one who wants it: whoever does not ask for the next piece leaves it with
// the sender. The request of a server's client is one, the answer of an upstream server another; a proxy joins the two.
//
//   while (true) {
//     auto reading = body.next();
//     const bool is_there = co_await std::move(reading);
//     if (!is_there) break;
//     use(body.piece());
//   }
//   if (!body.is_complete()) complain();
#pragma once

#include <string_view>

#include "net/task.h"

namespace acode::net {

class BodyReader {
 public:
  BodyReader() = default;
  BodyReader(const BodyReader&) = delete;
  BodyReader& operator=(const BodyReader&) = delete;
  virtual ~BodyReader() = default;

  /// Waits for the next piece. False at the end, and if it broke off.
  virtual Task<bool> next() = 0;

  /// What came last; never empty after next() was true. Lives until next() is called again.
  [[nodiscard]] virtual std::string_view piece() const = 0;

  /// Whether all of it was read.
  [[nodiscard]] virtual bool is_complete() const = 0;
};

}  // namespace acode::net
