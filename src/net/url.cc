// Taking addresses apart.
#include "net/url.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace acode::net {
namespace {

constexpr std::size_t kLongestHost = 253;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

bool is_visible(char c) { return c > ' ' && c < '\x7F'; }

bool is_host_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}

bool is_ipv6(const std::string& text) {
  in6_addr ignored{};
  return inet_pton(AF_INET6, text.c_str(), &ignored) == 1;
}

// Reads the parts from left to right; each step takes its part off the rest, or says what is wrong.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), rest_(text) {}

  NetResult<Url> read() {
    if (text_.empty()) return failure("the address is empty");
    if (!std::all_of(text_.begin(), text_.end(), is_visible)) {
      return failure("has a space, a control or a non-ASCII character in it: write such a character as %XX");
    }
    if (auto problem = read_scheme()) return failure(*problem);
    const std::size_t end = std::min(rest_.find_first_of("/?#"), rest_.size());
    if (auto problem = read_authority(rest_.substr(0, end))) return failure(*problem);
    read_target(rest_.substr(end));
    return url_;
  }

 private:
  using Problem = std::optional<std::string>;

  [[nodiscard]] NetError failure(const std::string& problem) const {
    const std::string quoted = text_.empty() ? std::string() : "'" + std::string(safe_part()) + "': ";
    return make_error(NetErrorKind::kBadUrl, "", quoted + problem);
  }

  // What may be shown: a password before an @ may not.
  [[nodiscard]] std::string_view safe_part() const {
    const std::size_t at = text_.rfind('@');
    return at == std::string_view::npos ? text_ : text_.substr(at);
  }

  Problem read_scheme() {
    const std::size_t end = rest_.find("://");
    if (end == std::string_view::npos) return {};
    const std::string scheme = lowered(rest_.substr(0, end));
    if (scheme != "http" && scheme != "https") return "only http and https are spoken here, not '" + scheme + "'";
    url_.tls = scheme == "https";
    url_.port = url_.tls ? 443 : 80;
    rest_.remove_prefix(end + 3);
    return {};
  }

  Problem read_authority(std::string_view authority) {
    if (authority.find('@') != std::string_view::npos) {
      return "a user name or password in an address is not accepted: send it in a header";
    }
    if (authority.starts_with('[')) return read_ipv6(authority);
    const std::size_t colon = std::min(authority.find(':'), authority.size());
    url_.host = lowered(authority.substr(0, colon));
    if (url_.host.empty()) return "the host is missing";
    if (url_.host.size() > kLongestHost) return "the host is longer than a host name may be";
    if (authority.find(':', colon + 1) != std::string_view::npos) return "an IPv6 address needs brackets: [::1]:80";
    if (!std::all_of(url_.host.begin(), url_.host.end(), is_host_char)) return "the host has a character no host has";
    return read_port(authority.substr(colon));
  }

  Problem read_ipv6(std::string_view authority) {
    const std::size_t close = authority.find(']');
    if (close == std::string_view::npos) return "the ] behind the IPv6 address is missing";
    url_.host = lowered(authority.substr(1, close - 1));
    if (!is_ipv6(url_.host)) return "there is no IPv6 address between the brackets";
    return read_port(authority.substr(close + 1));
  }

  // Nothing, or a colon and, perhaps, a number.
  Problem read_port(std::string_view text) {
    if (text.empty() || text == ":") return {};
    if (text.front() != ':') return "behind the ] only a port can follow";
    text.remove_prefix(1);
    unsigned number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number == 0 || number > 65535) {
      return "the port is a number from 1 to 65535, not '" + std::string(text) + "'";
    }
    url_.port = static_cast<std::uint16_t>(number);
    return {};
  }

  // A fragment is for the one who reads the page, and is not sent.
  void read_target(std::string_view text) {
    text = text.substr(0, text.find('#'));
    url_.target = text.starts_with('/') ? std::string(text) : "/" + std::string(text);
  }

  std::string_view text_;
  std::string_view rest_;
  Url url_;
};

std::string bracketed(const std::string& host) { return host.find(':') == std::string::npos ? host : "[" + host + "]"; }

}  // namespace

NetResult<Url> Url::parse(std::string_view text) { return Reader(text).read(); }

std::string Url::where() const { return bracketed(host) + ":" + std::to_string(port); }

std::string Url::authority() const { return port == (tls ? 443 : 80) ? bracketed(host) : where(); }

std::string Url::origin() const { return (tls ? "https://" : "http://") + where(); }

Url Url::at(std::string_view path) const {
  Url out = *this;
  out.target.resize(std::min(out.target.find('?'), out.target.size()));
  while (out.target.ends_with('/')) out.target.pop_back();
  if (!path.starts_with('/')) out.target += '/';
  out.target += path;
  return out;
}

bool is_host(std::string_view text) {
  const bool is_name = std::all_of(text.begin(), text.end(), is_host_char);
  return !text.empty() && text.size() <= kLongestHost && (is_name || is_ipv6(std::string(text)));
}

bool is_target(std::string_view text) {
  return text == "*" || (text.starts_with('/') && std::all_of(text.begin(), text.end(), is_visible));
}

bool is_loopback(std::string_view host) {
  if (host == "localhost" || host.ends_with(".localhost") || host == "::1") return true;
  in_addr address{};
  if (inet_pton(AF_INET, std::string(host).c_str(), &address) != 1) return false;
  return (ntohl(address.s_addr) >> 24U) == 127;
}

}  // namespace acode::net
