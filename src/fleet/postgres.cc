// Over libpq's functions that do not wait; what waits is here.
#include "fleet/postgres.h"

#include <arpa/inet.h>
#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "net/resolve.h"

namespace acode::fleet {
namespace {

using std::chrono::milliseconds;
using Kind = DatabaseErrorKind;

struct CloseConnection {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
struct FreeResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using Connection = std::unique_ptr<PGconn, CloseConnection>;
using Answer = std::unique_ptr<PGresult, FreeResult>;

// --- waiting ---

/// Whether something can be done with the descriptor before the time is over.
bool wait_for(int descriptor, std::int16_t events, const Until& until) {
  constexpr milliseconds kLook{100};  // how often it is asked whether the end has come nearer
  while (true) {
    const auto left = std::chrono::ceil<milliseconds>(until() - Clock::now());
    if (left.count() <= 0) return false;
    pollfd waited{descriptor, events, 0};
    const int ready = ::poll(&waited, 1, static_cast<int>(std::min(left, kLook).count()));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

DatabaseError no_answer() { return {Kind::kAway, "the database does not answer in time"}; }

// --- what libpq says ---

/// Its lines in one, without those that are set in, which are advice, and without the place in the server's sources.
std::string plain(std::string_view text) {
  text = text.substr(0, text.find("\nLOCATION:"));
  std::string plain;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!line.empty() && line[0] != '\t') plain += (plain.empty() ? "" : "; ") + std::string(line);
  }
  return plain;
}

// `FATAL:  28P01: password …`: where the state stands, or the end.
std::size_t find_state(std::string_view text) {
  const auto is_of_state = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); };
  for (std::size_t at = text.find(":  "); at != std::string_view::npos; at = text.find(":  ", at + 1)) {
    const std::string_view state = text.substr(at + 3, 6);
    const bool is_state = state.size() == 6 && std::all_of(state.begin(), state.end() - 1, is_of_state);
    if (is_state && state.back() == ':') return at + 3;
  }
  return std::string_view::npos;
}

/// What libpq says of a connection. There is no other way to the state than to read it there.
DatabaseError connection_error(PGconn* connection, std::string_view password) {
  std::string text = PQerrorMessage(connection);
  const std::size_t at = find_state(text);
  const Kind kind = kind_of_state(at == std::string::npos ? std::string_view() : std::string_view(text).substr(at, 5));
  if (at != std::string::npos) text.erase(0, at + 7);
  text = plain(text);
  for (std::size_t found = 0; !password.empty() && (found = text.find(password, found)) != std::string::npos;) {
    text.replace(found, password.size(), "***");
    found += 3;
  }
  return {kind, text.empty() ? "the connection was lost" : text};
}

DatabaseError statement_error(PGresult* result, PGconn* connection, std::string_view password) {
  const char* const state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* const message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  if (state == nullptr || message == nullptr) return connection_error(connection, password);
  const Kind kind = kind_of_state(state);
  return {kind, kind == Kind::kOther ? plain(message) + " (" + state + ")" : plain(message)};
}

/// A row of an answer, in libpq's texts.
class AnswerRow : public observe::Row {
 public:
  AnswerRow(const PGresult* result, int row) : result_(result), row_(row) {}

  [[nodiscard]] std::int64_t integer(int column) const override {
    const std::string_view digits = text(column);
    std::int64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
  }
  [[nodiscard]] std::string_view text(int column) const override {
    return {PQgetvalue(result_, row_, column), static_cast<std::size_t>(PQgetlength(result_, row_, column))};
  }
  [[nodiscard]] bool is_null(int column) const override { return PQgetisnull(result_, row_, column) != 0; }

 private:
  const PGresult* result_;
  int row_;
};

// --- the way there ---

using Parameters = std::map<std::string, std::string, std::less<>>;

/// The address taken apart; nothing if it is not understood. What libpq says about that may have all of it in it.
std::optional<Parameters> parameters_of(const std::string& url) {
  char* message = nullptr;
  const std::unique_ptr<PQconninfoOption, FreeOptions> options(PQconninfoParse(url.c_str(), &message));
  PQfreemem(message);
  if (!options) return std::nullopt;
  Parameters parameters;
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    if (option->val != nullptr) parameters.emplace(option->keyword, option->val);
  }
  return parameters;
}

