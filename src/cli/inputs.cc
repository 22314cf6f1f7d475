// Opening and reading inputs.
#include "cli/inputs.h"

#include <algorithm>
#include <utility>

namespace acode::cli {

namespace {

Error too_large(const TooLarge& text, std::size_t limit) {
  const std::string size =
      text.size ? std::to_string(*text.size) + " bytes" : "more than " + std::to_string(limit) + " bytes";
  Error error;
  error.code = ErrorCode::kTooLarge;
  error.message = "the text has " + size + ", the limit is " + std::to_string(limit) + "; nothing was parsed";
  error.expected = "at most " + std::to_string(limit) + " bytes";
  error.found = size;
  return error;
}

}  // namespace

std::string_view display_name(std::string_view name) { return name == "-" ? "<stdin>" : name; }

std::variant<File, Problem> open_named(const std::string& name, std::string_view command, Streams& streams) {
  std::variant<File, Problem> opened = open_input(name, streams.in);
  if (name == "-" && streams.in_is_terminal && std::holds_alternative<File>(opened)) {
    streams.tell("acode: reading from the terminal; end the input with Ctrl-D, or see acode " + std::string(command) +
                 " --help\n");
  }
  return opened;
}

std::variant<std::string, Error, Problem> read_text(const File& file, std::size_t limit) {
  std::variant<std::string, TooLarge, Problem> content = read_whole(file, limit);
  if (Problem* problem = std::get_if<Problem>(&content)) return std::move(*problem);
  if (const TooLarge* text = std::get_if<TooLarge>(&content)) return too_large(*text, limit);
  return std::move(std::get<std::string>(content));
}

std::variant<std::string, Error, Problem> read_named(const std::string& name, std::string_view command,
                                                     std::size_t limit, Streams& streams) {
  std::variant<File, Problem> opened = open_named(name, command, streams);
  if (Problem* problem = std::get_if<Problem>(&opened)) return std::move(*problem);
  return read_text(std::get<File>(opened), limit);
}

void check_names(const std::vector<std::string>& names, std::vector<std::string>& problems) {
  const auto standard_inputs = std::count(names.begin(), names.end(), "-");
  if (standard_inputs > 1) problems.emplace_back("- stands for standard input and can be read only once");
  const bool empty_name = std::find(names.begin(), names.end(), "") != names.end();
  if (empty_name) problems.emplace_back("the name of a file is empty");
}

}  // namespace acode::cli
