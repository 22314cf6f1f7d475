// What a proxy passes on of a head: all fields but those that are about one connection only.
//
//   HttpRequest onward;
//   onward.method = received.method;
//   copy_end_to_end(received.headers, onward.headers);
//   onward.url = upstream.at(received.target);              // and with it the Host
#pragma once

#include <initializer_list>
#include <string_view>

#include "net/http.h"

namespace acode::net {

/// Appends the fields of `from` to `to`, without: Connection and those that it names, Keep-Alive, all of Proxy-…, TE,
/// Trailer, Transfer-Encoding, Upgrade; without those that are said anew for each message: Host, Content-Length and
/// Expect, which the server has answered already; and without `others`.
void copy_end_to_end(const Headers& from, Headers& to, std::initializer_list<std::string_view> others = {});

}  // namespace acode::net
