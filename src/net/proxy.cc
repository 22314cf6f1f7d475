// The rules of http_proxy and its kin.
#include "net/proxy.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>

#include "net/http.h"

namespace acode::net {
namespace {

// An address as bytes: 4 of IPv4, 16 of IPv6.
struct Address {
  std::array<unsigned char, 16> bytes{};
  unsigned size = 0;
};

std::optional<Address> address_of(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  const std::string terminated(text);
  Address address;
  if (inet_pton(AF_INET, terminated.c_str(), address.bytes.data()) == 1) {
    address.size = 4;
  } else if (inet_pton(AF_INET6, terminated.c_str(), address.bytes.data()) == 1) {
    address.size = 16;
  }
  return address.size == 0 ? std::nullopt : std::optional(address);
}

bool same_leading_bits(const Address& a, const Address& b, unsigned bits) {
  if (a.size != b.size || bits > 8 * a.size) return false;
  for (unsigned bit = 0; bit < bits; ++bit) {
    const unsigned mask = 0x80U >> (bit % 8);
    if (((a.bytes[bit / 8] ^ b.bytes[bit / 8]) & mask) != 0) return false;
  }
  return true;
}

// `10.0.0.0/8`, or one address.
bool is_in_network(const Address& host, std::string_view network) {
  const std::size_t slash = std::min(network.find('/'), network.size());
  const auto base = address_of(network.substr(0, slash));
  if (!base) return false;
  unsigned bits = 8 * base->size;
  if (slash < network.size()) {
    const std::string_view digits = network.substr(slash + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    if (error != std::errc() || end != digits.data() + digits.size()) return false;
  }
  return same_leading_bits(host, *base, bits);
}

std::string_view without_dots_around(std::string_view name) {
  if (name.starts_with('.')) name.remove_prefix(1);
  if (name.ends_with('.')) name.remove_suffix(1);
  return name;
}

bool is_same_or_below(std::string_view host, std::string_view domain) {
  host = without_dots_around(host);
  domain = without_dots_around(domain);
  if (domain.empty() || host.size() < domain.size()) return false;
  const std::size_t at = host.size() - domain.size();
  return same_token(host.substr(at), domain) && (at == 0 || host[at - 1] == '.');
}

bool fits(std::string_view host, std::string_view entry) {
  if (entry == "*") return true;
  if (const auto address = address_of(host)) return is_in_network(*address, entry);
  return is_same_or_below(host, entry);
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// %40 and the like: a password may have any character.
std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_escape = text[at] == '%' && at + 2 < text.size();
    const int high = is_escape ? hex_digit(text[at + 1]) : -1;
    const int low = is_escape ? hex_digit(text[at + 2]) : -1;
    if (high < 0 || low < 0) {
      out += text[at];
    } else {
      out += static_cast<char>(16 * high + low);
      at += 2;
    }
  }
  return out;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view group = bytes.substr(at, 3);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      bits = (bits << 8U) | (i < group.size() ? static_cast<unsigned char>(group[i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      out += i <= group.size() ? kDigits[(bits >> (18U - 6U * i)) & 63U] : '=';
    }
  }
  return out;
}

// Takes `user:password@` out of the address of a proxy, and gives what is to be sent for it.
std::string take_authorization(std::string& text) {
  const std::size_t at = text.rfind('@');
  if (at == std::string::npos) return {};
  const std::size_t scheme = text.find("://");
  const std::size_t begin = scheme == std::string::npos ? 0 : scheme + 3;
  const std::string user = text.substr(begin, at - begin);
  text.erase(begin, at + 1 - begin);
  return "Basic " + base64(percent_decoded(user));
}

}  // namespace

ProxySettings ProxySettings::from(const std::function<std::optional<std::string>(const char* name)>& value_of) {
  const auto first_of = [&value_of](std::initializer_list<const char*> names) {
    for (const char* name : names) {
      const auto value = value_of(name);
      if (value && !value->empty()) return *value;
    }
    return std::string();
  };
  ProxySettings settings;
  settings.http = first_of({"http_proxy", "all_proxy", "ALL_PROXY"});
  settings.https = first_of({"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"});
  settings.no_proxy = first_of({"no_proxy", "NO_PROXY"});
  return settings;
}

ProxySettings ProxySettings::from_environment() {
  return from([](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);
    if (value == nullptr) return std::nullopt;
    return value;
  });
}

NetResult<std::optional<Proxy>> ProxySettings::proxy_for(const Url& url) const {
  std::string text = url.tls ? https : http;
  if (text.empty() || is_loopback(url.host) || is_in_no_proxy(url.host, no_proxy)) return std::optional<Proxy>();
  Proxy proxy;
  proxy.authorization = take_authorization(text);
  auto parsed = Url::parse(text);
  if (!parsed) return make_error(NetErrorKind::kProxyFailed, url.where(), "the proxy " + parsed.error().message);
  if (parsed->tls) {
    return make_error(NetErrorKind::kProxyFailed, url.where(),
                      "a proxy is spoken to by http, not https: '" + text + "'");
  }
  proxy.url = *parsed;
  return std::optional(std::move(proxy));
}

bool is_in_no_proxy(std::string_view host, std::string_view list) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find_first_of(", \t"), list.size());
    const std::string_view entry = list.substr(0, end);
    if (!entry.empty() && fits(host, entry)) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

}  // namespace acode::net
