// The formats by name, and those whose rules are a few lines.
#include "schema/format.h"

#include <algorithm>
#include <array>

#include "schema/format_rules.h"

namespace acode::schema::detail {
namespace {

bool is_uuid(std::string_view text) {
  constexpr std::string_view kShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  return text.size() == kShape.size() && std::equal(text.begin(), text.end(), kShape.begin(), [](char c, char shape) {
           return shape == 'x' ? is_hex(c) : c == shape;
         });
}

bool is_json_pointer(std::string_view text) {
  if (!text.empty() && text.front() != '/') return false;
  for (std::size_t at = text.find('~'); at != std::string_view::npos; at = text.find('~', at + 1)) {
    if (at + 1 == text.size() || (text[at + 1] != '0' && text[at + 1] != '1')) return false;
  }
  return true;
}

bool is_relative_json_pointer(std::string_view text) {
  Scanner scanner(text);
  const bool zero = scanner.peek() == '0';
  const std::size_t digits = scanner.take_digits();
  if (digits == 0 || (zero && digits > 1)) return false;
  return scanner.rest() == "#" || is_json_pointer(scanner.rest());
}

bool is_anything(std::string_view /*text*/) { return true; }

struct Entry {
  std::string_view name;
  bool (*matches)(std::string_view);
};

// In the order of the enumeration, which is that of the alphabet.
constexpr std::array<Entry, 19> kEntries = {{
    {"date", is_date},
    {"date-time", is_date_time},
    {"duration", is_duration},
    {"email", is_email},
    {"hostname", is_hostname},
    {"idn-email", is_idn_email},
    {"idn-hostname", is_idn_hostname},
    {"ipv4", is_ipv4},
    {"ipv6", is_ipv6},
    {"iri", is_iri},
    {"iri-reference", is_iri_reference},
    {"json-pointer", is_json_pointer},
    {"regex", is_anything},  // schema/regex.h answers, where expressions are compiled
    {"relative-json-pointer", is_relative_json_pointer},
    {"time", is_time},
    {"uri", is_uri},
    {"uri-reference", is_uri_reference},
    {"uri-template", is_uri_template},
    {"uuid", is_uuid},
}};

const Entry& entry_of(Format format) { return kEntries[static_cast<std::size_t>(format)]; }

}  // namespace

std::optional<Format> format_from_name(std::string_view name) {
  const auto* const found =
      std::find_if(kEntries.begin(), kEntries.end(), [&](const Entry& entry) { return entry.name == name; });
  if (found == kEntries.end()) return std::nullopt;
  return static_cast<Format>(found - kEntries.begin());
}

std::string_view format_name(Format format) { return entry_of(format).name; }

bool matches_format(Format format, std::string_view text) { return entry_of(format).matches(text); }

}  // namespace acode::schema::detail
