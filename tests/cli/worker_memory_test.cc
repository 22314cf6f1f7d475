// Memory of workers: no two things share a piece, whoever gives it back, and what was given back is used again.
#include "cli/worker_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace acode::cli {
namespace {

constexpr std::size_t kLongest = 4088;  // of what is taken from there

/// Bytes that know what they should hold.
class Thing {
 public:
  Thing(std::size_t size, unsigned char mark)
      : bytes_(static_cast<unsigned char*>(::operator new(size))), size_(size), mark_(mark) {
    std::memset(bytes_, mark, size);
  }
  Thing(Thing&& other) noexcept
      : bytes_(std::exchange(other.bytes_, nullptr)), size_(other.size_), mark_(other.mark_) {}
  Thing(const Thing&) = delete;
  Thing& operator=(const Thing&) = delete;
  Thing& operator=(Thing&&) = delete;
  ~Thing() {
    if (bytes_ == nullptr) return;
    EXPECT_TRUE(is_whole());
    ::operator delete(bytes_);
  }

  [[nodiscard]] bool is_whole() const {
    for (std::size_t i = 0; i < size_; ++i) {
      if (bytes_[i] != mark_) return false;
    }
    return true;
  }
  [[nodiscard]] const void* place() const { return bytes_; }

 private:
  unsigned char* bytes_;
  std::size_t size_;
  unsigned char mark_;
};

/// Does something in a thread that has memory of its own.
template <class Work>
void as_worker(const Work& work) {
  std::thread([&work] {
    const WorkerMemory memory;
    work();
  }).join();
}

/// Where pieces stand, which is for nobody else to say.
class WorkerPieces : public testing::Test {
 protected:
  void SetUp() override {
#if defined(ACODE_UNDER_SANITIZER)
    GTEST_SKIP() << "sanitizers see to the memory themselves";
#endif
  }
};

TEST_F(WorkerPieces, SmallThingsAreTakenFromItAndLongOnesAreNot) {
  const auto outside = std::make_unique<int>(1);
  EXPECT_FALSE(WorkerMemory::has(outside.get()));
  EXPECT_FALSE(WorkerMemory::has(nullptr));
  as_worker([] {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{24}, std::size_t{25}, kLongest}) {
      const Thing thing(size, 1);
      EXPECT_TRUE(WorkerMemory::has(thing.place())) << size;
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(thing.place()) % alignof(std::max_align_t), 0U) << size;
    }
    for (const std::size_t size : {kLongest + 1, std::size_t{5000}, std::size_t{1} << 24U}) {
      EXPECT_FALSE(WorkerMemory::has(Thing(size, 1).place())) << size;
    }
  });
  EXPECT_FALSE(WorkerMemory::has(std::make_unique<int>(1).get())) << "other threads have the system's";
}

TEST_F(WorkerPieces, WhatWasGivenBackIsUsedAgain) {
  as_worker([] {
    const void* const place = Thing(100, 1).place();
    EXPECT_EQ(Thing(100, 2).place(), place);
    EXPECT_EQ(Thing(90, 2).place(), place) << "of about the same size";
    EXPECT_NE(Thing(200, 2).place(), place);
  });
}

TEST(WorkerMemory, NoTwoThingsShareAPiece) {
  as_worker([] {
    std::mt19937 random(1);  // NOLINT(cert-msc51-cpp): the same each time
    std::vector<std::unique_ptr<Thing>> things(500);
    for (int i = 0; i < 100000; ++i) {
      const std::size_t size = random() % (i % 10 == 0 ? 5000 : 200);
      things[random() % things.size()] = std::make_unique<Thing>(size, static_cast<unsigned char>(i));
    }
  });
}

TEST(WorkerMemory, OutlivesItsWorkerAndIsGivenBackByAnyone) {
  std::vector<Thing> things;
  as_worker([&things] {
    for (unsigned char i = 0; i < 200; ++i) things.emplace_back(i * 20U, i);
  });
  while (things.size() > 100) things.pop_back();  // by a thread that is no worker
  as_worker([&things] { things.clear(); });
}

TEST_F(WorkerPieces, WhatOneMakesAndAnotherForgetsDoesNotGrow) {
  // A hundred megabytes pass from one to the other, and they stand in a few.
  constexpr int kThings = 200000;
  constexpr std::size_t kSize = 500;
  constexpr std::size_t kMostUnderWay = 1000;
  std::mutex mutex;
  std::deque<Thing> under_way;
  std::uintptr_t first = UINTPTR_MAX;
  std::uintptr_t last = 0;
  std::thread maker([&] {
    const WorkerMemory memory;
    for (int i = 0; i < kThings;) {
      const std::lock_guard lock(mutex);
      for (; i < kThings && under_way.size() < kMostUnderWay; ++i) {
        const auto place = reinterpret_cast<std::uintptr_t>(under_way.emplace_back(kSize, 1).place());
        first = std::min(first, place);
        last = std::max(last, place);
      }
    }
  });
  std::thread forgetter([&] {
    const WorkerMemory memory;
    for (int i = 0; i < kThings;) {
      const std::lock_guard lock(mutex);
      for (; !under_way.empty(); ++i) under_way.pop_front();
    }
  });
  maker.join();
  forgetter.join();
  EXPECT_LT(last - first, std::uintptr_t{16} << 20U);
}

}  // namespace
}  // namespace acode::cli
