// The keyword `format`: the names that JSON Schema defines, and whether a text is what a name says.
//
//   const std::optional<Format> format = format_from_name("ipv4");
//   matches_format(*format, "127.0.0.1");      // true
//
// The time is linear in the length of the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace acode::schema::detail {

enum class Format : std::uint8_t {
  kDate,
  kDateTime,
  kDuration,
  kEmail,
  kHostname,
  kIdnEmail,
  kIdnHostname,
  kIpv4,
  kIpv6,
  kIri,
  kIriReference,
  kJsonPointer,
  kRegex,
  kRelativeJsonPointer,
  kTime,
  kUri,
  kUriReference,
  kUriTemplate,
  kUuid,
};

/// The format of this name ("date-time"), or nothing: names that are not known promise nothing.
std::optional<Format> format_from_name(std::string_view name);

/// The name of a format, as a schema writes it.
std::string_view format_name(Format format);

/// Whether the text, UTF-8, is what the format says:
///
/// - date, time, date-time: RFC 3339. Second 60 only in the last minute of a day in UTC.
/// - duration: RFC 3339, appendix A, so no fractions, and units without gaps.
/// - email, idn-email: the mailbox of RFC 5321 and RFC 6531, with up to 64 bytes before the '@'.
/// - hostname, idn-hostname: RFC 1123 and RFC 5890-5893. Labels in Punycode are decoded and checked like others. Not
///   checked: the normal form, and characters that lookup maps to others first (capitals, full-width letters).
/// - ipv4, ipv6: RFC 2673 (dotted quad, no leading zeros), RFC 4291 (no zone).
/// - uri, uri-reference, iri, iri-reference: RFC 3986, RFC 3987. uri-template: RFC 6570.
/// - uuid: RFC 4122, any version. json-pointer: RFC 6901. relative-json-pointer: its draft of 2019.
/// - regex: always true here; the compiler of schema/regex.h answers that one.
bool matches_format(Format format, std::string_view text);

}  // namespace acode::schema::detail
