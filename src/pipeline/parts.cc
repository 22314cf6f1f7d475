// Making what answers share.
#include "pipeline/parts.h"

#include <bit>
#include <cstring>
#include <random>
#include <utility>

namespace acode::pipeline {
namespace {

// A bijection that leaves no pattern (the finalizer of splitmix64): different counts give different ids.
std::uint64_t mixed(std::uint64_t x) {
  x ^= x >> 30U;
  x *= 0xbf58476d1ce4e5b9U;
  x ^= x >> 27U;
  x *= 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

// The 16 hex digits of a number, eight at a time: each in a byte of its own, to which what makes it a letter is added.
void write_hex(char* out, std::uint64_t number) {
  for (const std::uint64_t half : {number >> 32U, number & 0xffffffffU}) {
    std::uint64_t digits = ((half & 0xffffU) << 32U) | (half >> 16U);
    digits = ((digits & 0x000000ff000000ffU) << 16U) | ((digits >> 8U) & 0x000000ff000000ffU);
    digits = ((digits & 0x000f000f000f000fU) << 8U) | ((digits >> 4U) & 0x000f000f000f000fU);
    const std::uint64_t letters = ((digits + 0x0606060606060606U) >> 4U) & 0x0101010101010101U;
    digits += 0x3030303030303030U + letters * ('a' - '0' - 10);
    if constexpr (std::endian::native == std::endian::big) digits = __builtin_bswap64(digits);
    std::memcpy(out, &digits, 8);
    out += 8;
  }
}

std::uint64_t random_number(std::random_device& device) {
  return (static_cast<std::uint64_t>(device()) << 32U) | device();
}

std::optional<schema::Toolset> copied(const schema::Toolset* tools) {
  if (tools == nullptr) return std::nullopt;
  return *tools;
}

}  // namespace

IdMaker::IdMaker() {
  std::random_device device;  // takes longer to make than to ask
  seed_ = random_number(device);
  second_seed_ = random_number(device);
}

std::string IdMaker::next(std::string_view prefix) {
  const std::uint64_t count = count_.fetch_add(1, std::memory_order_relaxed);
  std::string id(prefix.size() + 32, '0');
  prefix.copy(id.data(), prefix.size());
  write_hex(id.data() + prefix.size(), mixed(seed_ + count));
  write_hex(id.data() + prefix.size() + 16, mixed(second_seed_ ^ count));
  return id;
}

PipelineParts::PipelineParts(const schema::Toolset* tools, PipelineOptions options)
    : options_(std::move(options)), tools_(copied(tools)), recognizer_(this->tools(), options_.format) {
  if (!tools_) return;
  for (const schema::Tool& tool : tools_->tools()) names_.push_back(tool.name);
}

}  // namespace acode::pipeline
