// Drawing, counting on, and writing digits.
#include "observe/event_names.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace acode::observe {
namespace {

constexpr std::uint64_t kVersion = 0x7000;                   // the last 16 bits of the first half begin with it
constexpr std::uint64_t kVariant = std::uint64_t{8} << 60U;  // the second half begins with it

std::mt19937_64 seeded() {
  std::random_device device;
  std::array<std::random_device::result_type, 8> numbers{};
  std::generate(numbers.begin(), numbers.end(), [&device] { return device(); });
  std::seed_seq seed(numbers.begin(), numbers.end());
  return std::mt19937_64(seed);
}

void append_digits(std::string& out, std::uint64_t number) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<char, 16> digits{};
  for (std::size_t i = digits.size(); i > 0; number >>= 4U) digits.at(--i) = kDigits[number & 0xFU];
  out.append(digits.data(), digits.size());
}

}  // namespace

EventNames::EventNames() : random_(seeded()) {}

void EventNames::next(WallTime time, std::string& name) {
  const std::uint64_t drawn = random_();
  if (time == last_time_) {
    tail_ += 1 + (drawn >> 32U);  // a step that nobody else takes; there is room for 2^27 of them
  } else {
    last_time_ = time;
    after_time_ = random_() & 0xFFFU;
    tail_ = drawn >> 5U;  // the first of 60 bits is left to the steps
  }
  const auto milliseconds = static_cast<std::uint64_t>(time.time_since_epoch().count());
  name.clear();
  append_digits(name, (milliseconds << 16U) | kVersion | after_time_);
  append_digits(name, kVariant | tail_);
}

}  // namespace acode::observe
