// What was read from a connection and not yet used. It has room only while there is something in it, or while it is being
// filled: a connection that waits costs none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "net/loop.h"
#include "net/message_parser.h"
#include "net/stream.h"

namespace acode::net {

class Input {
 public:
  explicit Input(Loop& loop) : loop_(loop) {}
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input() { clear(); }

  [[nodiscard]] std::string_view pending() const { return {room_.data() + begin_, end_ - begin_}; }
  [[nodiscard]] bool empty() const { return begin_ == end_; }

  /// Takes bytes off the front. They stay where they are until fill() or clear().
  void use(std::size_t bytes) { begin_ += bytes; }

  /// Puts a text that was used behind another that was used before, over what stood between them.
  std::string_view close_up(std::string_view front, std::string_view back);

  /// Waits until there is more.
  Task<Io> fill(Stream& stream);

  /// Forgets everything.
  void clear();

  /// Gives the room back, and keeps the little that may be pending in one that fits. What was used is gone.
  void rest();

 private:
  void make_room();
  void move_to(std::vector<char> room);

  Loop& loop_;
  std::vector<char> room_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

/// A piece of a body, or why there is none.
struct BodyStep {
  std::string_view piece;  ///< empty if more has to be read, or if it is at its end
  std::string problem;     ///< what is wrong with what came behind the piece; empty if nothing
};

/// All of a body that has come, in one piece: small chunks that came together go on together.
BodyStep take_piece(MessageParser& parser, Input& input);

}  // namespace acode::net
