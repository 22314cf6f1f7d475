// A message of HTTP: the first byte tells whether it is a request, and how the rest is cut. No bytes crash it, in pieces
// they say what they say as a whole, and what was accepted of a request's head can be sent on without being two.
#include "fuzz_target.h"
#include "net/message_parser.h"
#include "net/parsed.h"

namespace {

using acode::net::Parsed;

constexpr std::size_t kMostHead = 2000;  // small, so that small inputs pass it

Parsed of_request(std::string_view bytes, std::size_t piece) {
  acode::net::RequestParser parser(kMostHead);
  parser.begin();
  const Parsed parsed = parse(parser, bytes, piece);
  for (const acode::net::HeaderField field : parser.request().headers) {
    const bool is_one = acode::net::is_token(field.name) && acode::net::is_field_value(field.value);
    acode::fuzz::expect_law(is_one ? std::string() : "a field that could end the head");
  }
  const bool has_target = !parsed.is_done || acode::net::is_target(parser.request().target);
  acode::fuzz::expect_law(has_target ? std::string() : "a target that is none");
  return parsed;
}

Parsed of_answer(std::string_view bytes, std::size_t piece, bool to_head_request) {
  acode::net::ResponseParser parser(kMostHead);
  parser.begin(to_head_request);
  return parse(parser, bytes, piece);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const bool is_request = data[0] % 2 == 0;
  const bool to_head_request = data[0] % 4 == 3;
  const std::size_t piece = 1 + data[0] / 4;
  const std::string_view bytes = acode::fuzz::as_text(data + 1, size - 1);
  const Parsed whole = is_request ? of_request(bytes, 0) : of_answer(bytes, 0, to_head_request);
  const Parsed pieces = is_request ? of_request(bytes, piece) : of_answer(bytes, piece, to_head_request);
  acode::fuzz::expect_law(say_the_same(whole, pieces) ? std::string() : "pieces differ from the whole");
  return 0;
}
