// Finding the documents of a folder and giving them their names.
#include "cli/resource_dir.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <variant>

#include "acode/limits.h"
#include "cli/display.h"
#include "cli/inputs.h"

namespace acode::cli {

namespace {

namespace fs = std::filesystem;

/// A path as part of a URI: what may not stand there is written %XX.
std::string uri_path(std::string_view path) {
  static constexpr std::string_view kPlain = "-._~!$&'()*+,;=:@/";
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (const char character : path) {
    const auto byte = static_cast<unsigned char>(character);
    const bool word = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
    if (word || kPlain.find(character) != std::string_view::npos) {
      text += character;
    } else {
      text += {'%', kDigits[byte >> 4U], kDigits[byte & 15U]};
    }
  }
  return text;
}

Problem folder_problem(const std::error_code& error) {
  if (error == std::errc::no_such_file_or_directory) {
    return {ProblemCode::kNotFound, "there is no such directory", "--resource-dir URI=DIR needs a directory"};
  }
  if (error == std::errc::not_a_directory) {
    return {ProblemCode::kNotAFile, "is a file, not a directory", "--resource-dir URI=DIR needs a directory"};
  }
  return problem_from_errno(error.value(), ProblemCode::kReadFailed, "read the directory");
}

/// The *.json files under a folder, in order. Symbolic links to folders are not followed: they may lead in circles.
std::variant<std::vector<fs::path>, Problem> json_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  while (!error && entry != fs::recursive_directory_iterator()) {
    std::error_code gone;  // a dangling link is no document
    if (entry->path().extension() == ".json" && entry->is_regular_file(gone)) files.push_back(entry->path());
    entry.increment(error);
  }
  if (error) return folder_problem(error);
  std::sort(files.begin(), files.end());
  return files;
}

ExitCode load_file(const fs::path& path, const ResourceDir& dir, schema::Documents& documents, Streams& streams) {
  const std::string name = path.string();
  const std::variant<std::string, Error, Problem> content =
      read_named(name, "validate", schema::CompileOptions{}.limits.max_bytes, streams);
  if (const Problem* problem = std::get_if<Problem>(&content)) return streams.complain(name, *problem);

  std::optional<Error> error;
  if (const Error* too_large = std::get_if<Error>(&content)) {
    error = *too_large;
  } else {
    const std::string uri = dir.uri + uri_path(path.lexically_relative(dir.folder).generic_string());
    error = documents.add(uri, std::get<std::string>(content));
  }
  if (error) streams.tell("acode: " + printable(name) + ": warning: left out: " + printable(to_string(*error)) + "\n");
  return ExitCode::kGood;
}

}  // namespace

Setter add_resource_dir(std::vector<ResourceDir>& dirs) {
  return [&dirs](std::string_view value) -> std::optional<std::string> {
    const std::size_t equals = value.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == value.size()) {
      return "'" + printable(value, 60) + "' is not URI=DIR, such as https://example.org/schemas/=schemas";
    }
    ResourceDir dir = {std::string(value.substr(0, equals)), std::string(value.substr(equals + 1))};
    if (dir.uri.back() != '/') dir.uri += '/';
    dirs.push_back(std::move(dir));
    return std::nullopt;
  };
}

ExitCode load_resources(const std::vector<ResourceDir>& dirs, schema::Documents& documents, Streams& streams) {
  ExitCode code = ExitCode::kGood;
  for (const ResourceDir& dir : dirs) {
    const std::variant<std::vector<fs::path>, Problem> found = json_files(dir.folder);
    if (const Problem* problem = std::get_if<Problem>(&found)) {
      code = worse(code, streams.complain(dir.folder, *problem));
      continue;
    }
    for (const fs::path& path : std::get<std::vector<fs::path>>(found)) {
      code = worse(code, load_file(path, dir, documents, streams));
    }
  }
  return code;
}

}  // namespace acode::cli
