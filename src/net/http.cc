// Fields of heads, and the names of statuses.
#include "net/http.h"

#include <algorithm>
#include <array>
#include <utility>

namespace acode::net {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

using CharSet = std::array<bool, 256>;

constexpr CharSet token_chars() {
  CharSet set{};
  for (int c = 'a'; c <= 'z'; ++c) set[static_cast<std::size_t>(c)] = true;
  for (int c = 'A'; c <= 'Z'; ++c) set[static_cast<std::size_t>(c)] = true;
  for (int c = '0'; c <= '9'; ++c) set[static_cast<std::size_t>(c)] = true;
  for (const char c : std::string_view("!#$%&'*+-.^_`|~")) set[static_cast<unsigned char>(c)] = true;
  return set;
}

// Asked of every byte of every head, so by a table.
constexpr CharSet kTokenChars = token_chars();

bool is_token_char(char c) { return kTokenChars[static_cast<unsigned char>(c)]; }

// Bounds the sizes to 32 bits; heads that come in are bounded far below.
constexpr std::size_t kMostText = std::size_t{1} << 30U;
// What a head is given at first: enough for most.
constexpr std::size_t kLeastRoom = 256;

constexpr std::string_view kBetween = ": ";
constexpr std::string_view kBehind = "\r\n";

}  // namespace

// Most of what is compared is equal byte by byte.
bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return x == y || lower(x) == lower(y); });
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return is_token_char(c); });
}

// Three searches for one byte are quicker than one for three.
bool is_field_value(std::string_view text) {
  constexpr std::string_view kEnds("\r\n\0", 3);
  return std::none_of(kEnds.begin(), kEnds.end(), [text](char c) { return text.find(c) != std::string_view::npos; });
}

bool Headers::add(std::string_view name, std::string_view value) {
  return is_token(name) && is_field_value(value) && add(HeaderField{name, value});
}

std::size_t Headers::size_of(const Sizes& sizes) {
  return sizeof(Sizes) + sizes.name + kBetween.size() + sizes.value + kBehind.size();
}

HeaderField Headers::field_at(const char* at) {
  const Sizes sizes = sizes_at(at);
  const char* const name = at + sizeof sizes;
  return {{name, sizes.name}, {name + sizes.name + kBetween.size(), sizes.value}};
}

// What is added may be a part of these: the old text lives until the new one is whole.
bool Headers::make_room(std::size_t bytes, std::string& old) {
  const std::size_t needed = text_.size() + bytes;
  if (needed > kMostText) return false;
  if (needed <= text_.capacity()) return true;
  old.reserve(std::max(2 * needed, kLeastRoom));
  old = text_;
  text_.swap(old);  // and now it is the old one
  return true;
}

bool Headers::add(const HeaderField& field) {
  const auto [name, value] = field;
  if (name.size() + value.size() > kMostText) return false;
  const Sizes sizes{static_cast<std::uint32_t>(name.size()), static_cast<std::uint32_t>(value.size())};
  std::string old;
  if (!make_room(size_of(sizes), old)) return false;
  char* out = text_.data() + text_.size();
  text_.resize(text_.size() + size_of(sizes));  // within its room, so nothing moves
  std::memcpy(out, &sizes, sizeof sizes);
  out = std::copy(name.begin(), name.end(), out + sizeof sizes);
  out = std::copy_n(kBetween.data(), kBetween.size(), out);
  out = std::copy(value.begin(), value.end(), out);
  std::copy_n(kBehind.data(), kBehind.size(), out);
  return true;
}

bool Headers::add(const Iterator& field) {
  const std::string_view bytes(field.at_, size_at(field.at_));
  std::string old;
  if (!make_room(bytes.size(), old)) return false;
  text_.append(bytes);
  return true;
}

bool Headers::set(std::string_view name, std::string_view value) {
  if (!has(name)) return add(name, value);
  const std::string own_name(name);  // the name may be one of our own, and the text moves
  const std::size_t end = text_.size();
  if (!add(name, value)) return false;
  remove_before(end, own_name);
  return true;
}

// In one pass: those that stay move up.
void Headers::remove_before(std::size_t end, std::string_view name) {
  char* const text = text_.data();
  std::size_t kept = 0;
  for (std::size_t at = 0; at < text_.size();) {
    const std::size_t size = size_at(text + at);
    const bool stays = at >= end || !same_token(field_at(text + at).name, name);
    if (stays && kept != at) std::memmove(text + kept, text + at, size);
    if (stays) kept += size;
    at += size;
  }
  text_.resize(kept);
}

std::optional<std::string_view> Headers::find(std::string_view name) const {
  for (const HeaderField field : *this) {
    if (same_token(field.name, name)) return field.value;
  }
  return {};
}

std::string_view Headers::get(std::string_view name, std::string_view otherwise) const {
  return find(name).value_or(otherwise);
}

std::size_t Headers::size() const {
  std::size_t count = 0;
  for (auto at = begin(); !(at == end()); ++at) ++count;
  return count;
}

void Headers::print_to(std::string& out) const {
  for (const HeaderField field : *this) out.append(printed(field));
}

std::string_view Headers::printed(const HeaderField& field) {
  return {field.name.data(), field.name.size() + kBetween.size() + field.value.size() + kBehind.size()};
}

HttpHead::HttpHead(int code, std::string_view content_type) : status(code) {
  if (!content_type.empty()) headers.add("Content-Type", content_type);
}

std::string_view reason_of(int status) {
  static constexpr std::array<std::pair<int, std::string_view>, 31> kReasons = {{
      {100, "Continue"},
      {101, "Switching Protocols"},
      {200, "OK"},
      {201, "Created"},
      {202, "Accepted"},
      {204, "No Content"},
      {206, "Partial Content"},
      {301, "Moved Permanently"},
      {302, "Found"},
      {303, "See Other"},
      {304, "Not Modified"},
      {307, "Temporary Redirect"},
      {308, "Permanent Redirect"},
      {400, "Bad Request"},
      {401, "Unauthorized"},
      {403, "Forbidden"},
      {404, "Not Found"},
      {405, "Method Not Allowed"},
      {408, "Request Timeout"},
      {409, "Conflict"},
      {413, "Content Too Large"},
      {417, "Expectation Failed"},
      {422, "Unprocessable Content"},
      {429, "Too Many Requests"},
      {431, "Request Header Fields Too Large"},
      {500, "Internal Server Error"},
      {501, "Not Implemented"},
      {502, "Bad Gateway"},
      {503, "Service Unavailable"},
      {504, "Gateway Timeout"},
      {505, "HTTP Version Not Supported"},
  }};
  for (const auto& [code, reason] : kReasons) {
    if (code == status) return reason;
  }
  return "Unknown";
}

}  // namespace acode::net
