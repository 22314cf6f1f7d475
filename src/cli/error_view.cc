// Putting an error, its line and a hint together.
#include "cli/error_view.h"

#include "cli/display.h"

namespace acode::cli {

namespace {

constexpr std::string_view kIndent = "      ";

/// Whether it helps to say where. A text that is too large was not read, a tool that does not exist is nowhere, and what
/// is wrong with a schema as a whole is wrong everywhere.
bool has_place(const Error& error) {
  if (error.code == ErrorCode::kTooLarge || error.code == ErrorCode::kUnknownTool) return false;
  return error.code < ErrorCode::kBadSchema || !error.path.empty();
}

}  // namespace

bool only_space(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

std::string render_error(std::string_view name, const Error& error, std::string_view text, std::string_view hint) {
  const bool placed = has_place(error);
  const std::string what = placed ? to_string(error) : std::string(code_name(error.code)) + ": " + error.message;
  std::string message = "acode: " + printable(name) + ": " + printable(what) + "\n";
  if (placed && error.path.empty() && !only_space(text)) {
    const Excerpt shown = excerpt(text, error.position.offset, 0);
    message += std::string(kIndent) + shown.line + "\n" + std::string(kIndent) + shown.carets + "\n";
  }
  if (!hint.empty()) message += "  hint: " + std::string(hint) + "\n";
  return message;
}

}  // namespace acode::cli
