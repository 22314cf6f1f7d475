// A file as a text in memory, however large.
//
//   const MappedFile rows("rows.jsonl");
//   std::count(rows.text().begin(), rows.text().end(), '\n');
#pragma once

#include <filesystem>
#include <string_view>

namespace acode::bench {

class MappedFile {
 public:
  /// Throws std::runtime_error for a file that is empty or cannot be read.
  explicit MappedFile(const std::filesystem::path& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  MappedFile(MappedFile&&) = delete;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

}  // namespace acode::bench
