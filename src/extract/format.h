// The formats that are known. A new one is one file, one test, and one line in the table of formats.cc.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "extract/construct.h"

namespace acode::extract {

struct Format {
  std::string_view name;
  std::string_view models;   ///< who writes like that
  std::string_view example;  ///< a real one
  std::span<const std::string_view> openers;
  bool at_line_start = false;

  /// A reader for a construct that begins with one of the openers. The tools outlive it.
  std::unique_ptr<ConstructReader> (*reader)(const Tools& tools, std::string_view opener);
};

/// All of them, in the order in which they are tried where several have the same marker.
std::span<const Format> formats();

}  // namespace acode::extract
