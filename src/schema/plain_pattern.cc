// Recognising plain patterns, and matching them.
//
// Everything works on bytes. Beyond ASCII that is right as long as characters are not counted: a literal `é` is its two
// bytes, and `[^@]+` takes all bytes of a character or none; but `[^@]{2}` and `é?` are left to the engine.
#include "schema/plain_pattern.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "schema/ascii.h"

namespace acode::schema::detail {

void ByteSet::add_range(unsigned char low, unsigned char high) {
  for (unsigned byte = low; byte <= high; ++byte) add(static_cast<unsigned char>(byte));
}

void ByteSet::add(const ByteSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
}

void ByteSet::invert() {
  for (std::uint64_t& word : words_) word = ~word;
}

bool ByteSet::meets(const ByteSet& other) const {
  std::uint64_t common = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) common |= words_[i] & other.words_[i];
  return common != 0;
}

namespace {

using Item = PlainPattern::Item;

constexpr std::size_t kNoMost = std::numeric_limits<std::size_t>::max();
constexpr std::string_view kSyntax = R"(^$\.*+?()[]{}|)";

unsigned char byte_of(char c) { return static_cast<unsigned char>(c); }

bool is_punctuation(char c) { return c > ' ' && c < 0x7F && !is_digit(c) && !is_letter(c) && c != '_'; }

ByteSet digits() {
  ByteSet set;
  set.add_range('0', '9');
  return set;
}

ByteSet word_characters() {
  ByteSet set = digits();
  set.add_range('a', 'z');
  set.add_range('A', 'Z');
  set.add('_');
  return set;
}

/// Takes a pattern apart. A function that returns nothing (or false) has met what is not plain.
class Recogniser {
 public:
  explicit Recogniser(std::string_view pattern) : text_(pattern) {}

  std::optional<PlainPattern::Literal> literal() {
    PlainPattern::Literal found;
    found.at_start = take('^');
    while (const std::optional<char> c = literal_byte()) found.text += *c;
    found.at_end = take('$');
    return done() ? std::optional(std::move(found)) : std::nullopt;
  }

  std::optional<PlainPattern::Choice> choice() {
    if (!take('^') || !take('(')) return std::nullopt;
    if (take('?') && !take(':')) return std::nullopt;
    PlainPattern::Choice found;
    do {
      std::string& text = found.texts.emplace_back();
      while (const std::optional<char> c = literal_byte()) text += *c;
    } while (take('|'));
    return take(')') && take('$') && done() ? std::optional(std::move(found)) : std::nullopt;
  }

  std::optional<PlainPattern::Sequence> sequence() {
    PlainPattern::Sequence found;
    if (!take('^')) return std::nullopt;
    while (!done() && !next_is('$')) {
      Item item;
      if (!read_item(item)) return std::nullopt;
      if (item.most > 0) found.items.push_back(item);
    }
    found.at_end = take('$');
    return done() ? std::optional(std::move(found)) : std::nullopt;
  }

 private:
  /// What the bytes of a set are: characters of ASCII, one byte of a longer character, or both of these and others.
  enum class Reach : std::uint8_t { kAscii, kPart, kBeyond };

  [[nodiscard]] bool done() const { return at_ == text_.size(); }
  [[nodiscard]] bool next_is(char c) const { return !done() && text_[at_] == c; }

  bool take(char c) {
    if (!next_is(c)) return false;
    ++at_;
    return true;
  }

  /// An escape that stands for the punctuation behind the backslash.
  std::optional<char> escaped_punctuation() {
    if (!next_is('\\') || at_ + 1 >= text_.size() || !is_punctuation(text_[at_ + 1])) return std::nullopt;
    at_ += 2;
    return text_[at_ - 1];
  }

  std::optional<char> literal_byte() {
    if (done()) return std::nullopt;
    if (kSyntax.find(text_[at_]) == std::string_view::npos) return text_[at_++];
    return escaped_punctuation();
  }

  bool read_item(Item& item) {
    if (!read_set(item.set) || !read_repeat(item)) return false;
    switch (reach_) {
      case Reach::kAscii:
        return true;
      case Reach::kPart:
        return item.least == 1 && item.most == 1;
      case Reach::kBeyond:
        return item.least <= 1 && item.most == kNoMost;
    }
    return false;
  }

  bool read_set(ByteSet& set) {
    if (next_is('[')) return read_class(set);
    if (read_shorthand(set)) return true;
    const std::optional<char> c = literal_byte();
    if (!c) return false;
    set.add(byte_of(*c));
    reach_ = is_ascii(*c) ? Reach::kAscii : Reach::kPart;
    return true;
  }

  /// \d, \w and their opposites.
  bool read_shorthand(ByteSet& set) {
    if (!next_is('\\') || at_ + 1 >= text_.size()) return false;
    const char c = text_[at_ + 1];
    if (c != 'd' && c != 'D' && c != 'w' && c != 'W') return false;
    at_ += 2;
    set = c == 'd' || c == 'D' ? digits() : word_characters();
    settle(set, c == 'D' || c == 'W');
    return true;
  }

  bool read_class(ByteSet& set) {
    ++at_;
    const bool negated = take('^');
    if (next_is(']')) return false;
    while (!take(']')) {
      if (!read_class_item(set)) return false;
    }
    settle(set, negated);
    return true;
  }

  void settle(ByteSet& set, bool negated) {
    if (negated) set.invert();
    reach_ = negated ? Reach::kBeyond : Reach::kAscii;
  }

