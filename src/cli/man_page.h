// The manual page, made of what the program knows of itself: `acode help --man` prints it (CL-9).
#pragma once

#include <string>
#include <string_view>

namespace acode::cli {

/// The whole page, in the language of man(7). `program_help` is what `acode --help` prints.
std::string man_page(std::string_view program_help);

/// A text of help as a part of the page: prose is filled, what is indented stays as it is, a title is one, and so is a
/// list of exit statuses. The list of options is left to the caller: `options` stands in its place.
std::string help_as_roff(std::string_view help, std::string_view options);

}  // namespace acode::cli
