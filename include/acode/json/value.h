// A JSON value, and the document that owns it.
//
//   auto document = acode::json::parse(R"({"path": "a.txt", "lines": [1, 2]})");
//   acode::json::Value root = document->root();
//   root.find("path")->as_string();                      // "a.txt"
//   for (acode::json::Value line : root.find("lines")->elements()) total += line.as_int64().value_or(0);
//
// A Document is one block of 8-byte words and one block of characters. A Value is a small view into it (copy it freely)
// and lives as long as its document, or, for a partial value, until the reader is fed again. Nothing is lost on the way
// in: members keep their order and their duplicates, numbers that do not fit a 55-bit integer keep their digits.
//
// Layout, for those who read on. Each value is one word: a tag in the top 8 bits and 56 bits of payload.
//   null, true, false    no payload
//   integer              the value itself, signed, if it is written the shortest way and fits
//   number, string       offset (28 bits) and length (28 bits) of its characters
//   array, object        number of children (24 bits, saturating) and the span in words, itself included (32 bits);
//                        its children follow; an object's are key, value, key, value. Span 0: still open (partial).
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/limits.h"

namespace acode::json {

/// What a value is.
enum class Kind : std::uint8_t { kNull, kBoolean, kNumber, kString, kArray, kObject };

/// "null", "boolean", "number", "string", "array", "object".
std::string_view kind_name(Kind kind);

namespace detail {

enum class Tag : std::uint8_t { kNull, kFalse, kTrue, kInteger, kNumber, kString, kArray, kObject };

inline constexpr unsigned kTagShift = 56;
inline constexpr unsigned kOffsetShift = 28;
inline constexpr std::uint64_t kLengthMask = (std::uint64_t{1} << 28) - 1;
inline constexpr unsigned kCountShift = 32;
inline constexpr std::uint64_t kMaxCount = (std::uint64_t{1} << 24) - 1;
inline constexpr std::uint64_t kSpanMask = 0xffffffffU;

/// The two blocks a Value looks into. Owned by a Document or by a reader at work.
struct Storage {
  const std::uint64_t* words = nullptr;
  const char* chars = nullptr;
  std::uint32_t size = 0;  ///< words in use
};

struct Block;   // the memory behind a Storage
struct Access;  // for the other modules of the library: a look at the words

}  // namespace detail

class Value;
struct Member;

/// A range over the children of a container; what it yields is a Value (arrays) or a Member (objects).
template <class Item>
class Children {
 public:
  /// Walks over the children.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;  ///< for the standard library
    using value_type = Item;                            ///< likewise
    using difference_type = std::ptrdiff_t;             ///< likewise
    using pointer = void;                               ///< likewise
    using reference = Item;                             ///< likewise

    /// At a place in a tree; Children makes them.
    Iterator(const detail::Storage* storage, std::uint32_t index) : storage_(storage), index_(index) {}
    /// The child.
    Item operator*() const;
    /// On to the next one.
    Iterator& operator++();
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.index_ == b.index_; }

   private:
    const detail::Storage* storage_;
    std::uint32_t index_;
  };

  /// The children between two places in a tree; Value makes them.
  Children(const detail::Storage* storage, std::uint32_t begin, std::uint32_t end)
      : storage_(storage), begin_(begin), end_(end) {}
  /// The first.
  [[nodiscard]] Iterator begin() const { return Iterator(storage_, begin_); }
  /// Behind the last.
  [[nodiscard]] Iterator end() const { return Iterator(storage_, end_); }
  /// Whether there are none.
  [[nodiscard]] bool empty() const { return begin_ == end_; }

 private:
  const detail::Storage* storage_;
  std::uint32_t begin_;
  std::uint32_t end_;
};

/// One value of a tree: a view, as cheap to copy as two numbers.
class Value {
 public:
  /// The value at a place in a tree; documents and readers make them.
  Value(const detail::Storage* storage, std::uint32_t index) : storage_(storage), index_(index) {}

  /// What it is.
  [[nodiscard]] Kind kind() const;

  [[nodiscard]] bool is_null() const { return tag() == detail::Tag::kNull; }      ///< whether it is `null`
  [[nodiscard]] bool is_boolean() const { return kind() == Kind::kBoolean; }      ///< whether it is `true` or `false`
  [[nodiscard]] bool is_number() const { return kind() == Kind::kNumber; }        ///< whether it is a number
  [[nodiscard]] bool is_string() const { return tag() == detail::Tag::kString; }  ///< whether it is a string
  [[nodiscard]] bool is_array() const { return tag() == detail::Tag::kArray; }    ///< whether it is an array
  [[nodiscard]] bool is_object() const { return tag() == detail::Tag::kObject; }  ///< whether it is an object

  /// True for `true`; false for everything else.
  [[nodiscard]] bool as_bool() const { return tag() == detail::Tag::kTrue; }

  /// The characters of a string, escapes resolved; empty for other kinds. Any byte may occur, NUL too.
  [[nodiscard]] std::string_view as_string() const;

  /// The number, if it is an integer as written (`12`, not `12.0` or `1e3`) and fits.
  [[nodiscard]] std::optional<std::int64_t> as_int64() const;
  /// The same without a sign.
  [[nodiscard]] std::optional<std::uint64_t> as_uint64() const;

