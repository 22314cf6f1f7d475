// A law as something to assert, with a failure that can be read: the text is made as small as it can be first.
//
//   ASSERT_TRUE(holds(text, [](std::string_view t) { return law_repair(t, {}); }));
#pragma once

#include <gtest/gtest.h>

#include <exception>
#include <functional>
#include <string>
#include <string_view>

#include "support_gen/laws_internal.h"
#include "support_gen/shrink.h"

namespace acode::test {

/// From a text to what is wrong, or to the empty string.
using Law = std::function<std::string(std::string_view)>;

/// What a law says, or what was thrown on the way: nothing may be.
inline std::string complaint_of(const Law& law, std::string_view text) {
  try {
    return law(text);
  } catch (const std::exception& thrown) {
    return detail::broken(std::string("thrown: ") + thrown.what(), text);
  }
}

inline testing::AssertionResult holds(std::string_view text, const Law& law) {
  if (complaint_of(law, text).empty()) return testing::AssertionSuccess();
  const std::string smallest =
      shrink(std::string(text), [&](std::string_view candidate) { return !complaint_of(law, candidate).empty(); });
  return testing::AssertionFailure() << complaint_of(law, smallest);
}

}  // namespace acode::test
