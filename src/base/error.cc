// Printing errors and finding places in a text.
#include "acode/error.h"

#include <algorithm>
#include <array>

namespace acode {

std::string_view code_name(ErrorCode code) {
  static constexpr std::array<std::string_view, 12> kNames = {
      "ACODE-TLP-000", "ACODE-TLP-001", "ACODE-TLP-002", "ACODE-TLP-003", "ACODE-TLP-004", "ACODE-TLP-005",
      "ACODE-TLP-006", "ACODE-TLP-007", "ACODE-TLP-008", "ACODE-TLP-009", "ACODE-TLP-010", "ACODE-TLP-011",
  };
  static constexpr std::array<std::string_view, 3> kSchemaNames = {"ACODE-SCH-001", "ACODE-SCH-002", "ACODE-SCH-003"};
  const auto number = static_cast<std::size_t>(code);
  const auto first = static_cast<std::size_t>(ErrorCode::kBadSchema);
  return number < first ? kNames[number] : kSchemaNames[number - first];
}

Position locate(std::string_view text, std::size_t offset) { return Locator(text).at(offset); }

Position Locator::at(std::size_t offset) {
  if (offset < last_.offset) last_ = {};
  const std::string_view between = text_.substr(0, offset).substr(last_.offset);
  const std::size_t last_break = between.rfind('\n');
  last_.offset += between.size();
  last_.line += static_cast<std::size_t>(std::count(between.begin(), between.end(), '\n'));
  last_.column = last_break == std::string_view::npos ? last_.column + between.size() : between.size() - last_break;
  return last_;
}

std::string to_string(const Error& error) {
  std::string line(code_name(error.code));
  line += ": ";
  line += error.message;
  if (!error.path.empty()) return line + " at " + error.path;
  line += " at offset " + std::to_string(error.position.offset);
  line += " (line " + std::to_string(error.position.line);
  line += ", column " + std::to_string(error.position.column) + ")";
  return line;
}

}  // namespace acode
