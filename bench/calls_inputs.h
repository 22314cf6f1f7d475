// Calls as models write them into their text, in three formats, whole and broken. All are made here: the same bytes on
// every machine.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace acode::bench {

/// What a model wrote, and the one call that has to come of it.
struct CallText {
  std::string text;
  std::string tool;
  std::string arguments;  ///< JSON
};

/// What stands between the tags of hermes, the one format that peers are asked about.
enum class Body {
  kJson,
  kBrokenJson,
  kOther,  ///< the text is of another format
};

/// Texts that are read in turn. All are of one format.
struct CallInput {
  std::string name;
  std::vector<CallText> calls;
  Body body = Body::kOther;

  [[nodiscard]] std::size_t bytes() const;
};

/// Those of the group "call": short and long ones in hermes, short ones in other formats and broken ones.
std::vector<CallInput> call_inputs();

/// Whole calls in hermes, whose stages are timed one by one.
std::vector<CallInput> hermes_inputs();

/// One write_file call of 1 MB in each of three formats.
std::vector<CallInput> large_inputs();

/// What stands between the tags of a hermes call.
std::string between_tags(const std::string& text);

/// The tools, and the texts that peers are asked about, in `folder`/calls.json.
void write_call_inputs(const std::vector<CallInput>& inputs, const std::filesystem::path& folder);

}  // namespace acode::bench
