// From bytes to messages of HTTP/1: Beast's parser, fed by hand, with the rules it lacks.
//
//   ResponseParser parser(max_head_bytes);
//   parser.begin(/*to_head_request=*/false);
//   while (parser.phase() != Phase::kDone) {
//     const ParseStep step = parser.put(bytes);      // takes one thing off the front: the head, or a piece of the body
//     bytes.remove_prefix(step.used);
//     ...                                            // nothing used and no body: it needs more bytes than these
//   }
//
// Beast is lenient where a server must not be. Two machines that read one message differently let an attacker hide a
// request inside another, so what RFC 9112 calls malformed is refused here: see `RequestParser`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
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
  virtual ~MessageParser();

  /// Takes what it can off the front of the bytes. What was not used is to be given again, with more behind it.
  ParseStep put(std::string_view bytes);

  /// No more bytes will come. False if something is missing.
  bool end();

  [[nodiscard]] Phase phase() const { return phase_; }

  /// The length of the body, where the head told it.
  [[nodiscard]] std::optional<std::uint64_t> content_length() const;

  /// Whether the connection may be used again after this message.
  [[nodiscard]] bool keep_alive() const;

 protected:
  class Core;
  MessageParser(std::unique_ptr<Core> core, std::size_t max_head_bytes);
  void restart();
  [[nodiscard]] Core& core() { return *core_; }

 private:
  std::unique_ptr<Core> core_;
  std::size_t max_head_bytes_;
  std::size_t head_bytes_ = 0;
  Phase phase_ = Phase::kHead;
};

/// Reads requests. Refused besides what Beast refuses: a Transfer-Encoding other than `chunked`, or one in HTTP/1.0, or
/// beside a Content-Length; a repeated Content-Length; a folded line; no Host or several of them; a target that is neither
/// a path nor `*`. An address for a target, which a client sends that takes us for its proxy, becomes path and Host.
class RequestParser : public MessageParser {
 public:
  explicit RequestParser(std::size_t max_head_bytes);
  RequestParser(const RequestParser&) = delete;
  RequestParser& operator=(const RequestParser&) = delete;
  ~RequestParser() override;

  /// Forgets the message before. To be called before each.
  void begin();

  /// The message that is being read, without its body; whole once the head is.
  [[nodiscard]] ReceivedRequest& request() { return request_; }
  [[nodiscard]] const ReceivedRequest& request() const { return request_; }

 private:
  ReceivedRequest request_;
};

/// Reads answers. Trailers and extensions of chunks are passed over.
class ResponseParser : public MessageParser {
 public:
  explicit ResponseParser(std::size_t max_head_bytes);
  ResponseParser(const ResponseParser&) = delete;
  ResponseParser& operator=(const ResponseParser&) = delete;
  ~ResponseParser() override;

  /// Forgets the message before. To be called before each. An answer to HEAD has no body whatever its head says.
  void begin(bool to_head_request);

  /// Of the message that is being read; whole once the head is.
  [[nodiscard]] HttpHead& head() { return head_; }

 private:
  HttpHead head_;
};

}  // namespace acode::net