  bool read_class_item(ByteSet& set) {
    ByteSet shorthand;
    if (read_shorthand(shorthand)) {
      if (reach_ == Reach::kBeyond || range_follows()) return false;
      set.add(shorthand);
      return true;
    }
    const std::optional<char> low = class_character();
    if (!low) return false;
    if (!range_follows()) return set.add(byte_of(*low)), true;
    ++at_;
    const std::optional<char> high = class_character();
    if (!high || *high < *low) return false;
    set.add_range(byte_of(*low), byte_of(*high));
    return true;
  }

  [[nodiscard]] bool range_follows() const { return next_is('-') && at_ + 1 < text_.size() && text_[at_ + 1] != ']'; }

  std::optional<char> class_character() {
    if (done() || !is_ascii(text_[at_])) return std::nullopt;
    if (next_is('\\')) return escaped_punctuation();
    return text_[at_++];
  }

  bool read_repeat(Item& item) {
    if (take('*')) {
      item.least = 0;
      item.most = kNoMost;
    } else if (take('+')) {
      item.most = kNoMost;
    } else if (take('?')) {
      item.least = 0;
    } else if (take('{')) {
      return read_braces(item);
    }
    return true;  // a second quantifier is no item, so what is lazy, possessive or wrong ends there
  }

  /// What stands behind the brace of `{2}`, `{2,}` or `{2,5}`.
  bool read_braces(Item& item) {
    if (!read_number(item.least)) return false;
    item.most = item.least;
    if (take(',') && !read_number(item.most)) item.most = kNoMost;
    return take('}') && item.least <= item.most;
  }

  bool read_number(std::size_t& number) {
    const std::size_t begin = at_;
    std::size_t value = 0;
    for (; !done() && is_digit(text_[at_]); ++at_) {
      value = value * 10 + static_cast<std::size_t>(text_[at_] - '0');
    }
    if (at_ == begin || at_ - begin > 9) return false;
    number = value;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Reach reach_ = Reach::kAscii;  // of the set read last
};

/// Whether each item may take all it can: none that can take more or less has a byte in common with what can follow.
bool decides_in_one_pass(const std::vector<Item>& items) {
  ByteSet following;  // what can come behind the item looked at
  for (std::size_t i = items.size(); i-- > 0;) {
    const Item& item = items[i];
    if (item.least != item.most && item.set.meets(following)) return false;
    if (item.least > 0) following = ByteSet();
    following.add(item.set);
  }
  return true;
}

using Track = PlainPattern::Track;

/// How many places a sequence has as a track; more than there can be if something in it may be missing.
std::size_t places_of(const std::vector<Item>& items) {
  std::size_t places = 0;
  for (const Item& item : items) {
    const bool certain = item.least > 0 && (item.most == item.least || item.most == kNoMost);
    if (!certain || item.least > Track::kMostPlaces - places) return kNoMost;
    places += item.least;
  }
  return places;
}

std::optional<Track> track_of(const PlainPattern::Sequence& sequence) {
  if (!sequence.at_end || places_of(sequence.items) > Track::kMostPlaces) return std::nullopt;
  Track track;
  std::uint64_t place = 1;
  for (const Item& item : sequence.items) {
    const std::uint64_t before = place;
    place <<= item.least;
    const std::uint64_t places = (place - before) << 1U;  // the bits from behind `before` up to `place`
    for (std::size_t byte = 0; byte < track.open.size(); ++byte) {
      if (item.set.has(static_cast<unsigned char>(byte))) track.open[byte] |= places;
    }
    if (item.most == kNoMost) track.again |= place;
  }
  track.last = place;
  return track;
}

bool matches(const PlainPattern::Literal& literal, std::string_view subject) {
  if (literal.at_start && literal.at_end) return subject == literal.text;
  if (literal.at_start) return subject.starts_with(literal.text);
  if (literal.at_end) return subject.ends_with(literal.text);
  return subject.find(literal.text) != std::string_view::npos;
}

bool matches(const PlainPattern::Choice& choice, std::string_view subject) {
  return std::find(choice.texts.begin(), choice.texts.end(), subject) != choice.texts.end();
}

bool matches(const PlainPattern::Sequence& sequence, std::string_view subject) {
  const char* at = subject.data();
  const char* const end = at + subject.size();
  for (const Item& item : sequence.items) {
    const auto left = static_cast<std::size_t>(end - at);
    if (left < item.least) return false;
    const char* const limit = at + std::min(left, item.most);
    const char* const begin = at;
    while (at != limit && item.set.has(byte_of(*at))) ++at;
    if (static_cast<std::size_t>(at - begin) < item.least) return false;
  }
  return !sequence.at_end || at == end;
}

bool matches(const Track& track, std::string_view subject) { return track.matches(subject); }

}  // namespace

std::optional<PlainPattern> PlainPattern::recognise(std::string_view pattern) {
  if (auto literal = Recogniser(pattern).literal()) return PlainPattern(std::move(*literal));
  if (auto choice = Recogniser(pattern).choice()) return PlainPattern(std::move(*choice));
  auto sequence = Recogniser(pattern).sequence();
  if (!sequence || !decides_in_one_pass(sequence->items)) return std::nullopt;
  if (auto track = track_of(*sequence)) return PlainPattern(std::move(*track));
  return PlainPattern(std::move(*sequence));
}

bool PlainPattern::search(std::string_view subject) const {
  return std::visit([subject](const auto& shape) { return matches(shape, subject); }, shape_);
}

}  // namespace acode::schema::detail
