// What can be set: one table of names, types, defaults and bounds. The file, the environment, the flags, `config show` and
// the error messages all read it, so none of them can know a setting that another does not.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace acode::config {

/// What a setting's value must look like.
enum class Kind : std::uint8_t {
  kBool,
  kInteger,
  kText,
  kChoice,
  kUrl,
  kListen,    ///< a port, perhaps behind an address
  kTemplate,  ///< of the retry prompt: text whose words in braces are known
  kJson,      ///< anything: handed on to the provider as it is
  kDatabase,  ///< the address of a PostgreSQL database; its password is shown to nobody
};

/// Whom a setting belongs to.
enum class Section : std::uint8_t {
  kProvider,  ///< to each provider: `model.providers.NAME.` stands before its key
  kGeneral,   ///< to all
};

struct Setting {
  std::string_view key;  ///< of a provider's, behind its name; ending in `*` for any name at that place
  Section section;
  Kind kind;
  std::string_view fallback;  ///< the value if nobody sets it
  std::string_view group;     ///< the block of `config show`
  std::string_view help;
  std::int64_t least = 0;  ///< of an integer
  std::int64_t most = 0;
  std::string_view choices{};  ///< with spaces between them
};

/// All of them, in the order in which they are shown.
std::span<const Setting> settings();

/// Where a server listens.
struct ListenPlace {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;
};

/// "8080", "0.0.0.0:8080", "[::1]:8080"; nothing if it is none of these.
std::optional<ListenPlace> read_listen(std::string_view text);

/// The key of a setting of a provider as it stands in the file: "model.providers.ollama.tool_call.max_retries".
std::string provider_key(std::string_view provider, std::string_view key);

/// A key taken apart: the setting, and the provider it is for, if it is one of a provider.
struct KeyMeaning {
  const Setting* setting;
  std::string provider;
};

/// What a full key means; nothing if there is no such setting.
std::optional<KeyMeaning> meaning_of(std::string_view key);

/// For people who type: also `max_retries`, `tool_call.max_retries` and `base_url`, meant for `provider`. The full key;
/// nothing if it means no setting, or several.
std::optional<std::string> full_key(std::string_view typed, std::string_view provider);

/// The setting whose name comes nearest to a wrong one, as a full key if it was one.
std::optional<std::string> nearest_key(std::string_view key);

/// What is wrong with a value; nothing if it is fine.
struct ValueProblem {
  bool wrong_type;      ///< else it is the right type, but not allowed
  std::string message;  ///< `"many" is not a whole number`
  std::string allowed;  ///< `a whole number from 1 to 10`
};
std::optional<ValueProblem> check_value(const Setting& setting, std::string_view value);

/// A value as it may be shown: without the password of a database.
std::string shown_value(const Setting& setting, std::string_view value);

/// All values that there are; none where they cannot be counted out: numbers and texts.
std::vector<std::string_view> choices_of(const Setting& setting);

/// What a value may be, in words: "true or false", "a whole number from 1 to 10", "off, safe or aggressive".
std::string allowed_values(const Setting& setting);

}  // namespace acode::config
