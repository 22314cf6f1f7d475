// Joins the pieces of calls (ST-1), whatever a provider thinks of numbers, ids and names.
//
//   index 0, id a, name f     {"x":        call 0 begins
//   index 0                   1}           … and closes: it is complete (ST-2)
//   index 0, id b, name g     {}           a new id on a used index: call 1 (quirk 2)
//   index 0, id a, name f     {"x":1}      call 0 once more: passed over (quirk 19)
//
// A piece belongs to the call with its id; else to the one with its index; else, without either, to the one at its
// place in the list or the one now streaming. It begins a new call instead if it has another id or another name, or if
// the arguments so far are whole and it begins some of its own. Names are set once; pieces of a name are joined only as
// long as no argument has come (quirks 5 and 6). What comes for a call behind its end, if it is none of this, is
// dropped. Each byte is looked at a fixed number of times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "acode/wire/wire.h"
#include "wire/arguments_text.h"

namespace acode::wire::detail {

/// What a dialect's documents promise of its calls, so that one can tell who keeps to them.
struct CallHabits {
  bool have_ids = false;       ///< each has an id
  bool have_numbers = false;   ///< pieces have the number of their call, from 0 on
  bool have_objects = false;   ///< arguments are an object and not its text
  bool end_like_text = false;  ///< the word for why an answer ended is the same with calls and without
};

/// What a provider says about where a call ends.
enum class Ending : unsigned char {
  kOpen,  ///< nothing: more may come
  kEnds,  ///< this was the last of it
  kTorn,  ///< the connection ended in the middle of its arguments
};

/// A piece of a call as a dialect reads it.
struct CallPiece {
  std::optional<std::int64_t> index;  ///< the provider's number
  std::size_t position = 0;           ///< in the list it stands in …
  std::size_t siblings = 1;           ///< … of so many
  std::string id;
  std::string name;
  std::string arguments;
  bool begins = false;              ///< the provider says that a call begins here
  bool legacy = false;              ///< it came in a place that calls no longer have
  std::optional<bool> as_object{};  ///< whether the arguments came as an object; not said where a dialect has both
  Ending ending = Ending::kOpen;
};

/// Whether a piece could be taken.
enum class Taken : unsigned char {
  kYes,
  kTooMany,  ///< it would have begun one call too many
  kTooLong,  ///< the arguments of its call would have passed the limit; nothing more of that call is taken
};

class CallAssembler {
 public:
  /// The names must outlive this.
  CallAssembler(const WireLimits& limits, const CallHabits& habits, std::span<const std::string> tool_names)
      : limits_(limits), habits_(habits), tool_names_(tool_names) {}

  /// Takes a piece; what it says goes behind `out`.
  Taken take(const CallPiece& piece, std::vector<Delta>& out);

  /// The provider says that this call is whole. Taken at its word only if the arguments have closed: an answer that is
  /// cut off for its length ends its calls just so.
  void end(std::string_view id, std::optional<std::int64_t> index, std::vector<Delta>& out);

  /// The answer has ended. Calls whose arguments have closed are complete, and with `all` the others too.
  void finish(bool all, std::vector<Delta>& out);

  [[nodiscard]] std::size_t size() const { return calls_.size(); }
  /// How many of them are not complete.
  [[nodiscard]] std::size_t unfinished() const;

  /// The whole text of the arguments of a call, of which some may have come in pieces: the rest of it is taken.
  void take_whole(std::string_view id, std::string_view arguments, std::vector<Delta>& out);

  /// Whether all pieces so far were what the dialect promises, and each belonged where it says itself.
  [[nodiscard]] bool regular() const { return regular_; }

  /// Whether a call with this id has begun.
  [[nodiscard]] bool has(std::string_view id) const { return with_id(id).has_value(); }

 private:
  struct Call {
    std::string id;
    std::string name;
    ArgumentsText arguments;
    bool complete = false;
    bool torn = false;
    bool too_long = false;
  };
  static constexpr std::size_t kRefused = static_cast<std::size_t>(-1);  // stands for a call too many

  enum class Fate : unsigned char { kContinues, kNew, kDropped };

  [[nodiscard]] std::optional<std::size_t> with_id(std::string_view id) const;
  [[nodiscard]] std::optional<std::size_t> candidate(const CallPiece& piece) const;
  [[nodiscard]] Fate fate(const Call& call, const CallPiece& piece) const;
  [[nodiscard]] static Fate fate_behind_end(const Call& call, const CallPiece& piece);
  [[nodiscard]] bool continues_name(const Call& call, const CallPiece& piece) const;
  [[nodiscard]] bool begins_well(const CallPiece& piece) const;
  [[nodiscard]] bool continues_well(const CallPiece& piece) const;
  Taken create(const CallPiece& piece, std::optional<std::size_t> before, std::vector<Delta>& out);
  Taken refuse(const CallPiece& piece);
  Taken apply(std::size_t which, const CallPiece& piece, bool created, std::vector<Delta>& out);
  void end(std::size_t which, std::vector<Delta>& out);
  static std::string name_piece(Call& call, std::string_view name);
  static void complete(Call& call, CallDelta& delta);

  WireLimits limits_;
  CallHabits habits_;
  std::span<const std::string> tool_names_;
  bool regular_ = true;
  std::vector<Call> calls_;
  std::unordered_map<std::string, std::size_t> by_id_;
  std::unordered_map<std::int64_t, std::size_t> by_index_;
  std::vector<std::size_t> by_position_;  // for pieces without an index
  std::optional<std::size_t> current_;    // the call now streaming
};

}  // namespace acode::wire::detail
