// From the text of arguments to an object: strict or repaired, and unwrapped (AR-1 to AR-5).
//
//   "{\"path\": \"a.txt\"}"      a string that holds JSON: what is in it, layer after layer
//   {path: 'a.txt',}             repaired, with the tool's schema as guide (RP-5)
//   null, nothing                {}
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/error.h"
#include "acode/pipeline/call.h"
#include "acode/pipeline/pipeline.h"
#include "acode/schema/schema.h"

namespace acode::pipeline {

/// What was read.
struct ArgumentsRead {
  std::optional<Arguments> arguments;  ///< an object
  std::vector<Finding> findings;
  std::optional<Error> error;  ///< if there are none
  bool truncated = false;      ///< the text was cut off
};

/// Layers of strings that are unwrapped.
inline constexpr int kMostLayers = 10;

/// `schema` may be null: then nothing guides the repair.
ArgumentsRead read_arguments(std::string_view text, const schema::Schema* schema, const PipelineOptions& options);

}  // namespace acode::pipeline
