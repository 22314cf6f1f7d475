// The patterns that most schemas have, matched without a regular expression engine.
//
//   PlainPattern::recognise("^[A-Z]+-\\d+$")->search("ABC-123")     true
//   PlainPattern::recognise("^(red|green)$")->search("blue")       false
//   PlainPattern::recognise("^(a|b)*$")                             nothing: a matter for the engine
//
// Recognised are literal texts (anywhere, at the start, at the end, or as the whole), a choice of whole literal texts,
// and anchored sequences of characters and classes, repeated or not. A repeated item must share no character with
// what can come after it: then taking all it can take is never wrong, and one pass from left to right decides.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace acode::schema::detail {

/// A set of bytes, one bit each.
class ByteSet {
 public:
  void add(unsigned char byte) { words_[byte >> 6U] |= std::uint64_t{1} << (byte & 63U); }
  void add_range(unsigned char low, unsigned char high);
  void add(const ByteSet& other);
  void invert();
  [[nodiscard]] bool has(unsigned char byte) const { return ((words_[byte >> 6U] >> (byte & 63U)) & 1U) != 0; }
  [[nodiscard]] bool meets(const ByteSet& other) const;

 private:
  std::array<std::uint64_t, 4> words_{};
};

/// A recognised pattern. Immutable.
class PlainPattern {
 public:
  /// Nothing if `pattern` (ECMA-262) is not of the kind; whether it is a right pattern at all is then left open.
  static std::optional<PlainPattern> recognise(std::string_view pattern);

  /// Whether `subject`, which is UTF-8, has a match: exactly what an engine would say.
  [[nodiscard]] bool search(std::string_view subject) const;

  /// A literal text, with what stands around it.
  struct Literal {
    std::string text;
    bool at_start;
    bool at_end;
  };

  /// Whole texts to choose from.
  struct Choice {
    std::vector<std::string> texts;
  };

  /// Bytes of a set, at least and at most so many of them.
  struct Item {
    ByteSet set;
    std::size_t least = 1;
    std::size_t most = 1;
  };

  /// Items from the start of the subject on, up to its end if `at_end`.
  struct Sequence {
    std::vector<Item> items;
    bool at_end;
  };

  /// A whole sequence in which nothing may be missing, such as `^[a-z]+\d{2}$`, as a track of a few places. How far a
  /// match can have come is a bit for each place, and a byte moves them all on at once.
  struct Track {
    static constexpr std::size_t kMostPlaces = 63;

    std::vector<std::uint64_t> open = std::vector<std::uint64_t>(256);  // for each byte the places where it may stand
    std::uint64_t again = 0;                                            // places that any number of bytes may stand at
    std::uint64_t last = 0;

    [[nodiscard]] bool matches(std::string_view subject) const {
      const std::uint64_t* const places = open.data();
      std::uint64_t reached = 1;  // in front of the first place
      for (const char c : subject) {
        reached = ((reached << 1U) | (reached & again)) & places[static_cast<unsigned char>(c)];
      }
      return (reached & last) != 0;
    }
  };

  /// The track, if it is one; else null.
  [[nodiscard]] const Track* track() const { return std::get_if<Track>(&shape_); }

 private:
  using Shape = std::variant<Literal, Choice, Sequence, Track>;

  explicit PlainPattern(Shape shape) : shape_(std::move(shape)) {}

  Shape shape_;
};

}  // namespace acode::schema::detail
