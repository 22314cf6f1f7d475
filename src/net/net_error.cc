// The table of kinds: their codes, their sentences, and whether it helps to try again.
#include "net/net_error.h"

#include <array>
#include <cstddef>

namespace acode::net {
namespace {

// `{where}` and `{detail}` stand for what the case knows.
struct Row {
  std::string_view code;
  bool may_retry;
  std::string_view sentence;
  std::string_view hint;
};

constexpr std::array<Row, 24> kRows = {{
    {"ACODE-NET-001", false, "{detail}", "write it as http://host:port/path"},
    {"ACODE-NET-002", false, "the request to {where} cannot be sent: {detail}", ""},
    {"ACODE-NET-003", false, "there is no host of the name in {where}", "check the spelling of the host"},
    {"ACODE-NET-004", true, "the name in {where} could not be looked up: {detail}", "check the network"},
    {"ACODE-NET-005", true, "{where} refused the connection", "start the server there, or check the port"},
    {"ACODE-NET-006", true, "{where} cannot be reached: {detail}", "check the address and the network"},
    {"ACODE-NET-007", true, "no connection to {where} within {detail}", "check the address and what may block the way"},
    {"ACODE-NET-008", true, "{where} did not answer within {detail}",
     "a model that is being loaded takes long: allow more time"},
    {"ACODE-NET-009", true, "{where} stopped in the middle of its answer: nothing came for {detail}", ""},
    {"ACODE-NET-010", true, "the exchange with {where} was not over within {detail}", "allow more time"},
    {"ACODE-NET-011", false, "the certificate of {where} is for another name: {detail}",
     "use the name that the certificate is for"},
    {"ACODE-NET-012", false, "the certificate of {where} is not valid now: {detail}",
     "have the server's certificate renewed, or set this machine's clock"},
    {"ACODE-NET-013", false, "the certificate of {where} is signed by an authority that is not known here: {detail}",
     "name the authority's certificate as CA file: SSL_CERT_FILE=ca.pem"},
    {"ACODE-NET-014", false, "the certificate of {where} is signed by nobody but itself: {detail}",
     "if you trust that certificate, name it as CA file: SSL_CERT_FILE=cert.pem"},
    {"ACODE-NET-015", false, "TLS with {where} failed: {detail}", ""},
    {"ACODE-NET-016", true, "{where} closed the connection without an answer", ""},
    {"ACODE-NET-017", true, "{where} cut the connection inside its answer: {detail}", ""},
    {"ACODE-NET-018", false, "what came from {where} is not HTTP: {detail}",
     "check that the port is that of an HTTP server"},
    {"ACODE-NET-019", false, "the answer of {where} is larger than allowed: {detail}", ""},
    {"ACODE-NET-020", false, "the exchange with {where} was cancelled", ""},
    {"ACODE-NET-021", false, "the proxy does not lead to {where}: {detail}",
     "check the proxy in the environment, or name the host in no_proxy"},
    {"ACODE-NET-022", false, "another program listens at {where} already",
     "choose another port, or 0 for any that is free"},
    {"ACODE-NET-023", false, "cannot listen at {where}: {detail}", ""},
    {"ACODE-NET-024", true, "the system cannot take part in an exchange with {where}: {detail}", ""},
}};

const Row& row_of(NetErrorKind kind) { return kRows[static_cast<std::size_t>(kind) - 1]; }

std::string filled_in(std::string_view sentence, std::string_view where, std::string_view detail) {
  std::string text;
  while (!sentence.empty()) {
    const std::size_t brace = std::min(sentence.find('{'), sentence.size());
    text += sentence.substr(0, brace);
    sentence.remove_prefix(brace);
    if (sentence.empty()) break;
    text += sentence.starts_with("{where}") ? where : detail;
    sentence.remove_prefix(sentence.find('}') + 1);
  }
  return text;
}

}  // namespace

std::string_view NetError::code() const { return row_of(kind).code; }

bool NetError::may_retry() const { return row_of(kind).may_retry; }

std::string to_string(const NetError& error) {
  std::string text = std::string(error.code()) + ": " + error.message;
  if (!error.hint.empty()) text += "; " + error.hint;
  return text;
}

NetError make_error(NetErrorKind kind, std::string_view where, std::string_view detail) {
  const Row& row = row_of(kind);
  return {kind, filled_in(row.sentence, where, detail), std::string(row.hint)};
}

std::string in_words(std::chrono::milliseconds duration) {
  const auto count = duration.count();
  return count % 1000 == 0 ? std::to_string(count / 1000) + " s" : std::to_string(count) + " ms";
}

}  // namespace acode::net
