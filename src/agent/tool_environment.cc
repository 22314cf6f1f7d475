// Leaving out secrets, and looking along PATH.
#include "agent/tool_environment.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace acode::agent {

namespace {

constexpr std::array<std::string_view, 14> kSecretEndings = {
    "KEY",  "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE",  "CREDENTIAL",
    "_PWD", "_PASS", "_PAT",   "_AUTH",    "_KEYS",  "CREDENTIALS", "_SECRETS",
};

constexpr std::string_view kDefaultPath = "/usr/local/bin:/usr/bin:/bin";

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return result;
}

/// Whether there is a `scheme://user:password@host` in a text.
bool has_password_in_address(std::string_view text) {
  for (std::size_t at = text.find("://"); at != std::string_view::npos; at = text.find("://", at + 3)) {
    const std::string_view host = text.substr(at + 3, text.find_first_of("/ ?#", at + 3) - (at + 3));
    const std::size_t end = host.rfind('@');
    if (end != std::string_view::npos && host.substr(0, end).find(':') != std::string_view::npos) return true;
  }
  return false;
}

bool passes(std::string_view name, std::string_view value, std::span<const std::string> hidden) {
  if (name.empty() || name == "PWD" || name == "OLDPWD") return false;
  return !sounds_secret(name, value) && std::find(hidden.begin(), hidden.end(), name) == hidden.end();
}

bool is_program(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

bool sounds_secret(std::string_view name, std::string_view value) {
  const std::string loud = upper(name);
  return std::any_of(kSecretEndings.begin(), kSecretEndings.end(),
                     [&loud](std::string_view ending) { return loud.ends_with(ending); }) ||
         has_password_in_address(value);
}

std::vector<std::string> environment_for_programs(std::span<const std::string> hidden,
                                                  std::span<const std::string> more) {
  std::vector<std::string> result;
  const auto name_of = [](std::string_view entry) { return entry.substr(0, entry.find('=')); };
  const auto is_given = [&](std::string_view name) {
    return std::any_of(more.begin(), more.end(), [&](const std::string& entry) { return name_of(entry) == name; });
  };
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = name_of(text);
    const std::string_view value = text.substr(std::min(name.size() + 1, text.size()));
    if (passes(name, value, hidden) && !is_given(name)) result.emplace_back(text);
  }
  result.insert(result.end(), more.begin(), more.end());
  return result;
}

std::optional<std::string> find_program(std::string_view name) {
  const char* given = std::getenv("PATH");
  std::string_view path = given != nullptr ? std::string_view(given) : kDefaultPath;
  while (!path.empty()) {
    const std::string_view directory = path.substr(0, path.find(':'));
    path.remove_prefix(std::min(directory.size() + 1, path.size()));
    if (!directory.starts_with('/')) continue;
    std::string candidate = std::string(directory) + "/";
    candidate += name;
    if (is_program(candidate)) return candidate;
  }
  return std::nullopt;
}

}  // namespace acode::agent
