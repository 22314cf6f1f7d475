// Messages, line by line. A head, the sizes of chunks and trailers are lines; what stands between them is data.
#include "net/message_parser.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace acode::net {
namespace {

constexpr std::string_view kVersion11 = "HTTP/1.1";
constexpr std::string_view kVersion10 = "HTTP/1.0";
constexpr std::string_view kAnyVersion = "HTTP/1.";

constexpr std::string_view kBadLineEnd = "a line does not end in CR LF";
constexpr std::string_view kBadVersion = "it does not say HTTP/1.1 where it should";
constexpr std::string_view kBadStatus = "the status is not a number of three digits";
constexpr std::string_view kBadMethod = "the method is not a word";
constexpr std::string_view kBadTarget = "the target has a character that no target has";
constexpr std::string_view kBadChunk = "a chunk does not begin with its size";
constexpr std::string_view kBadLength = "the Content-Length is not one number";

// Room for the fields of most heads.
constexpr std::size_t kUsualBytes = 384;

// What a value, a reason or an extension may have in it: all but control characters, of which a tab is none. Looked at to
// its end, since without a way out the compiler looks at many bytes at once.
bool is_text(std::string_view text) {
  bool is_good = true;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    is_good &= (byte >= 0x20 && byte != 0x7f) || byte == '\t';
  }
  return is_good;
}

// All of a text as a number, or none.
std::optional<std::uint64_t> number_of(std::string_view digits, int base) {
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, number, base);
  const bool is_number = error == std::errc() && stopped == end;
  return is_number ? std::optional(number) : std::nullopt;
}

// 10 or 11; 0 if it is neither.
int version_of(std::string_view text) { return text == kVersion11 ? 11 : text == kVersion10 ? 10 : 0; }

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

}  // namespace

void MessageParser::restart() {
  fields().clear();
  head_bytes_ = 0;
  looked_at_ = 0;
  left_ = 0;
  length_.reset();
  version_ = 11;
  hosts_ = lengths_ = codings_ = 0;
  says_close_ = says_keep_alive_ = false;
  phase_ = Phase::kHead;
  place_ = Place::kFirstLine;
  framing_ = Framing::kNone;
}

bool MessageParser::keep_alive() const {
  return framing_ != Framing::kUntilEnd && !says_close_ && (version_ == 11 || says_keep_alive_);
}

bool MessageParser::end() {
  if (phase_ == Phase::kBody && framing_ == Framing::kUntilEnd) phase_ = Phase::kDone;
  return phase_ == Phase::kDone;
}

ParseStep MessageParser::put(std::string_view bytes) {
  ParseStep step;
  const bool in_head = phase_ == Phase::kHead;
  if (!is_at_data()) put_lines(bytes, step);
  if (!in_head && is_at_data() && step.problem == ParseProblem::kNone) put_data(bytes.substr(step.used), step);
  return step;
}

bool MessageParser::is_at_data() const { return phase_ == Phase::kBody && place_ == Place::kData; }

// Lines up to the end of the head, to the data of a chunk, or to the end of the message.
void MessageParser::put_lines(std::string_view bytes, ParseStep& step) {
  const bool in_head = phase_ == Phase::kHead;
  Problem problem;
  while (problem.empty() && phase_ != Phase::kDone && !is_at_data() && in_head == (phase_ == Phase::kHead)) {
    const Line line = take_line(bytes.substr(step.used));
    problem = line.problem;
    if (!line.text) break;
    const std::size_t size = line.text->size() + 2;
    step.used += size;
    if (in_head || place_ == Place::kTrailers) head_bytes_ += size;
    problem = take(*line.text);
  }
  if (!problem.empty()) {
    step.problem = ParseProblem::kMalformed;
    step.what = problem;
  }
  if (in_head || place_ == Place::kTrailers) bound(phase_ == Phase::kHead ? bytes.size() - step.used : 0, step);
}

// With what is waiting for the end of its line.
void MessageParser::bound(std::size_t waiting, ParseStep& step) const {
  if (step.problem != ParseProblem::kNone || head_bytes_ + waiting <= max_head_bytes_) return;
  step.problem = ParseProblem::kHeadTooLarge;
  step.what = "the head is larger than " + std::to_string(max_head_bytes_) + " bytes";
}

