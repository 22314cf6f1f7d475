// The one file that includes OpenSSL.
#include "net/tls.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>

namespace acode::net {
namespace {

struct FreeContext {
  void operator()(SSL_CTX* context) const { ::SSL_CTX_free(context); }
};
struct FreeSession {
  void operator()(SSL* session) const { ::SSL_free(session); }
};
struct FreeMethod {
  void operator()(BIO_METHOD* method) const { ::BIO_meth_free(method); }
};

int socket_of(BIO* bio) {
  int number = -1;
  ::BIO_get_fd(bio, &number);
  return number;
}

int bio_result(BIO* bio, ssize_t result, int retry_flag) {
  BIO_clear_retry_flags(bio);
  if (result < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_flags(bio, retry_flag | BIO_FLAGS_SHOULD_RETRY);
  return static_cast<int>(result);
}

int bio_write(BIO* bio, const char* bytes, int size) {
  return bio_result(bio, ::send(socket_of(bio), bytes, static_cast<std::size_t>(size), MSG_NOSIGNAL), BIO_FLAGS_WRITE);
}

int bio_read(BIO* bio, char* into, int size) {
  const ssize_t got = ::recv(socket_of(bio), into, static_cast<std::size_t>(size), 0);
  if (got == 0) BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
  return bio_result(bio, got, BIO_FLAGS_READ);
}

// OpenSSL's own socket BIO, but for send() instead of write(): that would end the program by SIGPIPE when the other
// side has gone, and signals are not a library's to ignore.
BIO_METHOD* socket_method() {
  static const std::unique_ptr<BIO_METHOD, FreeMethod> kMethod = [] {
    std::unique_ptr<BIO_METHOD, FreeMethod> method(
        ::BIO_meth_new(::BIO_get_new_index() | BIO_TYPE_SOURCE_SINK | BIO_TYPE_DESCRIPTOR, "socket without SIGPIPE"));
    const BIO_METHOD* usual = ::BIO_s_socket();
    ::BIO_meth_set_write(method.get(), bio_write);
    ::BIO_meth_set_read(method.get(), bio_read);
    ::BIO_meth_set_ctrl(method.get(), ::BIO_meth_get_ctrl(usual));
    ::BIO_meth_set_create(method.get(), ::BIO_meth_get_create(usual));
    ::BIO_meth_set_destroy(method.get(), ::BIO_meth_get_destroy(usual));
    return method;
  }();
  return kMethod.get();
}

std::string last_reason() {
  const auto code = ::ERR_peek_last_error();
  const char* reason = ::ERR_reason_error_string(code);
  return reason != nullptr ? reason : "no reason was given";
}

bool is_address(const std::string& host) {
  in6_addr ignored{};
  return inet_pton(AF_INET, host.c_str(), &ignored) == 1 || inet_pton(AF_INET6, host.c_str(), &ignored) == 1;
}

// Whom the certificate must be for; and the name under which the server finds the right one.
bool expect_host(SSL* session, const std::string& host) {
  ::SSL_set_hostflags(session, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  if (is_address(host)) return ::X509_VERIFY_PARAM_set1_ip_asc(::SSL_get0_param(session), host.c_str()) == 1;
  std::string name = host;  // what SSL_set_tlsext_host_name() stands for takes it unqualified
  return ::SSL_set1_host(session, host.c_str()) == 1 &&
         ::SSL_ctrl(session, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data()) == 1;
}

NetErrorKind kind_of(int verdict) {
  switch (verdict) {
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return NetErrorKind::kTlsWrongName;
    case X509_V_ERR_CERT_HAS_EXPIRED:
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return NetErrorKind::kTlsExpired;
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
      return NetErrorKind::kTlsSelfSigned;
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      return NetErrorKind::kTlsUnknownAuthority;
    default:
      return NetErrorKind::kTlsFailed;
  }
}

// Text where TLS should be is what an http server sends.
std::string words_for(const std::string& reason) {
  return reason == "wrong version number" ? "it does not speak TLS (" + reason + "); try http:// instead" : reason;
}

}  // namespace

struct TlsContext::State {
  std::unique_ptr<SSL_CTX, FreeContext> context;
};

struct TlsSession::State {
  std::unique_ptr<SSL, FreeSession> session;
  int verdict = X509_V_OK;
  std::string reason{};
  bool is_broken = false;
};

TlsContext::TlsContext(std::unique_ptr<State> state) : state_(std::move(state)) {}

TlsContext::~TlsContext() = default;

NetResult<std::shared_ptr<TlsContext>> TlsContext::make(const std::string& ca_file) {
  ::ERR_clear_error();
  auto state = std::make_unique<State>();
  state->context.reset(::SSL_CTX_new(::TLS_client_method()));
  SSL_CTX* const context = state->context.get();
  if (context == nullptr) return make_error(NetErrorKind::kTlsFailed, "any server", last_reason());
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  ::SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_mode(context,
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  static constexpr std::array<unsigned char, 9> kProtocol = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
  ::SSL_CTX_set_alpn_protos(context, kProtocol.data(), static_cast<unsigned>(kProtocol.size()));
  const int trusted = ca_file.empty() ? ::SSL_CTX_set_default_verify_paths(context)
                                      : ::SSL_CTX_load_verify_file(context, ca_file.c_str());
  if (trusted != 1) {
    NetError error = make_error(NetErrorKind::kTlsFailed, "any server",
                                "the authorities of '" + ca_file + "' cannot be read: " + last_reason());
    error.hint = "name a file of certificates in PEM format";
    return error;
  }
  return std::shared_ptr<TlsContext>(new TlsContext(std::move(state)));
}

std::unique_ptr<TlsSession> TlsContext::open(int socket, const std::string& host) const {
  auto state = std::make_unique<TlsSession::State>();
  state->session.reset(::SSL_new(state_->context.get()));
  SSL* const session = state->session.get();
  if (session == nullptr || !expect_host(session, host)) return nullptr;
  BIO* const bio = ::BIO_new(socket_method());
  if (bio == nullptr) return nullptr;
  ::BIO_set_fd(bio, socket, BIO_NOCLOSE);
  ::SSL_set_bio(session, bio, bio);
  ::SSL_set_connect_state(session);
  return std::make_unique<TlsSession>(std::move(state));
}

TlsSession::TlsSession(std::unique_ptr<State> state) : state_(std::move(state)) {}

TlsSession::~TlsSession() = default;

namespace {

TlsStep step_of(TlsSession::State& state, int result);

}  // namespace

TlsStep TlsSession::handshake() {
  ::ERR_clear_error();
  return step_of(*state_, ::SSL_do_handshake(state_->session.get()));
}

TlsStep TlsSession::read(char* into, std::size_t size, std::size_t& got) {
  ::ERR_clear_error();
  return step_of(*state_, ::SSL_read_ex(state_->session.get(), into, size, &got));
}

TlsStep TlsSession::write(std::string_view bytes, std::size_t& written) {
  ::ERR_clear_error();
  return step_of(*state_, ::SSL_write_ex(state_->session.get(), bytes.data(), bytes.size(), &written));
}

void TlsSession::close() {
  if (state_->is_broken) return;
  ::ERR_clear_error();
  ::SSL_shutdown(state_->session.get());
  ::ERR_clear_error();
}

NetError TlsSession::failure(std::string_view where) const {
  if (state_->verdict == X509_V_OK) return make_error(NetErrorKind::kTlsFailed, where, words_for(state_->reason));
  return make_error(kind_of(state_->verdict), where, ::X509_verify_cert_error_string(state_->verdict));
}

namespace {

TlsStep step_of(TlsSession::State& state, int result) {
  if (result == 1) return TlsStep::kDone;
  SSL* const session = state.session.get();
  switch (::SSL_get_error(session, result)) {
    case SSL_ERROR_WANT_READ:
      return TlsStep::kWantRead;
    case SSL_ERROR_WANT_WRITE:
      return TlsStep::kWantWrite;
    case SSL_ERROR_ZERO_RETURN:
      return TlsStep::kEnd;
    case SSL_ERROR_SYSCALL:
      state.is_broken = true;
      return TlsStep::kCut;
    default:
      break;
  }
  state.is_broken = true;
  if (ERR_GET_REASON(::ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING) return TlsStep::kCut;
  state.verdict = static_cast<int>(::SSL_get_verify_result(session));
  state.reason = last_reason();
  return TlsStep::kFailed;
}

}  // namespace

}  // namespace acode::net
