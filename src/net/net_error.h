// What can go wrong between two machines, as values: a kind to decide by, a sentence with the place in it, a way forward.
//
//   acode::net::NetResult<HttpResponse> answer = client.send(request);
//   if (!answer) std::cerr << acode::net::to_string(answer.error()) << '\n';
//
//   ACODE-NET-005: localhost:11434 refused the connection; start the server there, or check the port
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "acode/error.h"

namespace acode::net {

/// The number is the one in the printed code: kRefused is ACODE-NET-005.
enum class NetErrorKind : std::uint8_t {
  kBadUrl = 1,           ///< the address is not understood
  kBadRequest,           ///< the request cannot be sent as it is
  kNameNotFound,         ///< there is no such host
  kNameLookupFailed,     ///< whether there is such a host could not be found out
  kRefused,              ///< nobody listens there
  kUnreachable,          ///< there is no way to it
  kConnectTimeout,       ///< no connection in time
  kNoAnswer,             ///< connected, but the head of an answer did not come in time
  kStalled,              ///< the answer began, then nothing came for too long
  kTotalTimeout,         ///< the exchange as a whole took too long
  kTlsWrongName,         ///< the certificate is for another host
  kTlsExpired,           ///< the certificate is no longer, or not yet, valid
  kTlsUnknownAuthority,  ///< the certificate is signed by someone we do not know
  kTlsSelfSigned,        ///< the certificate is signed by itself
  kTlsFailed,            ///< TLS failed for another reason
  kClosed,               ///< the connection was closed before the first byte of an answer
  kCut,                  ///< the connection was cut inside the answer
  kGarbage,              ///< what came is not HTTP
  kTooLarge,             ///< the answer is larger than the limit
  kCancelled,            ///< the caller wanted it to end
  kProxyFailed,          ///< the proxy did not lead there
  kAddressTaken,         ///< another program listens there already
  kListenFailed,         ///< listening failed for another reason
  kSystem,               ///< the system had no descriptor, thread or memory for it
};

struct NetError {
  NetErrorKind kind = NetErrorKind::kSystem;
  std::string message;  ///< one sentence for a person, with host:port, without the code
  std::string hint;     ///< a way forward; may be empty

  /// "ACODE-NET-005".
  [[nodiscard]] std::string_view code() const;

  /// Whether the same request may succeed when it is sent again a little later.
  [[nodiscard]] bool may_retry() const;
};

/// `code: message; hint`, in one line.
std::string to_string(const NetError& error);

/// The error of this kind at `where` (host:port). `detail` is what only this case knows: a duration, a limit, a reason.
NetError make_error(NetErrorKind kind, std::string_view where, std::string_view detail = {});

/// "250 ms", "10 s".
std::string in_words(std::chrono::milliseconds duration);

/// Either a T or the NetError that stands in its way.
template <class T>
using NetResult = Result<T, NetError>;

}  // namespace acode::net
