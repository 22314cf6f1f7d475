// Finding the password.
#include "config/database_url.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace acode::config {
namespace {

/// A part of a text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool is_secret(std::string_view name) { return name == "password" || name == "sslpassword"; }

// `user:password@`. A password may hold an @ that should have been escaped, so the last one counts.
void find_behind_user(std::string_view url, std::size_t begin, std::vector<Span>& found) {
  const std::size_t at = url.substr(0, url.find('?', begin)).rfind('@');
  if (at == std::string_view::npos || at < begin) return;
  const std::size_t colon = url.substr(0, at).find(':', begin);
  if (colon != std::string_view::npos) found.push_back({colon + 1, at});
}

// `?password=…&`.
void find_in_parameters(std::string_view url, std::size_t begin, std::vector<Span>& found) {
  std::size_t at = url.find('?', begin);
  while (at < url.size()) {
    const std::size_t end = std::min(url.find('&', at + 1), url.size());
    const std::size_t equals = std::min(url.find('=', at + 1), end);
    if (is_secret(url.substr(at + 1, equals - at - 1)) && equals + 1 < end) found.push_back({equals + 1, end});
    at = end;
  }
}

// In their order.
std::vector<Span> passwords_in(std::string_view url) {
  std::vector<Span> found;
  const std::size_t begin = url.find("://") + 3;
  find_behind_user(url, begin, found);
  find_in_parameters(url, begin, found);
  return found;
}

}  // namespace

bool is_database_url(std::string_view url) {
  return url.starts_with("postgresql://") || url.starts_with("postgres://");
}

bool has_password(std::string_view url) { return is_database_url(url) && !passwords_in(url).empty(); }

std::string without_password(std::string_view url) {
  if (url.empty()) return "";
  if (!is_database_url(url)) return "***";
  std::string shown(url);
  std::vector<Span> passwords = passwords_in(url);
  std::for_each(passwords.rbegin(), passwords.rend(),
                [&shown](Span span) { shown.replace(span.begin, span.end - span.begin, "***"); });
  return shown;
}

}  // namespace acode::config
