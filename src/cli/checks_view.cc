// Lines of checks.
#include "cli/checks_view.h"

#include <algorithm>

#include "acode/json/writer.h"
#include "cli/display.h"

namespace acode::cli {
namespace {

using agent::Check;

constexpr std::size_t kNames = 16;  // columns of the longest name

}  // namespace

std::string render_check(const Check& check, const Palette& palette) {
  const bool bad = check.status == Check::Status::kFail;
  const bool calm = check.status == Check::Status::kPass || check.status == Check::Status::kSkip;
  const std::string_view colour = bad ? palette.bad : calm ? palette.faint : palette.strong;
  std::string line = "  " + paint(colour, agent::status_name(check.status), palette) + "  " + check.name;
  line += std::string(kNames - std::min(kNames, check.name.size()) + 2, ' ') + printable(check.detail) + "\n";
  if (!check.fix.empty()) line += "        fix: " + printable(check.fix) + "\n";
  return line;
}

std::string checks_row(const std::string& provider, std::span<const Check> checks) {
  const bool failed =
      std::any_of(checks.begin(), checks.end(), [](const Check& c) { return c.status == Check::Status::kFail; });
  std::string out = "{\"provider\":";
  json::write_string_to(out, provider);
  out += std::string(",\"ok\":") + (failed ? "false" : "true") + ",\"checks\":[";
  for (std::size_t i = 0; i < checks.size(); ++i) {
    out += std::string(i == 0 ? "" : ",") + "{\"name\":";
    json::write_string_to(out, checks[i].name);
    out += ",\"status\":\"" + std::string(agent::status_name(checks[i].status)) + "\",\"detail\":";
    json::write_string_to(out, checks[i].detail);
    out += ",\"fix\":";
    json::write_string_to(out, checks[i].fix);
    out += "}";
  }
  return out + "]}\n";
}

}  // namespace acode::cli
