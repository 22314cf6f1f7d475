// Recognising calls by their shape.
#include "extract/call_shapes.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "acode/json/writer.h"
#include "extract/call_keys.h"

namespace acode::extract {
namespace {

using json::Value;

// Wrappers in wrappers and arrays in arrays: deeper than this nobody writes calls.
constexpr int kMostLevels = 6;

// --- small questions ---

// `{"type": "object", "properties": {"a": {…}}}`: what a tool takes, not what it is given.
bool is_schema(Value value, const schema::Tool* tool) {
  const std::optional<Value> properties = value.find("properties");
  if (!properties || !properties->is_object() || has_property(tool, "properties")) return false;
  if (!value.find("type") && !value.find("required")) return false;
  for (const json::Member member : properties->members()) {
    if (!member.value.is_object()) return false;
  }
  return true;
}

// A definition says what the tool does, and calls what it takes `parameters`.
bool is_definition(Value object, std::string_view arguments_key, Value arguments, const schema::Tool* tool) {
  if (is_schema(arguments, tool)) return true;
  return arguments_key == "parameters" && object.find("description") && !has_property(tool, "description");
}

// Whether a tool has a parameter that is called like the arguments as a whole.
bool may_be_parameter(std::string_view arguments_key, const schema::Tool& tool, const Tools& tools) {
  return arguments_key == "arguments" ? tools.may_take_arguments(tool) : has_property(&tool, arguments_key);
}

std::string id_text(Value value) { return value.is_number() ? value.number_text() : std::string(value.as_string()); }

// The id of a call: the most special key that has one.
std::string id_of(Value object, const schema::Tool* tool_with_flat_arguments) {
  std::string found;
  unsigned best = 0;
  for (const json::Member member : object.members()) {
    const Key key = key_of(member.name);
    if (key.role != Role::kId || has_property(tool_with_flat_arguments, member.name)) continue;
    if (key.rank < best || (!found.empty() && key.rank == best)) continue;
    std::string text = id_text(member.value);
    if (text.empty()) continue;
    found = std::move(text);
    best = key.rank;
  }
  return found;
}

// Whether a value can be what is called arguments, for sure: an object, or a string with one in it.
bool are_surely_arguments(Value value) {
  if (value.is_object()) return true;
  const std::string_view text = value.as_string();
  const std::size_t first = text.find_first_not_of(" \t\r\n\"");
  return first != std::string_view::npos && text[first] == '{';
}

void add_member(std::string& object, std::string_view name, Value value) {
  object += object.size() > 1 ? "," : "";
  json::write_string_to(object, name);
  object += ':';
  json::write_to(object, value);
}

// --- the parts of an object that may be a call ---

struct Part {
  std::string_view key;
  Key meaning;
  Value value;
};

// The name of a call, and where its arguments are to be looked for.
struct Named {
  std::string_view key;
  Key meaning;
  std::string_view name;
  const schema::Tool* tool;    // of that name, or null
  std::optional<Value> inner;  // {"function": {"name": …}}: the object that the name is in
};

// The best of the members with this role.
template <class Fits>
std::optional<Part> best_part(Value object, Role role, const Fits& fits) {
  std::optional<Part> best;
  for (const json::Member member : object.members()) {
    const Key key = key_of(member.name);
    if (key.role != role || !fits(member.value)) continue;
    if (best && key.rank < best->meaning.rank) continue;
    best = Part{member.name, key, member.value};  // the last of equals wins (AR-4)
  }
  return best;
}

class Finder {
 public:
  Finder(const std::shared_ptr<const void>& owner, const Tools& tools, Around around, std::vector<TextCall>& calls)
      : owner_(owner),
        tools_(tools),
        trust_(around == Around::kMarker ? Trust::kMarker : Trust::kNone),
        calls_(calls) {}

  bool find(Value value, int level) {
    if (level > kMostLevels) return false;
    if (value.is_array()) return find_in_array(value, level);
    return value.is_object() && find_in_object(value, level);
  }

