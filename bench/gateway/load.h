// Clients of a proxy: some that ask again as soon as they are answered, some that listen to streams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gateway/poller.h"
#include "gateway/texts.h"

namespace acode::bench {

/// Times, for their quantiles.
class Samples {
 public:
  void add(std::uint64_t nanoseconds) { values_.push_back(static_cast<double>(nanoseconds)); }
  void clear() { values_.clear(); }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  /// The value that a share of them does not exceed; 0 without any.
  [[nodiscard]] double quantile(double share);

 private:
  std::vector<double> values_;
};

/// Connections that ask one question after the other.
class WholeLoad {
 public:
  WholeLoad(Poller& poller, std::uint16_t port, Ask ask, std::size_t connections);
  WholeLoad(const WholeLoad&) = delete;
  WholeLoad& operator=(const WholeLoad&) = delete;
  ~WholeLoad();

  [[nodiscard]] std::uint64_t answered() const { return answered_; }
  /// Answers that were not 200, and connections that were closed.
  [[nodiscard]] std::uint64_t failed() const { return failed_; }
  /// An answer, from its first byte to its last.
  [[nodiscard]] const std::string& sample() const { return sample_; }

 private:
  class Client;
  std::string request_;
  std::string sample_;
  std::uint64_t answered_ = 0;
  std::uint64_t failed_ = 0;
  std::vector<std::unique_ptr<Client>> clients_;
};

/// Connections that listen to streams: one after the other, or one that does not end.
class StreamLoad {
 public:
  StreamLoad(Poller& poller, std::uint16_t port, Ask ask);
  StreamLoad(const StreamLoad&) = delete;
  StreamLoad& operator=(const StreamLoad&) = delete;
  ~StreamLoad();

  void add(std::size_t connections);

  /// Forgets all times so far.
  void clear();

  [[nodiscard]] std::size_t size() const { return clients_.size(); }
  /// Those that have got something.
  [[nodiscard]] std::size_t begun() const { return begun_; }
  [[nodiscard]] std::uint64_t events() const { return events_; }
  [[nodiscard]] std::uint64_t failed() const { return failed_; }

  Samples first;   ///< from a question to the first word of its answer
  Samples asking;  ///< the part of it until the upstream has the question
  Samples added;   ///< the part of it in which nobody but the proxy had it
  Samples gaps;    ///< between two words of one answer
  Samples delays;  ///< from the upstream to the client

 private:
  class Client;
  Poller& poller_;
  std::uint16_t port_;
  std::string request_;
  std::size_t begun_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t failed_ = 0;
  std::vector<std::unique_ptr<Client>> clients_;
};

}  // namespace acode::bench
