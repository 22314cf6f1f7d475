// Shape D: calls whose parameters are tags with plain text in them.
//
//   <tool_call>
//   <function=write_file>
//   <parameter=path>
//   a.html
//   </parameter>
//   <parameter=content>
//   <p>1 < 2</p>
//   </parameter>
//   </function>
//   </tool_call>
//
// Nothing is escaped, so a value may have anything in it, closing tags too; and closing tags are forgotten. So a closing
// tag ends a value if what stands behind it goes on with the call or ends it. If it does not, the first closing tag is
// remembered, and counts if none that is followed rightly comes before another call begins or the text ends. The next
// parameter ends a value too, if the tool has one of that name.
//
// Values are plain text, typed by the tool's schema. Where a format allows it the arguments may be JSON instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extract/construct.h"
#include "extract/json_body.h"
#include "extract/marker_match.h"
#include "extract/tag_arguments.h"
#include "extract/tag_syntax.h"

namespace acode::extract {

/// What formats differ in besides their tags.
struct TagRules {
  ValueRules values{};
  bool tokens = false;         ///< the tags are tokens that nobody writes as text: they are always believed
  bool any_name = false;       ///< a tool that is not known is called too, even by the first call (EX-6)
  bool bare_json = true;       ///< JSON may be the arguments of a call outside of a wrapper
  bool json_must_fit = false;  ///< it must begin with a parameter of the tool
  Markers json_closers{};      ///< what ends arguments that are JSON
  Markers json_openers{};      ///< what begins another call
};

class TagCallsReader final : public ConstructReader {
 public:
  /// The tools, the syntax and the markers must outlive the reader.
  TagCallsReader(const Tools& tools, const TagSyntax& syntax, const TagRules& rules)
      : tools_(tools), syntax_(syntax), rules_(rules) {}

  Look look(std::string_view text, bool final) override;
  [[nodiscard]] Within within() const override;

 private:
  enum class Stage : std::uint8_t { kOutside, kBody, kValue, kJson };
  enum class Step : std::uint8_t { kOn, kWait, kDone, kNot };
  enum class Answer : std::uint8_t { kNo, kYes, kUnknown };
  enum class Level : std::uint8_t { kParameter, kCall, kWrapper };

  // Where a value may end.
  struct Ending {
    std::size_t value_end = 0;
    std::size_t resume = 0;  // where to go on
    bool closed = false;     // by a tag of its own
  };

  Step outside();
  Step wrapper(const Tag& tag);
  Step begin_call(const Tag& tag);

  Step body();
  Step tag_in_body(const Tag& tag);
  Step text_in_body();
  Step take_value_tag(const Tag& tag);
  void begin_value(std::string name, const Tag& tag);
  [[nodiscard]] Answer json_fits() const;
  [[nodiscard]] Answer more_of_call();
  Step drop_call();
  Step text_ends_in_body();

  Step value();
  bool find_next_in_value();
  Step tag_in_value(const Tag& tag);
  Step closing_in_value(const Tag& tag, Level level, const Ending& ending);
  Step opening_in_value(const Tag& tag);
  Step text_ends_in_value();
  Step end_value(const Ending& ending);
  [[nodiscard]] Answer followed_rightly(std::size_t position, Level level);
  [[nodiscard]] Answer call_begins(const Tag& tag) const;
  [[nodiscard]] bool begins_parameter(const Tag& tag) const;
  [[nodiscard]] bool at_line_start(std::size_t position) const;

  Step json();
  void finish_call(std::size_t end, bool complete);
  Step call_is_over(std::size_t end);

  [[nodiscard]] Tag tag_at(std::size_t position, bool in_value) const;

  const Tools& tools_;
  const TagSyntax& syntax_;
  TagRules rules_;

  std::string_view text_;  // while look() runs
  bool final_ = false;

  Stage stage_ = Stage::kOutside;
  std::size_t at_ = 0;   // where to look next
  std::size_t end_ = 0;  // of what is known to belong to the construct
  bool wrapped_ = false;
  bool wrapped_twice_ = false;
  std::vector<TextCall> calls_;

  std::size_t call_begin_ = 0;
  std::size_t call_end_ = 0;  // of what is known to belong to the call
  std::string unknown_;       // what was called and is no tool
  std::string name_;
  const schema::Tool* tool_ = nullptr;
  TagArguments arguments_;
  std::deque<std::string> keys_;  // whose values have not come
  std::optional<JsonBody> json_;
  std::size_t json_begin_ = 0;
  std::string json_text_;

  std::string parameter_;
  Typing typing_ = Typing::kNone;
  std::size_t value_begin_ = 0;
  std::size_t white_end_ = 0;  // behind the closing tag at hand: white space up to here
  bool cdata_may_begin_ = false;
  bool in_cdata_ = false;
  std::optional<Ending> fallback_;
};

}  // namespace acode::extract
