// A PostgreSQL server for one test: made in a folder of its own, without caring for what a power cut would do, and gone
// with the test.
//
//   ACODE_NEEDS_DATABASE();
//   TestDatabase database;
//   Shipper shipper({.url = database.url()}, logger);
//   database.stop(); … database.start();
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace acode::fleet::test {

/// Why there can be no server here; empty if there can.
std::string why_no_database();

class TestDatabase {
 public:
  /// Makes it and starts it, with the database `calls`.
  TestDatabase();
  TestDatabase(const TestDatabase&) = delete;
  TestDatabase& operator=(const TestDatabase&) = delete;
  ~TestDatabase();

  /// Ends it as a crash would: at once, without a word to anybody.
  void stop();
  void start();

  /// The address for a role, whom no password is asked for, but for `guarded`, who has to say `right`.
  [[nodiscard]] std::string url(const std::string& role = "postgres", const std::string& database = "calls") const;
  /// The same through a port and not a socket.
  [[nodiscard]] std::string url_by_port() const;

  /// Runs a statement as who may do everything; the first column of each row.
  std::vector<std::string> ask(const std::string& sql, const std::string& database = "calls") const;
  /// The first of it, as a number.
  [[nodiscard]] std::int64_t number(const std::string& sql) const;

 private:
  std::string folder_;
  std::uint16_t port_ = 0;
  pid_t server_ = 0;
};

}  // namespace acode::fleet::test

/// Skips a test that needs a server where there is none.
#define ACODE_NEEDS_DATABASE()                                                                              \
  do {                                                                                                      \
    if (const std::string why = ::acode::fleet::test::why_no_database(); !why.empty()) GTEST_SKIP() << why; \
  } while (false)
