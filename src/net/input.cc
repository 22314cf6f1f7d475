// Room that comes and goes, and bodies out of their chunks.
#include "net/input.h"

#include <cstring>
#include <utility>

namespace acode::net {

std::string_view Input::close_up(std::string_view front, std::string_view back) {
  char* const behind = room_.data() + (front.data() - room_.data()) + front.size();
  std::memmove(behind, back.data(), back.size());
  return {front.data(), front.size() + back.size()};
}

void Input::clear() {
  begin_ = end_ = 0;
  if (!room_.empty()) loop_.give_back(std::exchange(room_, {}));
}

// Room behind what is there: that which the loop has, or, for one long line, twice as much as before.
void Input::make_room() {
  if (begin_ > 0) std::memmove(room_.data(), room_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (room_.empty()) {
    room_ = loop_.take_room();
  } else if (end_ == room_.size()) {
    room_.resize(2 * room_.size());
  }
}

Task<Io> Input::fill(Stream& stream) {
  while (true) {
    if (empty()) clear();
    if (stream.may_have_more()) {
      make_room();
      const Io io = stream.read_now(room_.data() + end_, room_.size() - end_);
      end_ += io.bytes;
      if (!io.ok() || io.bytes > 0) co_return io;
      continue;
    }
    auto waiting = stream.wait_for_more();
    const Io waited = co_await std::move(waiting);
    if (!waited.ok()) co_return waited;
  }
}

BodyStep take_piece(MessageParser& parser, Input& input) {
  // Longer lines than this between two chunks, and longer trailers, are not meant well.
  constexpr std::size_t kLongestLine = std::size_t{16} * 1024;
  BodyStep out;
  while (!input.empty() && parser.phase() == Phase::kBody) {
    const ParseStep step = parser.put(input.pending());
    input.use(step.used);
    if (!step.body.empty()) out.piece = out.piece.empty() ? step.body : input.close_up(out.piece, step.body);
    if (step.problem != ParseProblem::kNone) {
      out.problem = step.what;
      break;
    }
    if (step.used != 0) continue;
    if (input.pending().size() > kLongestLine) out.problem = "the line before a chunk does not end";
    break;
  }
  return out;
}

}  // namespace acode::net
