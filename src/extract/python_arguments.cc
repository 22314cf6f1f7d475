// Which argument is meant by what: by name, by place, or all of them in one dict.
#include "extract/python_arguments.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "acode/json/writer.h"

namespace acode::extract::detail {
namespace {

// What a tool's schema says of its parameters.
class Parameters {
 public:
  explicit Parameters(const schema::Tool* tool) {
    const auto properties = tool == nullptr ? std::nullopt : tool->parameters.source().find("properties");
    if (!properties || !properties->is_object()) return;
    members_.reserve(properties->size());
    for (const json::Member& member : properties->members()) members_.push_back(member);
    if (members_.size() <= kFew) return;
    for (const json::Member& member : members_) by_name_.emplace(member.name, member.value);
  }

  [[nodiscard]] const std::vector<json::Member>& all() const { return members_; }
  [[nodiscard]] bool has(std::string_view name) const { return find(name).has_value(); }

  /// Whether a parameter can be a string and nothing else.
  [[nodiscard]] bool is_text(std::string_view name) const { return is_type(name, "string"); }
  [[nodiscard]] bool is_object(std::string_view name) const { return is_type(name, "object"); }

 private:
  [[nodiscard]] std::optional<json::Value> find(std::string_view name) const {
    if (members_.size() > kFew) {
      const auto found = by_name_.find(name);
      return found == by_name_.end() ? std::nullopt : std::optional(found->second);
    }
    for (const json::Member& member : members_) {
      if (member.name == name) return member.value;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool is_type(std::string_view name, std::string_view wanted) const {
    const std::optional<json::Value> parameter = find(name);
    const auto type = parameter ? parameter->find("type") : std::nullopt;
    return type && type->as_string() == wanted;
  }

  static constexpr std::size_t kFew = 16;  // are looked through faster than a table of them is made
  std::vector<json::Member> members_;
  std::unordered_map<std::string_view, json::Value> by_name_;  // if there are more
};

// By how much arguments are longer as JSON, mostly at most: names stand in quotes there.
constexpr std::size_t kUsualMore = 32;

class ArgumentReader {
 public:
  ArgumentReader(PythonValues& values, const schema::Tool* tool) : values_(values), parameters_(tool) {}

  PythonArguments run(TokenRange between) {
    collect(between);
    PythonArguments out;
    out.empty = items_.empty();
    out.signature = is_signature();
    if (!items_.empty() && spreads()) items_ = dict_items(items_[0].value);
    name_positional();
    out.json.reserve(values_.written(between).size() + kUsualMore);
    write_all(out.json);
    out.variables = std::move(variables_);
    out.hollow = !out.empty && !items_.empty() && out.json == "{}";
    return out;
  }

 private:
  // Splits the arguments. Text without quotes may have commas: `city=San Francisco, CA, days=3`.
  void collect(TokenRange rest) {
    constexpr std::size_t kUsualItems = 8;
    items_.reserve(kUsualItems);
    bool after_loose = false;
    while (!rest.empty()) {
      const TokenRange range = values_.next_item(rest);
      if (range.empty()) continue;
      PythonItem item = argument(range);
      const bool loose = values_.is_loose_text(item.value);
      untyped_ = untyped_ || loose;
      if (loose && !item.has_key && after_loose) {
        items_.back().value.last = range.last;
      } else {
        after_loose = loose && item.has_key;
        items_.push_back(std::move(item));
      }
    }
  }

  // `12:30` is no argument of the name 12.
  [[nodiscard]] PythonItem argument(TokenRange range) const {
    const char first = values_.written(range)[0];
    if (first < '0' || first > '9') return values_.item(range);
    PythonItem positional;
    positional.value = range;
    return positional;
  }

  [[nodiscard]] bool is_signature() const {
    return !items_.empty() &&
           std::all_of(items_.begin(), items_.end(), [this](const PythonItem& item) { return is_placeholder(item); });
  }

  [[nodiscard]] bool is_placeholder(const PythonItem& item) const {
    constexpr std::array<std::string_view, 14> kTypes = {"str",   "int",    "float",  "bool",    "list",
                                                         "dict",  "Any",    "string", "integer", "boolean",
                                                         "array", "object", "List",   "Dict"};
    const std::string_view value = values_.written(item.value);
    if (value == "..." || value == "…") return true;
    if (item.has_key) {
      const std::string_view word = value.substr(0, value.find_first_of(" =[,"));
      return item.separator == ':' && std::find(kTypes.begin(), kTypes.end(), word) != kTypes.end();
    }
    if (!values_.is_loose_text(item.value) || item.value.size() != 1) return false;
    return parameters_.all().empty() || parameters_.has(value);
  }

  // f({'a': 1}) or f(**{'a': 1}), where the members are the arguments.
  [[nodiscard]] bool spreads() {
    PythonItem& only = items_[0];
    if (items_.size() != 1 || only.has_key) return false;
    const TokenRange behind_stars{only.value.first + 2, only.value.last};
    if (values_.written(only.value).starts_with("**")) {
      only.value = behind_stars;
      return true;
    }
    if (values_.inside(only.value, '{').first == 0) return false;
    const std::vector<PythonItem> members = dict_items(only.value);
    if (are_short(members)) return true;
    if (std::any_of(members.begin(), members.end(), [](const PythonItem& item) { return !item.has_key; })) return false;
    if (parameters_.all().empty() || members.empty()) return true;
    const auto known = [this](const PythonItem& item) { return parameters_.has(item.key); };
    return std::any_of(members.begin(), members.end(), known) || !parameters_.is_object(parameters_.all()[0].name);
  }

  [[nodiscard]] std::vector<PythonItem> dict_items(TokenRange dict) const {
    std::vector<PythonItem> members;
    TokenRange rest = values_.inside(dict, '{');
    while (!rest.empty()) {
      const TokenRange range = values_.next_item(rest);
      if (range.empty()) continue;
      members.push_back(values_.item(range));
      if (is_short(members.back())) members.back().key = values_.written(range);
    }
    return members;
  }

  // f({city, days}), as JavaScript has it: the names are those of the parameters.
  [[nodiscard]] bool is_short(const PythonItem& item) const {
    return !item.has_key && item.value.size() == 1 && parameters_.has(values_.written(item.value));
  }

  static bool are_short(const std::vector<PythonItem>& members) {
    return !members.empty() && std::all_of(members.begin(), members.end(), [](const PythonItem& member) {
      return !member.has_key && !member.key.empty();
    });
  }

  // Gives positional arguments the names that are left, in the order of the schema.
  void name_positional() {
    const auto is_named = [](const PythonItem& item) { return item.has_key || !item.key.empty(); };
    if (std::all_of(items_.begin(), items_.end(), is_named)) return;
    std::unordered_set<std::string> taken;
    for (const PythonItem& item : items_) {
      if (!item.key.empty()) taken.insert(item.key);
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (is_named(items_[i])) continue;
      const std::vector<json::Member>& all = parameters_.all();
      while (next < all.size() && taken.contains(std::string(all[next].name))) ++next;
      if (next < all.size()) {
        items_[i].key = all[next++].name;
      } else {
        items_[i].key = std::to_string(i);
        values_.warn("an argument has no name: " + items_[i].key);
      }
    }
  }

  void write_all(std::string& out) {
    std::unordered_map<std::string_view, std::size_t> last;  // which of several arguments of one name counts
    if (may_repeat_names()) {
      for (std::size_t i = 0; i < items_.size(); ++i) last[items_[i].key] = i;
      if (last.size() < items_.size()) values_.warn("an argument is given more than once: the last one counts");
    }
    out = "{";
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (last.empty() || last[items_[i].key] == i) write_one(out, items_[i]);
    }
    out += '}';
  }

  // False if all names are different, seen from their lengths and last characters; most often they differ in these.
  [[nodiscard]] bool may_repeat_names() const {
    std::uint64_t seen = 0;
    for (const PythonItem& item : items_) {
      const unsigned last = item.key.empty() ? 0 : static_cast<unsigned char>(item.key.back());
      const std::uint64_t bit = std::uint64_t{1} << ((last + item.key.size() * 11U) % 64U);
      if ((seen & bit) != 0) return true;
      seen |= bit;
    }
    return false;
  }

  void write_one(std::string& out, const PythonItem& item) {
    if (item.value.empty()) return values_.warn("an argument has no value: " + item.key);
    if (out.size() > 1) out += ',';
    json::write_string_to(out, item.key);
    out += ':';
    const bool text = parameters_.is_text(item.key);
    if (text && untyped_ && values_.is_number(item.value)) {
      json::write_string_to(out, values_.written(item.value));
    } else {
      values_.write(out, item.value, text);
    }
    if (item.value.size() == 1 && values_.is_loose_text(item.value)) variables_.push_back(item.key);
  }

  PythonValues& values_;
  Parameters parameters_;
  bool untyped_ = false;  // text stands without quotes: then `5` need not be a number either
  std::vector<std::string> variables_;
  std::vector<PythonItem> items_;
};

}  // namespace

PythonArguments read_python_arguments(PythonValues& values, TokenRange between, const schema::Tool* tool) {
  return ArgumentReader(values, tool).run(between);
}

}  // namespace acode::extract::detail