std::string_view get(const Parameters& parameters, std::string_view name) {
  const auto found = parameters.find(name);
  return found == parameters.end() ? std::string_view() : std::string_view(found->second);
}

std::string text_of(const net::SocketAddress& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* raw = nullptr;
  if (address.family() == AF_INET) {
    raw = &reinterpret_cast<const sockaddr_in*>(address.get())->sin_addr;  // NOLINT(*-reinterpret-cast)
  } else {
    raw = &reinterpret_cast<const sockaddr_in6*>(address.get())->sin6_addr;  // NOLINT(*-reinterpret-cast)
  }
  const char* const written = ::inet_ntop(address.family(), raw, text.data(), text.size());
  return written == nullptr ? "" : written;
}

/// Looks the host up before libpq does, which would wait for as long as the name servers like.
std::optional<DatabaseError> look_up(Parameters& parameters, const Until& until) {
  const std::string host(get(parameters, "host"));
  const bool is_one_name = !host.empty() && !host.starts_with('/') && !host.starts_with('@') &&
                           host.find(',') == std::string::npos && get(parameters, "hostaddr").empty();
  if (!is_one_name) return std::nullopt;
  std::vector<net::SocketAddress> addresses = net::known_addresses(host, 0);
  if (addresses.empty()) {
    const net::Lookup lookup(host, 0);
    if (!wait_for(lookup.descriptor(), POLLIN, until)) {
      return DatabaseError{Kind::kAway, "the name " + host + " could not be looked up in time"};
    }
    net::Resolved resolved = lookup.result();
    if (resolved.error != 0) {
      return DatabaseError{Kind::kAway, host + ": " + net::lookup_error_text(resolved.error)};
    }
    addresses = std::move(resolved.addresses);
  }
  std::string hosts;
  std::string numbers;
  for (const net::SocketAddress& address : addresses) {
    hosts += (hosts.empty() ? "" : ",") + host;
    numbers += (numbers.empty() ? "" : ",") + text_of(address);
  }
  parameters["host"] = hosts;
  parameters["hostaddr"] = numbers;
  return std::nullopt;
}

/// Begins. What the address says counts more than what is said here.
Connection begin_connection(const Parameters& parameters) {
  Parameters all = {{"application_name", "acode"}, {"keepalives_idle", "30"},     {"keepalives_interval", "10"},
                    {"keepalives_count", "3"},     {"tcp_user_timeout", "20000"}, {"gssencmode", "disable"}};
  for (const auto& [name, value] : parameters) all.insert_or_assign(name, value);
  all["client_encoding"] = "UTF8";
  std::vector<const char*> names;
  std::vector<const char*> values;
  for (const auto& [name, value] : all) {
    names.push_back(name.c_str());
    values.push_back(value.c_str());
  }
  names.push_back(nullptr);
  values.push_back(nullptr);
  return Connection(PQconnectStartParams(names.data(), values.data(), 0));
}

std::string where_of(const PGconn* connection) {
  const auto or_nothing = [](const char* text) { return std::string(text == nullptr ? "" : text); };
  return or_nothing(PQhost(connection)) + "/" + or_nothing(PQdb(connection));
}

void say_nothing(void* /*argument*/, const char* /*message*/) {}

}  // namespace

class Postgres::Impl {
 public:
  Impl(Connection connection, std::string password)
      : connection_(std::move(connection)), password_(std::move(password)), where_(where_of(connection_.get())) {}

  static DatabaseResult<std::unique_ptr<Impl>> connect(const std::string& url, const Until& until) {
    std::optional<Parameters> parameters = parameters_of(url);
    if (!parameters) {
      return DatabaseError{Kind::kBadAddress,
                           "the address of the database is not understood; "
                           "it looks like postgresql://user@host:5432/name"};
    }
    if (std::optional<DatabaseError> error = look_up(*parameters, until)) return std::move(*error);
    const std::string password(get(*parameters, "password"));
    Connection connection = begin_connection(*parameters);
    if (!connection) return DatabaseError{Kind::kOther, "there is no memory left"};
    PQsetErrorVerbosity(connection.get(), PQERRORS_VERBOSE);
    PQsetNoticeProcessor(connection.get(), say_nothing, nullptr);
    if (std::optional<DatabaseError> error = wait_until_connected(connection.get(), password, until)) return *error;
    PQsetnonblocking(connection.get(), 1);
    return std::make_unique<Impl>(std::move(connection), password);
  }

