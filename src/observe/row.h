// One row of an answer of a database, whichever that is.
#pragma once

#include <cstdint>
#include <string_view>

namespace acode::observe {

class Row {
 public:
  Row() = default;
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;
  Row(Row&&) = default;
  Row& operator=(Row&&) = default;
  virtual ~Row() = default;

  /// Columns count from 0. Text lives until the next row.
  [[nodiscard]] virtual std::int64_t integer(int column) const = 0;
  [[nodiscard]] virtual std::string_view text(int column) const = 0;
  [[nodiscard]] virtual bool is_null(int column) const = 0;
};

}  // namespace acode::observe
