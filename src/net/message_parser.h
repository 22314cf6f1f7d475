// From bytes to messages of HTTP/1, as RFC 9112 has them and no other way.
//
//   ResponseParser parser(max_head_bytes);
//   parser.begin(/*to_head_request=*/false);
//   while (parser.phase() != Phase::kDone) {
//     const ParseStep step = parser.put(bytes);      // takes off the front: lines of the head, or a piece of the body
//     bytes.remove_prefix(step.used);
//     ...                                            // nothing used: it needs more bytes than these
//   }
//
// Two machines that read one message differently let an attacker hide a request inside another, so nothing is forgiven:
// every line ends in CR LF, and what the grammar calls malformed is refused. See `RequestParser` for what else is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "net/http.h"

namespace acode::net {

enum class Phase : std::uint8_t { kHead, kBody, kDone };

enum class ParseProblem : std::uint8_t {
  kNone,
  kMalformed,     ///< not HTTP, or refused
  kHeadTooLarge,  ///< more bytes of head than allowed
};

struct ParseStep {
  std::size_t used = 0;   ///< how many bytes were taken
  std::string_view body;  ///< a piece of the body; points into the bytes that were given
  ParseProblem problem = ParseProblem::kNone;
  std::string what;  ///< what is wrong, for a person
};

/// Reads the messages of one direction of one connection, one after the other. Not to be used directly.
class MessageParser {
 public:
  MessageParser(const MessageParser&) = delete;
  MessageParser& operator=(const MessageParser&) = delete;
  virtual ~MessageParser() = default;

  /// Takes what it can off the front of the bytes. What was not used is to be given again, with more behind it.
  ParseStep put(std::string_view bytes);

  /// No more bytes will come. False if something is missing.
  bool end();

  [[nodiscard]] Phase phase() const { return phase_; }

  /// The length of the body, where the head told it.
  [[nodiscard]] std::optional<std::uint64_t> content_length() const { return length_; }

  /// Whether the connection may be used again after this message.
  [[nodiscard]] bool keep_alive() const;

 protected:
  /// How a body ends.
  enum class Framing : std::uint8_t { kNone, kLength, kChunked, kUntilEnd };

  /// What is wrong, in words, or nothing.
  using Problem = std::string_view;

  explicit MessageParser(std::size_t max_head_bytes) : max_head_bytes_(max_head_bytes) {}
  void restart();

  /// The first line of a head, without its end.
  virtual Problem take_first_line(std::string_view line) = 0;
  /// What is wrong with a first line as far as it has come.
  [[nodiscard]] virtual Problem problem_of_beginning(std::string_view text) const = 0;
  /// The head is whole.
  virtual Problem finish_head() = 0;
  /// How the body ends, of which the head tells this much: kUntilEnd if it says nothing.
  [[nodiscard]] virtual Framing framing_of(Framing told) const = 0;
  [[nodiscard]] virtual Headers& fields() = 0;

  void set_version(int version) { version_ = version; }
  [[nodiscard]] int version() const { return version_; }
  [[nodiscard]] unsigned hosts() const { return hosts_; }
  [[nodiscard]] unsigned lengths() const { return lengths_; }

 private:
  /// What stands next.
  enum class Place : std::uint8_t { kFirstLine, kFields, kSize, kData, kDataEnd, kTrailers };

  /// A line without its end; or none, if it has not come, or if something is wrong.
  struct Line {
    std::optional<std::string_view> text;
    Problem problem;
  };

  Line take_line(std::string_view bytes);
  void put_lines(std::string_view bytes, ParseStep& step);
  void put_data(std::string_view bytes, ParseStep& step);
  [[nodiscard]] bool is_at_data() const;
  void bound(std::size_t waiting, ParseStep& step) const;
  Problem take(std::string_view line);
  Problem take_size(std::string_view line);
  Problem take_field(std::string_view line);
  Problem note_field(const HeaderField& field);
  Problem note_length(std::string_view value);
  Problem note_coding(std::string_view value);
  void note_connection(std::string_view value);
  Problem end_head();
  void begin_body();

  std::size_t max_head_bytes_;
  std::size_t head_bytes_ = 0;  // and, after the last chunk, of trailers
  std::size_t looked_at_ = 0;   // bytes of a line that has not come to its end
  std::uint64_t left_ = 0;      // of the body, or of a chunk
  std::optional<std::uint64_t> length_;
  int version_ = 11;
  unsigned hosts_ = 0;
  unsigned lengths_ = 0;
  unsigned codings_ = 0;
  bool says_close_ = false;
  bool says_keep_alive_ = false;
  Phase phase_ = Phase::kHead;
  Place place_ = Place::kFirstLine;
  Framing framing_ = Framing::kNone;
};

/// Reads requests. Refused besides what is malformed: a Transfer-Encoding other than `chunked`, or one in HTTP/1.0, or
/// beside a Content-Length; a repeated Content-Length; a folded line; no Host or several of them; a target that is neither
/// a path nor `*`. An address for a target, which a client sends that takes us for its proxy, becomes path and Host.
class RequestParser : public MessageParser {
 public:
  explicit RequestParser(std::size_t max_head_bytes) : MessageParser(max_head_bytes) {}

  /// Forgets the message before. To be called before each.
  void begin();

  /// The message that is being read, without its body; whole once the head is.
  [[nodiscard]] ReceivedRequest& request() { return request_; }
  [[nodiscard]] const ReceivedRequest& request() const { return request_; }

 private:
  Problem take_first_line(std::string_view line) override;
  [[nodiscard]] Problem problem_of_beginning(std::string_view text) const override;
  Problem finish_head() override;
  [[nodiscard]] Framing framing_of(Framing told) const override;
  [[nodiscard]] Headers& fields() override { return request_.headers; }

  ReceivedRequest request_;
};

/// Reads answers. Trailers and extensions of chunks are passed over.
class ResponseParser : public MessageParser {
 public:
  explicit ResponseParser(std::size_t max_head_bytes) : MessageParser(max_head_bytes) {}

  /// Forgets the message before. To be called before each. An answer to HEAD has no body whatever its head says.
  void begin(bool to_head_request);

  /// Of the message that is being read; whole once the head is.
  [[nodiscard]] HttpHead& head() { return head_; }

 private:
  Problem take_first_line(std::string_view line) override;
  [[nodiscard]] Problem problem_of_beginning(std::string_view text) const override;
  Problem finish_head() override { return {}; }
  [[nodiscard]] Framing framing_of(Framing told) const override;
  [[nodiscard]] Headers& fields() override { return head_.headers; }

  HttpHead head_;
  bool has_no_body_ = false;
};

}  // namespace acode::net
