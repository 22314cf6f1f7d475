// Escaping, and the time of day.
#include "observe/line_text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

#include "base/utf8.h"
#include "base/visible.h"

namespace acode::observe {
namespace {

void append_escape(std::string& out, char32_t c) {
  switch (c) {
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
  out += base::json_escaped(c);
}

void append_character(std::string& out, char32_t c) {
  std::array<char, 4> bytes{};
  out.append(bytes.data(), base::encode_utf8(c, bytes.data()));
}

bool is_plain(char c) { return c > 0x20 && c < 0x7F && c != '"' && c != '\\' && c != '='; }

void append_escaped(std::string& out, std::string_view text, bool quotes_too) {
  while (!text.empty()) {
    const char first = text.front();
    if (is_plain(first) || first == ' ' || first == '=' || (first == '"' && !quotes_too)) {
      out += first;
      text.remove_prefix(1);
      continue;
    }
    if (first == '"' || first == '\\') out += '\\';
    const base::Utf8 next = base::decode_utf8(text);
    const bool valid = next.status == base::Utf8::Status::kValid;
    const char32_t character = valid ? next.character : base::kReplacement;
    if (base::is_hidden(character)) {
      append_escape(out, character);
    } else {
      append_character(out, character);
    }
    // An end inside a character is one wrong character.
    text.remove_prefix(next.status == base::Utf8::Status::kIncomplete ? text.size() : next.length);
  }
}

}  // namespace

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  append_escaped(out, text, true);
  out += '"';
}

void append_free(std::string& out, std::string_view text) { append_escaped(out, text, false); }

void append_word(std::string& out, std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) {
    out += text;
  } else {
    append_quoted(out, text);
  }
}

void append_time(std::string& out, WallTime time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  std::array<char, 64> text{};
  const int size =
      std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
                    static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                    static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                    static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
  out.append(text.data(), static_cast<std::size_t>(size));
}

}  // namespace acode::observe
