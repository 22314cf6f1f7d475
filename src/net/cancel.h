// A way to end an exchange from elsewhere: another thread, or a signal handler.
//
//   const CancelToken cancel = CancelToken::make();
//   std::thread watcher([cancel] { wait_for_escape_key(); cancel.cancel(); });
//   auto answer = client.send(request, sink, cancel);      // ends within milliseconds
#pragma once

#include <memory>

namespace acode::net {

/// Copies share their state; once cancelled it stays so. One token may be given to any number of exchanges.
class CancelToken {
 public:
  /// A token that nobody can cancel.
  CancelToken() = default;

  /// A token that can be cancelled. Should the system have no descriptor left, it is still seen before and between waits.
  static CancelToken make();

  /// Safe to call from a signal handler and from any thread, any number of times.
  void cancel() const noexcept;

  [[nodiscard]] bool is_cancelled() const noexcept;

  /// Becomes readable, for good, when cancelled; -1 if there is none.
  [[nodiscard]] int descriptor() const noexcept;

 private:
  struct State;
  explicit CancelToken(std::shared_ptr<State> state) : state_(std::move(state)) {}

  std::shared_ptr<State> state_;
};

}  // namespace acode::net