// What is wrong is said as soon as it is seen: a client that speaks another language may never end its line.
MessageParser::Line MessageParser::take_line(std::string_view bytes) {
  const std::size_t from = std::exchange(looked_at_, 0);
  const std::size_t end = bytes.find('\n', from);
  if (end != std::string_view::npos) {
    // A CR that stands elsewhere is no part of what lines are made of.
    if (end == 0 || bytes[end - 1] != '\r') return {{}, kBadLineEnd};
    return {bytes.substr(0, end - 1), {}};
  }
  looked_at_ = bytes.size();
  const std::size_t cr = bytes.find('\r', from == 0 ? 0 : from - 1);  // what came last may have been one
  if (cr != std::string_view::npos && cr + 1 != bytes.size()) return {{}, kBadLineEnd};
  return {{}, place_ == Place::kFirstLine ? problem_of_beginning(bytes) : Problem()};
}

MessageParser::Problem MessageParser::take(std::string_view line) {
  switch (place_) {
    case Place::kFirstLine:
      fields().reserve(kUsualBytes);
      place_ = Place::kFields;
      return take_first_line(line);
    case Place::kFields:
      return line.empty() ? end_head() : take_field(line);
    case Place::kDataEnd:
      place_ = Place::kSize;
      return line.empty() ? Problem() : kBadChunk;
    case Place::kSize:
      return take_size(line);
    case Place::kTrailers:
      if (line.empty()) phase_ = Phase::kDone;
      return line.empty() ? Problem() : take_field(line);
    case Place::kData:
      break;
  }
  return {};
}

// Of the head; in a trailer it is looked at and dropped.
MessageParser::Problem MessageParser::take_field(std::string_view line) {
  if (is_blank(line.front())) return "a field is folded over several lines";
  const std::size_t colon = std::min(line.find(':'), line.size());
  const HeaderField field{line.substr(0, colon), without_blanks(line.substr(std::min(colon + 1, line.size())))};
  if (colon == line.size() || !is_token(field.name)) return "the name of a field has a character that no name has";
  if (!is_text(field.value)) return "the value of a field has a control character in it";
  if (phase_ == Phase::kHead) fields().add(field);
  return note_field(field);
}

// The fields that tell how a message goes on.
MessageParser::Problem MessageParser::note_field(const HeaderField& field) {
  static constexpr TokenSet kTelling("Host", "Connection", "Content-Length", "Transfer-Encoding");
  if (!kTelling.has(field.name)) return {};
  const bool is_length = same_token(field.name, "Content-Length");
  const bool is_coding = same_token(field.name, "Transfer-Encoding");
  if (phase_ != Phase::kHead) return is_length || is_coding ? "a trailer is about the length of a message" : Problem();
  if (is_length) return note_length(field.value);
  if (is_coding) return note_coding(field.value);
  if (same_token(field.name, "Connection")) {
    note_connection(field.value);
  } else {
    ++hosts_;
  }
  return {};
}

MessageParser::Problem MessageParser::note_length(std::string_view value) {
  const std::optional<std::uint64_t> length = number_of(value, 10);
  if (!length) return kBadLength;
  if (++lengths_ > 1 && *length != length_) return "there are different Content-Lengths";
  length_ = length;
  return {};
}

MessageParser::Problem MessageParser::note_coding(std::string_view value) {
  ++codings_;
  return same_token(value, "chunked") ? Problem() : "the only Transfer-Encoding that is understood is 'chunked'";
}

void MessageParser::note_connection(std::string_view value) {
  each_listed(value, [this](std::string_view word) {
    says_close_ = says_close_ || same_token(word, "close");
    says_keep_alive_ = says_keep_alive_ || same_token(word, "keep-alive");
  });
}

MessageParser::Problem MessageParser::end_head() {
  if (codings_ > 1) return "the Transfer-Encoding stands twice";
  if (codings_ != 0 && version_ == 10) return "HTTP/1.0 has no Transfer-Encoding";
  if (codings_ != 0 && lengths_ != 0) return "both Content-Length and Transfer-Encoding are given";
  const Problem problem = finish_head();
  if (problem.empty()) begin_body();
  return problem;
}

void MessageParser::begin_body() {
  framing_ = framing_of(codings_ != 0 ? Framing::kChunked : length_ ? Framing::kLength : Framing::kUntilEnd);
  left_ = framing_ == Framing::kLength ? *length_ : 0;
  const bool is_over = framing_ == Framing::kNone || (framing_ == Framing::kLength && left_ == 0);
  phase_ = is_over ? Phase::kDone : Phase::kBody;
  place_ = framing_ == Framing::kChunked ? Place::kSize : Place::kData;
}

