// What is looked for in a text, made ready once: all markers in one scan, and the tools.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "acode/schema/toolset.h"
#include "extract/construct.h"
#include "extract/markers.h"

namespace acode::extract {

class Catalog {
 public:
  /// `tools` may be null. `pinned`: the only format, or empty for all. `leaves_calls`: those that are found stay in the text.
  Catalog(const schema::Toolset* tools, std::string_view pinned, bool leaves_calls);
  Catalog(const Catalog&) = delete;
  Catalog& operator=(const Catalog&) = delete;
  Catalog(Catalog&&) = delete;
  Catalog& operator=(Catalog&&) = delete;
  ~Catalog() = default;

  [[nodiscard]] const Tools& tools() const { return tools_; }
  [[nodiscard]] const MarkerScan& scan() const { return scan_; }
  [[nodiscard]] bool leaves_calls() const { return leaves_calls_; }

 private:
  std::optional<schema::Toolset> toolset_;
  Tools tools_;
  std::string made_;  // openers from the names of tools, side by side
  MarkerScan scan_;
  bool leaves_calls_;
};

}  // namespace acode::extract
