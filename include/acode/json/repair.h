// The tolerant reader: the JSON that a broken text was meant to be, and every change it took to get there.
//
//   acode::json::Repair repair = acode::json::repair("{path: 'a.txt',}");
//   repair.ok();                       // true
//   repair.text();                     // {"path": "a.txt"}
//   for (acode::json::Edit edit : repair.edits()) ...   // unquoted_key at 1 and 5, single_quotes at 7 and 13,
//                                                       // trailing_comma at 14
//   repair.value().find("path");       // the tree, read from the repaired text by the strict reader
//
// Valid JSON comes back untouched (RP-1). Everything else keeps its text, white space too, but for the edits (RP-2). The
// repaired text always passes the strict reader, and repairing it again changes nothing (RP-6). The text is read
// forward, in linear time (RP-7): where it can be read in several ways, each reading has what it costs, the cheapest is
// followed first, and the cheapest wins. If two different readings are as good as each other the text is refused rather
// than guessed at (RP-10). How it works is told in docs/architecture.md.
#pragma once

#include <bitset>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "acode/error.h"
#include "acode/json/value.h"
#include "acode/limits.h"

namespace acode::json {

/// What an edit mends. The first seven are the named kinds of RP-3.
enum class EditKind : std::uint8_t {
  kTrailingComma,          ///< `[1, 2,]`
  kMissingClosingBrace,    ///< `{"a": 1`
  kMissingClosingBracket,  ///< `[1, 2`
  kSingleQuotes,           ///< `{'a': 1}`
  kUnquotedKey,            ///< `{a: 1}`
  kTruncatedString,        ///< `{"a": "b`: the text ends inside a string
  kUnescapedQuotes,        ///< `"he said "no" to it"`

  kMissingComma,           ///< `[1 2]`
  kExtraComma,             ///< `[1,, 2]`
  kMissingColon,           ///< `{"a" 1}`
  kWrongColon,             ///< `=>`, `=` or a second colon
  kMissingValue,           ///< `{"a":}`: null
  kMissingOpeningQuote,    ///< `[a"]`
  kMissingClosingQuote,    ///< `["a]`
  kDoubledQuotes,          ///< `""a""` and `"""a"""`
  kTypographicQuotes,      ///< curly quotes and back-ticks as delimiters
  kUnquotedValue,          ///< `{"a": some words}`
  kMissingOpeningBrace,    ///< `"a": 1}`
  kMissingOpeningBracket,  ///< `{"a": 1, 2]}`
  kExtraCloser,            ///< `{"a": 1}}`
  kWrongCloser,            ///< `[1, 2}`
  kLiteral,                ///< True, None, undefined, nil, NULL …
  kNotANumber,             ///< NaN, Infinity: null
  kNumberFormat,           ///< +1, .5, 5., 1_000, 0x1F
  kComment,                ///< `// so`, `/* so */`, `# so`
  kFence,                  ///< a markdown fence around the value
  kTextAround,             ///< prose, tags and special tokens before and after the value
  kStrayText,              ///< words between members
  kControlCharacter,       ///< a raw newline, tab … inside a string
  kInvalidEscape,          ///< a backslash before a character that needs none
  kLoneSurrogate,          ///< an escaped half of a pair
  kInvalidUtf8,            ///< bytes that are no characters
  kConcatenation,          ///< "a" + "b"
  kEllipsis,               ///< `[1, 2, ...]`
  kSeveralValues,          ///< JSON lines and values one after the other become an array
  kEscapedText,            ///< {\"a\": 1}
  kParentheses,            ///< tuples
  kByteOrderMark,          ///< U+FEFF before the value
  kStrayBackslash,         ///< a backslash outside of strings
  kOddSpace,               ///< white space that JSON does not know
  kOddPunctuation,         ///< full-width commas and colons
  kTruncatedValue,         ///< a number, a literal or a key cut off by the end of the text
};
/// How many there are.
inline constexpr std::size_t kEditKinds = static_cast<std::size_t>(EditKind::kTruncatedValue) + 1;

/// "trailing_comma", "missing_closing_brace" …
std::string_view edit_kind_name(EditKind kind);

/// The kind with this name, or nothing.
std::optional<EditKind> edit_kind_from_name(std::string_view name);

/// One change. Replacing, for each edit, `removed` at `offset` of the original by `inserted` gives the repaired text.
struct Edit {
  EditKind kind;              ///< what it mends
  std::size_t offset;         ///< in the original text
  std::string_view removed;   ///< the bytes taken out, a part of the original
  std::string_view inserted;  ///< the bytes put in
  double confidence;          ///< 0 to 1: how sure
};

/// How much may be tried (RP-10).
enum class RepairLevel : std::uint8_t {
  kSafe,    ///< only what has one plain reading
  kNormal,  ///< the reading that is clearly the best
  kEager,   ///< the best reading there is, however many others are as good
};

/// What the schema knows of the places in a value, for choosing between readings (RP-5). The json module does not know
/// schemas: whoever does answers these questions. Places are numbers of the answerer's choice.
class Hints {
 public:
  /// A place in a value, as the answerer numbers them.
  using Place = std::uint32_t;

