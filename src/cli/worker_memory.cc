// Pieces by size: lists of free ones for each worker, slabs from which new ones are cut, and what all share.
//
// All pieces stand in one range of addresses, which is how they are told from the system's. Before each stands its class, the
// number of 16-byte steps that it takes; so `delete` needs no table, and things that are made together stand together,
// whatever their sizes.
#include "cli/worker_memory.h"

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

namespace acode::cli {

#if defined(ACODE_UNDER_SANITIZER)

// Who looks for mistakes with memory must see every piece.
WorkerMemory::WorkerMemory() = default;
WorkerMemory::~WorkerMemory() = default;
bool WorkerMemory::has(const void* /*piece*/) { return false; }

#else

namespace {

constexpr std::size_t kStep = 16;
constexpr std::size_t kHeadBytes = 8;                       // before each piece
constexpr std::size_t kLeastClass = 2;                      // a free piece has to hold what a FreePiece says
constexpr std::size_t kClasses = 257;                       // longer pieces are the system's
constexpr std::size_t kListBytes = std::size_t{128} << 10;  // of free pieces of a class that a worker keeps to itself
constexpr std::size_t kSlabBytes = std::size_t{2} << 20;    // the size of a large page, and aligned like one
constexpr std::size_t kRangeBytes = std::size_t{16} << 30;  // only addresses, until slabs are taken from it

/// What stands in a piece that is free.
struct FreePiece {
  FreePiece* next;       // of its list
  FreePiece* next_list;  // with the first of a list that is nobody's
  std::uint64_t count;   // likewise: of the pieces in it
};

struct FreeList {
  FreePiece* first = nullptr;
  std::uint64_t count = 0;
};

std::size_t class_of(std::size_t size) {
  const std::size_t steps = (size + kHeadBytes + kStep - 1) / kStep;
  return steps < kLeastClass ? kLeastClass : steps;
}

std::uint64_t& head_of(void* piece) { return *std::launder(static_cast<std::uint64_t*>(piece) - 1); }

// Where the range begins. Before there is one, no address is near it.
constexpr std::uintptr_t kNowhere = std::uintptr_t{1} << 63U;
constinit std::atomic<std::uintptr_t> range = kNowhere;

/// What belongs to no worker. It is never destroyed: pieces are given back as long as the program runs.
class Common {
 public:
  /// A slab of the range; null if the system has no more, or the range.
  char* take_slab() {
    const std::lock_guard lock(mutex_);
    if (!reserve() || taken_ + kSlabBytes > kRangeBytes) return nullptr;
    char* const slab = begin_ + taken_;
    if (::mprotect(slab, kSlabBytes, PROT_READ | PROT_WRITE) != 0) return nullptr;
#if defined(MADV_HUGEPAGE)
    ::madvise(slab, kSlabBytes, MADV_HUGEPAGE);
#endif
    taken_ += kSlabBytes;
    return slab;
  }

  void give(std::size_t number, FreeList list) {
    if (list.first == nullptr) return;
    const std::lock_guard lock(mutex_);
    list.first->count = list.count;
    list.first->next_list = lists_[number];
    lists_[number] = list.first;
  }

  FreeList take(std::size_t number) {
    if (lists_[number].load(std::memory_order_relaxed) == nullptr) return {};  // nearly always
    const std::lock_guard lock(mutex_);
    FreePiece* const first = lists_[number];
    if (first == nullptr) return {};
    lists_[number] = first->next_list;
    return {first, first->count};
  }

 private:
  /// Addresses, once.
  bool reserve() {
    if (tried_) return begin_ != nullptr;
    tried_ = true;
    constexpr std::size_t kBytes = kRangeBytes + kSlabBytes;  // some more, to begin where a slab may
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* place = ::mmap(nullptr, kBytes, PROT_NONE, kFlags, -1, 0);
    std::size_t room = kBytes;
    if (place == MAP_FAILED || std::align(kSlabBytes, kRangeBytes, place, room) == nullptr) return false;
    begin_ = static_cast<char*>(place);
    range.store(reinterpret_cast<std::uintptr_t>(begin_), std::memory_order_relaxed);
    return true;
  }

