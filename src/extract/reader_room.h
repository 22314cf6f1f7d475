// Room for the reader at hand: one after the other is made in it, and none takes memory of its own.
//
//   ReaderRoom room;
//   room.make<TaggedJsonReader>(tools, opener, closers);
//   if (room) room->look(text, final);
#pragma once

#include <array>
#include <cstddef>
#include <new>
#include <utility>

#include "extract/construct.h"

namespace acode::extract {

class ReaderRoom {
 public:
  ReaderRoom() {}  // NOLINT(modernize-use-equals-default): a default one would have the room filled with zeros
  ReaderRoom(const ReaderRoom&) = delete;
  ReaderRoom& operator=(const ReaderRoom&) = delete;
  ReaderRoom(ReaderRoom&&) = delete;
  ReaderRoom& operator=(ReaderRoom&&) = delete;
  ~ReaderRoom() { clear(); }

  /// Makes a reader in the place of the one that is there.
  template <class Reader, class... Arguments>
  ConstructReader& make(Arguments&&... arguments) {
    static_assert(sizeof(Reader) <= kBytes && alignof(Reader) <= alignof(std::max_align_t));
    clear();
    reader_ = new (bytes_.data()) Reader(std::forward<Arguments>(arguments)...);
    return *reader_;
  }

  void clear() {
    if (reader_ != nullptr) std::exchange(reader_, nullptr)->~ConstructReader();
  }

  /// Whether there is one.
  explicit operator bool() const { return reader_ != nullptr; }
  ConstructReader* operator->() const { return reader_; }

 private:
  static constexpr std::size_t kBytes = 2560;
  ConstructReader* reader_ = nullptr;
  alignas(std::max_align_t) std::array<std::byte, kBytes> bytes_;
};

}  // namespace acode::extract