  /// No place that anything is known of.
  static constexpr Place kNowhere = 0xffffffffU;

  /// Bits of expected_kinds().
  static constexpr unsigned bit(Kind kind) { return 1U << static_cast<unsigned>(kind); }

  /// All bits of expected_kinds(): any kind of value may stand there.
  static constexpr unsigned kAnyKind = 0x3f;

  virtual ~Hints() = default;

  /// The place of the whole value; kNowhere if nothing is known.
  [[nodiscard]] virtual Place root() const = 0;

  /// The place of a member. kNowhere if the name is not among those expected.
  [[nodiscard]] virtual Place member(Place object, std::string_view name) const = 0;

  /// The place of an array's elements.
  [[nodiscard]] virtual Place element(Place array) const = 0;

  /// Which kinds of value may stand here.
  [[nodiscard]] virtual unsigned expected_kinds(Place place) const = 0;

  /// Whether member() knows all names that may stand in this object.
  [[nodiscard]] virtual bool names_are_known(Place object) const = 0;

  /// Where only certain strings may stand: how much of a text is one of them. All of it, or the length of the longest
  /// one that it begins with, or 0. kAnyText where any string may stand.
  [[nodiscard]] virtual std::size_t listed(Place place, std::string_view text) const = 0;

  /// What listed() says where any string may stand.
  static constexpr std::size_t kAnyText = static_cast<std::size_t>(-1);
};

/// What repair may do, and how long.
struct RepairOptions {
  Limits limits;                             ///< of the text, and of what comes of it
  RepairLevel level = RepairLevel::kNormal;  ///< how much may be tried

  /// Kinds that may not be used; a text that needs one of them is refused.
  std::bitset<kEditKinds> disabled;

  /// Questions to the schema, or null. Must outlive the reader.
  const Hints* hints = nullptr;

  /// How long one text may take; zero is no limit. Past it the text is refused with kRepairTimeout.
  std::chrono::milliseconds timeout{100};
};

namespace detail {
class Mender;
struct EditRecord;
}  // namespace detail

/// The edits of a repair, in the order of their offsets.
class Edits {
 public:
  /// Walks over the edits.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;  ///< for the standard library
    using value_type = Edit;                            ///< likewise
    using difference_type = std::ptrdiff_t;             ///< likewise
    using pointer = void;                               ///< likewise
    using reference = Edit;                             ///< likewise

    /// At the edit with this number.
    Iterator(const Edits* edits, std::size_t index) : edits_(edits), index_(index) {}
    /// The edit.
    Edit operator*() const { return (*edits_)[index_]; }
    /// On to the next one.
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.index_ == b.index_; }

