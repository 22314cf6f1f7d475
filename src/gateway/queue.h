// First in, first out. Unlike std::deque one that is empty has no memory: thousands of streams that wait have several each.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace acode::gateway {

template <class T>
class Queue {
 public:
  template <class... Parts>
  void emplace_back(Parts&&... parts) {
    values_.emplace_back(std::forward<Parts>(parts)...);
  }
  [[nodiscard]] T& front() { return values_[first_]; }
  void pop_front() {
    if (++first_ == values_.size()) clear();
  }
  void clear() {
    values_.clear();
    first_ = 0;
  }

  [[nodiscard]] bool empty() const { return values_.empty(); }
  [[nodiscard]] std::size_t size() const { return values_.size() - first_; }
  [[nodiscard]] const T& operator[](std::size_t index) const { return values_[first_ + index]; }
  [[nodiscard]] auto begin() { return values_.begin() + static_cast<std::ptrdiff_t>(first_); }
  [[nodiscard]] auto end() { return values_.end(); }
  [[nodiscard]] auto begin() const { return values_.begin() + static_cast<std::ptrdiff_t>(first_); }
  [[nodiscard]] auto end() const { return values_.end(); }

  template <class Predicate>
  void erase_if(Predicate predicate) {
    values_.erase(values_.begin(), begin());
    first_ = 0;
    std::erase_if(values_, predicate);
  }

 private:
  std::vector<T> values_;
  std::size_t first_ = 0;  // those before it are gone
};

}  // namespace acode::gateway
