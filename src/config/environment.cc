// Names of variables and keys of settings.
#include "config/environment.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "config/configuration.h"
#include "config/setting.h"

namespace acode::config {
namespace {

std::string variable_word(std::string_view key) {
  std::string word;
  for (const char c : key) {
    if (c >= 'a' && c <= 'z') {
      word += static_cast<char>(c - 'a' + 'A');
    } else {
      word += c == '.' || c == '-' ? '_' : c;
    }
  }
  return word;
}

std::string lower(std::string_view word) {
  std::string out(word);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

// The setting of a section that a variable's last words stand for.
std::optional<std::string> setting_key(Section section, std::string_view words) {
  for (const Setting& setting : settings()) {
    if (setting.section != section) continue;
    if (!setting.key.ends_with('*')) {
      if (variable_word(setting.key) == words) return std::string(setting.key);
      continue;
    }
    const std::string_view stem = setting.key.substr(0, setting.key.size() - 1);
    const std::string word = variable_word(stem);
    if (words.size() > word.size() && words.starts_with(word)) {
      return std::string(stem) + lower(words.substr(word.size()));
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> environment_key(std::string_view name, std::span<const std::string> providers) {
  const std::string_view words = name.substr(std::string_view("ACODE_").size());
  if (std::optional<std::string> key = setting_key(Section::kGeneral, words)) return key;
  if (words.starts_with("TOOL_CALL_")) {
    const std::optional<std::string> key = setting_key(Section::kProvider, words);
    return provider_key("*", key ? *key : "tool_call." + lower(words.substr(std::string_view("TOOL_CALL_").size())));
  }
  for (const std::string& provider : providers) {
    const std::string word = variable_word(provider) + "_";
    if (!words.starts_with(word)) continue;
    const std::string_view rest = words.substr(word.size());
    const std::optional<std::string> key = setting_key(Section::kProvider, rest);
    return provider_key(provider, key ? *key : lower(rest));
  }
  if (words.starts_with("LOGGING_")) return "logging." + lower(words.substr(std::string_view("LOGGING_").size()));
  return std::nullopt;
}

std::optional<std::string> conventional_key(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kNames = {{
      {"OLLAMA_HOST", "ollama"},
      {"OPENAI_BASE_URL", "openai"},
      {"ANTHROPIC_BASE_URL", "anthropic"},
  }};
  for (const auto& [known, provider] : kNames) {
    if (known == name) return provider_key(provider, "base_url");
  }
  return std::nullopt;
}

std::string with_any_provider(std::string_view key) {
  const std::string all = provider_key("*", "");
  return key.starts_with(all) ? provider_key("any", key.substr(all.size())) : std::string(key);
}

std::string ollama_address(std::string_view host) {
  std::string address(host);
  if (address.find("://") == std::string::npos) address = "http://" + address;
  std::size_t begin = address.find("://") + 3;
  // The address that a server listens on may be all of them; a client has to name one.
  if (address.compare(begin, 7, "0.0.0.0") == 0) address.replace(begin, 7, "127.0.0.1");
  const std::size_t end = std::min(address.find('/', begin), address.size());
  const std::size_t bracket = address.rfind(']', end);
  if (bracket != std::string::npos && bracket < end) begin = bracket;
  const std::size_t colon = address.find(':', begin);
  const bool has_port = colon != std::string::npos && colon < end;
  if (!has_port && address.starts_with("http://")) address.insert(end, ":11434");
  return address;
}

}  // namespace acode::config