 private:
  // Why a name that is no tool's may be taken for one.
  enum class Trust : std::uint8_t {
    kNone,
    kNeighbour,  // it has a name and arguments, and stands beside a call
    kMarker,     // a marker says that it is a call
  };

  [[nodiscard]] bool marked() const { return trust_ == Trust::kMarker; }

  // --- making calls ---

  TextCall& add_call(std::string_view name, std::string arguments) {
    TextCall& call = calls_.emplace_back();
    call.name = name;
    call.arguments = std::move(arguments);
    return call;
  }

  // None at all are an empty object (AR-2), a string is what is in it (AR-1).
  TextCall& add_call(std::string_view name, Value arguments) {
    if (!arguments.is_object() || owner_ == nullptr) return add_call(name, text_of(arguments));
    TextCall& call = calls_.emplace_back();
    call.name = name;
    call.value.emplace(arguments, owner_);
    return call;
  }

  static std::string text_of(Value arguments) {
    if (arguments.is_null()) return "{}";
    if (!arguments.is_string()) return json::write(arguments);
    return arguments.as_string().empty() ? "{}" : std::string(arguments.as_string());
  }

  bool known(std::string_view name) const { return tools_.given() && tools_.may_be(name); }

  // Any name that could be one.
  static bool is_plain(std::string_view name) { return Tools(nullptr).may_be(name); }

  // --- arrays ---

  bool find_in_array(Value array, int level) {
    if (array.elements().empty()) return false;
    if (find_pairs(array)) return true;
    const std::size_t before = calls_.size();
    const std::size_t found = find_elements(array, level);
    bool all = found == array.size();
    if (!all && found > 0 && tools_.given() && trust_ == Trust::kNone) {
      // One tool that is known vouches for its neighbours: an unknown one among them is an error to be told (EX-6).
      calls_.resize(before);
      trust_ = Trust::kNeighbour;
      all = find_elements(array, level) == array.size();
      trust_ = Trust::kNone;
    }
    if (!all) calls_.resize(before);
    return all;
  }

  std::size_t find_elements(Value array, int level) {
    constexpr std::size_t kFew = 16;
    if (calls_.empty()) calls_.reserve(std::min(array.size(), kFew));
    std::size_t found = 0;
    for (const Value element : array.elements()) found += find(element, level + 1) ? 1U : 0U;
    return found;
  }

  // ["f", {…}, "g", {…}]: names, each with its arguments behind it.
  bool find_pairs(Value array) {
    if (array.size() % 2 != 0 || (!tools_.given() && !marked())) return false;
    const std::size_t before = calls_.size();
    std::string_view name;
    for (const Value element : array.elements()) {
      const bool fits = name.empty() ? may_call(element.as_string()) : element.is_object();
      if (!fits) {
        calls_.resize(before);
        return false;
      }
      if (!name.empty()) add_call(name, element);
      name = element.as_string();
    }
    return true;
  }

  bool may_call(std::string_view name) const { return known(name) || (marked() && is_plain(name)); }

  // --- objects ---

  // What nearly all calls are needs none of the questions below.
  bool find_plain(Value value) {
    const std::optional<PlainShape> shape = plain_shape_of(value, tools_);
    if (shape) add_call(shape->tool->name, shape->arguments);
    return shape.has_value();
  }

  bool find_in_object(Value object, int level) {
    if (find_plain(object) || find_repeated(object)) return true;
    if (const std::optional<Named> named = name_of(object)) {
      if (find_named(object, *named, level)) return true;
    }
    return find_wrapped(object, level) || find_keyed(object, level);
  }

  // {"name": "f", "arguments": {…}, "name": "g", "arguments": {…}}: several calls between one pair of braces.
  bool find_repeated(Value object) {
    if (object.size() < 4) return false;
    const std::size_t before = calls_.size();
    std::string_view name;
    for (const json::Member member : object.members()) {
      const Role role = key_of(member.name).role;
      if (name.empty() && role == Role::kName && may_call(member.value.as_string())) {
        name = member.value.as_string();
      } else if (!name.empty() && role == Role::kArguments) {
        add_call(name, member.value);
        name = {};
      } else {
        calls_.resize(before);
        return false;
      }
    }
    if (name.empty() && calls_.size() >= before + 2) return true;
    calls_.resize(before);
    return false;
  }

