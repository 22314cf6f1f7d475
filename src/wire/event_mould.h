// Events of one stream are alike but for the words in them. One that is like those before it need not be read: what is
// between its beginning and its end, which are known, is what it says.
//
//   {"id":"c1","choices":[{"index":0,"delta":{"content":" The"},"finish_reason":null}]}
//   {"id":"c1","choices":[{"index":0,"delta":{"content":" cat"},"finish_reason":null}]}
//   {"id":"c1","choices":[{"index":0,"delta":{"content":" sat"},"finish_reason":null}]}       this one is not read
//
// Two have to be read first, the one right after the other, and nothing but their words may have come of them: what the
// reader makes of such an event then depends on its words alone.
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

  /// An event was read, and these words and nothing else came of it.
  void learn(std::string_view name, std::string_view event, std::string_view words);

  /// An event was read, and something else came of it.
  void forget() { seen_ = 0; }

 private:
  [[nodiscard]] bool has_form(std::string_view name, std::string_view event) const;

  // In streams where every event has its own time no two are alike: then this is given up.
  static constexpr unsigned kMostTries = 8;

  std::string name_;   // of the server-sent event
  std::string front_;  // up to the quote before the words
  std::string back_;   // from the quote behind them on
  unsigned seen_ = 0;  // how many of this form were read, one after the other
  unsigned tries_ = 0;
};

}  // namespace acode::wire::detail
