// The address of a server: what a person writes, taken apart.
//
//   http://localhost:11434/api/chat     scheme, host, port, target
//   localhost:11434                     http is meant
//   https://[::1]:8443/v1?x=1           IPv6 in brackets; `host` is without them
//   http://me:secret@host/              refused: a password in an address ends up in logs
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "net/net_error.h"

namespace acode::net {

struct Url {
  bool tls = false;  ///< https
  std::string host;  ///< in lower case, an IPv6 address without brackets
  std::uint16_t port = 80;
  std::string target = "/";  ///< path and query, as it stands in the request line

  /// Reads an address. The error says what is wrong with it.
  static NetResult<Url> parse(std::string_view text);

  /// "localhost:11434", "[::1]:80": for messages, and for CONNECT.
  [[nodiscard]] std::string where() const;

  /// The same without the port if it is the usual one: for the Host field.
  [[nodiscard]] std::string authority() const;

  /// "https://host:443": what two addresses of one server have in common.
  [[nodiscard]] std::string origin() const;

  /// The whole of it again.
  [[nodiscard]] std::string text() const { return (tls ? "https://" : "http://") + authority() + target; }

  /// This address with `path` behind its own: http://host/v1/ and /models make http://host/v1/models. A query is dropped.
  [[nodiscard]] Url at(std::string_view path) const;

  friend bool operator==(const Url&, const Url&) = default;
};

/// Whether this can be a host: a name or an IPv4 address in lower case, or an IPv6 address without brackets.
bool is_host(std::string_view text);

/// Whether this can stand in a request line: visible ASCII that begins with a slash, or is `*`.
bool is_target(std::string_view text);

/// Whether the host is this machine: localhost and what ends so, 127.…, ::1.
bool is_loopback(std::string_view host);

}  // namespace acode::net
