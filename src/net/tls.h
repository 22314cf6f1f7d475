// TLS over a socket that never blocks: OpenSSL, told what to do step by step by the one who waits.
//
// The session reads and writes the descriptor itself, so that nothing is copied through buffers of ours, and a
// connection costs what OpenSSL needs and no more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "net/net_error.h"

namespace acode::net {

/// How far a step got.
enum class TlsStep : std::uint8_t {
  kDone,
  kWantRead,   ///< to be repeated when the socket is readable
  kWantWrite,  ///< to be repeated when the socket is writable
  kEnd,        ///< the other side said that it will send no more
  kCut,        ///< the connection ended without a word
  kFailed,     ///< see failure()
};

class TlsSession;

/// What all connections of a client share: the authorities that it trusts.
class TlsContext {
 public:
  /// Trusts those of `ca_file`, or if it is empty those of the system (or of SSL_CERT_FILE and SSL_CERT_DIR).
  static NetResult<std::shared_ptr<TlsContext>> make(const std::string& ca_file);

  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;
  ~TlsContext();

  /// A session with `host` over a connected socket; nothing has been sent yet. Null if there is no memory.
  [[nodiscard]] std::unique_ptr<TlsSession> open(int socket, const std::string& host) const;

 private:
  struct State;
  explicit TlsContext(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

/// One connection. The socket is not owned, and must not block.
class TlsSession {
 public:
  struct State;
  explicit TlsSession(std::unique_ptr<State> state);
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;
  ~TlsSession();

  /// Greets, and verifies the certificate and that it is for the host.
  TlsStep handshake();

  TlsStep read(char* into, std::size_t size, std::size_t& got);
  TlsStep write(std::string_view bytes, std::size_t& written);

  /// Says goodbye, if that can be done without waiting.
  void close();

  /// Why the handshake, or what came after it, failed. `where` is for the sentence.
  [[nodiscard]] NetError failure(std::string_view where) const;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace acode::net
