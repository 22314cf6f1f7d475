// minimax-m3: MiniMax M3. A token stands before every tag, and the tag of a parameter is its name.
//
//   ]<]minimax[>[<tool_call>
//   ]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Paris]<]minimax[>[</city>]<]minimax[>[</invoke>
//   ]<]minimax[>[</tool_call>
//
// Objects are tags inside tags, arrays have an `<item>` for each element. Any closing tag may be missing.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"
#include "extract/format_list.h"
#include "extract/marker_match.h"
#include "extract/nested_text.h"
#include "extract/tag_arguments.h"
#include "extract/tag_calls.h"
#include "extract/tag_head.h"

namespace acode::extract {
namespace {

constexpr std::string_view kToken = "]<]minimax[>[";
constexpr std::string_view kEnd = "]<]minimax[>[</tool_call>";
constexpr std::array<std::string_view, 2> kOpeners = {"]<]minimax[>[<tool_call>", "]<]minimax[>[<invoke "};
constexpr std::array<std::string_view, 2> kClosers = {kEnd, "]<]minimax[>[</invoke>"};

/// One tag, and the text up to the next.
struct Piece {
  std::string_view tag;   // without brackets and slash
  std::string_view text;  // behind it
  bool closing = false;
  std::size_t begin = 0;
  std::size_t end = 0;  // of the tag
};

/// Goes through the tags of a text.
class Pieces {
 public:
  explicit Pieces(std::string_view text) : text_(text) {}

