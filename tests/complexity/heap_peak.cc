// Standing in for malloc; see heap_peak.h. One thread only.
#include "complexity/heap_peak.h"

#include <cerrno>
#include <cstdlib>

namespace {

std::size_t in_use = 0;
std::size_t peak = 0;

}  // namespace

#if defined(__GLIBC__) && !defined(ACODE_UNDER_SANITIZER)
#include <malloc.h>

// NOLINTBEGIN: the names are those of the C library, and so is the shape.
extern "C" {

// The allocator of glibc under its second names; not declared in its headers.
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);

static void* taken(void* block) {
  if (block == nullptr) return nullptr;
  in_use += malloc_usable_size(block);
  if (in_use > peak) peak = in_use;
  return block;
}

void* malloc(std::size_t size) { return taken(__libc_malloc(size)); }
void* calloc(std::size_t count, std::size_t size) { return taken(__libc_calloc(count, size)); }
void* memalign(std::size_t alignment, std::size_t size) { return taken(__libc_memalign(alignment, size)); }
void* aligned_alloc(std::size_t alignment, std::size_t size) { return taken(__libc_memalign(alignment, size)); }

int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  *block = taken(__libc_memalign(alignment, size));
  return *block == nullptr ? ENOMEM : 0;
}

void free(void* block) {
  if (block == nullptr) return;
  in_use -= malloc_usable_size(block);
  __libc_free(block);
}

void* realloc(void* block, std::size_t size) {
  const std::size_t before = block == nullptr ? 0 : malloc_usable_size(block);
  void* moved = __libc_realloc(block, size);
  if (moved == nullptr && size != 0) return nullptr;
  in_use -= before;
  return taken(moved);
}

}  // extern "C"
// NOLINTEND
#endif

namespace acode::test {

std::size_t heap_in_use() { return in_use; }
std::size_t heap_peak() { return peak; }
void restart_heap_peak() { peak = in_use; }

}  // namespace acode::test