   private:
    const Edits* edits_;
    std::size_t index_;
  };

  /// A view of the edits of a reader; TolerantReader::edits() makes it.
  Edits(const detail::EditRecord* records, std::size_t size, std::string_view original, std::string_view inserted)
      : records_(records), size_(size), original_(original), inserted_(inserted) {}
  /// How many there are.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Whether nothing was changed.
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// One of them, counted from 0.
  Edit operator[](std::size_t index) const;
  /// The first.
  [[nodiscard]] Iterator begin() const { return Iterator(this, 0); }
  /// Behind the last.
  [[nodiscard]] Iterator end() const { return Iterator(this, size_); }

 private:
  const detail::EditRecord* records_;
  std::size_t size_;
  std::string_view original_;
  std::string_view inserted_;
};

/// The tolerant reader, whole or in pieces. One for many texts is the fast way, as with Reader.
class TolerantReader {
 public:
  /// All texts are read by these options.
  explicit TolerantReader(const RepairOptions& options = {});
  TolerantReader(TolerantReader&&) noexcept;
  TolerantReader& operator=(TolerantReader&&) noexcept;
  TolerantReader(const TolerantReader&) = delete;
  TolerantReader& operator=(const TolerantReader&) = delete;
  ~TolerantReader();

  /// Forgets the text read so far and keeps the memory.
  void reset();

  /// Takes the next piece. False once nothing more can be made of the text (too large, too deep, too broken).
  bool feed(std::string_view piece);

  /// Says that the text ends here. True if it is valid or could be repaired.
  bool finish();

  /// Reset, feed, finish: one whole text.
  bool read(std::string_view text);

  /// What the text so far stands for, as Reader::partial(). Where several readings are still possible it is that of the
  /// best so far; should another turn out better, the next answer is that one's. Asking has no effect on the repair.
  [[nodiscard]] std::optional<Value> partial();

  // After finish(). What is handed out lives until the reader is used again.

  /// Whether the text was not valid JSON, so that repair was tried.
  [[nodiscard]] bool attempted() const;
  /// Whether there is a value: finish() said yes.
  [[nodiscard]] bool ok() const;
  /// Whether the text was cut off inside a string, number, literal or key, or where a value had to follow (RP-8).
  [[nodiscard]] bool truncated() const;
  /// How sure the repair is as a whole: 1 for valid text.
  [[nodiscard]] double confidence() const;
  /// The text as it was fed.
  [[nodiscard]] std::string_view original() const;
  /// The repaired text; the original if it was valid; empty if there is none.
  [[nodiscard]] std::string_view text() const;
  /// What was changed, in the order of the original.
  [[nodiscard]] Edits edits() const;
  /// The value of the repaired text. Only to be called when ok().
  [[nodiscard]] Value value() const;
  /// Why there is no value; where repair failed this tells what is wrong with the text and where.
  [[nodiscard]] const Error* error() const;

 private:
  std::unique_ptr<detail::Mender> mender_;
};

/// A finished repair that stands on its own.
class Repair {
 public:
  /// Takes over a reader whose finish() was called.
  explicit Repair(TolerantReader reader) : reader_(std::move(reader)) {}

  /// Whether the text was not valid JSON, so that repair was tried.
  [[nodiscard]] bool attempted() const { return reader_.attempted(); }
  /// Whether there is a value.
  [[nodiscard]] bool ok() const { return reader_.ok(); }
  /// Whether the text was cut off (RP-8).
  [[nodiscard]] bool truncated() const { return reader_.truncated(); }
  /// How sure the repair is as a whole: 1 for valid text.
  [[nodiscard]] double confidence() const { return reader_.confidence(); }
  /// The text as it was.
  [[nodiscard]] std::string_view original() const { return reader_.original(); }
  /// The repaired text; the original if it was valid; empty if there is none.
  [[nodiscard]] std::string_view text() const { return reader_.text(); }
  /// What was changed, in the order of the original.
  [[nodiscard]] Edits edits() const { return reader_.edits(); }
  /// The value of the repaired text. Only to be called when ok().
  [[nodiscard]] Value value() const { return reader_.value(); }
  /// Why there is no value; null if there is one.
  [[nodiscard]] const Error* error() const { return reader_.error(); }

 private:
  TolerantReader reader_;
};

/// Repairs one whole text.
Repair repair(std::string_view text, const RepairOptions& options = {});

}  // namespace acode::json
