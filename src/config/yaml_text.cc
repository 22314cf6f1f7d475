// Reading with yaml-cpp, which throws: nothing of that gets out of here.
#include "config/yaml_text.h"

#include <yaml-cpp/yaml.h>

#include <exception>
#include <optional>
#include <set>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"

namespace acode::config {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr std::size_t kMostEntries = 10'000;  // a few aliases can stand for billions
constexpr std::size_t kDeepest = 32;

// What stops the reading.
struct Stop {
  ConfigError error;
};

std::string quoted_json(const std::string& text) {
  std::string out;
  json::write_string_to(out, text);
  return out;
}

// Of a line or a column; yaml-cpp has -1 where it knows none.
std::size_t counted_from_one(int number) { return number < 0 ? 0 : static_cast<std::size_t>(number) + 1; }

bool is_null(const YAML::Node& node) { return node.IsNull() || !node.IsDefined(); }

// A scalar without quotes is what JSON would call it, where JSON knows it; else it is a text.
std::string scalar_json(const YAML::Node& node) {
  const std::string& text = node.Scalar();
  if (node.Tag() != "?") return quoted_json(text);
  const Result<json::Document> read = json::parse(text);
  if (read.ok() && read->root().kind() != json::Kind::kString) return text;
  return quoted_json(text);
}

class Walk {
 public:
  explicit Walk(std::string_view file) : file_(file) {}

  std::vector<YamlEntry> take(const YAML::Node& root) {
    if (is_null(root)) return {};
    if (!root.IsMap()) stop(root, ConfigError::Code::kWrongType, "", "it must be a map of settings at its top");
    members(root, "", 1);
    return std::move(entries_);
  }

 private:
  [[noreturn]] void stop(const YAML::Node& at, ConfigError::Code code, std::string key, std::string message) const {
    const YAML::Mark mark = at.Mark();
    throw Stop{{code, origin(mark), std::move(key), std::move(message), ""}};
  }

  [[nodiscard]] Origin origin(const YAML::Mark& mark) const {
    return {Origin::Kind::kFile, file_, counted_from_one(mark.line), counted_from_one(mark.column)};
  }

  void members(const YAML::Node& map, const std::string& path, std::size_t depth) {
    if (depth > kDeepest) stop(map, ConfigError::Code::kNotYaml, path, "it is nested too deep");
    std::set<std::string> names;
    for (const auto& member : map) {
      if (!member.first.IsScalar())
        stop(member.first, ConfigError::Code::kNotYaml, path, "a name must be a plain word");
      const std::string& name = member.first.Scalar();
      const std::string key = path.empty() ? name : std::string(path).append(".").append(name);
      if (!names.insert(name).second) stop(member.first, ConfigError::Code::kNotYaml, key, "it is set twice");
      entry(member.first, member.second, key, depth);
    }
  }

  void entry(const YAML::Node& name, const YAML::Node& value, const std::string& key, std::size_t depth) {
    if (entries_.size() >= kMostEntries) stop(name, ConfigError::Code::kNotYaml, key, "there are too many settings");
    YamlEntry entry;
    entry.key = key;
    entry.depth = depth;
    entry.key_line = counted_from_one(name.Mark().line);
    entry.key_column = counted_from_one(name.Mark().column);
    entry.line = counted_from_one(value.Mark().line);
    entry.column = counted_from_one(value.Mark().column);
    entry.in_braces = (value.IsMap() || value.IsSequence()) && value.Style() == YAML::EmitterStyle::Flow;
    entry.kind = kind_of(value);
    if (value.IsScalar()) entry.text = value.Scalar();
    entry.json = as_json(value, depth);
    entries_.push_back(std::move(entry));
    if (value.IsMap()) members(value, key, depth + 1);
  }

  static YamlEntry::Kind kind_of(const YAML::Node& value) {
    if (value.IsMap()) return YamlEntry::Kind::kMap;
    if (value.IsSequence()) return YamlEntry::Kind::kList;
    if (is_null(value)) return YamlEntry::Kind::kNull;
    return value.Tag() == "?" ? YamlEntry::Kind::kPlain : YamlEntry::Kind::kQuoted;
  }

  std::string as_json(const YAML::Node& node, std::size_t depth) {
    if (depth > kDeepest || ++seen_ > kMostEntries) stop(node, ConfigError::Code::kNotYaml, "", "it is far too large");
    if (is_null(node)) return "null";
    if (node.IsScalar()) return scalar_json(node);
    std::string out;
    for (const auto& child : node) {
      out += out.empty() ? "" : ",";
      if (node.IsMap()) {
        out += quoted_json(child.first.IsScalar() ? child.first.Scalar() : "") + ":" + as_json(child.second, depth + 1);
      } else {
        out += as_json(child, depth + 1);
      }
    }
    return node.IsMap() ? "{" + out + "}" : "[" + out + "]";
  }

  std::string file_;
  std::vector<YamlEntry> entries_;
  std::size_t seen_ = 0;
};

ConfigError not_yaml(std::string_view file, std::size_t line, std::size_t column, std::string message) {
  return {
      ConfigError::Code::kNotYaml, {Origin::Kind::kFile, std::string(file), line, column}, "", std::move(message), ""};
}

}  // namespace

std::variant<std::vector<YamlEntry>, ConfigError> read_yaml(std::string_view text, std::string_view file) {
  if (text.size() > kMostBytes) return not_yaml(file, 0, 0, "it is larger than a configuration can be");
  try {
    return Walk(file).take(YAML::Load(std::string(text)));
  } catch (const Stop& stop) {
    return stop.error;
  } catch (const YAML::Exception& problem) {
    return not_yaml(file, counted_from_one(problem.mark.line), counted_from_one(problem.mark.column),
                    "it is not YAML: " + problem.msg);
  } catch (const std::exception& problem) {
    return not_yaml(file, 0, 0, std::string("it is not YAML: ") + problem.what());
  }
}

}  // namespace acode::config
