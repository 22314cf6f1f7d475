// How much of the heap the program uses, and the most it has used: by standing in for malloc and its kin.
//
// Works with glibc; elsewhere, and under sanitizers, which stand there themselves, everything is 0.
#pragma once

#include <cstddef>

namespace acode::test {

std::size_t heap_in_use();

/// The most that was in use since restart_heap_peak().
std::size_t heap_peak();
void restart_heap_peak();

}  // namespace acode::test