  std::optional<Piece> next() {
    const std::size_t begin = text_.find(kToken, at_);
    if (begin == std::string_view::npos) return std::nullopt;
    const std::size_t tag = begin + kToken.size();
    at_ = tag;
    const std::size_t next = std::min(text_.find(kToken, tag), text_.size());
    const std::size_t close = text_.substr(0, next).find('>', tag);
    if (close == std::string_view::npos || text_[tag] != '<') return Piece{{}, {}, false, begin, next};
    const bool closing = text_.substr(tag + 1).starts_with('/');
    const std::size_t name = tag + (closing ? 2 : 1);
    return Piece{text_.substr(name, close - name), text_.substr(close + 1, next - close - 1), closing, begin,
                 close + 1};
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// Makes calls of the tags.
class CallBuilder {
 public:
  explicit CallBuilder(const Tools& tools) : tools_(tools) {}

  void take(const Piece& piece) {
    if (piece.closing) {
      close(piece);
    } else if (piece.tag.starts_with("invoke ")) {
      begin_call(piece);
    } else if (in_call_ && !piece.tag.empty() && open_.size() < kMostNested) {
      open_.push_back({std::string(piece.tag), std::string(piece.text), {}});
    }
  }

  /// The calls: the text ends here.
  std::vector<TextCall> finish(std::size_t end) {
    if (in_call_) {
      const bool inside = !open_.empty();
      close_parameters();
      end_call(end, !inside && arguments_.has_required());
    }
    return std::move(calls_);
  }

  [[nodiscard]] std::size_t end() const { return end_; }
  [[nodiscard]] bool in_call() const { return in_call_; }

 private:
  void begin_call(const Piece& piece) {
    if (in_call_) {
      close_parameters();
      end_call(piece.begin, true);
    }
    const TagHead head = read_tag_head(std::string(piece.tag) + ">", std::string_view("invoke").size(), ">", true);
    name_ = head.name;
    tool_ = tools_.find(name_);
    arguments_ = TagArguments(tool_);
    begin_ = piece.begin;
    in_call_ = head.state == TagHead::State::kYes;
  }

  // A closing tag closes what was opened inside and not closed.
  void close(const Piece& piece) {
    if (!in_call_) return;
    if (piece.tag == "invoke" || piece.tag == "tool_call") {
      close_parameters();
      end_call(piece.tag == "invoke" ? piece.end : piece.begin, true);
      return;
    }
    const auto same = [&piece](const NestedText& open) { return open.name == piece.tag; };
    const auto found = std::find_if(open_.rbegin(), open_.rend(), same);
    if (found == open_.rend()) return;
    for (auto levels = found - open_.rbegin() + 1; levels > 0; --levels) close_one();
  }

  void close_parameters() {
    while (!open_.empty()) close_one();
  }

  void close_one() {
    NestedText closed = std::move(open_.back());
    open_.pop_back();
    if (open_.empty()) {
      arguments_.add_json(closed.name, nested_json(closed, tool_, arguments_.warnings()));
    } else {
      open_.back().inside.push_back(std::move(closed));
    }
  }

  void end_call(std::size_t end, bool complete) {
    TextCall call;
    call.name = name_;
    call.arguments = arguments_.json();
    call.offset = begin_;
    call.length = end - begin_;
    call.complete = complete;
    call.warnings = std::move(arguments_.warnings());
    calls_.push_back(std::move(call));
    end_ = end;
    in_call_ = false;
  }

  const Tools& tools_;
  std::vector<TextCall> calls_;
  std::size_t end_ = 0;

  bool in_call_ = false;
  std::size_t begin_ = 0;
  std::string name_;
  const schema::Tool* tool_ = nullptr;
  TagArguments arguments_;
  std::vector<NestedText> open_;
};

class MinimaxM3Reader final : public ConstructReader {
 public:
  explicit MinimaxM3Reader(const Tools& tools) : tools_(tools) {}

  Look look(std::string_view text, bool final) override {
    if (!begun_) {
      const Look::State state = check_beginning(text, final);
      if (state == Look::State::kNot) return Look::no();
      if (state == Look::State::kMore) return Look::more();
      begun_ = true;
    }
    const std::size_t end = text.find(kEnd, searched_);
    if (end == std::string_view::npos && !final) {
      searched_ = text.size() - std::min(text.size(), kEnd.size() - 1);
      return Look::more();
    }
    return read(text, end);
  }

 private:
  // The first call tells whether these are calls of ours.
  Look::State check_beginning(std::string_view text, bool final) const {
    const Look::State unknown = final ? Look::State::kNot : Look::State::kMore;
    std::size_t at = 0;
    if (text.starts_with(kOpeners[0])) at = skip_white(text, kOpeners[0].size());
    const Match invoke = match_one(text, at, kOpeners[1], final);
    if (invoke.part()) return unknown;
    if (!invoke.yes()) return Look::State::kNot;
    const TagHead head = read_tag_head(text, at + invoke.length - 1, ">", final);
    if (head.state == TagHead::State::kPart) return unknown;
    const bool named = head.state == TagHead::State::kYes && tools_.may_be_meant(head.name);
    return named ? Look::State::kDone : Look::State::kNot;
  }

  [[nodiscard]] Look read(std::string_view text, std::size_t end) const {
    const bool closed = end != std::string_view::npos;
    Pieces pieces(closed ? text.substr(0, end) : text);
    CallBuilder builder(tools_);
    while (const std::optional<Piece> piece = pieces.next()) builder.take(*piece);
    const bool cut = !closed && builder.in_call();
    const std::size_t last = closed ? end : text.size();
    std::vector<TextCall> calls = builder.finish(last);
    if (calls.empty()) return Look::no(last);
    if (closed) return Look::done(end + kEnd.size(), std::move(calls));
    return Look::done(cut ? text.size() : builder.end(), std::move(calls));
  }

  const Tools& tools_;
  bool begun_ = false;
  std::size_t searched_ = 0;
};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view /*opener*/) {
  return room.make<MinimaxM3Reader>(tools);
}

}  // namespace

Format minimax_m3() {
  return {.name = "minimax-m3",
          .models = "MiniMax M3",
          .example =
              "]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name=\"get_weather\">]<]minimax[>[<city>Paris"
              "]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>",
          .openers = kOpeners,
          .reader = reader,
          .closers = kClosers};
}

}  // namespace acode::extract
