// Keywords about single values: types, enumerations, numbers, strings.
#include <algorithm>
#include <array>
#include <cctype>

#include "json/number.h"
#include "schema/compiler.h"

namespace acode::schema::detail {
namespace {

using json::Value;

constexpr std::size_t kMostPatterns = 10'000;  // each may need a program of its own

struct TypeName {
  std::string_view name;
  std::uint8_t bits;
};

constexpr std::array kTypes = {
    TypeName{"null", type_bit::kNull},       TypeName{"boolean", type_bit::kBoolean},
    TypeName{"integer", type_bit::kInteger}, TypeName{"number", type_bit::kNumber},
    TypeName{"string", type_bit::kString},   TypeName{"array", type_bit::kArray},
    TypeName{"object", type_bit::kObject},
};

// What tool definitions say that were written for, or by, other languages.
constexpr std::array kForeignTypes = {
    TypeName{"none", type_bit::kNull},      TypeName{"nil", type_bit::kNull},
    TypeName{"bool", type_bit::kBoolean},   TypeName{"int", type_bit::kInteger},
    TypeName{"int32", type_bit::kInteger},  TypeName{"int64", type_bit::kInteger},
    TypeName{"long", type_bit::kInteger},   TypeName{"float", type_bit::kNumber},
    TypeName{"double", type_bit::kNumber},  TypeName{"decimal", type_bit::kNumber},
    TypeName{"str", type_bit::kString},     TypeName{"text", type_bit::kString},
    TypeName{"char", type_bit::kString},    TypeName{"list", type_bit::kArray},
    TypeName{"tuple", type_bit::kArray},    TypeName{"set", type_bit::kArray},
    TypeName{"dict", type_bit::kObject},    TypeName{"map", type_bit::kObject},
    TypeName{"hashmap", type_bit::kObject}, TypeName{"any", type_bit::kAll},
    TypeName{"mixed", type_bit::kAll},
};

template <std::size_t kSize>
const TypeName* find_type(const std::array<TypeName, kSize>& types, std::string_view name) {
  const auto* const found =
      std::find_if(types.begin(), types.end(), [name](const TypeName& type) { return type.name == name; });
  return found == types.end() ? nullptr : &*found;
}

// Another spelling of a type: upper case, or a name from another language, its parameters left out (`List[str]`).
const TypeName* find_foreign_type(std::string_view name) {
  std::string plain(name.substr(0, name.find_first_of("[<(")));
  std::transform(plain.begin(), plain.end(), plain.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const TypeName* const proper = find_type(kTypes, plain);
  return proper != nullptr ? proper : find_type(kForeignTypes, plain);
}

}  // namespace

std::uint8_t Compiler::type_bits(Here& here, Value name) {
  const std::string_view text = name.as_string();
  if (name.is_string()) {
    if (const TypeName* const type = find_type(kTypes, text)) return type->bits;
    const TypeName* const foreign = options_.forgiving ? find_foreign_type(text) : nullptr;
    if (foreign != nullptr) {
      const TypeName* const proper = find_type(kTypes, foreign->name);
      const auto* const same = std::find_if(kTypes.begin(), kTypes.end(),
                                            [foreign](const TypeName& type) { return type.bits == foreign->bits; });
      const std::string read = foreign->bits == type_bit::kAll ? "any value" : "\"" + std::string(same->name) + "\"";
      warn(here, "\"" + std::string(text) + "\" is no type of JSON Schema" +
                     (proper != nullptr ? " as it is written" : "") + "; read as " + read);
      return foreign->bits;
    }
    fail(here, "\"" + std::string(text) +
                   "\" is no type: those there are: null, boolean, integer, number, string, array, object");
    return 0;
  }
  fail(here, "\"type\" must be a string or an array of strings");
  return 0;
}

void Compiler::type(Here& here) {
  if (!here.keyword.is_array()) {
    here.node.types &= type_bits(here, here.keyword);
    return;
  }
  std::uint8_t bits = 0;
  for (const Value name : here.keyword.elements()) bits |= type_bits(here, name);
  if (bits == 0 && !error_) fail(here, "\"type\" names no type");
  here.node.types &= bits;
}

// Not of JSON Schema, but of OpenAPI 3.0, and common in tools.
void Compiler::nullable(Here& here) {
  if (!options_.forgiving || !here.keyword.as_bool()) return;
  warn(here, "\"nullable\" is not of JSON Schema; read as \"or null\"");
  here.nullable = true;
}

std::uint32_t Compiler::add_values(std::vector<Value> values, bool is_const) {
  ValueSet set;
  set.is_const = is_const;
  set.values = std::move(values);
  for (std::uint32_t i = 0; i < set.values.size(); ++i) {
    const Value value = set.values[i];
    if (value.is_string()) {
      set.strings.push_back(value.as_string());
    } else {
      set.hashes.emplace_back(hash_value(value), i);
    }
  }
  std::sort(set.strings.begin(), set.strings.end());
  std::sort(set.hashes.begin(), set.hashes.end());
  program_->values.push_back(std::move(set));
  return static_cast<std::uint32_t>(program_->values.size() - 1);
}

void Compiler::enumeration(Here& here) {
  if (!here.keyword.is_array()) return fail(here, "\"enum\" must be an array");
  std::vector<Value> values;
  for (const Value value : here.keyword.elements()) values.push_back(value);
  here.node.values = add_values(std::move(values), false);
}

void Compiler::constant(Here& here) { here.node.constant = add_values({here.keyword}, true); }

NumberRule& Compiler::number(Here& here) {
  if (here.node.number == kNone) {
    here.node.number = static_cast<std::uint32_t>(program_->numbers.size());
    program_->numbers.emplace_back();
  }
  return program_->numbers[here.node.number];
}

StringRule& Compiler::string(Here& here) {
  if (here.node.string == kNone) {
    here.node.string = static_cast<std::uint32_t>(program_->strings.size());
    program_->strings.emplace_back();
  }
  return program_->strings[here.node.string];
}

std::optional<Bound> Compiler::bound(Here& here) {
  if (here.keyword.is_number()) return Bound(here.keyword);
  fail(here, "a bound must be a number, not " + std::string(json::kind_name(here.keyword.kind())));
  return std::nullopt;
}

void Compiler::minimum(Here& here) { number(here).minimum = bound(here); }
void Compiler::maximum(Here& here) { number(here).maximum = bound(here); }
void Compiler::exclusive_minimum(Here& here) { number(here).exclusive_minimum = bound(here); }
void Compiler::exclusive_maximum(Here& here) { number(here).exclusive_maximum = bound(here); }

void Compiler::multiple_of(Here& here) {
  if (!here.keyword.is_number()) return fail(here, "\"multipleOf\" must be a number");
  const json::detail::Decimal decimal(here.keyword.number_text());
  if (decimal.negative() || decimal.digits().empty()) return fail(here, "\"multipleOf\" must be more than 0");
  if (!Divisor::usable(here.keyword)) return fail(here, "\"multipleOf\" has too many digits");
  number(here).multiple_of.emplace(here.keyword);
}

std::uint64_t Compiler::count(Here& here) {
  if (here.keyword.is_number()) {
    if (const auto number = non_negative_integer(here.keyword)) return *number;
  }
  fail(here, "this must be an integer, 0 or more");
  return 0;
}

void Compiler::min_length(Here& here) { string(here).min_length = count(here); }
void Compiler::max_length(Here& here) { string(here).max_length = count(here); }

std::uint32_t Compiler::pattern_for(Here& here, std::string_view text) {
  const auto known = patterns_.find(text);
  if (known != patterns_.end()) return known->second;
  if (patterns_.size() >= kMostPatterns) {
    fail(schema_error(ErrorCode::kSchemaTooLarge, "more than " + std::to_string(kMostPatterns) + " patterns",
                      path_of(here.where, here.keyword)));
    return kNone;
  }
  Result<Regex> regex = Regex::compile(text);
  if (!regex) {
    fail(here, "the pattern \"" + std::string(text) + "\" is no regular expression: " + regex.error().message);
    return kNone;
  }
  const auto id = static_cast<std::uint32_t>(program_->patterns.size());
  program_->patterns.push_back({std::move(*regex), text});
  patterns_.emplace(text, id);
  return id;
}

void Compiler::pattern(Here& here) {
  if (!here.keyword.is_string()) return fail(here, "\"pattern\" must be a string");
  string(here).pattern = pattern_for(here, here.keyword.as_string());
}

void Compiler::format(Here& here) {
  if (!here.keyword.is_string()) return fail(here, "\"format\" must be a string");
  if (!options_.formats && !here.dialect.format_assertion) return;
  if (const auto format = format_from_name(here.keyword.as_string())) string(here).format = format;
}

}  // namespace acode::schema::detail
