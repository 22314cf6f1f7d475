// The list of edits of a repair, kept small: 16 bytes each and the text that is put in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/repair.h"

namespace acode::json::detail {

struct EditRecord {
  std::uint32_t offset;    // in the original
  std::uint32_t removed;   // bytes
  std::uint32_t inserted;  // where the inserted text begins in the list's pool
  std::uint32_t rest;      // bytes inserted (18 bits), confidence in percent (7 bits), kind (7 bits)

  static constexpr std::uint32_t kMaxInserted = (1U << 18U) - 1;

  [[nodiscard]] std::uint32_t inserted_size() const { return rest >> 14U; }
  [[nodiscard]] unsigned confidence() const { return (rest >> 7U) & 0x7fU; }
  [[nodiscard]] EditKind kind() const { return static_cast<EditKind>(rest & 0x7fU); }
};

class EditList {
 public:
  void clear();

  /// Adds an edit behind the others. One that goes on where the last one of its kind ends joins it.
  void add(EditKind kind, std::size_t offset, std::size_t removed, std::string_view inserted);

  /// Adds an opening bracket in front of a value that was read some time ago, and of the edits made to that value.
  void add_opener(EditKind kind, std::size_t offset, std::string_view bracket);

  /// Takes back the edits at `offset` and behind it.
  void drop_from(std::size_t offset);

  [[nodiscard]] bool empty() const { return records_.empty(); }
  [[nodiscard]] std::size_t size() const { return records_.size(); }
  [[nodiscard]] const std::vector<EditRecord>& records() const { return records_; }
  [[nodiscard]] std::string_view pool() const { return pool_; }
  [[nodiscard]] std::string_view inserted(const EditRecord& record) const {
    return std::string_view(pool_).substr(record.inserted, record.inserted_size());
  }

  /// Whether the edits follow each other without overlapping, as apply() needs them to.
  [[nodiscard]] bool in_order(std::size_t original_size) const;

  /// The original with the edits made.
  void apply(std::string_view original, std::string& out) const;

 private:
  EditRecord make(EditKind kind, std::size_t offset, std::size_t removed, std::string_view inserted);
  bool join(EditKind kind, std::size_t offset, std::size_t removed, std::string_view inserted);

  std::vector<EditRecord> records_;
  std::string pool_;
};

}  // namespace acode::json::detail
