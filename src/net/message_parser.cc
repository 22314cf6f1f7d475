// The one file that includes Beast. Its parser calls back for each part of a message; what it hands out is copied where
// it has to stay (fields) and passed on where it does not (bodies).
#include "net/message_parser.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <limits>
#include <utility>

namespace acode::net {
namespace {

namespace http = boost::beast::http;
using BeastError = boost::system::error_code;
using BeastText = boost::beast::string_view;

std::string_view view(BeastText text) { return {text.data(), text.size()}; }

std::string_view words_for(const BeastError& error) {
  if (error == http::error::bad_method) return "the method is not a word";
  if (error == http::error::bad_target) return "the target has a character that no target has";
  if (error == http::error::bad_version) return "it does not say HTTP/1.1 where it should";
  if (error == http::error::bad_status) return "the status is not a number of three digits";
  if (error == http::error::bad_reason) return "the status line has a control character in it";
  if (error == http::error::bad_field) return "the name of a field has a character that no name has";
  if (error == http::error::bad_value) return "the value of a field has a control character in it";
  if (error == http::error::bad_line_ending) return "a line does not end in CR LF";
  if (error == http::error::bad_content_length) return "the Content-Length is not one number, or stands beside chunks";
  if (error == http::error::multiple_content_length) return "there are different Content-Lengths";
  if (error == http::error::bad_transfer_encoding)
    return "the Transfer-Encoding stands twice, or beside a Content-Length";
  if (error == http::error::bad_chunk) return "a chunk does not begin with its size";
  if (error == http::error::bad_chunk_extension) return "the extension of a chunk is malformed";
  return "it is malformed";
}

// A folded line: a line end inside a head with white space behind it. Beast takes it in one piece.
bool has_folded_line(std::string_view head) {
  for (std::size_t at = head.find('\n'); at != std::string_view::npos; at = head.find('\n', at + 1)) {
    if (at + 1 < head.size() && (head[at + 1] == ' ' || head[at + 1] == '\t')) return true;
  }
  return false;
}

// Beast reads `5, 5` too.
bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// From an address in place of a target to the path in it and, in Host, the rest. RFC 9112 has the address count where the
// two differ. False if it is none.
bool take_address_apart(ReceivedRequest& request) {
  const std::string_view target = request.target;
  const std::size_t colon = std::min(target.find("://"), target.size());
  const std::string_view scheme = target.substr(0, colon);
  if (colon == target.size() || (!same_token(scheme, "http") && !same_token(scheme, "https"))) return false;
  const std::string_view rest = target.substr(colon + 3);
  const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
  const std::string_view authority = rest.substr(0, end);
  if (authority.empty() || authority.find('@') != std::string_view::npos) return false;
  request.headers.set("Host", authority);
  const std::string_view path = rest.substr(end);
  request.target = (path.starts_with('/') ? "" : "/") + std::string(path);
  return is_target(request.target);
}

// Where the callbacks put what they get.
struct Collected {
  ReceivedRequest* request = nullptr;
  HttpHead* response = nullptr;
  std::string_view body;
  std::string_view refusal;  // why a message that Beast accepts is not accepted
  bool head_done = false;
  int version = 11;
  unsigned hosts = 0;
  unsigned lengths = 0;
  unsigned codings = 0;

  [[nodiscard]] Headers& headers() const { return request != nullptr ? request->headers : response->headers; }
};

template <bool kIsRequest>
class Callbacks : public http::basic_parser<kIsRequest> {
 public:
  Callbacks(Collected& into, bool skip_body) : into_(into) {
    this->header_limit((std::numeric_limits<std::uint32_t>::max)());  // bytes of heads are counted by the owner
    this->body_limit(boost::none);
    this->skip(skip_body);
  }

 private:
  void on_request_impl(http::verb /*known*/, BeastText method, BeastText target, int version,
                       BeastError& /*error*/) override {
    into_.request->method = view(method);
    into_.request->target = view(target);
    into_.request->version = version;
    into_.version = version;
  }

  void on_response_impl(int code, BeastText reason, int version, BeastError& /*error*/) override {
    into_.response->status = code;
    into_.response->reason = view(reason);
    into_.version = version;
  }

  void on_field_impl(http::field known, BeastText name, BeastText value, BeastError& /*error*/) override {
    if (into_.head_done) return;  // a trailer
    into_.headers().add(view(name), view(value));
    if (known == http::field::host) ++into_.hosts;
    if (known == http::field::content_length) {
      ++into_.lengths;
      if (!is_number(view(value))) refuse("the Content-Length is not one number");
    }
    if (known == http::field::transfer_encoding) {
      ++into_.codings;
      if (!same_token(view(value), "chunked")) refuse("the only Transfer-Encoding that is understood is 'chunked'");
    }
  }

  void on_header_impl(BeastError& /*error*/) override {
    into_.head_done = true;
    if (into_.codings != 0 && into_.version == 10) refuse("HTTP/1.0 has no Transfer-Encoding");
    if (into_.codings != 0 && into_.lengths != 0) refuse("both Content-Length and Transfer-Encoding are given");
    if constexpr (kIsRequest) {
      if (into_.lengths > 1) refuse("Content-Length is given more than once");
      if (into_.hosts > 1) refuse("Host is given more than once");
      if (into_.hosts == 0 && into_.version == 11) refuse("Host is missing");
      if (!is_target(into_.request->target) && !take_address_apart(*into_.request)) {
        refuse("the target is neither a path nor an address");
      }
    }
  }

