// What must never be shown, even where values may be (OB-3): passwords, keys and tokens, known by their own shape, by the
// name of what they are the value of, or because they are in use here.
//
//   masked_secrets(R"({"user": "ann", "password": "hunter2"})")        // {"user": "ann", "password": "***"}
//   masked_secrets("curl -H 'Authorization: Bearer 3f9c1d77'")         // curl -H 'Authorization: ***'
//
// This is a net with a mesh: a secret without a shape under a harmless name is not seen. Where it counts, mask all values
// (redact.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace acode::observe {

/// Bytes of a text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;

  friend bool operator==(const Span&, const Span&) = default;
};

/// The secrets in a text, in order and apart from each other. `known`: the exact values of secrets in use; those of less
/// than four bytes are not looked for. Linear in the text, for each known value.
std::vector<Span> find_secrets(std::string_view text, const std::vector<std::string>& known = {});

/// Whether a text has the shape of a secret in it: `sk-…`, `ghp_…`, a JWT, a PEM block …
bool looks_like_secret(std::string_view text);

/// Whether the value of this name is one: `api_key`, `X-Api-Key`, `accessToken`, `db.password`.
bool names_secret(std::string_view name);

/// How a secret is covered.
enum class Cover : std::uint8_t {
  kThreeStars,  ///< its length is nobody's business
  kEachByte,    ///< offsets in the text stay what they were
};

std::string masked_secrets(std::string_view text, const std::vector<std::string>& known = {},
                           Cover cover = Cover::kThreeStars);

}  // namespace acode::observe
