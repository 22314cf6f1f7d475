// A long file, written past the system's cache by a thread of its own: the processors are at work for others meanwhile, and
// what others have in that cache stays there.
//
//   DirectFile file(descriptor, offset);       // goes on at a multiple of kBlock
//   file.write(bytes);                         // copied; soon in the file
//   file.flush();                              // now in the file
//
// Where a file system does not know this, the file is written as any other.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

namespace acode::cli {

class DirectFile {
 public:
  /// Where the system lets such writing begin and end: no disk has larger sectors.
  static constexpr std::size_t kBlock = 4096;

  /// The file has been written up to `offset`. The descriptor stays the caller's, who leaves it alone as long as this lives.
  /// Throws std::system_error if there can be no thread, and std::bad_alloc.
  DirectFile(int descriptor, std::uint64_t offset);

  DirectFile(const DirectFile&) = delete;
  DirectFile& operator=(const DirectFile&) = delete;

  /// What was not flushed may be lost.
  ~DirectFile();

  /// Appends bytes. Returns 0, or the errno of what stood in the way of these or of earlier ones; then nothing more is written.
  /// This and flush() are for one thread at a time.
  int write(std::string_view bytes);

  /// Has everything written, the last bytes as well. Likewise.
  int flush();

 private:
  struct Free {
    void operator()(char* bytes) const;
  };

  /// Bytes that are written together.
  struct Chunk {
    std::unique_ptr<char, Free> bytes;  // whose address is a multiple of kBlock
    std::size_t size = 0;
  };

  static Chunk make_chunk();
  static std::vector<Chunk> make_chunks(std::size_t count);
  int hand_over();
  void write_chunks();
  int write_chunk(const Chunk& chunk);
  void go_direct(bool direct);

  int descriptor_;
  std::uint64_t offset_;  // of the next chunk; while there are full ones it is the thread's
  bool usable_ = true;    // what the file system says to direct writing
  bool direct_ = false;   // it is on

  Chunk open_;  // the caller's: it is being filled
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Chunk> full_;    // in their order; the first is being written
  std::vector<Chunk> blank_;  // to be filled
  int error_ = 0;
  bool ended_ = false;
  std::jthread thread_;
};

}  // namespace acode::cli