  void on_body_init_impl(const boost::optional<std::uint64_t>& /*length*/, BeastError& /*error*/) override {}

  std::size_t on_body_impl(BeastText body, BeastError& /*error*/) override {
    into_.body = view(body);
    return body.size();
  }

  void on_chunk_header_impl(std::uint64_t /*size*/, BeastText /*extensions*/, BeastError& /*error*/) override {}

  std::size_t on_chunk_body_impl(std::uint64_t /*remain*/, BeastText body, BeastError& /*error*/) override {
    into_.body = view(body);
    return body.size();
  }

  void on_finish_impl(BeastError& /*error*/) override {}

  // The first reason is the one that is told.
  void refuse(std::string_view why) {
    if (into_.refusal.empty()) into_.refusal = why;
  }

  Collected& into_;
};

}  // namespace

// What both directions share, with the template out of sight.
class MessageParser::Core {
 public:
  Core() = default;
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;
  virtual ~Core() = default;

  virtual void restart() = 0;
  virtual std::size_t put(std::string_view bytes, BeastError& error) = 0;
  virtual bool end() = 0;
  [[nodiscard]] virtual bool is_head_done() const = 0;
  [[nodiscard]] virtual bool is_done() const = 0;
  [[nodiscard]] virtual bool keep_alive() const = 0;
  [[nodiscard]] virtual std::optional<std::uint64_t> content_length() const = 0;

  Collected collected;
  bool skip_body = false;
};

namespace {

template <bool kIsRequest, class CoreBase>
class CoreOf : public CoreBase {
 public:
  void restart() override { parser_.emplace(this->collected, this->skip_body); }

  std::size_t put(std::string_view bytes, BeastError& error) override {
    return parser_->put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
  }

  bool end() override {
    BeastError error;
    if (!parser_->got_some()) return false;
    if (!parser_->is_done()) parser_->put_eof(error);
    return !error;
  }

  [[nodiscard]] bool is_head_done() const override { return parser_->is_header_done(); }
  [[nodiscard]] bool is_done() const override { return parser_->is_done(); }
  [[nodiscard]] bool keep_alive() const override { return parser_->keep_alive(); }
  [[nodiscard]] std::optional<std::uint64_t> content_length() const override {
    const auto length = parser_->content_length();
    return length ? std::optional<std::uint64_t>(*length) : std::nullopt;
  }

 private:
  std::optional<Callbacks<kIsRequest>> parser_;
};

}  // namespace

MessageParser::MessageParser(std::unique_ptr<Core> core, std::size_t max_head_bytes)
    : core_(std::move(core)), max_head_bytes_(max_head_bytes) {}

MessageParser::~MessageParser() = default;

void MessageParser::restart() {
  ReceivedRequest* const request = core_->collected.request;
  HttpHead* const response = core_->collected.response;
  core_->collected = Collected();
  core_->collected.request = request;
  core_->collected.response = response;
  core_->collected.headers().clear();
  core_->restart();
  head_bytes_ = 0;
  phase_ = Phase::kHead;
}

ParseStep MessageParser::put(std::string_view bytes) {
  ParseStep step;
  const bool in_head = phase_ == Phase::kHead;
  core_->collected.body = {};
  BeastError error;
  step.used = core_->put(bytes, error);
  step.body = core_->collected.body;
  if (error && error != http::error::need_more) {
    step.problem = ParseProblem::kMalformed;
    step.what = words_for(error);
    return step;
  }
  if (in_head) {
    head_bytes_ += step.used;
    const bool is_whole = core_->is_head_done();
    if (has_folded_line(bytes.substr(0, step.used)) && core_->collected.refusal.empty()) {
      core_->collected.refusal = "a field is folded over several lines";
    }
    if (!core_->collected.refusal.empty()) {
      step.problem = ParseProblem::kMalformed;
      step.what = core_->collected.refusal;
    } else if (head_bytes_ + (is_whole ? 0 : bytes.size() - step.used) > max_head_bytes_) {
      step.problem = ParseProblem::kHeadTooLarge;
      step.what = "the head is larger than " + std::to_string(max_head_bytes_) + " bytes";
    }
  }
  if (core_->is_done()) {
    phase_ = Phase::kDone;
  } else if (core_->is_head_done()) {
    phase_ = Phase::kBody;
  }
  return step;
}

bool MessageParser::end() {
  const bool is_whole = core_->end();
  if (is_whole) phase_ = Phase::kDone;
  return is_whole;
}

std::optional<std::uint64_t> MessageParser::content_length() const { return core_->content_length(); }

bool MessageParser::keep_alive() const { return core_->keep_alive(); }

RequestParser::RequestParser(std::size_t max_head_bytes)
    : MessageParser(std::make_unique<CoreOf<true, Core>>(), max_head_bytes) {
  core().collected.request = &request_;
  begin();
}

RequestParser::~RequestParser() = default;

void RequestParser::begin() {
  request_.method.clear();
  request_.target.clear();
  request_.version = 11;
  restart();
}

ResponseParser::ResponseParser(std::size_t max_head_bytes)
    : MessageParser(std::make_unique<CoreOf<false, Core>>(), max_head_bytes) {
  core().collected.response = &head_;
  begin(false);
}

ResponseParser::~ResponseParser() = default;

void ResponseParser::begin(bool to_head_request) {
  core().skip_body = to_head_request;
  restart();
}

}  // namespace acode::net
