// Printing errors and finding places in a text.
#include "acode/error.h"

#include <algorithm>
#include <array>
#include <span>

namespace acode {

namespace {

// The codes of one family, and the first of them.
struct Family {
  ErrorCode first;
  std::span<const std::string_view> names;
};

constexpr std::array<std::string_view, 11> kCallNames = {
    "ACODE-TLP-001", "ACODE-TLP-002", "ACODE-TLP-003", "ACODE-TLP-004", "ACODE-TLP-005", "ACODE-TLP-006",
    "ACODE-TLP-007", "ACODE-TLP-008", "ACODE-TLP-009", "ACODE-TLP-010", "ACODE-TLP-011",
};
constexpr std::array<std::string_view, 3> kSchemaNames = {"ACODE-SCH-001", "ACODE-SCH-002", "ACODE-SCH-003"};
constexpr std::array<std::string_view, 2> kRequestNames = {"ACODE-REQ-001", "ACODE-REQ-002"};

constexpr std::array<Family, 3> kFamilies = {{
    {ErrorCode::kNameMissing, kCallNames},
    {ErrorCode::kBadSchema, kSchemaNames},
    {ErrorCode::kBadRequest, kRequestNames},
}};

}  // namespace

std::string_view code_name(ErrorCode code) {
  for (const auto& [first, names] : kFamilies) {
    const std::size_t place = static_cast<std::size_t>(code) - static_cast<std::size_t>(first);
    if (code >= first && place < names.size()) return names[place];
  }
  return "ACODE-TLP-000";
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
