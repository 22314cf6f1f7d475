// One thing to be timed: a subject (acode, or a peer) doing a job (a group) on an input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace acode::bench {

/// What was found in a tree. Subjects that did the same job found the same, which is checked before the clock starts.
struct Tally {
  std::size_t values = 0;
  std::size_t string_bytes = 0;  ///< of strings and names, escapes resolved
  std::int64_t integers = 0;     ///< their sum
  double decimals = 0;           ///< their sum

  /// Sums of decimals may differ in the last digits: some trees are walked in another order.
  [[nodiscard]] bool agrees_with(const Tally& other) const;
};

/// A case made ready to run.
struct Runner {
  std::function<void(std::size_t times)> repeat;
  std::function<Tally()> tally;  ///< empty where there is nothing to compare
  std::size_t mended = 0;        ///< of broken documents: for how many there is a value
  std::function<void()> rest{};  ///< of a case that is timed in bursts: what it does between them, not timed
};

struct Case {
  std::string group;
  std::string input;
  std::string subject;
  std::size_t documents;  ///< texts in one repetition
  std::size_t bytes;      ///< in all of them together
  std::function<Runner()> make;
  /// Repetitions in a burst, for cases that differ by less than the machine does from one moment to the next: a burst of
  /// each case of the block is timed right beside one of the first, again and again. 0 for others.
  std::size_t burst = 0;
  /// Who works for it on other threads, and the only one who does in its block: its time gets a row of its own.
  std::string helper{};

  /// Cases of one block are timed in turns, so that they share the machine's good and bad moments.
  [[nodiscard]] std::string block() const { return group + "/" + input; }
  [[nodiscard]] std::string name() const { return block() + "/" + subject; }
};

/// Makes the compiler believe that a result is used.
template <class T>
inline void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

}  // namespace acode::bench
