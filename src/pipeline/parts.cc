// Making what answers share.
#include "pipeline/parts.h"

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

void write_hex(char* out, std::uint64_t number) {
  for (unsigned shift = 64; shift > 0; shift -= 4) *out++ = "0123456789abcdef"[(number >> (shift - 4)) & 0xfU];
}

std::uint64_t random_number() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32U) | device();
}

std::optional<schema::Toolset> copied(const schema::Toolset* tools) {
  if (tools == nullptr) return std::nullopt;
  return *tools;
}

}  // namespace

IdMaker::IdMaker() : seed_(random_number()), second_seed_(random_number()) {}

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
