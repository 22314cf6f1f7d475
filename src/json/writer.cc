// From a tree to text, without recursion: the open containers are kept in a list.
#include "acode/json/writer.h"

#include <array>
#include <variant>
#include <vector>

#include "base/utf8.h"
#include "json/scan.h"

namespace acode::json {
namespace {

void write_escaped(std::string& out, unsigned char byte) {
  switch (byte) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  constexpr std::string_view kHex = "0123456789abcdef";
  out += "\\u00";
  out += kHex[byte >> 4U];
  out += kHex[byte & 0xFU];
}

// One character beyond ASCII; returns its length in the source.
std::size_t write_wide(std::string& out, std::string_view rest) {
  const base::Utf8 decoded = base::decode_utf8(rest);
  if (decoded.status == base::Utf8::Status::kValid) {
    out += rest.substr(0, decoded.length);
  } else {
    out += "\xEF\xBF\xBD";
  }
  return decoded.length;
}

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
  out += '"';
  if (detail::is_short_and_plain(characters.data(), characters.size())) {
    out += characters;
    out += '"';
    return;
  }
  const char* at = characters.data();
  const char* const end = at + characters.size();
  while (at != end) {
    const char* const plain = detail::skip_plain(at, end);
    out.append(at, plain);
    at = plain;
    if (at == end) break;
    const auto byte = static_cast<unsigned char>(*at);
    if (byte < 0x80) {
      write_escaped(out, byte);
      ++at;
    } else {
      at += write_wide(out, {at, end});
    }
  }
  out += '"';
}

void write_to(std::string& out, Value value, const WriteOptions& options) { TreeWriter(out, options).write(value); }

std::string write(Value value, const WriteOptions& options) {
  std::string out;
  write_to(out, value, options);
  return out;
}

}  // namespace acode::json
