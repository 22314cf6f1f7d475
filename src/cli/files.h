// Files: read whole within a limit, read line by line, replaced all at once or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "cli/problem.h"

namespace acode::cli {

/// An open file that is closed at the end of its life. Standard input is borrowed and stays open.
class File {
 public:
  static File owned(int descriptor) { return File(descriptor, true); }
  static File borrowed(int descriptor) { return File(descriptor, false); }
  File(File&& other) noexcept;
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  File& operator=(File&&) = delete;
  ~File();

  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  File(int descriptor, bool owned) : descriptor_(descriptor), owned_(owned) {}

  int descriptor_;
  bool owned_;
};

/// Opens a file for reading, or `standard_input` if the name is "-". Directories are refused here.
std::variant<File, Problem> open_input(const std::string& name, int standard_input);

/// A text that is larger than was allowed.
struct TooLarge {
  std::optional<std::uint64_t> size;  ///< in bytes, where it can be known without reading on
};

/// Reads a file to its end. No more than `limit` bytes are kept, and not many more are read.
std::variant<std::string, TooLarge, Problem> read_whole(const File& file, std::size_t limit);

/// Puts `text` in the place of the file `name`: at every moment the whole old or the whole new text stands there. The
/// text goes to a new file in the same directory, which then takes the name; permissions are kept, and so, if the
/// system lets us, is the owner. A symbolic link stays, and what it points to is replaced. Nothing if all went well.
std::optional<Problem> replace_file(const std::string& name, std::string_view text);

/// The same for a file that need not be there yet: then it is made, and so are the directories on the way to it.
std::optional<Problem> write_file(const std::string& name, std::string_view text);

/// Reads a file line by line in bounded memory.
class LineReader {
 public:
  enum class Status : std::uint8_t {
    kLine,     ///< text() is the next line, without its end
    kTooLong,  ///< the next line is longer than the limit; it has been passed over
    kEnd,      ///< no more lines
    kFailed,   ///< reading failed; problem() says why
  };

  /// Before it would wait for input that has not come yet, `before_waiting` is called: the moment to send off what has
  /// been written so far.
  LineReader(int descriptor, std::size_t max_line_bytes, std::function<void()> before_waiting);

  Status next();

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t number() const { return number_; }  ///< of the line, from 1
  [[nodiscard]] std::size_t offset() const { return offset_; }  ///< of the line's first byte in the file
  [[nodiscard]] const Problem& problem() const { return problem_; }

 private:
  bool fill();
  Status line(std::size_t end, std::size_t next_begin);
  Status pass_over();

  int descriptor_;
  std::size_t max_line_bytes_;
  std::function<void()> before_waiting_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the unread bytes in the buffer
  std::size_t end_ = 0;    // of the bytes in the buffer
  bool at_end_ = false;    // the file has no more bytes
  bool failed_ = false;
  std::string_view text_;
  std::size_t number_ = 0;
  std::size_t offset_ = 0;
  std::size_t next_offset_ = 0;
  Problem problem_;
};

}  // namespace acode::cli
