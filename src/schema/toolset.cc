// Tools: compiled from their definitions, found by their names.
#include "acode/schema/toolset.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "base/eight_bytes.h"
#include "base/nearest.h"
#include "schema/ascii.h"
#include "schema/explain.h"
#include "schema/node_types.h"
#include "schema/program.h"
#include "schema/tool_lint.h"
#include "schema/tool_loader.h"
#include "schema/version.h"

namespace acode::schema {
namespace {

// What tells most names apart: their size and their first bytes.
struct NameKey {
  explicit NameKey(std::string_view name) : size(name.size()), head(base::first_eight_bytes(name)) {}
  std::size_t size;
  std::uint64_t head;

  friend bool operator==(const NameKey&, const NameKey&) = default;
};

}  // namespace

// A few tools are found by looking through their keys, which lie side by side; many by a table.
struct Toolset::Contents {
  explicit Contents(std::vector<Tool> all) : tools(std::move(all)) {
    constexpr std::size_t kFew = 16;
    for (std::size_t i = 0; i < tools.size(); ++i) {
      if (tools.size() <= kFew) {
        keys.emplace_back(tools[i].name);
      } else {
        by_name.emplace(tools[i].name, i);
      }
    }
  }

  [[nodiscard]] const Tool* find(std::string_view name) const {
    if (!by_name.empty()) {
      const auto found = by_name.find(name);
      return found == by_name.end() ? nullptr : &tools[found->second];
    }
    const NameKey key(name);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (keys[i] == key && tools[i].name == name) return &tools[i];
    }
    return nullptr;
  }

  std::vector<Tool> tools;
  std::vector<NameKey> keys;                                  // of a few
  std::unordered_map<std::string_view, std::size_t> by_name;  // of many; the names are those of the tools
};

namespace {

using detail::quoted;

using detail::FoundParameters;
using detail::FoundTool;
using json::Value;
using Severity = ToolProblem::Severity;

constexpr std::string_view kNoParameters = R"({"type":"object","properties":{}})";
constexpr std::size_t kMostListed = 20;

// The place of an error of the compiler, which knows nothing of what stands around the schema. Those in other documents
// are told by their URI.
std::string place_in(const std::string& where, const std::string& path) {
  if (path.empty() || path == "the root") return where;
  return path[0] == '/' ? where + path : path;
}

std::string without_code(const Error& error) { return to_string(error).substr(code_name(error.code).size() + 2); }

// What providers accept as the name of a function.
bool is_common_name(std::string_view name) {
  constexpr std::size_t kLongest = 64;
  return name.size() <= kLongest && std::all_of(name.begin(), name.end(), [](char c) {
           return detail::is_letter(c) || detail::is_digit(c) || c == '_' || c == '-';
         });
}

// Compiles the schemas of one tool, and collects what there is to say about it.
class ToolMaker {
 public:
  ToolMaker(const FoundTool& found, const ToolOptions& options, std::vector<ToolProblem>& problems)
      : found_(found), options_(options), problems_(problems) {}

  std::optional<Tool> make() {
    std::optional<Schema> parameters = compile(found_.parameters, Severity::kError, {});
    if (!parameters) return std::nullopt;
    Tool tool{found_.name, found_.description, found_.version, std::move(*parameters), {}};
    if (options_.lint) {
      check_words();
      check_schema(tool.parameters);
    }
    if (!tool.version.empty() && !detail::parse_version(tool.version)) {
      warn(found_.where, "the version " + quoted(tool.version) + " is not of the form 1.2.3");
    }
    add_earlier(tool);
    return tool;
  }

 private:
  void add(Severity severity, ErrorCode code, std::string where, std::string message) {
    problems_.push_back({severity, found_.label, code, std::move(where), std::move(message)});
  }
  void warn(std::string where, std::string message) {
    add(Severity::kWarning, ErrorCode::kBadSchema, std::move(where), std::move(message));
  }

  // `prefix` is what to say before the reason. An error in an earlier version is a warning: the tool can be used.
  std::optional<Schema> compile(const FoundParameters& parameters, Severity severity, const std::string& prefix) {
    std::optional<std::string> text = schema_text(parameters, severity, prefix);
    if (!text) return std::nullopt;
    CompileOptions options;
    options.strict = options_.strict;
    options.formats = options_.formats;
    options.forgiving = true;
    options.documents = options_.documents;
    Result<Schema> schema = Schema::compile(*text, options);
    if (!schema) {
      const Error& error = schema.error();
      add(severity, error.code, place_in(parameters.where, error.path), prefix + error.message);
      return std::nullopt;
    }
    const detail::Program& program = schema->program();
    if ((detail::possible_types(program)[program.root] & detail::type_bit::kObject) == 0) {
      const auto type = schema->source().find("type");
      add(severity, ErrorCode::kBadSchema, type ? detail::pointer_step(parameters.where, "type") : parameters.where,
          prefix + "the arguments of a tool are an object, and this schema accepts none" +
              (type ? ": its type is " + json::write(*type) : ""));
      return std::nullopt;
    }
    return std::move(*schema);
  }

