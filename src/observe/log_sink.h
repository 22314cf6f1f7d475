// Where lines of a log go: a descriptor, or a file that is appended to.
//
//   LogSink sink = LogSink::file("acode.log");
//   sink.write("one line\n");
//
// A line is one write(), so that lines of several processes stay apart. Nothing that goes wrong with it is worth ending
// the program for: a full disk or a closed pipe is told once, and the next line is tried again.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace acode::observe {

/// Is told, in one sentence, what cannot be done.
using Complain = std::function<void(const std::string& sentence)>;

/// Says it on standard error.
void complain_on_stderr(const std::string& sentence);

class LogSink {
 public:
  /// A descriptor of somebody else, which stays open.
  static LogSink descriptor(int descriptor, Complain complain = complain_on_stderr);

  /// A file, made if it is not there, for its owner only. If it cannot be opened that is told, and it is tried again
  /// with each line.
  static LogSink file(std::string name, Complain complain = complain_on_stderr);

  LogSink(LogSink&&) noexcept;
  LogSink& operator=(LogSink&&) noexcept;
  LogSink(const LogSink&) = delete;
  LogSink& operator=(const LogSink&) = delete;
  ~LogSink();

  /// Writes a line with its end. From any thread.
  void write(std::string_view line);

 private:
  class Impl;
  explicit LogSink(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace acode::observe
