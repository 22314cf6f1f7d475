// Telling a call that was written again from one that is wanted twice.
//
// Models announce a call, make it, and show it once more («the call was: …»); and small ones go round in circles. So the
// same call again, after prose or after another call, is one call. Equal calls side by side are as many as there are, and
// so are all calls of one list.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "acode/extract/extract.h"
#include "extract/construct.h"

namespace acode::extract {

class Repeats {
 public:
  /// The tools must outlive this.
  explicit Repeats(const Tools& tools) : tools_(tools) {}

  /// Prose begins: what follows does not stand beside the calls so far.
  void prose() {
    if (counted_) {
      counted_->part();
    } else if (constructs_ > 0) {
      prose_behind_first_ = true;
    }
  }

  /// A construct with so many calls comes; is_repeated() is then asked of each of them.
  void begin(std::size_t calls) {
    calls_ = calls;
    ++constructs_;
  }

  /// Whether this call, the next one, was there before.
  bool is_repeated(const TextCall& call) {
    if (constructs_ > 1) return count(key(call.name, call.arguments, call.value));
    Asked& asked = has_first() ? more_of_first_.emplace_back() : first_.emplace<Asked>();
    asked.name = call.name;
    asked.value = call.value;
    if (!call.value) asked.arguments = call.arguments;
    return false;
  }
  bool is_repeated(const PlainCall& call) {
    if (constructs_ > 1) return count(key(call));
    if (has_first()) {
      more_of_first_.push_back({call.tool->name, {}, call.arguments});
    } else {
      first_.emplace<PlainCall>(call);
    }
    return false;
  }

 private:
  /// What makes a call the same as another.
  struct Asked {
    std::string name;
    std::string arguments;
    std::optional<json::SharedValue> value;
  };

  /// How often each call was there: made for the second construct.
  struct Counted {
    std::string last;                           // call
    std::map<std::string, std::size_t> before;  // the prose
    std::map<std::string, std::size_t> beside;  // and since

    void part();
    std::size_t add(std::string call);
  };

  [[nodiscard]] bool has_first() const { return first_.index() != 0; }
  [[nodiscard]] std::string key(const PlainCall& call) const { return key(call.tool->name, {}, call.arguments); }
  [[nodiscard]] std::string key(const Asked& call) const { return key(call.name, call.arguments, call.value); }
  [[nodiscard]] std::string key(const std::string& name, const std::string& arguments,
                                const std::optional<json::SharedValue>& value) const;
  bool count(std::string key);
  void count_first();

  const Tools& tools_;
  std::size_t calls_ = 0;       // of the construct at hand, until the first of them has been asked about
  std::size_t constructs_ = 0;  // that have come
  // The calls of the first, as long as no other has come: there is nothing to compare them with.
  std::variant<std::monostate, PlainCall, Asked> first_;
  std::vector<Asked> more_of_first_;
  bool prose_behind_first_ = false;
  std::unique_ptr<Counted> counted_;
};

}  // namespace acode::extract