  // The text of the schema, with `"type": "object"` where that goes without saying.
  std::optional<std::string> schema_text(const FoundParameters& parameters, Severity severity,
                                         const std::string& prefix) {
    if (!parameters.schema || (parameters.schema->is_object() && parameters.schema->size() == 0)) {
      return std::string(kNoParameters);
    }
    const Value schema = *parameters.schema;
    if (!schema.is_object()) {
      add(severity, ErrorCode::kBadSchema, parameters.where,
          prefix + "the parameters of a tool are told by an object, not by " +
              std::string(json::kind_name(schema.kind())));
      return std::nullopt;
    }
    std::string text = json::write(schema);
    for (const std::string_view keyword :
         {"type", "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "const", "enum"}) {
      if (schema.find(keyword)) return text;
    }
    warn(parameters.where, prefix + (schema.find("properties") || !looks_like_properties(schema)
                                         ? "the schema of the parameters has no type; read as \"type\": \"object\""
                                         : "this looks like the properties themselves: they belong into {\"type\": "
                                           "\"object\", \"properties\": …}; as it stands every object fits"));
    text.insert(1, R"("type":"object",)");
    return text;
  }

  // Schemas, by names that are no keywords.
  static bool looks_like_properties(Value schema) {
    bool all = true;
    for (const json::Member member : schema.members())
      all = all && member.value.is_object() && member.value.find("type");
    return all;
  }

  void check_words() {
    if (!is_common_name(found_.name)) {
      warn(found_.where, "the name " + quoted(found_.name) +
                             " is refused by some providers: up to 64 letters, digits, _ and - are safe");
    }
    if (found_.description.find_first_not_of(" \t\r\n") == std::string::npos)
      warn(found_.where, "the tool has no description");
  }

  void check_schema(const Schema& schema) {
    const std::string& where = found_.parameters.where;
    for (const Warning& warning : schema.warnings()) warn(where + warning.where.text(), warning.message);
    for (const detail::LintFinding& finding : detail::lint_schema(schema)) warn(where + finding.where, finding.message);
    check_descriptions(schema);
  }

  void check_descriptions(const Schema& schema) {
    const auto properties = schema.source().find("properties");
    if (!properties) return;
    std::string names;
    std::size_t count = 0;
    for (const json::Member member : properties->members()) {
      const bool told = member.value.find("description") || member.value.find("$ref") || member.value.find("allOf");
      if (told || ++count > kMostListed) continue;
      names += (names.empty() ? "" : ", ") + std::string(member.name);
    }
    if (count == 0) return;
    if (count > kMostListed) names += ", … (" + std::to_string(count) + " in all)";
    warn(detail::pointer_step(found_.parameters.where, "properties"), "without a description: " + names);
  }

  void add_earlier(Tool& tool) {
    for (const FoundTool::Earlier& earlier : found_.earlier) {
      const std::string prefix = "the earlier version " + quoted(earlier.version) + " is left out: ";
      if (!detail::parse_version(earlier.version)) {
        warn(earlier.parameters.where, prefix + "that is not of the form 1.2.3");
        continue;
      }
      std::optional<Schema> schema = compile(earlier.parameters, Severity::kWarning, prefix);
      if (schema) tool.earlier.push_back({earlier.version, std::move(*schema)});
    }
    std::stable_sort(tool.earlier.begin(), tool.earlier.end(),
                     [](const EarlierParameters& a, const EarlierParameters& b) {
                       return *detail::parse_version(b.version) < *detail::parse_version(a.version);
                     });
  }

  const FoundTool& found_;
  const ToolOptions& options_;
  std::vector<ToolProblem>& problems_;
};

// A schema that is given as text. Nothing if it is not JSON.
std::optional<json::Document> parse_parameters(const std::string& text, const FoundTool& tool, const std::string& where,
                                               std::vector<ToolProblem>& problems, Severity severity) {
  Result<json::Document> parsed = json::parse(text, CompileOptions{}.limits);
  if (parsed) return std::move(*parsed);
  problems.push_back(
      {severity, tool.label, parsed.error().code, where, "the schema is not JSON: " + without_code(parsed.error())});
  return std::nullopt;
}

}  // namespace

Toolset::Toolset() {
  static const std::shared_ptr<const Contents> kNothing = std::make_shared<const Contents>(std::vector<Tool>());
  contents_ = kNothing;
}

std::size_t Toolset::size() const { return contents_->tools.size(); }

std::span<const Tool> Toolset::tools() const { return contents_->tools; }

std::vector<const void*> Toolset::places() const {
  constexpr std::size_t kFirst = 2;
  std::vector<const void*> places = {contents_.get(), &contents_->keys, contents_->keys.data()};
  for (const Tool& tool : tools().first(std::min(tools().size(), kFirst))) {
    places.insert(places.end(), {&tool.name, &tool.parameters, tool.name.data()});
    const std::vector<const void*> more = tool.parameters.places();
    places.insert(places.end(), more.begin(), more.end());
  }
  return places;
}

const Tool* Toolset::find(std::string_view name) const { return contents_->find(name); }

const Tool* Toolset::find(std::string_view name, std::string_view version) const {
  const Tool* const tool = find(name);
  return tool != nullptr && version_serves(tool->version, version) ? tool : nullptr;
}

std::optional<std::string_view> Toolset::nearest(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const Tool& tool : tools()) names.emplace_back(tool.name);
  const std::string_view found = base::nearest(name, names);
  return found.empty() ? std::nullopt : std::optional(found);
}

