// Shape C: a marker, the name of a tool, a separator, and its arguments as JSON.
//
//   [TOOL_CALLS]get_weather[ARGS]{"city": "Paris"}
//   <|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Paris"}<|tool_call_end|>
//
// Formats differ in their markers and in what may stand between the marker and the JSON, the head of the call. Models
// forget separators and closing markers; the first brace and the next marker do as well.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "extract/construct.h"
#include "extract/json_body.h"

namespace acode::extract {

/// What the head of a call says.
struct CallHead {
  std::string name;  ///< empty if there is none, only a number: then the arguments tell which tool is meant
  std::string id;
};

struct NamedJsonGrammar {
  /// Close a call. They belong to it.
  Markers closers;

  /// Begin something else, and so end a call that was not closed. The opener of the call itself always does.
  Markers openers;

  /// Stand at the end of a head. If the text ends right behind one, the name at least is whole.
  Markers separators;

  /// What stands between the marker and the arguments, understood; nothing if it is no head of a call.
  std::optional<CallHead> (*head)(std::string_view head, const Tools& tools);

  /// Whether a head without arguments, with a closing marker right behind it, is a call.
  bool may_lack_arguments = false;

  /// Whether nothing but the name of a tool opens the call. Then it needs its closing marker; or arguments that fit the
  /// tool, with nothing behind them on the line.
  bool is_bare = false;

  /// Whether a name that is no tool's, nor near to one, makes it text (TX-6) rather than an error (EX-6).
  bool only_meant = false;
};

class NamedJsonReader final : public ConstructReader {
 public:
  /// `head_at`: where in the opener the head begins; at its end unless the opener holds the name. All must outlive the
  /// reader.
  NamedJsonReader(const Tools& tools, std::string_view opener, const NamedJsonGrammar& grammar,
                  std::size_t head_at = std::string_view::npos)
      : tools_(tools),
        grammar_(grammar),
        opener_(opener),
        head_begin_(head_at == std::string_view::npos ? opener.size() : head_at),
        at_(head_begin_) {}

  Look look(std::string_view text, bool final) override;
  std::optional<PartialTextCall> partial(std::string_view text) override;
  [[nodiscard]] Within within() const override;

 private:
  Look::State read_head(std::string_view text, bool final);
  Look::State end_head(std::string_view text, std::size_t end, bool complete);
  [[nodiscard]] Match end_at(std::string_view text, std::size_t at, bool final) const;
  Look finish(std::string_view text, bool final);
  [[nodiscard]] bool stands_alone(std::string_view text) const;
  Look call(std::string_view text, std::size_t end);

  const Tools& tools_;
  const NamedJsonGrammar& grammar_;
  std::string_view opener_;
  std::size_t head_begin_;
  std::size_t at_;  // how far the head has been looked at
  CallHead head_;
  std::string unknown_;    // what was called and is no tool
  std::size_t begin_ = 0;  // of the arguments; 0 as long as they have not been found
  std::size_t end_ = 0;    // behind them; 0 as long as they have not been read
  bool cut_ = false;       // the text ends inside them
  std::optional<JsonBody> body_;
};

/// The only tool that has all the parameters that stand in some arguments, and needs no others; null if there is none.
const schema::Tool* tool_for_arguments(std::string_view arguments, const Tools& tools);

}  // namespace acode::extract
