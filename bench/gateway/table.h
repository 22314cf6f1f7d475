// What came of it: two proxies side by side, and what acode has set itself.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace acode::bench {

/// What has to be reached.
struct GatewayBar {
  enum class Kind : std::uint8_t {
    kRatioAtLeast,  ///< acode's by nginx's
    kRatioAtMost,
    kAtMost,  ///< acode's itself
  };
  Kind kind = Kind::kRatioAtLeast;
  double limit = 1;
};

struct GatewayRow {
  std::string what;
  std::string unit;
  std::optional<double> nginx;
  double acode = 0;
  std::optional<GatewayBar> bar{};
  std::optional<double> ratio{};  ///< acode's by nginx's

  [[nodiscard]] bool is_reached() const;
};

struct GatewayTable {
  std::vector<std::string> about;
  std::vector<GatewayRow> rows;
};

void print_table(std::ostream& out, const GatewayTable& table);
void write_table(const GatewayTable& table, const std::filesystem::path& path);

}  // namespace acode::bench
