// The texts that are read in the benchmarks. All are made here, from fixed seeds: the same bytes on every machine.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace acode::bench {

/// A set of texts that are read one after the other. Most sets hold a single text.
struct Input {
  std::string name;
  std::vector<std::string> texts;

  [[nodiscard]] std::size_t bytes() const;
};

/// The arguments of an ordinary call in 185 bytes: seven members, among them a nested object. Calls with different
/// seeds differ in their values, not in their shape or size.
std::string small_call(unsigned seed);

/// The arguments of a larger call in 2,048 bytes: a search with filters and a list of edits.
std::string medium_call();

/// A write_file call of exactly `bytes` bytes whose content is source code with \n, \t, \" and \\ in it.
std::string source_call(std::size_t bytes);

/// A write_file call of about `bytes` bytes whose content is Chinese text in UTF-8.
std::string chinese_call(std::size_t bytes);

enum class Layout { kCompact, kPretty };

/// An array of small objects with integers, decimals, strings and nested arrays, about `bytes` bytes.
std::string records(std::size_t bytes, Layout layout);

/// The valid texts that the readers are compared on.
std::vector<Input> valid_inputs();

}  // namespace acode::bench
