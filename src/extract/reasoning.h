// How models mark their reasoning, and tokens that mean nothing in a text.
#pragma once

#include <span>
#include <string_view>

namespace acode::extract {

struct ReasoningTags {
  std::string_view open;
  std::string_view close;
};

/// The pairs in use.
std::span<const ReasoningTags> reasoning_tags();

/// Tokens by which a model ends its turn, left in the text by servers that do not take them out.
std::span<const std::string_view> end_tokens();

}  // namespace acode::extract