  // The name: that of a tool if there is one, else the one under the key that is most like a call's.
  std::optional<Named> name_of(Value object) const {
    std::optional<Named> best;
    for (const json::Member member : object.members()) {
      const Key key = key_of(member.name);
      if (key.role != Role::kName) continue;
      const std::optional<Named> named = named_by(member, key);
      if (!named || (key.only_known && named->tool == nullptr)) continue;
      if (!best || quality(*named) >= quality(*best)) best = named;
    }
    return best;
  }

  static unsigned quality(const Named& named) { return (named.tool != nullptr ? 100U : 0U) + named.meaning.rank; }

  std::optional<Named> named_by(const json::Member& member, const Key& key) const {
    if (member.value.is_string()) return named_as(member, key, member.value.as_string(), std::nullopt);
    if (!member.value.is_object() || !key.may_hold_object) return std::nullopt;
    const std::optional<Value> name = member.value.find("name");
    if (!name || !name->is_string()) return std::nullopt;
    return named_as(member, key, name->as_string(), member.value);
  }

  Named named_as(const json::Member& member, const Key& key, std::string_view name, std::optional<Value> inner) const {
    return {member.name, key, name, tools_.find(name), inner};
  }

  bool find_named(Value object, const Named& named, int level) {
    const schema::Tool* const tool = named.tool;
    std::optional<Part> arguments;
    const auto any = [](Value) { return true; };
    if (named.inner) arguments = best_part(*named.inner, Role::kArguments, any);
    if (!arguments) arguments = best_part(object, Role::kArguments, any);
    if (arguments && is_definition(named.inner.value_or(object), arguments->key, arguments->value, tool)) return false;
    if (arguments && tool == nullptr && find_parallel(arguments->value, level)) return true;
    if (tool != nullptr) return find_known(object, named, arguments, *tool);
    return find_unknown(object, named, arguments);
  }

  // {"name": "multi_tool_use.parallel", "arguments": {"tool_uses": […]}}: a call whose arguments are the calls.
  bool find_parallel(Value arguments, int level) {
    const std::optional<Value> uses = arguments.find("tool_uses");
    return uses && find(*uses, level + 1);
  }

  // --- a tool that is known ---

  bool find_known(Value object, const Named& named, const std::optional<Part>& arguments, const schema::Tool& tool) {
    const Value home = named.inner.value_or(object);
    if (!arguments || !prefer(*arguments, tool)) {
      if (add_flat(home, named, tool)) {
        if (calls_.back().id.empty() && named.inner) calls_.back().id = id_of(object, nullptr);
        return true;
      }
      if (!arguments) return false;
    }
    TextCall& call = add_call(named.name, arguments->value);
    call.id = id_of(object, nullptr);
    if (arguments->value.is_object() && !named.inner) take_strays(object, *arguments, tool, call);
    return true;
  }

  // Whether these are the arguments even though there is a parameter that is called so: {"tool": "http", "input": "x"}.
  static bool prefer(const Part& arguments, const schema::Tool& tool) {
    if (!has_property(&tool, arguments.key)) return true;
    if (!arguments.value.is_object()) return false;
    for (const json::Member member : arguments.value.members()) {
      if (!has_property(&tool, member.name)) return false;
    }
    return true;
  }

  // {"name": "f", "a": 1}: everything beside the name is a parameter of the tool. Where that is not much to go by,
  // nothing that the tool must have may be missing: {"name": "f"} may be an entry of a list of tools.
  bool add_flat(Value object, const Named& named, const schema::Tool& tool) {
    std::string arguments = "{";
    for (const json::Member member : object.members()) {
      if (is_name_member(member, named)) continue;
      const bool parameter = has_property(&tool, member.name);
      const bool other = !parameter && !is_companion(key_of(member.name));
      if (other && !marked()) return false;
      if (parameter || other) add_member(arguments, member.name, member.value);
    }
    arguments += '}';
    const bool nothing_given = arguments.size() == 2;
    if ((nothing_given || named.meaning.only_known) && !marked() && !has_required(tool, object)) return false;
    add_call(named.name, std::move(arguments)).id = id_of(object, &tool);
    return true;
  }

