// Made-up tools, and arguments for them.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace acode::training {

/// The type of a parameter, which is also what a value for it looks like.
enum class Type { kText, kWord, kInteger, kNumber, kBoolean, kTexts, kIntegers };

struct Parameter {
  std::string_view name;
  Type type;
  bool required;
};

struct Tool {
  std::string name;
  std::string_view description;
  std::vector<Parameter> parameters;
};

/// A value for a parameter: of a text its characters, of texts all of theirs, else the digits or `true`, one or more.
struct Argument {
  const Parameter* parameter;
  std::vector<std::string> values;
};

struct Call {
  const Tool* tool;
  std::vector<Argument> arguments;
};

/// A number from 0 on, less than the limit.
std::size_t below(std::mt19937& random, std::size_t limit);

/// Some tools, no two of one name.
std::vector<Tool> some_tools(std::mt19937& random);

/// The definitions of tools, as a JSON array.
std::string definitions_of(const std::vector<Tool>& tools);

/// A call of one of them: what is required, and some of what is not.
Call some_call(const std::vector<Tool>& tools, std::mt19937& random);

}  // namespace acode::training
