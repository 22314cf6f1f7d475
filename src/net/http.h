// What two machines say to each other: requests, heads of answers, and the fields in both.
//
//   HttpRequest request;
//   request.url = url.at("/api/chat");
//   request.headers.set("Content-Type", "application/json");
//   request.body = text;
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/url.h"

namespace acode::net {

/// One field of a head. The views live as long as the Headers are not changed.
struct HeaderField {
  std::string_view name;
  std::string_view value;
};

/// The fields of a head, in their order. Names are found whatever their case. All of them stand in one text, so that a
/// head costs one allocation and not two for each field.
class Headers {
 public:
  class Iterator {
   public:
    explicit Iterator(const char* at) : at_(at) {}
    HeaderField operator*() const { return field_at(at_); }
    Iterator& operator++() {
      at_ += size_at(at_);
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

   private:
    friend class Headers;
    const char* at_;
  };

  /// Adds a field behind the others. False, and nothing is added, if the name is no token or the value cannot be one.
  bool add(std::string_view name, std::string_view value);

  /// The same for what is known to be one.
  bool add(const HeaderField& field);

  /// The same for a field of other Headers, which is there in the form that it has here.
  bool add(const Iterator& field);

  /// Adds a field and removes all others of its name. False as above, and then nothing has changed.
  bool set(std::string_view name, std::string_view value);

  /// Removes all fields of this name.
  void remove(std::string_view name) { remove_before(text_.size(), name); }

  /// Removes all, and keeps the room.
  void clear() { text_.clear(); }

  /// Makes room for so many bytes in all; see bytes().
  void reserve(std::size_t bytes) { text_.reserve(bytes); }

  /// The value of the first field of this name.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;

  /// The same, or `otherwise`.
  [[nodiscard]] std::string_view get(std::string_view name, std::string_view otherwise = {}) const;

  [[nodiscard]] bool has(std::string_view name) const { return find(name).has_value(); }
  [[nodiscard]] bool empty() const { return text_.empty(); }
  /// How many there are, which are counted.
  [[nodiscard]] std::size_t size() const;
  /// The room they take here, which is a little more than what they take when they are printed.
  [[nodiscard]] std::size_t bytes() const { return text_.size(); }
  [[nodiscard]] Iterator begin() const { return Iterator(text_.data()); }
  [[nodiscard]] Iterator end() const { return Iterator(text_.data() + text_.size()); }

  /// Appends `Name: value` and a line end for each.
  void print_to(std::string& out) const;

  /// The same for one of these fields.
  static std::string_view printed(const HeaderField& field);

 private:
  // Stands before each field; the field itself stands as it is printed.
  struct Sizes {
    std::uint32_t name;
    std::uint32_t value;
  };

  static Sizes sizes_at(const char* at) {
    Sizes sizes{};
    std::memcpy(&sizes, at, sizeof sizes);  // nothing is aligned here
    return sizes;
  }
  static std::size_t size_of(const Sizes& sizes);
  static std::size_t size_at(const char* at) { return size_of(sizes_at(at)); }
  static HeaderField field_at(const char* at);
  bool make_room(std::size_t bytes, std::string& old);
  void remove_before(std::size_t end, std::string_view name);

  std::string text_;
};

/// Whether two texts of the same length are the same but for the case of ASCII letters.
bool same_letters(std::string_view a, std::string_view b);

/// Whether two names or tokens are the same but for the case of ASCII letters. Most differ in their length or in the first
/// letter, which is seen here.
inline bool same_token(std::string_view a, std::string_view b) {
  constexpr unsigned kCase = 0x20;  // the bit in which a letter differs from its capital
  if (a.size() != b.size()) return false;
  return a.empty() ||
         (((static_cast<unsigned>(a[0]) ^ static_cast<unsigned>(b[0])) & ~kCase) == 0 && same_letters(a, b));
}

/// Names or tokens that are looked for in every head. Most of what stands there is longer or shorter than all of them, which
/// is seen first.
template <std::size_t kCount>
class TokenSet {
 public:
  template <class... Tokens>
  explicit constexpr TokenSet(Tokens... tokens) : tokens_{tokens...} {
    for (const std::string_view token : tokens_) lengths_ |= std::uint64_t{1} << token.size();
  }

  [[nodiscard]] bool has(std::string_view token) const {
    constexpr std::size_t kLongest = 63;
    if (token.size() > kLongest || (lengths_ >> token.size() & 1U) == 0) return false;
    return std::any_of(tokens_.begin(), tokens_.end(), [token](auto one) { return same_token(one, token); });
  }

 private:
  std::array<std::string_view, kCount> tokens_;
  std::uint64_t lengths_ = 0;
};
template <class... Tokens>
TokenSet(Tokens...) -> TokenSet<sizeof...(Tokens)>;

/// Whether this is white space inside a line.
inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// The text without the white space around it.
std::string_view without_blanks(std::string_view text);

/// Hands the entries of a list, which are separated by commas, to `use`.
template <class Use>
void each_listed(std::string_view list, Use use) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    use(without_blanks(list.substr(0, comma)));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
}

/// Whether this is a token of RFC 9110: what a method or the name of a field is made of.
bool is_token(std::string_view text);

/// Whether this can be the value of a field: no CR, LF or NUL, which could end the head and begin another.
bool is_field_value(std::string_view text);

/// A request that a client sends.
struct HttpRequest {
  std::string method = "GET";
  Url url;
  Headers headers;  ///< Host, Content-Length, Connection and Transfer-Encoding are the client's own
  std::string body;
};

/// A request that a server received.
struct ReceivedRequest {
  std::string method;
  std::string target;  ///< as it stood in the request line
  int version = 11;    ///< 10 or 11
  Headers headers;
  std::string body;

  /// The target without its query.
  [[nodiscard]] std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
};

/// The beginning of an answer.
class HttpHead {
 public:
  HttpHead() = default;
  /// With a Content-Type, if one is given.
  explicit HttpHead(int code, std::string_view content_type = {});

  int status = 200;
  std::string reason;  ///< what the server calls the status; if empty when it is sent, the usual name
  Headers headers;

  [[nodiscard]] bool is_success() const { return status >= 200 && status < 300; }
};

/// A whole answer.
struct HttpResponse {
  HttpHead head;
  std::string body;      ///< empty if a sink took it
  bool stopped = false;  ///< the sink wanted no more of it
};

/// The usual name of a status: "Not Found".
std::string_view reason_of(int status);

}  // namespace acode::net
