// Which way to a server: straight, or through a proxy, as the environment says.
//
//   http_proxy=http://proxy:3128     for http. HTTP_PROXY is not read: a CGI program would take it from a request's field
//   https_proxy, HTTPS_PROXY         for https, by CONNECT
//   all_proxy, ALL_PROXY             for both, where the above say nothing
//   no_proxy=corp.example,10.0.0.0/8 straight to these; * is straight to all. This machine is never asked for by proxy.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "net/net_error.h"
#include "net/url.h"

namespace acode::net {

/// A proxy to go through.
struct Proxy {
  Url url;                    ///< http://host:port
  std::string authorization;  ///< the value of Proxy-Authorization; empty if the address has no user in it
};

/// The settings as they were written.
struct ProxySettings {
  std::string http;      ///< the proxy for http, empty for none
  std::string https;     ///< the proxy for https, empty for none
  std::string no_proxy;  ///< hosts to go to straight, with commas or spaces between

  /// From the environment, as curl reads it.
  static ProxySettings from_environment();

  /// The same from elsewhere: `value_of` gives the value of a variable, or nothing.
  static ProxySettings from(const std::function<std::optional<std::string>(const char* name)>& value_of);

  /// The proxy for an address; nothing if it is to be reached straight. An error if the proxy is of a kind we do not speak.
  [[nodiscard]] NetResult<std::optional<Proxy>> proxy_for(const Url& url) const;
};

/// Whether `host` is one of `list`: the same name, a name below it (`.example.com` and `example.com` alike), the same
/// address, or one in the network `10.0.0.0/8`.
bool is_in_no_proxy(std::string_view host, std::string_view list);

}  // namespace acode::net
