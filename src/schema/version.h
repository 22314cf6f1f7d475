// Semantic versions, as tools have them: `1.4.2`, `2.0.0-rc.1`. A leading `v` and missing parts (`v2`, `1.4`) are let pass.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace acode::schema::detail {

struct SemanticVersion {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint32_t patch = 0;
  std::string before;  ///< "rc.1": what comes before the release; empty for the release itself

  /// By precedence; of two that come before a release the one whose letters sort higher is the newer one.
  friend bool operator<(const SemanticVersion& a, const SemanticVersion& b);
};

/// Nothing if the text is no version. What follows a `+` tells of the build and does not count.
std::optional<SemanticVersion> parse_version(std::string_view text);

}  // namespace acode::schema::detail
