// Events of one stream are alike but for the words in them. One that is like those before it need not be read: what is
// between its beginning and its end, which are known, is what it says.
//
//   {"id":"c1","choices":[{"index":0,"delta":{"content":" The"},"finish_reason":null}]}
//   {"id":"c1","choices":[{"index":0,"delta":{"content":" cat"},"finish_reason":null}]}
//   {"id":"c1","choices":[{"index":0,"delta":{"content":" sat"},"finish_reason":null}]}       this one is not read
//
// Two have to be read first, the one right after the other, and nothing but their words may have come of them. If they differ in
// one string only, and its contents are the words of both, then that is where words stand, and what the reader makes of such an
// event depends on them alone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace acode::wire::detail {

class EventMould {
 public:
  /// The words of an event that has this form; empty if it has not, and must be read. They are as they stand there: if
  /// they had to be unescaped, the event must be read.
  [[nodiscard]] std::string_view words_in(std::string_view name, std::string_view event) const;

  /// An event was read, and these words and nothing else came of it; or something else did, and then they are empty.
  void learn(std::string_view name, std::string_view event, std::string_view words);

  /// Something came in between.
  void forget();

 private:
  [[nodiscard]] bool has_form(std::string_view name, std::string_view event) const;
  [[nodiscard]] bool find_form(std::string_view event, std::string_view words);

  // In streams where every event has its own time no two are alike: then this is given up.
  static constexpr unsigned kMostTries = 8;

  std::string name_;        // of the last server-sent event
  std::string last_;        // event from which words came; empty if there was none, or something else came behind it
  std::string last_words_;  // in it
  std::string front_;       // of the form: up to the quote before the words
  std::string back_;        // from the quote behind them on
  bool is_known_ = false;   // the form
  unsigned tries_ = 0;
};

}  // namespace acode::wire::detail
