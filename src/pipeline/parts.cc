// Making what answers share.
#include "pipeline/parts.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

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

using Bytes = std::uint8_t __attribute__((vector_size(16)));

// Numbers below 16 as hex digits, all at once.
Bytes digits(Bytes numbers) { return numbers + '0' + ((numbers > 9) & ('a' - '0' - 10)); }

// The 32 hex digits of 16 bytes: those of their upper and of their lower halves, in turns.
void write_hex(char* out, Bytes bytes) {
  const Bytes high = digits(bytes >> 4);
  const Bytes low = digits(bytes & 15);
  const Bytes first = __builtin_shufflevector(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const Bytes second = __builtin_shufflevector(high, low, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  std::memcpy(out, &first, sizeof(first));
  std::memcpy(out + sizeof(first), &second, sizeof(second));
}

// So that its bytes, as they lie in memory, are in the order in which they are written.
std::uint64_t highest_first(std::uint64_t number) {
  return std::endian::native == std::endian::little ? __builtin_bswap64(number) : number;
}

// The moment, with room for 4,096 answers in each microsecond: for as many no maker overtakes a later one.
std::uint64_t first_answer() {
  using std::chrono::duration_cast;
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(duration_cast<std::chrono::microseconds>(since).count()) << 12U;
}

std::uint64_t random_number(std::random_device& device) {
  return (static_cast<std::uint64_t>(device()) << 32U) | device();
}

std::optional<schema::Toolset> copied(const schema::Toolset* tools) {
  if (tools == nullptr) return std::nullopt;
  return *tools;
}

}  // namespace

IdMaker::IdMaker() : next_(first_answer()) {
  std::random_device device;
  seed_ = random_number(device);
}

IdMaker::IdMaker(std::uint64_t seed) : seed_(seed), next_(first_answer()) {}

std::uint64_t IdMaker::another_seed() { return mixed(series().seed_); }

void IdMaker::Series::next(const char (&prefix)[kPrefixBytes + 1], char* out) {
  static_assert(kPrefixBytes + 2 * sizeof(Bytes) == kIdBytes);
  // Put together without a detour over memory: to load at once what was stored in halves is slow.
  using Numbers = std::uint64_t __attribute__((vector_size(16)));
  const Numbers numbers = {highest_first(answer_), mixed(seed_ + count_++)};
  std::memcpy(out, prefix, kPrefixBytes);
  write_hex(out + kPrefixBytes, std::bit_cast<Bytes>(numbers));
}

IdMaker::Series IdMaker::series() {
  const std::uint64_t answer = next_.fetch_add(1, std::memory_order_relaxed);
  return {answer, mixed(seed_ + answer)};
}

PipelineParts::PipelineParts(const schema::Toolset* tools, PipelineOptions options)
    : options_(std::move(options)),
      tools_(copied(tools)),
      catalog_(this->tools(), options_.format, options_.leaves_calls),
      ticks_(std::make_shared<const Ticks>()) {
  name_tools();
  note_places();
}

PipelineParts::PipelineParts(const PipelineParts& other, const schema::Toolset* tools)
    : options_(other.options_),
      tools_(copied(tools)),
      catalog_(this->tools(), options_.format, options_.leaves_calls),
      ids_(other.ids_.another_seed()),
      ticks_(other.ticks_) {
  name_tools();
  note_places();
}

void PipelineParts::note_places() {
  std::vector<const void*> places = catalog_.scan().places();
  if (tools_) {
    const std::vector<const void*> more = tools_->places();
    places.insert(places.end(), more.begin(), more.end());
  }
  known_places_ = std::min(places.size(), places_.size());
  std::copy_n(places.begin(), known_places_, places_.begin());
}

void PipelineParts::name_tools() {
  if (!tools_) return;
  std::vector<std::string> names;
  names.reserve(tools_->size());
  for (const schema::Tool& tool : tools_->tools()) names.push_back(tool.name);
  names_ = std::move(names);
}

}  // namespace acode::pipeline
