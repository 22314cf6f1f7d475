// Events of one stream are alike but for the words in them. One that is like those before it need not be read: what
// stands where they had their words is what it says.
//
//   {"id":"c1","choices":[{"index":0,"delta":{"content":" The"},"finish_reason":null}],"obfuscation":"x9"}
//   {"id":"c1","choices":[{"index":0,"delta":{"content":" cat"},"finish_reason":null}],"obfuscation":"Qm1"}
//   {"id":"c1","choices":[{"index":0,"delta":{"content":" sat"},"finish_reason":null}],"obfuscation":"7"}   is not read
//
// Two have to be read first, the one right after the other, and nothing but their words may have come of them. If they differ in
// one string only, and its contents are the words of both, then that is where words stand, and what the reader makes of such an
// event depends on them alone. Members that no dialect reads (padding, the time of day) may differ too, and so may the number
// of the event, which is handed on with the words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace acode::wire::detail {

/// What an event says that is like the last one.
struct AlikeEvent {
  std::string_view words;              ///< never empty; as they stand there, for there is nothing to unescape
  std::optional<std::int64_t> number;  ///< its `sequence_number`
};

class EventMould {
 public:
  /// What an event of this form says; nothing if it has another, and must be read.
  [[nodiscard]] std::optional<AlikeEvent> read(std::string_view name, std::string_view event) const {
    return match(name, event, false);
  }

  /// An event was read, and these words and nothing else came of it; or something else did, and then they are empty.
  void learn(std::string_view name, std::string_view event, std::string_view words);

  /// Something came in between.
  void forget();

 private:
  // What may stand at a place where events differ.
  enum class Kind : unsigned char { kWords, kString, kNumber, kSequenceNumber };

  struct Hole {
    std::size_t at;  // in a text that lacks what stands in the holes
    Kind kind;
  };

  // An event without the values of the members that may differ, and where they were.
  struct Outline {
    static constexpr std::size_t kMostHoles = 5;

    std::string text;
    std::array<Hole, kMostHoles> holes{};
    std::size_t count = 0;

    bool add(std::size_t at, Kind kind);
  };

  static bool is_outlined(std::string_view event, Outline& out);
  static std::optional<Kind> kind_of(std::string_view member, char value);
  static std::size_t value_size(Kind kind, std::string_view rest);
  [[nodiscard]] std::optional<AlikeEvent> match(std::string_view name, std::string_view event, bool any_words) const;
  [[nodiscard]] bool find_form(std::string_view event_text, std::string_view words);

  // In streams where something else differs in every event no two are alike: then this is given up.
  static constexpr unsigned kMostTries = 8;

  std::string name_;        // of the last server-sent event
  std::string last_;        // event from which words came; empty if there was none, or something else came behind it
  std::string last_words_;  // in it
  Outline form_;            // without the words
  bool is_known_ = false;   // the form
  unsigned tries_ = 0;
};

}  // namespace acode::wire::detail