  /// The nearest double: infinity beyond its range, 0 for what is not a number.
  [[nodiscard]] double as_double() const;

  /// The digits of a number exactly as written; empty for other kinds.
  [[nodiscard]] std::string number_text() const;

  /// How many elements or members a container has (a duplicate key counts each time); 0 for other kinds.
  [[nodiscard]] std::size_t size() const;

  /// The elements of an array; none for other kinds.
  [[nodiscard]] Children<Value> elements() const;

  /// The members of an object, in the order in which they were written; none for other kinds.
  [[nodiscard]] Children<Member> members() const;

  /// The member with this name (the last of them, if there are several), or nothing.
  [[nodiscard]] std::optional<Value> find(std::string_view name) const;

  /// The element at this position, or nothing. Walks the array.
  [[nodiscard]] std::optional<Value> at(std::size_t position) const;

  /// Equal as JSON values: members in any order and duplicates resolved, numbers by mathematical value.
  [[nodiscard]] bool equals(Value other) const;

  /// Where in its document this value stands. Stable as long as the document is.
  [[nodiscard]] std::uint32_t index() const { return index_; }

 private:
  template <class Item>
  friend class Children;
  friend struct detail::Access;

  [[nodiscard]] std::uint64_t word() const { return storage_->words[index_]; }
  [[nodiscard]] detail::Tag tag() const { return static_cast<detail::Tag>(word() >> detail::kTagShift); }
  [[nodiscard]] std::string_view chars() const;
  [[nodiscard]] std::uint32_t next() const;

  const detail::Storage* storage_;
  std::uint32_t index_;
};

/// One member of an object.
struct Member {
  std::string_view name;  ///< escapes resolved
  Value value;            ///< what it is set to
};

inline Kind Value::kind() const {
  constexpr Kind kKinds[] = {Kind::kNull,   Kind::kBoolean, Kind::kBoolean, Kind::kNumber,
                             Kind::kNumber, Kind::kString,  Kind::kArray,   Kind::kObject};
  return kKinds[static_cast<std::size_t>(tag())];
}

inline std::string_view Value::chars() const {
  const std::uint64_t payload = word() & ((std::uint64_t{1} << detail::kTagShift) - 1);
  return {storage_->chars + (payload >> detail::kOffsetShift), payload & detail::kLengthMask};
}

inline std::string_view Value::as_string() const { return is_string() ? chars() : std::string_view{}; }

inline std::uint32_t Value::next() const {
  if (tag() < detail::Tag::kArray) return index_ + 1;
  const auto span = static_cast<std::uint32_t>(word() & detail::kSpanMask);
  return span == 0 ? storage_->size : index_ + span;
}

inline Children<Value> Value::elements() const {
  if (!is_array()) return {storage_, index_, index_};
  return {storage_, index_ + 1, next()};
}

inline Children<Member> Value::members() const {
  if (!is_object()) return {storage_, index_, index_};
  return {storage_, index_ + 1, next()};
}

template <>
inline Value Children<Value>::Iterator::operator*() const {
  return {storage_, index_};
}

template <>
inline Children<Value>::Iterator& Children<Value>::Iterator::operator++() {
  index_ = Value(storage_, index_).next();
  return *this;
}

template <>
inline Member Children<Member>::Iterator::operator*() const {
  return {Value(storage_, index_).as_string(), Value(storage_, index_ + 1)};
}

template <>
inline Children<Member>::Iterator& Children<Member>::Iterator::operator++() {
  index_ = Value(storage_, index_ + 1).next();
  return *this;
}

/// A finished tree. Move it, do not copy it.
class Document {
 public:
  /// `null`.
  Document();

  /// The tree in a block; readers make them.
  explicit Document(std::shared_ptr<const detail::Block> block);
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
  ~Document();

  /// The value of the text. A document that was never filled is `null`.
  [[nodiscard]] Value root() const;

  /// What its values live by: who has it, as a SharedValue does, needs the document no longer.
  [[nodiscard]] std::shared_ptr<const void> owner() const { return block_; }

 private:
  std::shared_ptr<const detail::Block> block_;
};

/// A value together with what keeps it alive: it stands on its own, and is cheap to copy.
class SharedValue {
 public:
  /// `owner` is what the value lives by: Document::owner().
  SharedValue(Value value, std::shared_ptr<const void> owner) : value_(value), owner_(std::move(owner)) {}

  /// The value. It lives as long as any copy of this.
  [[nodiscard]] Value value() const { return value_; }
  /// What it lives by.
  [[nodiscard]] const std::shared_ptr<const void>& owner() const { return owner_; }

  /// Equal as values.
  friend bool operator==(const SharedValue& a, const SharedValue& b) { return a.value_.equals(b.value_); }

 private:
  Value value_;
  std::shared_ptr<const void> owner_;
};

/// A name that occurs more than once in one object. The last occurrence wins (AR-4).
struct DuplicateKey {
  std::string pointer;  ///< JSON Pointer to the member
  std::size_t count;    ///< how often it occurs
};

/// All duplicate names in a value, in the order in which they are first repeated.
std::vector<DuplicateKey> find_duplicate_keys(Value root);

}  // namespace acode::json
