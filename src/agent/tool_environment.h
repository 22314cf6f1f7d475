// What programs that tools start are given of our environment, and where they are found.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace acode::agent {

/// Whether a variable is likely to hold a secret: by its name (OPENAI_API_KEY, GITHUB_TOKEN, PGPASSWORD), or because its
/// value is an address with a password in it. A guess that errs on the side of silence.
bool sounds_secret(std::string_view name, std::string_view value);

/// Our environment as NAME=VALUE, without secrets, without the variables named in `hidden`, and without PWD, which tells
/// of our own directory. `more` is put behind and counts more.
std::vector<std::string> environment_for_programs(std::span<const std::string> hidden,
                                                  std::span<const std::string> more = {});

/// A program's absolute path, from PATH. Entries of PATH that are relative do not count: they would mean directories of
/// the workspace, where the model may have put anything.
std::optional<std::string> find_program(std::string_view name);

}  // namespace acode::agent
