// URIs as schemas use them in $id, $ref and $anchor (RFC 3986): taking them apart, resolving one against another.
//
//   resolve_uri("https://example.com/schemas/tool", "types#/$defs/path")
//       "https://example.com/schemas/types#/$defs/path"
//   split_fragment("types#/$defs/path")
//       document "types", fragment "/$defs/path"
//
// Nothing here checks that a text is a URI, and every text is taken apart somehow; whether it is one, format.h says.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace acode::schema::detail {

/// The five components, without the characters between them. What is absent is not the same as what is empty.
struct UriComponents {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> authority;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

/// Takes a URI reference apart as RFC 3986, appendix B, does. What would be a scheme with characters that a scheme cannot
/// have is part of the path.
UriComponents split_uri(std::string_view uri);

/// A URI in two: what names a document, and what names a place in it.
struct UriParts {
  std::string_view document;
  std::string_view fragment;  ///< without '#'; as written, see decode_percent()
};

/// Splits at the first '#'. No '#' and nothing behind it come to the same: an empty fragment.
UriParts split_fragment(std::string_view uri);

/// The URI that `reference` means where `base` is the base (RFC 3986, section 5.2, strict), dot segments removed.
///
/// The base may be anything: empty, relative (then the result is relative too, and keeps the ".." that lead above it), or
/// one without a hierarchy such as `urn:…`, of which only references to fragments make good use. A fragment of the base
/// does not count. An empty fragment is dropped, since `a#` and `a` are the same document: the result never ends in '#'.
std::string resolve_uri(std::string_view base, std::string_view reference);

/// Replaces every %xx by its byte. A '%' without two hexadecimal digits stays as it is.
std::string decode_percent(std::string_view text);

}  // namespace acode::schema::detail
