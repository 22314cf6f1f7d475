// Shrinking by leaving out ever smaller parts, and then by making what is left plainer; see shrink.h.
#include "support_gen/shrink.h"

#include <algorithm>
#include <cstddef>

namespace acode::test {

namespace {

constexpr int kMaxTries = 5000;

class Shrinker {
 public:
  Shrinker(std::string text, const std::function<bool(std::string_view)>& fails)
      : text_(std::move(text)), fails_(fails) {}

  std::string run() {
    std::size_t before = 0;
    do {
      before = text_.size();
      for (std::size_t size = text_.size(); size > 0; size /= 2) leave_out(size);
      make_plainer();
    } while (text_.size() < before && tries_ < kMaxTries);
    return text_;
  }

 private:
  /// Tries to do without each part of this size.
  void leave_out(std::size_t size) {
    for (std::size_t at = 0; at < text_.size();) {
      std::string without = text_.substr(0, at) + text_.substr(std::min(at + size, text_.size()));
      if (!take(std::move(without))) at += size;
    }
  }

  /// Letters, digits and what is not ASCII say less than an `a`.
  void make_plainer() {
    for (std::size_t at = 0; at < text_.size(); ++at) {
      const auto byte = static_cast<unsigned char>(text_[at]);
      if (byte == 'a' || std::string_view("\"'\\{}[]:,").find(text_[at]) != std::string_view::npos) continue;
      std::string plainer = text_;
      plainer[at] = 'a';
      take(std::move(plainer));
    }
  }

  bool take(std::string candidate) {
    if (tries_++ >= kMaxTries || candidate == text_ || !fails_(candidate)) return false;
    text_ = std::move(candidate);
    return true;
  }

  std::string text_;
  const std::function<bool(std::string_view)>& fails_;
  int tries_ = 0;
};

}  // namespace

std::string shrink(std::string text, const std::function<bool(std::string_view)>& fails) {
  return Shrinker(std::move(text), fails).run();
}

}  // namespace acode::test
