// Having memory fetched before it is needed.
#pragma once

namespace acode::observe {

/// Has the cache line of a place fetched, for this processor alone.
inline void fetch_for_writing(const void* place) {
#if defined(__x86_64__)
  // __builtin_prefetch(place, 1) fetches a line to be read, unless the compiler is told of newer processors; the first
  // write then asks for it again. Processors that do not know this instruction pass over it.
  asm volatile("prefetchw %0" : : "m"(*static_cast<const char*>(place)));
#else
  __builtin_prefetch(place, 1);
#endif
}

}  // namespace acode::observe
