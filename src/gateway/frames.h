// Cuts a stream into the pieces that a client cannot do without the end of: events, or lines.
//
//   data: {"choices": …}\n\n          one frame of server-sent events, with its blank line
//   : keep-alive\n\n                  another
//   {"message": …, "done": false}\n   one of lines
//
// Nothing is read and nothing is changed here: all frames together are the stream, byte for byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace acode::gateway {

enum class Framing : std::uint8_t { kEvents, kLines };

class FrameCutter {
 public:
  explicit FrameCutter(Framing framing) : framing_(framing) {}

  /// The next bytes. They must live until next() has given nothing, or feed() is called again.
  void feed(std::string_view bytes);

  /// The next whole frame; empty if there is none. Lives until the next call.
  std::string_view next();

  /// What is left when the stream has ended inside a frame.
  std::string_view rest();

 private:
  /// What stands before the next byte.
  enum class After : std::uint8_t {
    kText,
    kReturn,       // the CR that ends a line
    kLine,         // the end of a line
    kBlankReturn,  // the CR that ends an empty line
  };

  std::size_t length_of_event(std::string_view bytes);

  Framing framing_;
  std::string kept_;        // the beginning of a frame, from earlier pieces
  std::string frame_;       // one that was put together
  std::string_view bytes_;  // of the piece at hand, still to be cut
  After after_ = After::kText;
};

/// Whether a frame only says that the other side is alive: a comment, or a `ping`.
bool is_keep_alive(std::string_view frame);

}  // namespace acode::gateway
