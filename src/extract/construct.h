// A construct: a stretch of text, from an opening marker on, that may hold calls.
//
// A format knows the markers that open its constructs, and makes a reader for each that is found. The reader is shown the
// text from the marker on, again and again as more of it comes, and says whether it needs more, whether this is no call
// after all, or where the construct ends and which calls it holds. It must come to the same result however the text was
// cut, so what it says may only depend on the text; and it must remember how far it has looked, so that the work is linear.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "acode/extract/extract.h"
#include "acode/schema/hints.h"
#include "acode/schema/toolset.h"
#include "extract/string_pieces.h"

namespace acode::extract {

/// The tools that there are, as formats ask for them.
class Tools {
 public:
  explicit Tools(const schema::Toolset* tools);

  /// Whether names are known at all.
  [[nodiscard]] bool given() const { return tools_ != nullptr; }

  /// Whether a call of this name can be meant: a tool of that name, spelled as it may be (EX-9); if none are given, any
  /// plain name.
  [[nodiscard]] bool may_be(std::string_view name) const;

  /// Whether the first call of a construct may have this name. A tool that is not known is believed if it comes near to one
  /// that is: what else is written like a call is an example, or meant for others (TX-6). What is near becomes an error
  /// that names the tool that was meant (EX-6).
  [[nodiscard]] bool may_be_meant(std::string_view name) const;

  /// The tool of this name, spelled as it may be, or null.
  [[nodiscard]] const schema::Tool* find(std::string_view name) const;

  /// The tool of this name, spelled like that, or null.
  [[nodiscard]] const schema::Tool* exactly(std::string_view name) const;

  /// The tool whose name stands last in a text, to the letter and as a word; null if none does.
  [[nodiscard]] const schema::Tool* mentioned_last(std::string_view text) const;

  [[nodiscard]] const schema::Toolset* all() const { return tools_; }

  /// What the schema of a tool, one of these, knows for the repair of its arguments: made when it is first asked for, by
  /// whichever thread.
  [[nodiscard]] const schema::SchemaHints& hints(const schema::Tool& tool) const;

  /// Whether a tool has a parameter that is called "arguments".
  [[nodiscard]] bool may_take_arguments(const schema::Tool& tool) const {
    return std::find(odd_.begin(), odd_.end(), &tool) != odd_.end();
  }

 private:
  const schema::Toolset* tools_;
  std::vector<const schema::Tool*> odd_;  // have such a parameter

  struct LazyHints {
    std::once_flag once;
    std::optional<schema::SchemaHints> made;
  };
  std::unique_ptr<LazyHints[]> hints_;  // for each tool
};

/// What a reader says of the text so far.
struct Look {
  enum class State : std::uint8_t {
    kMore,  ///< not clear yet
    kNot,   ///< no call: the marker is text like any other
    kDone,  ///< the construct ends behind `length` bytes
  };
  /// What the text behind the construct is, until another construct or a token that ends it says otherwise.
  enum class Then : std::uint8_t {
    kSame,       ///< what it was before
    kContent,    ///< the header of a message for the reader: `<|channel|>final<|message|>`
    kReasoning,  ///< the header of one for the model itself: `<|channel|>analysis<|message|>`
  };
  State state = State::kMore;
  std::size_t length = 0;        ///< with kNot: how much was examined
  std::vector<TextCall> calls;   ///< with kDone; offsets count from the beginning of the construct
  Then then = Then::kSame;       ///< with kDone
  std::string remark{};          ///< with kNot: what is odd about a text that is no call, if anything
  std::span<PlainCall> plain{};  ///< with kDone, instead of `calls`: they are all plain. They are the reader's

  static Look more() { return {}; }
  /// `examined`: how much of the text had to be looked at for that, if it is much. Who says no too late too often is no
  /// longer asked, so that the work stays linear.
  static Look no(std::size_t examined = 0) { return {State::kNot, examined, {}, Then::kSame, {}}; }
  /// A call of something that is no tool: whoever offered tools wants to know that it was left in the text.
  static Look no_tool(std::string_view name, std::size_t examined = 0) {
    Look look = no(examined);
    look.remark = "what looks like a call of \"" + std::string(name) + "\" is text: there is no such tool";
    return look;
  }
  static Look done(std::size_t length, std::vector<TextCall> calls) {
    return {State::kDone, length, std::move(calls), Then::kSame, {}};
  }
  static Look header(std::size_t length, Then then) { return {State::kDone, length, {}, then, {}}; }
};

/// A plain call as others are told. Its `raw` is empty.
TextCall spelled_out(PlainCall&& call);

class ConstructReader {
 public:
  virtual ~ConstructReader() = default;

  /// `text` begins with the opening marker; each time it is the same text or more of it. `final`: no more comes, so the
  /// answer must not be kMore.
  virtual Look look(std::string_view text, bool final) = 0;

  /// The call that is being written, as far as it goes, where the format shows that (ST-4). Lives until the next look().
  /// `text` is what look() was shown last, or more of it.
  virtual std::optional<PartialTextCall> partial(std::string_view /*text*/) { return std::nullopt; }

  /// What the text that look() was shown last ends in.
  [[nodiscard]] virtual Within within() const { return Within::kNothing; }
};

}  // namespace acode::extract
