// Telling a call that was written again from one that is wanted twice.
//
// Models announce a call, make it, and show it once more («the call was: …»); and small ones go round in circles. So the
// same call again, after prose or after another call, is one call. Equal calls side by side are as many as there are, and
// so are all calls of one list.
//
// Most calls are unlike all others, which takes little to see: so as long as that holds they are only kept, and counted
// once two of them may be equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "acode/extract/extract.h"
#include "extract/construct.h"

namespace acode::extract {

/// What makes a call the same as another, and what came before it.
struct KeptCall {
  KeptCall() noexcept {}  // NOLINT(modernize-use-equals-default): a default one would be filled with zeros first

  std::optional<const schema::Tool*> tool;  // null if there is none of that name; nothing if it was not looked for
  std::string name;                         // empty if the tool was known from the beginning
  std::string arguments;
  std::optional<json::SharedValue> value;
  std::optional<std::uint64_t> sum;  // of the arguments, once it was asked for
  std::size_t calls = 0;             // of the construct that it is the first of
  bool behind_prose = false;
};

class Repeats {
 public:
  /// The tools must outlive this.
  explicit Repeats(const Tools& tools) : tools_(tools) {}

  /// Prose begins: what follows does not stand beside the calls so far.
  void prose() {
    if (counted_) {
      counted_->part();
    } else if (constructs_ > 0) {
      prose_ = true;
    }
  }

  /// A construct with so many calls comes; is_repeated() is then asked of each of them.
  void begin(std::size_t calls) {
    calls_ = calls;
    ++constructs_;
  }

  /// Whether this call, the next one, was there before.
  bool is_repeated(const TextCall& call) {
    if (counted_) return count(key(call.name, call.arguments, call.value ? &*call.value : nullptr));
    KeptCall& kept = first_ ? others_.emplace_back() : first_.emplace();
    kept.name = call.name;
    kept.value = call.value;
    if (!call.value) kept.arguments = call.arguments;
    return is_kept_repeated(kept);
  }
  bool is_repeated(const PlainCall& call) {
    if (counted_) return count(key(call.tool->name, {}, &call.arguments));
    KeptCall& kept = first_ ? others_.emplace_back() : first_.emplace();
    kept.tool = call.tool;
    kept.value = call.arguments;
    return is_kept_repeated(kept);
  }

 private:
  /// How often each call was there: made once two may be equal.
  struct Counted {
    std::string last;                           // call
    std::map<std::string, std::size_t> before;  // the prose
    std::map<std::string, std::size_t> beside;  // and since

    void part();
    std::size_t add(std::string call);
  };

  // Nothing of one construct is repeated: there is nothing to compare it with before the second.
  bool is_kept_repeated(KeptCall& kept) {
    kept.calls = std::exchange(calls_, 0);
    kept.behind_prose = std::exchange(prose_, false);
    return constructs_ > 1 && may_be_repeated(kept) && count_kept();
  }
  bool may_be_repeated(KeptCall& last);
  bool may_be_equal(KeptCall& a, KeptCall& b);
  bool find_tool(KeptCall& kept) const;
  static bool find_sum(KeptCall& kept);
  bool count_kept();
  [[nodiscard]] std::string key(const KeptCall& kept) const {
    return key(kept.tool && *kept.tool != nullptr ? (*kept.tool)->name : kept.name, kept.arguments,
               kept.value ? &*kept.value : nullptr);
  }
  [[nodiscard]] std::string key(const std::string& name, const std::string& arguments,
                                const json::SharedValue* value) const;
  bool count(std::string key);

  const Tools& tools_;
  std::size_t calls_ = 0;       // of the construct at hand, until the first of them has been asked about
  std::size_t constructs_ = 0;  // that have come
  bool prose_ = false;          // has come since the last call, if that is kept
  // The calls so far, as long as all are different.
  std::optional<KeptCall> first_;
  std::vector<KeptCall> others_;
  std::unique_ptr<Counted> counted_;
};

}  // namespace acode::extract
