// From a tree to text, without recursion: the open containers are kept in a list.
#include "acode/json/writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "base/utf8.h"
#include "json/access.h"
#include "json/scan.h"

namespace acode::json {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

/// For each byte the letter of its short escape, or 0.
constexpr std::array<char, 128> kEscapeLetters = [] {
  std::array<char, 128> letters{};
  letters['"'] = '"';
  letters['\\'] = '\\';
  letters['\b'] = 'b';
  letters['\f'] = 'f';
  letters['\n'] = 'n';
  letters['\r'] = 'r';
  letters['\t'] = 't';
  return letters;
}();

/// Writes the characters of a string as JSON, by way of a small buffer: a text of many lines would else be put together
/// from many pieces.
class StringWriter {
 public:
  explicit StringWriter(std::string& out) : out_(out) {}

  void write(std::string_view characters) {
    put('"');
    const char* p = characters.data();
    const char* const end = p + characters.size();
    while (p != end) {
      if (room() == 0) flush();
      const char* const stop = p + std::min(room(), static_cast<std::size_t>(end - p));
      bool quoted = false;
      p = detail::copy_plain(p, stop, next_, quoted);
      if (p != stop) p += write_odd({p, end});
    }
    put('"');
    flush();
  }

 private:
  static constexpr std::size_t kRoom = 512;
  static constexpr std::size_t kSlack = 32;  // for one odd character, and what copy_plain() writes beyond its end

  [[nodiscard]] std::size_t room() const {
    const char* const end = buffer_.data() + kRoom;
    return next_ < end ? static_cast<std::size_t>(end - next_) : 0;
  }

  void flush() {
    out_.append(buffer_.data(), next_);
    next_ = buffer_.data();
  }

  void put(char c) { *next_++ = c; }
  void put(std::string_view text) { next_ = std::copy(text.begin(), text.end(), next_); }

  // A character that is not plain; returns its length in the source.
  std::size_t write_odd(std::string_view rest) {
    const auto byte = static_cast<unsigned char>(rest[0]);
    if (byte >= 0x80) return write_wide(rest);
    put('\\');
    if (const char letter = kEscapeLetters[byte]; letter != 0) {
      put(letter);
    } else {
      put("u00");
      put(kHex[byte >> 4U]);
      put(kHex[byte & 0xFU]);
    }
    return 1;
  }

  // One character beyond ASCII.
  std::size_t write_wide(std::string_view rest) {
    const base::Utf8 decoded = base::decode_utf8(rest);
    const bool valid = decoded.status == base::Utf8::Status::kValid;
    put(valid ? rest.substr(0, decoded.length) : "\xEF\xBF\xBD");
    return decoded.length;
  }

  std::string& out_;
  std::array<char, kRoom + kSlack> buffer_;
  char* next_ = buffer_.data();
};

/// A container that is being written.
struct Level {
  std::uint32_t next = 0;  // child: an element, or the name of a member
  std::uint32_t end = 0;
  bool object = false;
  bool first = true;
};

/// The containers that are open. Few values are nested deeper than a few levels: no memory is asked for those.
class Levels {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Level& back() { return size_ <= kFew ? few_[size_ - 1] : more_.back(); }

  void push(const Level& level) {
    if (size_ < kFew) {
      few_[size_] = level;
    } else {
      more_.push_back(level);
    }
    ++size_;
  }

  void pop() {
    if (size_-- > kFew) more_.pop_back();
  }

 private:
  static constexpr std::size_t kFew = 8;
  std::array<Level, kFew> few_{};
  std::vector<Level> more_;
  std::size_t size_ = 0;
};

class TreeWriter {
 public:
  TreeWriter(std::string& out, Value root, const WriteOptions& options)
      : out_(out), root_(root), indent_(options.indent) {}

  void write() {
    begin(root_);
    while (open_.size() > 0) step();
  }

 private:
  void begin(Value value) {
    switch (value.kind()) {
      case Kind::kNull:
        out_ += "null";
        break;
      case Kind::kBoolean:
        out_ += value.as_bool() ? "true" : "false";
        break;
      case Kind::kNumber:
        write_number(value);
        break;
      case Kind::kString:
        write_string_to(out_, value.as_string());
        break;
      case Kind::kArray:
      case Kind::kObject:
        out_ += value.is_object() ? '{' : '[';
        open_.push({value.index() + 1, detail::Access::next(value), value.is_object()});
        break;
    }
  }

  void write_number(Value value) {
    if (detail::Access::tag(value) != detail::Tag::kInteger) {
      out_ += detail::Access::chars(value);
      return;
    }
    std::array<char, 24> digits{};
    const auto written = std::to_chars(digits.begin(), digits.end(), detail::Access::integer(value));
    out_.append(digits.data(), written.ptr);
  }

  void step() {
    Level& level = open_.back();
    if (level.next == level.end) return close();
    if (!level.first) out_ += ',';
    level.first = false;
    break_line();
    if (level.object) {
      write_string_to(out_, detail::Access::at(root_, level.next).as_string());
      out_ += indent_ == 0 ? ":" : ": ";
    }
    const Value child = detail::Access::at(root_, level.next + (level.object ? 1 : 0));
    level.next = detail::Access::next(child);
    begin(child);
  }

  void close() {
    const Level closed = open_.back();
    open_.pop();
    if (!closed.first) break_line();
    out_ += closed.object ? '}' : ']';
  }

  void break_line() {
    if (indent_ == 0) return;
    out_ += '\n';
    out_.append(indent_ * open_.size(), ' ');
  }

  std::string& out_;
  Value root_;
  std::size_t indent_;
  Levels open_;
};

}  // namespace

void write_string_to(std::string& out, std::string_view characters) {
  if (detail::is_short_and_plain(characters.data(), characters.size())) {
    out += '"';
    out += characters;
    out += '"';
  } else {
    StringWriter(out).write(characters);
  }
}

void write_to(std::string& out, Value value, const WriteOptions& options) { TreeWriter(out, value, options).write(); }

std::string write(Value value, const WriteOptions& options) {
  std::string out;
  write_to(out, value, options);
  return out;
}

}  // namespace acode::json
