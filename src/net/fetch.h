// An exchange with another server as a coroutine sees it: the answer is pulled, piece by piece, on the loop of the one who
// asks. What a proxy's handler is made of:
//
//   Fetch fetch(upstreams, request);                       // both outlive it
//   exchange.when_client_leaves([&fetch] { fetch.cancel(); });
//   auto beginning = fetch.begin();
//   const bool has_head = co_await std::move(beginning);
//   if (!has_head) co_return;                              // see fetch.error()
//   ...                                                    // fetch.head()
//   while (true) {
//     auto reading = fetch.next();
//     const bool is_there = co_await std::move(reading);
//     if (!is_there) break;
//     auto writing = exchange.write(fetch.piece());        // nothing more is read until this is taken
//     co_await std::move(writing);
//   }
//   if (fetch.is_complete()) ...
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "net/body_reader.h"
#include "net/client.h"
#include "net/http.h"
#include "net/net_error.h"
#include "net/upstreams.h"

namespace acode::net {

class FetchStory;

/// One request and its answer. To be used on the thread of the loop; one wait at a time. A connection whose answer was
/// read whole waits for the next exchange from then on, whatever becomes of the Fetch; any other is closed with it.
class Fetch final : public BodyReader {
 public:
  /// Sends nothing yet. The request's headers are those of the one who asks: see HttpRequest.
  Fetch(Upstreams& upstreams, const HttpRequest& request);
  Fetch(const Fetch&) = delete;
  Fetch& operator=(const Fetch&) = delete;
  ~Fetch() override;

  /// Other times than those of the upstreams' options. Before begin(), as what follows.
  void set_timeouts(const ClientTimeouts& timeouts);

  /// Sends this body instead of the request's. It must live until begin() is done, or until another with the same bytes is
  /// given in its place.
  void send_body(std::string_view body);

  /// Sends a body as it is pulled from elsewhere, in chunks unless its length is known. Since that cannot be done twice, a
  /// new connection is opened for it. An answer that begins before the body is at its end stops the sending.
  void send_body(BodyReader& body, std::optional<std::uint64_t> length);

  /// Called once, when the request is on its way and before the answer is waited for: what is done there costs the one who
  /// asks no time. Nor does it cost others any: those who are ready by then go first.
  void set_meanwhile(std::function<void()> meanwhile);

  /// Connects, or takes a connection that was kept, sends the request, and waits for the head of the answer; those of 1xx
  /// are passed over. A connection that was kept and turns out to be closed is replaced, once. False: see error().
  Task<bool> begin();

  /// The head of the answer, after begin(). May be moved from.
  [[nodiscard]] HttpHead& head();

  /// The length that the answer gives its body, that of HEAD and 304 too, which have none. Nothing if it does not say.
  [[nodiscard]] std::optional<std::uint64_t> length() const;

  Task<bool> next() override;
  [[nodiscard]] std::string_view piece() const override;
  [[nodiscard]] bool is_complete() const override;

  /// Why it came to nothing, or to a part only; null if all is well so far.
  [[nodiscard]] const NetError* error() const;

  /// Whether the connection had served another exchange before.
  [[nodiscard]] bool is_reused() const;

  /// Ends it: whatever waits in it comes back with kCancelled within a turn of the loop. On the loop's thread only.
  void cancel();

 private:
  std::unique_ptr<FetchStory> story_;
};

}  // namespace acode::net
