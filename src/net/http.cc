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

// Bounds the offsets to 32 bits; heads that come in are bounded far below.
constexpr std::size_t kMostText = std::size_t{1} << 30U;

}  // namespace

bool same_token(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lower(x) == lower(y); });
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

bool Headers::add(const HeaderField& field) {
  const auto [name, value] = field;
  const std::size_t needed = text_.size() + name.size() + value.size();
  if (needed > kMostText) return false;
  slices_.push_back({static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(name.size()),
                     static_cast<std::uint32_t>(value.size())});
  // The value may be one of our own: the old text lives until the new one is whole.
  std::string bigger;
  if (needed > text_.capacity()) {
    bigger.reserve(2 * needed);
    bigger = text_;
    bigger.append(name).append(value);
    text_.swap(bigger);
  } else {
    text_.append(name).append(value);
  }
  return true;
}

bool Headers::set(std::string_view name, std::string_view value) {
  if (!has(name)) return add(name, value);
  const std::string own_name(name);  // the name may be one of our own, and the text moves
  if (!add(name, value)) return false;
  const Slice added = slices_.back();
  slices_.pop_back();
  remove(own_name);
  slices_.push_back(added);
  return true;
}

bool Headers::is_named(const Slice& slice, std::string_view name) const {
  return slice.name_size == name.size() && same_token({text_.data() + slice.name_at, slice.name_size}, name);
}

void Headers::remove(std::string_view name) {
  std::erase_if(slices_, [this, name](const Slice& slice) { return is_named(slice, name); });
}

void Headers::reserve(std::size_t fields, std::size_t bytes) {
  slices_.reserve(fields);
  text_.reserve(bytes);
}

void Headers::clear() {
  text_.clear();
  slices_.clear();
}

std::optional<std::string_view> Headers::find(std::string_view name) const {
  for (const Slice& slice : slices_) {
    if (is_named(slice, name)) {
      return std::string_view(text_).substr(slice.name_at + slice.name_size, slice.value_size);
    }
  }
  return {};
}

std::string_view Headers::get(std::string_view name, std::string_view otherwise) const {
  return find(name).value_or(otherwise);
}

HeaderField Headers::operator[](std::size_t index) const {
  const Slice& slice = slices_[index];
  const std::string_view text = text_;
  return {text.substr(slice.name_at, slice.name_size), text.substr(slice.name_at + slice.name_size, slice.value_size)};
}

void Headers::print_to(std::string& out) const {
  for (const HeaderField field : *this) out.append(field.name).append(": ").append(field.value).append("\r\n");
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