std::string Toolset::unknown_tool_message(std::string_view name) const {
  constexpr std::size_t kMostName = 100;
  std::string message = "there is no tool " + quoted(name.substr(0, kMostName)) + (name.size() > kMostName ? "…" : "");
  if (empty()) return message + "; no tools are known";
  const std::optional<std::string_view> near = nearest(name);
  message += near ? "; did you mean " + quoted(*near) + "?" : ".";
  message += " The tools there are: ";
  for (std::size_t i = 0; i < size() && i < kMostListed; ++i) message += (i == 0 ? "" : ", ") + tools()[i].name;
  if (size() > kMostListed) message += ", … (" + std::to_string(size()) + " in all)";
  return message;
}

bool LoadedTools::has_errors() const {
  return std::any_of(problems.begin(), problems.end(),
                     [](const ToolProblem& problem) { return problem.severity == Severity::kError; });
}

void ToolsetBuilder::take(const FoundTool& found) {
  const auto fail = [&](ErrorCode code, std::string message) {
    problems_.push_back({Severity::kError, found.label, code, found.where, std::move(message)});
  };
  if (found.name.empty()) return fail(ErrorCode::kNameMissing, "the tool has no name");
  if (names_.contains(found.name))
    return fail(ErrorCode::kBadSchema, "there is another tool with this name; the first one counts");
  std::optional<Tool> tool = ToolMaker(found, options_, problems_).make();
  if (!tool) return;
  names_.insert(found.name);
  tools_.push_back(std::move(*tool));
}

ToolsetBuilder& ToolsetBuilder::add(const ToolDefinition& definition) {
  FoundTool found;
  found.name = definition.name;
  found.label = definition.name.empty() ? "#" + std::to_string(added_ + 1) : definition.name;
  found.description = definition.description;
  found.version = definition.version;
  found.where = detail::pointer_step("", added_++);
  found.parameters.where = detail::pointer_step(found.where, "parameters");

  std::vector<json::Document> documents;  // what the values found look into
  documents.reserve(definition.earlier.size() + 1);
  const auto parse = [&](const std::string& text, FoundParameters& parameters, Severity severity) {
    if (text.empty()) return true;
    auto document = parse_parameters(text, found, parameters.where, problems_, severity);
    if (!document) return false;
    documents.push_back(std::move(*document));
    if (!documents.back().root().is_null()) parameters.schema = documents.back().root();
    return true;
  };
  if (!parse(definition.parameters, found.parameters, Severity::kError)) return *this;
  for (std::size_t i = 0; i < definition.earlier.size(); ++i) {
    FoundTool::Earlier earlier{definition.earlier[i].version, {}};
    earlier.parameters.where = detail::pointer_step(detail::pointer_step(found.where, "earlier"), i) + "/parameters";
    if (parse(definition.earlier[i].parameters, earlier.parameters, Severity::kWarning)) {
      found.earlier.push_back(std::move(earlier));
    }
  }
  take(found);
  return *this;
}

LoadedTools ToolsetBuilder::build() {
  LoadedTools loaded;
  loaded.tools.contents_ = std::make_shared<const Toolset::Contents>(std::exchange(tools_, {}));
  loaded.problems = std::exchange(problems_, {});
  names_.clear();
  added_ = 0;
  return loaded;
}

LoadedTools load_tools(Value definitions, const ToolOptions& options) {
  detail::FoundTools found = detail::find_tools(definitions);
  ToolsetBuilder builder(options);
  builder.problems_ = std::move(found.problems);
  for (const FoundTool& tool : found.tools) builder.take(tool);
  return builder.build();
}

LoadedTools load_tools(std::string_view text, const ToolOptions& options) {
  const Result<json::Document> parsed = json::parse(text, CompileOptions{}.limits);
  if (parsed) return load_tools(parsed->root(), options);
  LoadedTools loaded;
  loaded.problems.push_back(
      {Severity::kError, "", parsed.error().code, "", "the definitions are not JSON: " + without_code(parsed.error())});
  return loaded;
}

bool version_serves(std::string_view have, std::string_view asked) {
  if (asked.empty()) return true;
  const auto has = detail::parse_version(have);
  const auto wants = detail::parse_version(asked);
  return has && wants && has->major == wants->major;
}

}  // namespace acode::schema