  static bool is_name_member(const json::Member& member, const Named& named) {
    if (named.inner) return member.name == "name" && member.value.as_string() == named.name;
    return member.name == named.key && member.value.as_string() == named.name;
  }

  // {"name": "f", "arguments": {"a": 1}, "b": 2}: a brace came too early, and a parameter stands outside.
  static void take_strays(Value object, const Part& arguments, const schema::Tool& tool, TextCall& call) {
    if (object.size() <= 2) return;
    const std::optional<Value> properties = tool.parameters.source().find("properties");
    if (!properties) return;
    std::string text;
    for (const json::Member property : properties->members()) {
      const Role role = key_of(property.name).role;
      if (role == Role::kName || role == Role::kArguments || role == Role::kId) continue;
      const std::optional<Value> stray = object.find(property.name);
      if (!stray || arguments.value.find(property.name)) continue;
      if (text.empty()) {
        text = json::write(arguments.value);
        text.pop_back();
      }
      add_member(text, property.name, *stray);
      call.warnings.push_back("\"" + std::string(property.name) +
                              "\" stood beside the arguments and was taken for one");
    }
    if (text.empty()) return;
    call.value.reset();
    call.arguments = text + '}';
  }

  // --- a tool that is not known ---

  bool find_unknown(Value object, const Named& named, const std::optional<Part>& arguments) {
    if (!is_plain(named.name) || (tools_.given() && trust_ == Trust::kNone)) return false;
    if (!arguments && !(marked() && only_companions(object, named))) return false;
    if (arguments && !marked() && !is_unmistakable(object, named, *arguments)) return false;
    TextCall& call = arguments ? add_call(named.name, arguments->value) : add_call(named.name, "{}");
    call.id = id_of(object, nullptr);
    return true;
  }

  // Without tools: nothing but a name that is called a tool's and arguments that are called so.
  static bool is_unmistakable(Value object, const Named& named, const Part& arguments) {
    const bool declared = says_call(object);
    if (arguments.meaning.weak && named.meaning.weak && !declared && !named.inner) return false;
    if (named.meaning.needs_own_arguments && arguments.meaning.rank < kOwnArgumentsRank) return false;
    const bool nothing = arguments.value.is_null() && !arguments.meaning.weak;
    return (nothing || are_surely_arguments(arguments.value)) && only_companions(object, named);
  }

  // "type": "tool_use", "function", "function_call", "tool_call".
  static bool says_call(Value object) {
    const std::optional<Value> type = object.find("type");
    return type && is_call_type(type->as_string());
  }

  static bool only_companions(Value object, const Named& named) {
    for (const json::Member member : object.members()) {
      const Key key = key_of(member.name);
      if (member.name != named.key && key.role != Role::kArguments && !is_companion(key)) return false;
    }
    return true;
  }

  // --- wrappers ---

  // {"tool_calls": […]}. A wrapper that only calls have is as good as a marker where no tools are known.
  bool find_wrapped(Value object, int level) {
    const auto container = [](Value value) { return value.is_object() || value.is_array(); };
    const std::optional<Part> wrapper = best_part(object, Role::kWrapper, container);
    if (!wrapper || !only_beside(object, *wrapper)) return false;
    const Trust trust = trust_;
    if (!tools_.given() && !wrapper->meaning.weak) trust_ = Trust::kMarker;
    const bool found = find(wrapper->value, level + 1);
    trust_ = trust;
    if (found && wrapper->value.is_object() && calls_.back().id.empty()) calls_.back().id = id_of(object, nullptr);
    return found;
  }

  static bool only_beside(Value object, const Part& wrapper) {
    if (!wrapper.meaning.weak) return true;
    for (const json::Member member : object.members()) {
      if (member.name != wrapper.key && !is_companion(key_of(member.name))) return false;
    }
    return true;
  }

  // --- names as keys ---

