// From a tree to text, without recursion: the open containers are kept in a list.
#include "acode/json/writer.h"

#include <algorithm>
#include <array>
#include <variant>
#include <vector>

#include "base/utf8.h"
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

class TreeWriter {
 public:
  TreeWriter(std::string& out, const WriteOptions& options) : out_(out), indent_(options.indent) {}

  void write(Value root) {
    begin(root);
    while (!open_.empty()) step();
  }

 private:
  struct Elements {
    Children<Value>::Iterator next;
    Children<Value>::Iterator end;
  };
  struct Members {
    Children<Member>::Iterator next;
    Children<Member>::Iterator end;
  };
  struct Level {
    std::variant<Elements, Members> rest;
    bool first = true;
  };

  void begin(Value value) {
    switch (value.kind()) {
      case Kind::kNull:
        out_ += "null";
        break;
      case Kind::kBoolean:
        out_ += value.as_bool() ? "true" : "false";
        break;
      case Kind::kNumber:
        out_ += value.number_text();
        break;
      case Kind::kString:
        write_string_to(out_, value.as_string());
        break;
      case Kind::kArray:
        out_ += '[';
        open_.push_back({Elements{value.elements().begin(), value.elements().end()}});
        break;
      case Kind::kObject:
        out_ += '{';
        open_.push_back({Members{value.members().begin(), value.members().end()}});
        break;
    }
  }

  void step() {
    if (auto* elements = std::get_if<Elements>(&open_.back().rest)) {
      if (elements->next == elements->end) return close(']');
      separate();
      const Value element = *elements->next;
      ++elements->next;
      begin(element);
    } else {
      auto& members = std::get<Members>(open_.back().rest);
      if (members.next == members.end) return close('}');
      separate();
      const Member member = *members.next;
      ++members.next;
      write_string_to(out_, member.name);
      out_ += indent_ == 0 ? ":" : ": ";
      begin(member.value);
    }
  }

  void separate() {
    if (!open_.back().first) out_ += ',';
    open_.back().first = false;
    break_line();
  }

  void close(char bracket) {
    const bool empty = open_.back().first;
    open_.pop_back();
    if (!empty) break_line();
    out_ += bracket;
  }

  void break_line() {
    if (indent_ == 0) return;
    out_ += '\n';
    out_.append(indent_ * open_.size(), ' ');
  }

  std::string& out_;
  std::size_t indent_;
  std::vector<Level> open_;
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

void write_to(std::string& out, Value value, const WriteOptions& options) { TreeWriter(out, options).write(value); }

std::string write(Value value, const WriteOptions& options) {
  std::string out;
  write_to(out, value, options);
  return out;
}

}  // namespace acode::json