// `1f4`, and perhaps an extension behind a semicolon, of which nothing is wanted.
MessageParser::Problem MessageParser::take_size(std::string_view line) {
  const std::size_t semicolon = std::min(line.find(';'), line.size());
  std::string_view digits = line.substr(0, semicolon);
  while (!digits.empty() && is_blank(digits.back())) digits.remove_suffix(1);
  const std::optional<std::uint64_t> size = number_of(digits, 16);
  if (!size) return kBadChunk;
  if (!is_text(line.substr(semicolon))) return "the extension of a chunk is malformed";
  left_ = *size;
  place_ = left_ == 0 ? Place::kTrailers : Place::kData;
  if (left_ == 0) head_bytes_ = 0;
  return {};
}

void MessageParser::put_data(std::string_view bytes, ParseStep& step) {
  step.body = framing_ == Framing::kUntilEnd ? bytes : bytes.substr(0, std::min<std::uint64_t>(left_, bytes.size()));
  step.used += step.body.size();
  if (framing_ == Framing::kUntilEnd) return;
  left_ -= step.body.size();
  if (left_ != 0) return;
  if (framing_ == Framing::kLength) phase_ = Phase::kDone;
  if (framing_ == Framing::kChunked) place_ = Place::kDataEnd;
}

// --- requests ---

void RequestParser::begin() {
  request_.method.clear();
  request_.target.clear();
  request_.version = 11;
  restart();
}

RequestParser::Problem RequestParser::problem_of_beginning(std::string_view text) const {
  constexpr std::size_t kEnough = 32;  // of a line that grows byte by byte
  const std::size_t space = std::min(text.find(' '), text.size());
  const std::string_view method = text.substr(0, std::min(space, kEnough));
  const bool is_whole = space < text.size();
  return is_token(method) || (text.empty() && !is_whole) ? Problem() : kBadMethod;
}

RequestParser::Problem RequestParser::take_first_line(std::string_view line) {
  const std::size_t first = std::min(line.find(' '), line.size());
  const std::size_t second = std::min(line.find(' ', std::min(first + 1, line.size())), line.size());
  const std::string_view method = line.substr(0, first);
  if (!is_token(method)) return kBadMethod;
  if (second == line.size()) return kBadVersion;
  const std::string_view target = line.substr(first + 1, second - first - 1);
  if (!is_text(target) || target.find('\t') != std::string_view::npos) return kBadTarget;
  request_.method = method;
  request_.target = target;
  request_.version = version_of(line.substr(second + 1));
  if (request_.version == 0) return kBadVersion;
  set_version(request_.version);
  return {};
}

RequestParser::Problem RequestParser::finish_head() {
  if (lengths() > 1) return "Content-Length is given more than once";
  if (hosts() > 1) return "Host is given more than once";
  if (hosts() == 0 && version() == 11) return "Host is missing";
  if (is_target(request_.target) || take_address_apart(request_)) return {};
  return "the target is neither a path nor an address";
}

RequestParser::Framing RequestParser::framing_of(Framing told) const {
  return told == Framing::kUntilEnd ? Framing::kNone : told;
}

// --- answers ---

void ResponseParser::begin(bool to_head_request) {
  has_no_body_ = to_head_request;
  restart();
}

ResponseParser::Problem ResponseParser::problem_of_beginning(std::string_view text) const {
  const std::string_view begin = text.substr(0, kAnyVersion.size());
  return kAnyVersion.starts_with(begin) ? Problem() : kBadVersion;
}

// `HTTP/1.1 200 OK`; the words may be missing, with or without the space before them.
ResponseParser::Problem ResponseParser::take_first_line(std::string_view line) {
  constexpr std::size_t kDigits = 3;
  const std::size_t space = std::min(line.find(' '), line.size());
  const int version = version_of(line.substr(0, space));
  if (version == 0) return kBadVersion;
  const std::string_view rest = line.substr(std::min(space + 1, line.size()));
  const std::optional<std::uint64_t> status = number_of(rest.substr(0, kDigits), 10);
  const bool is_status = status && *status >= 100 && (rest.size() == kDigits || rest[kDigits] == ' ');
  if (!is_status) return kBadStatus;
  const std::string_view reason = rest.substr(std::min(kDigits + 1, rest.size()));
  if (!is_text(reason)) return "the status line has a control character in it";
  set_version(version);
  head_.status = static_cast<int>(*status);
  head_.reason = reason;
  return {};
}

ResponseParser::Framing ResponseParser::framing_of(Framing told) const {
  const bool never_has_one = head_.status < 200 || head_.status == 204 || head_.status == 304;
  return has_no_body_ || never_has_one ? Framing::kNone : told;
}

}  // namespace acode::net