  // {"f": {…}, "g": {…}}; {"f": [{…}, {…}]} are several calls of one tool.
  bool find_keyed(Value object, int level) {
    const std::size_t before = calls_.size();
    for (const json::Member member : object.members()) {
      if (add_keyed(member, object.size() == 1 && level <= 2)) continue;
      calls_.resize(before);
      return false;
    }
    return calls_.size() > before;
  }

  bool add_keyed(const json::Member& member, bool alone) {
    const bool may = known(member.name) || (marked() && alone && is_plain(member.name));
    if (!may || is_definition_of(member)) return false;
    if (member.value.is_object() ? may_be_arguments(member.value, tools_.find(member.name))
                                 : member.value.is_null() && marked()) {
      add_call(member.name, member.value);
      return true;
    }
    if (!known(member.name) || member.value.elements().empty()) return false;
    for (const Value element : member.value.elements()) {
      if (!element.is_object() || !may_be_arguments(element, tools_.find(member.name))) return false;
      add_call(member.name, element);
    }
    return true;
  }

  // What stands under the name of a tool may as well be its result: some of it must be a parameter.
  bool may_be_arguments(Value object, const schema::Tool* tool) const {
    if (marked() || object.members().empty()) return true;
    for (const json::Member member : object.members()) {
      if (has_property(tool, member.name)) return true;
    }
    return false;
  }

  // {"f": {"description": …, "parameters": …}}, {"f": {"type": "object", "properties": …}}: a map of tools.
  bool is_definition_of(const json::Member& member) const {
    const schema::Tool* const tool = tools_.find(member.name);
    if (is_schema(member.value, tool)) return true;
    const std::optional<Value> parameters = member.value.find("parameters");
    return parameters && is_schema(*parameters, nullptr) && !has_property(tool, "parameters");
  }

  const std::shared_ptr<const void>& owner_;
  const Tools& tools_;
  Trust trust_;
  std::vector<TextCall>& calls_;
};

// Nearly all write these, and then nothing need be looked up.
bool has_usual_keys(std::string_view name, std::string_view arguments) {
  return name == "name" && (arguments == "arguments" || arguments == "parameters");
}

}  // namespace

std::optional<PlainShape> plain_shape_of(Value value, const Tools& tools) {
  if (!value.is_object() || value.size() != 2) return std::nullopt;
  auto member = value.members().begin();
  json::Member name = *member;
  json::Member arguments = *++member;
  if (name.value.is_object()) std::swap(name, arguments);
  if (!name.value.is_string() || !arguments.value.is_object()) return std::nullopt;
  if (!has_usual_keys(name.name, arguments.name) &&
      (key_of(name.name).role != Role::kName || key_of(arguments.name).role != Role::kArguments)) {
    return std::nullopt;
  }
  const schema::Tool* const tool = tools.exactly(name.value.as_string());
  if (tool == nullptr || may_be_parameter(arguments.name, *tool, tools) || is_schema(arguments.value, tool)) {
    return std::nullopt;
  }
  return PlainShape{tool, arguments.value};
}

std::optional<PartialTextCall> partial_call_in(json::Value value) {
  for (int level = 0; value.is_array() && level < kMostLevels; ++level) {
    std::optional<Value> last;
    for (const Value element : value.elements()) last = element;
    if (!last) return std::nullopt;
    value = *last;
  }
  std::string_view name;
  std::optional<Value> arguments;
  for (const json::Member member : value.members()) {
    const Role role = key_of(member.name).role;
    if (role == Role::kName && member.value.is_string()) name = member.value.as_string();
    if (role == Role::kArguments && member.value.is_object()) arguments = member.value;
  }
  if (name.empty() || !arguments) return std::nullopt;
  return PartialTextCall{name, *arguments};
}

bool calls_in(json::Value value, const std::shared_ptr<const void>& owner, const Tools& tools,
              std::vector<TextCall>& calls, Around around) {
  const std::size_t before = calls.size();
  Finder finder(owner, tools, around, calls);
  if (finder.find(value, 0)) return true;
  calls.resize(before);
  return false;
}

}  // namespace acode::extract
