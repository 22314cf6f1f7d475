// Room for the reader at hand: one after the other is made in it, and none takes memory of its own.
//
//   ReaderPlace place;                    // on the stack of one who reads a whole text; thousands of streams that wait have none
//   ReaderRoom room(&place);
//   room.make<TaggedJsonReader>(tools, opener, closers);
//   if (room) room->look(text, final);
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#include "extract/construct.h"

namespace acode::extract {

/// Memory that holds any reader.
struct ReaderPlace {
  ReaderPlace() {}  // NOLINT(modernize-use-equals-default): a default one would be filled with zeros

  static constexpr std::size_t kBytes = 2560;
  alignas(std::max_align_t) std::array<std::byte, kBytes> bytes;
};

class ReaderRoom {
 public:
  /// Without a place one is taken for as long as there is a reader.
  explicit ReaderRoom(ReaderPlace* place) : place_(place) {}
  ReaderRoom(const ReaderRoom&) = delete;
  ReaderRoom& operator=(const ReaderRoom&) = delete;
  ReaderRoom(ReaderRoom&&) = delete;
  ReaderRoom& operator=(ReaderRoom&&) = delete;
  ~ReaderRoom() { clear(); }

  /// Makes a reader in the place of the one that is there.
  template <class Reader, class... Arguments>
  ConstructReader& make(Arguments&&... arguments) {
    // NOLINTNEXTLINE(misc-redundant-expression): it is, for the largest of them
    static_assert(sizeof(Reader) <= ReaderPlace::kBytes && alignof(Reader) <= alignof(std::max_align_t));
    end_reader();
    if (place_ == nullptr && own_ == nullptr) own_ = std::make_unique<ReaderPlace>();
    ReaderPlace& place = place_ != nullptr ? *place_ : *own_;
    reader_ = new (place.bytes.data()) Reader(std::forward<Arguments>(arguments)...);
    return *reader_;
  }

  void clear() {
    end_reader();
    own_.reset();
  }

  /// Whether there is one.
  explicit operator bool() const { return reader_ != nullptr; }
  ConstructReader* operator->() const { return reader_; }

 private:
  void end_reader() {
    if (reader_ != nullptr) std::exchange(reader_, nullptr)->~ConstructReader();
  }

  ConstructReader* reader_ = nullptr;
  ReaderPlace* place_;
  std::unique_ptr<ReaderPlace> own_;
};

}  // namespace acode::extract
