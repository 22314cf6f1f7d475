// Which fields end at the next machine (RFC 9110, 7.6.1).
#include "net/forward.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace acode::net {
namespace {

bool ends_here(std::string_view name) {
  static constexpr TokenSet kNames("Connection", "Keep-Alive", "TE", "Trailer", "Upgrade", "Transfer-Encoding", "Host",
                                   "Expect", "Content-Length");
  constexpr std::string_view kProxy = "Proxy-";
  return kNames.has(name) || same_token(name.substr(0, kProxy.size()), kProxy);
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool comes_before(std::string_view a, std::string_view b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](char x, char y) { return lower(x) < lower(y); });
}

// What the Connection fields name, in order, so that a long list costs no more than to read it.
std::vector<std::string_view> names_in_connection(const Headers& headers) {
  std::vector<std::string_view> names;
  for (const HeaderField field : headers) {
    if (!same_token(field.name, "Connection")) continue;
    each_listed(field.value, [&names](std::string_view name) { names.push_back(name); });
  }
  std::sort(names.begin(), names.end(), comes_before);
  return names;
}

}  // namespace

void copy_end_to_end(const Headers& from, Headers& to, std::initializer_list<std::string_view> others) {
  constexpr std::size_t kMore = 250;  // some are likely to be added by the one who passes them on
  to.reserve(to.bytes() + from.bytes() + kMore);
  const std::vector<std::string_view> named = names_in_connection(from);
  const auto stays = [&](std::string_view name) {
    const bool is_named = !named.empty() && std::binary_search(named.begin(), named.end(), name, comes_before);
    const bool is_other =
        std::any_of(others.begin(), others.end(), [name](auto other) { return same_token(other, name); });
    return !is_named && !is_other && !ends_here(name);
  };
  for (auto field = from.begin(); !(field == from.end()); ++field) {
    if (stays((*field).name)) to.add(field);
  }
}

}  // namespace acode::net
