// Mapping a file.
#include "mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <stdexcept>

namespace acode::bench {

MappedFile::MappedFile(const std::filesystem::path& path) {
  const auto size = static_cast<std::size_t>(std::filesystem::file_size(path));
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (descriptor != -1) ::close(descriptor);
  if (bytes == MAP_FAILED) throw std::runtime_error("cannot read " + path.string());
  text_ = {static_cast<const char*>(bytes), size};
}

MappedFile::~MappedFile() { ::munmap(const_cast<char*>(text_.data()), text_.size()); }

}  // namespace acode::bench
