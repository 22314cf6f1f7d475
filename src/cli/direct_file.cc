// Filling chunks, and the thread that writes them.
#include "cli/direct_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

namespace acode::cli {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
constexpr std::size_t kChunks = 4;  // so that a disk that pauses for a moment keeps nobody waiting

}  // namespace

void DirectFile::Free::operator()(char* bytes) const { ::operator delete (bytes, std::align_val_t{kBlock}); }

DirectFile::Chunk DirectFile::make_chunk() {
  return {std::unique_ptr<char, Free>(static_cast<char*>(::operator new (kChunkBytes, std::align_val_t{kBlock}))), 0};
}

std::vector<DirectFile::Chunk> DirectFile::make_chunks(std::size_t count) {
  std::vector<Chunk> chunks(count);
  std::generate(chunks.begin(), chunks.end(), make_chunk);
  return chunks;
}

DirectFile::DirectFile(int descriptor, std::uint64_t offset)
    : descriptor_(descriptor), offset_(offset), open_(make_chunk()), blank_(make_chunks(kChunks - 1)), thread_([this] {
        write_chunks();
      }) {}

DirectFile::~DirectFile() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
  go_direct(false);
}

int DirectFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), kChunkBytes - open_.size);
    std::memcpy(open_.bytes.get() + open_.size, bytes.data(), count);
    open_.size += count;
    bytes.remove_prefix(count);
    if (open_.size < kChunkBytes) continue;
    if (const int error = hand_over(); error != 0) return error;
  }
  return 0;
}

/// Gives the full chunk to the thread, and takes one to fill.
int DirectFile::hand_over() {
  std::unique_lock lock(mutex_);
  full_.push_back(std::move(open_));
  changed_.notify_all();
  changed_.wait(lock, [this] { return !blank_.empty(); });
  open_ = std::move(blank_.back());
  blank_.pop_back();
  return error_;
}

// The last bytes are no whole block, so they are written as in any other file, by whoever asks; the chunk stays open, and when
// it is full it is written once more from its beginning.
int DirectFile::flush() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return full_.empty(); });
  if (error_ != 0 || open_.size == 0) return error_;
  go_direct(false);
  return error_ = write_chunk(open_);
}

void DirectFile::write_chunks() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ended_ || !full_.empty(); });
    if (full_.empty()) return;
    if (error_ == 0) {
      const Chunk& chunk = full_.front();
      lock.unlock();
      go_direct(usable_);
      const int error = write_chunk(chunk);
      lock.lock();
      error_ = error;
      offset_ += kChunkBytes;
    }
    full_.front().size = 0;
    blank_.push_back(std::move(full_.front()));
    full_.pop_front();
    changed_.notify_all();
  }
}

/// Returns 0 or an errno.
int DirectFile::write_chunk(const Chunk& chunk) {
  for (std::size_t done = 0; done < chunk.size;) {
    const ssize_t count =
        ::pwrite(descriptor_, chunk.bytes.get() + done, chunk.size - done, static_cast<off_t>(offset_ + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EINVAL && direct_) {
      usable_ = false;  // it says so only now
      go_direct(false);
      continue;
    }
    if (count < 0) return errno;
    done += static_cast<std::size_t>(count);
    if (done % kBlock != 0) go_direct(false);  // it was cut short, and the rest begins anywhere
  }
  return 0;
}

void DirectFile::go_direct(bool direct) {
#if defined(O_DIRECT)
  if (direct == direct_) return;
  const int flags = ::fcntl(descriptor_, F_GETFL);
  const int wanted = direct ? flags | O_DIRECT : flags & ~O_DIRECT;
  if (flags != -1 && ::fcntl(descriptor_, F_SETFL, wanted) == 0) {
    direct_ = direct;
  } else {
    usable_ = false;
  }
#else
  static_cast<void>(direct);
#endif
}

}  // namespace acode::cli
