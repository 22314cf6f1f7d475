// Room that comes and goes, and bodies out of their chunks.
#include "net/input.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace acode::net {
namespace {

// Such as the line end behind a chunk, which is read only together with the next chunk's size.
constexpr std::size_t kLittle = 64;

}  // namespace

std::string_view Input::close_up(std::string_view front, std::string_view back) {
  char* const behind = room_.data() + (front.data() - room_.data()) + front.size();
  std::memmove(behind, back.data(), back.size());
  return {front.data(), front.size() + back.size()};
}

void Input::clear() {
  begin_ = end_ = 0;
  if (!room_.empty()) loop_.give_back(std::exchange(room_, {}));
}

void Input::move_to(std::vector<char> room) {
  const std::string_view kept = pending();
  std::copy(kept.begin(), kept.end(), room.begin());
  std::swap(room_, room);
  end_ = kept.size();
  begin_ = 0;
  if (!room.empty()) loop_.give_back(std::move(room));
}

void Input::rest() {
  const std::size_t kept = pending().size();
  if (kept == 0) {
    clear();
  } else if (kept <= kLittle && room_.size() > kLittle) {
    move_to(std::vector<char>(kept));
  }
}

// Room behind what is there: that which the loop has, or, for one long line, twice as much as before.
void Input::make_room() {
  if (room_.size() <= kLittle) {
    move_to(loop_.take_room());
  } else if (begin_ > 0) {
    std::memmove(room_.data(), room_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == room_.size()) room_.resize(2 * room_.size());
}

Task<Io> Input::fill(Stream& stream) {
  while (true) {
    rest();
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
