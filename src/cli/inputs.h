// The inputs a command is given by name: files, or `-` for standard input.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "acode/error.h"
#include "cli/files.h"
#include "cli/streams.h"

namespace acode::cli {

/// What a person reads in the place of the file's name.
std::string_view display_name(std::string_view name);

/// Opens an input. On a terminal it says that it waits, and where `command` is explained.
std::variant<File, Problem> open_named(const std::string& name, std::string_view command, Streams& streams);

/// The text of an open file; an error if it is larger than the limit.
std::variant<std::string, Error, Problem> read_text(const File& file, std::size_t limit);

/// Both in one.
std::variant<std::string, Error, Problem> read_named(const std::string& name, std::string_view command,
                                                     std::size_t limit, Streams& streams);

/// What is wrong with names of inputs, whatever is in them: empty ones, and standard input more than once.
void check_names(const std::vector<std::string>& names, std::vector<std::string>& problems);

}  // namespace acode::cli
