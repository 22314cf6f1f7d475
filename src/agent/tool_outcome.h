// What tools are given besides their arguments, and what they hand back.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "agent/workspace.h"

namespace acode::agent {

/// What the model and the user get to read: valid UTF-8, and bounded.
struct ToolOutcome {
  bool ok = false;
  std::string text;
};

struct RunOptions {
  /// How long a command may take.
  std::chrono::milliseconds command_timeout{60'000};
  /// How many bytes of a file, of a list or of a program's output are told. What is missing is told in a line of its own.
  std::size_t max_output = 65'536;
  /// Asked again and again while a tool is at work: whether the user has had enough of it.
  std::function<bool()> cancelled{};
  /// Environment variables that programs do not get to see, besides those whose names sound like secrets.
  std::vector<std::string> hidden_variables{};
};

/// Where a tool works.
struct ToolContext {
  const Workspace& workspace;
  const RunOptions& options;

  [[nodiscard]] bool cancelled() const { return options.cancelled && options.cancelled(); }
};

inline ToolOutcome succeeded(std::string text) { return {true, std::move(text)}; }
inline ToolOutcome failed(std::string text) { return {false, std::move(text)}; }
inline ToolOutcome failed(const Refusal& refusal) { return {false, refusal.message}; }

}  // namespace acode::agent
