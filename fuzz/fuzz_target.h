// What every fuzz target needs: to stop, loudly, where a law is broken.
//
// A target is one function, LLVMFuzzerTestOneInput, as libFuzzer wants it. It is built twice: with clang and libFuzzer
// to search for new inputs, and with any compiler, together with regression_main.cc, as an ordinary test that runs the
// inputs found before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace acode::fuzz {

/// Takes what a law returned: the empty string, or the reason to stop.
inline void expect_law(const std::string& complaint) {
  if (complaint.empty()) return;
  std::fprintf(stderr, "%s\n", complaint.c_str());
  std::abort();
}

/// libFuzzer's bytes as text.
inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  // An empty input comes with a null pointer, which a string_view of size 0 may hold.
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace acode::fuzz