  std::mutex mutex_;
  bool tried_ = false;
  char* begin_ = nullptr;
  std::size_t taken_ = 0;
  std::array<std::atomic<FreePiece*>, kClasses> lists_{};  // of lists, each linked by its first piece
};

// There before anybody asks for memory, and with nothing to be done in the end.
constinit Common common;

/// The memory of one worker.
class Pieces {
 public:
  /// Null if there is no more.
  void* take(std::size_t number) {
    FreeList& list = lists_[number];
    if (list.first == nullptr && !refill(number)) return nullptr;
    --list.count;
    return std::exchange(list.first, list.first->next);
  }

  void give(void* piece) {
    const std::size_t number = head_of(piece);
    FreeList& list = lists_[number];
    list.first = new (piece) FreePiece{list.first, nullptr, 0};
    if (++list.count * number * kStep > kListBytes) common.give(number, std::exchange(list, {}));
  }

  void leave_all() {
    for (std::size_t number = 0; number < kClasses; ++number) common.give(number, std::exchange(lists_[number], {}));
  }

 private:
  bool refill(std::size_t number) {
    FreeList& list = lists_[number];
    list = common.take(number);
    if (list.first != nullptr) return true;
    const std::size_t bytes = number * kStep;
    if (static_cast<std::size_t>(end_ - at_) < bytes && !take_slab()) return false;
    new (at_) std::uint64_t{number};
    list = {new (at_ + kHeadBytes) FreePiece{nullptr, nullptr, 0}, 1};
    at_ += bytes;
    return true;
  }

  bool take_slab() {
    char* const slab = common.take_slab();
    if (slab == nullptr) return false;
    at_ = slab + kStep - kHeadBytes;  // so that pieces are aligned
    end_ = slab + kSlabBytes;
    return true;
  }

  std::array<FreeList, kClasses> lists_{};
  char* at_ = nullptr;  // what has not been cut of the slab at hand
  char* end_ = nullptr;
};

constinit thread_local Pieces* mine = nullptr;

bool is_ours(const void* piece) {
  return reinterpret_cast<std::uintptr_t>(piece) - range.load(std::memory_order_relaxed) < kRangeBytes;
}

void* take_small(std::size_t size) {
  if (mine == nullptr || size > kClasses * kStep) return nullptr;
  const std::size_t number = class_of(size);
  return number < kClasses ? mine->take(number) : nullptr;
}

void give_small(void* piece) {
  if (mine != nullptr) return mine->give(piece);
  const std::size_t number = head_of(piece);
  common.give(number, {new (piece) FreePiece{nullptr, nullptr, 0}, 1});
}

}  // namespace

WorkerMemory::WorkerMemory() { mine = new Pieces; }

WorkerMemory::~WorkerMemory() {
  const std::unique_ptr<Pieces> pieces(std::exchange(mine, nullptr));
  pieces->leave_all();
}

bool WorkerMemory::has(const void* piece) { return is_ours(piece); }

#endif

}  // namespace acode::cli

#if !defined(ACODE_UNDER_SANITIZER)

// All other forms of new and delete, but for those with an alignment, come to these.

void* operator new(std::size_t size) {
  if (void* const piece = acode::cli::take_small(size)) return piece;
  while (true) {
    if (void* const piece = std::malloc(size == 0 ? 1 : size)) return piece;  // NOLINT(cppcoreguidelines-no-malloc)
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void operator delete(void* piece) noexcept {
  if (acode::cli::is_ours(piece)) return acode::cli::give_small(piece);
  std::free(piece);  // NOLINT(cppcoreguidelines-no-malloc)
}

void operator delete(void* piece, std::size_t /*size*/) noexcept { ::operator delete(piece); }

#endif
