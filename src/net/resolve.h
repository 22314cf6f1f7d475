// From names to addresses, without making anyone wait who does not want to.
//
// The system's look-up blocks and cannot be called off, so it runs on a thread that may outlive the one who asked.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace acode::net {

/// An address and a port, as the system wants them.
struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;

  [[nodiscard]] const sockaddr* get() const;
  [[nodiscard]] int family() const { return storage.ss_family; }
};

/// The outcome of a look-up.
struct Resolved {
  std::vector<SocketAddress> addresses;  ///< in the order in which they are to be tried
  int error = 0;                         ///< of getaddrinfo(); 0 if there are addresses
};

/// What is known without asking anyone: numeric addresses, and localhost (127.0.0.1, then ::1). Nothing otherwise.
std::vector<SocketAddress> known_addresses(const std::string& host, std::uint16_t port);

/// A look-up that is under way.
class Lookup {
 public:
  /// Begins. Throws std::system_error if the system has no thread or descriptor left.
  Lookup(const std::string& host, std::uint16_t port);

  /// Becomes readable when the result is there.
  [[nodiscard]] int descriptor() const;

  /// The result. Only to be called once the descriptor is readable.
  [[nodiscard]] Resolved result() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// Whether the error of a look-up means that there is no such name, and not that nobody could be asked.
bool is_unknown_name(int error);

/// The system's words for the error of a look-up.
std::string lookup_error_text(int error);

}  // namespace acode::net