  DatabaseResult<std::size_t> run(const std::string& sql, const std::vector<std::string>& parameters,
                                  const Until& until, const UseRow& use) {
    std::vector<const char*> values;
    values.reserve(parameters.size());
    for (const std::string& parameter : parameters) values.push_back(parameter.c_str());
    PGconn* const connection = connection_.get();
    if (PQsendQueryParams(connection, sql.c_str(), static_cast<int>(values.size()), nullptr, values.data(), nullptr,
                          nullptr, 0) == 0) {
      return connection_error(connection, password_);
    }
    if (use) PQsetSingleRowMode(connection);
    if (std::optional<DatabaseError> error = send_all(until)) return std::move(*error);
    std::optional<DatabaseError> problem;
    std::size_t rows = 0;
    while (true) {
      if (std::optional<DatabaseError> error = wait_for_answer(until)) return std::move(*error);
      const Answer answer(PQgetResult(connection));
      if (!answer) break;
      if (!problem) problem = take(answer.get(), use, rows);
    }
    if (problem) return std::move(*problem);
    return rows;
  }

  [[nodiscard]] const std::string& where() const { return where_; }

 private:
  static std::optional<DatabaseError> wait_until_connected(PGconn* connection, const std::string& password,
                                                           const Until& until) {
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    if (PQstatus(connection) == CONNECTION_BAD) return connection_error(connection, password);
    while (state != PGRES_POLLING_OK) {
      const std::int16_t events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT;
      if (!wait_for(PQsocket(connection), events, until)) return no_answer();
      state = PQconnectPoll(connection);
      if (state == PGRES_POLLING_FAILED) return connection_error(connection, password);
    }
    return std::nullopt;
  }

  // A server may want to be listened to before it takes all.
  std::optional<DatabaseError> send_all(const Until& until) {
    PGconn* const connection = connection_.get();
    int left = 0;
    while ((left = PQflush(connection)) == 1) {
      if (!wait_for(PQsocket(connection), POLLIN | POLLOUT, until)) return no_answer();
      if (PQconsumeInput(connection) == 0) return connection_error(connection, password_);
    }
    if (left < 0) return connection_error(connection, password_);
    return std::nullopt;
  }

  std::optional<DatabaseError> wait_for_answer(const Until& until) {
    PGconn* const connection = connection_.get();
    while (PQisBusy(connection) != 0) {
      if (!wait_for(PQsocket(connection), POLLIN, until)) return no_answer();
      if (PQconsumeInput(connection) == 0) return connection_error(connection, password_);
    }
    return std::nullopt;
  }

  std::optional<DatabaseError> take(PGresult* answer, const UseRow& use, std::size_t& rows) {
    switch (PQresultStatus(answer)) {
      case PGRES_COMMAND_OK: {
        const std::string_view count = PQcmdTuples(answer);
        std::from_chars(count.data(), count.data() + count.size(), rows);
        return std::nullopt;
      }
      case PGRES_SINGLE_TUPLE:
      case PGRES_TUPLES_OK:
        for (int row = 0; row < PQntuples(answer); ++row) {
          ++rows;
          if (use) use(AnswerRow(answer, row));
        }
        return std::nullopt;
      default:
        return statement_error(answer, connection_.get(), password_);
    }
  }

  Connection connection_;
  std::string password_;
  std::string where_;
};

DatabaseResult<Postgres> Postgres::connect(const std::string& url, const Until& until) {
  try {
    DatabaseResult<std::unique_ptr<Impl>> made = Impl::connect(url, until);
    if (!made) return made.error();
    return Postgres(std::move(*made));
  } catch (const std::exception& exception) {  // the system has no thread left for looking a name up
    return DatabaseError{Kind::kAway, exception.what()};
  }
}

Postgres::Postgres(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Postgres::Postgres(Postgres&&) noexcept = default;
Postgres& Postgres::operator=(Postgres&&) noexcept = default;
Postgres::~Postgres() = default;

DatabaseResult<std::size_t> Postgres::run(const std::string& sql, const std::vector<std::string>& parameters,
                                          const Until& until, const UseRow& use) {
  return impl_->run(sql, parameters, until, use);
}

const std::string& Postgres::where() const { return impl_->where(); }

}  // namespace acode::fleet
