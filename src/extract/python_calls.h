// Calls written as Python: `[f(a=1, b='x'), g()]`, and what models make of that.
//
//   f(a=1); g()            one after the other, with `;` or `,` or a new line between
//   ['f(a=1)', 'g()']      quoted; 'f'(a=1) too
//   print(f(a=1))          as in tool_code
//   math\_lcm(a=18)        with the escapes of markdown
//
// This is the core that formats share. It knows no marker: it is shown the text from the bracket or the name on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extract/construct.h"
#include "extract/python_arguments.h"
#include "extract/python_lexer.h"

namespace acode::extract {

/// Where the calls stand, which decides what is believed.
enum class PythonPlace : std::uint8_t {
  /// Somewhere in a text. A call begins with the name of a tool (if tools are given; else it stands in a list), and what
  /// is merely talk of a tool (`f(city, days)`, `f(...)`, `f()` where arguments are needed, `f(a=1):`) is none.
  kAnywhere,
  /// Behind a marker that says that calls come. Any plain name is one.
  kMarked,
};

class PythonCallsReader final : public ConstructReader {
 public:
  /// `end_marker`, if not empty, ends the calls wherever it stands outside a string, and belongs to whoever asks. Both it
  /// and the tools must outlive the reader.
  explicit PythonCallsReader(const Tools& tools, PythonPlace place = PythonPlace::kAnywhere,
                             std::string_view end_marker = {})
      : tools_(tools), place_(place), end_marker_(end_marker) {}

  /// The text may begin with white space; the construct ends behind the last call, its brackets and its `;`, or, if the
  /// end marker follows, before that. The calls have no format yet.
  Look look(std::string_view text, bool final) override;
  [[nodiscard]] Within within() const override;

 private:
  enum class Stage : std::uint8_t { kBetween, kName, kCall };
  enum class Step : std::uint8_t { kOn, kWait, kOver };

  Step between(std::string_view text, bool final);
  Step separator_or_bracket(char c);
  Step close(std::size_t opened);
  detail::Answer end_marker_here(std::string_view text, bool final) const;
  detail::Answer definition_here(std::string_view text, bool final) const;
  Step drop_last_call();
  Step name(std::string_view text, bool final);
  Step name_ended(std::string_view text, bool final);
  Step begin_call(std::string_view text, std::size_t parenthesis);
  [[nodiscard]] bool is_callable(std::string_view name) const;
  Step call(std::string_view text, bool final);
  [[nodiscard]] bool is_prose(std::string_view text) const;
  Step take_close(std::string_view text);
  void drop_cut_word(std::string_view text);
  bool take_plain(std::string_view text, std::size_t parenthesis);
  Step finish_call(std::string_view text, std::size_t end, bool complete);
  void add(TextCall call);
  void add(PlainCall call);
  [[nodiscard]] bool has_calls() const { return !plain_.empty() || !calls_.empty(); }
  [[nodiscard]] std::size_t end_of_last_call() const;
  [[nodiscard]] bool is_talk(const schema::Tool* tool, const detail::PythonArguments& arguments, bool complete) const;
  [[nodiscard]] bool in_list() const { return wrapping_.find('[') != std::string::npos; }

  const Tools& tools_;
  PythonPlace place_;
  std::string_view end_marker_;

  Stage stage_ = Stage::kBetween;
  std::size_t at_ = 0;            // where to look next, outside a call
  std::size_t end_ = 0;           // of what is known to belong to the construct
  std::string wrapping_;          // brackets and quotes that are open round the calls, and the parentheses of `print(`
  std::size_t wrapped_ = 0;       // how many of them were open before the last call
  std::vector<PlainCall> plain_;  // the calls so far, as long as all are plain
  std::vector<TextCall> calls_;   // else these

  std::size_t name_begin_ = 0;
  std::string name_;       // of the call being read, without escapes
  bool markdown_ = false;  // its names have escapes
  detail::PythonLexer lexer_;
  std::vector<detail::PythonToken> tokens_;
  std::vector<std::size_t> open_;  // the brackets that are open in it, by the numbers of their tokens
  std::vector<std::string> warnings_;
};

}  // namespace acode::extract
