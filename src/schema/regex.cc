// PCRE2 behind the regular expressions of a schema: compiling, and matching within limits.
//
// PCRE2 counts its steps, which bounds most that could run away, but not all:
// - It counts anew for each place of the subject where a match could begin. A pattern that can branch and is not
//   anchored is therefore compiled as `.*?` followed by the pattern, anchored: all places are tried within one count.
// - A step can be a walk over the whole subject. That does not matter while the subject is short. For longer ones there
//   is a second, careful program, in which PCRE2 calls back at each item of the pattern and pays for the way it went.
#include "schema/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "schema/ecma_pattern.h"
#include "schema/plain_pattern.h"

namespace acode::schema::detail {
namespace {

constexpr std::size_t kMaxPatternBytes = std::size_t{64} << 10U;
constexpr std::size_t kStepsPerMatch = 100'000;
constexpr std::size_t kStepsPerByte = 32;   // so that long subjects get through patterns that behave
constexpr std::size_t kFirstSteps = 4'000;  // most matches need less; if not, they are begun again with more
constexpr std::size_t kMoreSteps = 5;       // times as many
constexpr std::size_t kStepsPerWork = 8;    // see search()
constexpr std::uint32_t kMaxDepth = 100'000;
constexpr std::uint32_t kMaxHeapKilobytes = 16 << 10;
constexpr std::size_t kJitStackStart = std::size_t{32} << 10U;
constexpr std::size_t kJitStackMax = std::size_t{8} << 20U;

constexpr std::size_t kShortSubject = 512;  // up to here a step may be a walk
constexpr std::size_t kCallsPerMatch = 500'000;
constexpr std::size_t kCallsPerByte = 16;
constexpr std::size_t kBytesPerCall = 64;  // walking so far costs as much as a call

constexpr std::string_view kSearchHead = "(?s:.*?)(?:";

struct Deleter {
  void operator()(pcre2_code* code) const { pcre2_code_free(code); }
  void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
  void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
  void operator()(pcre2_jit_stack* stack) const { pcre2_jit_stack_free(stack); }
};

template <class T>
using Owned = std::unique_ptr<T, Deleter>;

PCRE2_SPTR units(std::string_view text) {
  return reinterpret_cast<PCRE2_SPTR>(text.data());  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
}

/// What a careful program may still spend on a match.
struct Budget {
  std::size_t calls = 0;
  std::size_t toll = 1;      // what a call costs
  std::size_t position = 0;  // of the last call
};

/// Pays for a step of a careful program; stops the match when nothing is left.
int pay(pcre2_callout_block* step, void* data) {
  Budget& budget = *static_cast<Budget*>(data);
  const std::size_t position = step->current_position;
  const std::size_t way = std::max(position, budget.position) - std::min(position, budget.position);
  const std::size_t cost = budget.toll + way / kBytesPerCall;
  if (cost > budget.calls) return PCRE2_ERROR_CALLOUT;
  budget.calls -= cost;
  budget.position = position;
  return 0;
}

/// What a match needs to write on. One for each thread: to make it anew would cost more than most matches.
class Scratch {
 public:
  Scratch()
      : data_(pcre2_match_data_create(1, nullptr)),
        context_(pcre2_match_context_create(nullptr)),
        stack_(pcre2_jit_stack_create(kJitStackStart, kJitStackMax, nullptr)) {
    if (context_ == nullptr) return;
    pcre2_set_depth_limit(context_.get(), kMaxDepth);
    pcre2_set_heap_limit(context_.get(), kMaxHeapKilobytes);
    pcre2_jit_stack_assign(context_.get(), nullptr, stack_.get());
    pcre2_set_callout(context_.get(), pay, &budget_);
  }

  static Scratch& of_this_thread() {
    thread_local Scratch scratch;
    return scratch;
  }

  /// PCRE2's answer: negative for no match and for everything that went wrong. The toll is for a careful program.
  int match(const pcre2_code* code, std::string_view subject, std::size_t toll, std::uint64_t& work) {
    if (code == nullptr || data_ == nullptr || context_ == nullptr) return PCRE2_ERROR_NOMEMORY;
    const std::size_t most = kStepsPerMatch + kStepsPerByte * subject.size();
    std::size_t steps = kFirstSteps + kStepsPerByte * subject.size();
    while (true) {
      const int answer = match_within(std::min(steps, most), code, subject, toll, work);
      if (answer != PCRE2_ERROR_MATCHLIMIT || steps >= most) return answer;
      work += steps / kStepsPerWork;
      steps *= kMoreSteps;
    }
  }

 private:
  int match_within(std::size_t steps, const pcre2_code* code, std::string_view subject, std::size_t toll,
                   std::uint64_t& work) {
    const std::size_t calls = kCallsPerMatch + kCallsPerByte * subject.size();
    budget_ = {calls, toll, 0};
    const std::size_t most = std::numeric_limits<std::uint32_t>::max();
    pcre2_set_match_limit(context_.get(), static_cast<std::uint32_t>(std::min(steps, most)));
    const int answer = pcre2_match(code, units(subject), subject.size(), 0, 0, data_.get(), context_.get());
    work += (calls - budget_.calls) / kStepsPerWork;
    return answer;
  }

  Owned<pcre2_match_data> data_;
  Owned<pcre2_match_context> context_;
  Owned<pcre2_jit_stack> stack_;
  Budget budget_;
};

/// What PCRE2 makes of a pattern: a program, or what is wrong and where in the pattern it was given.
struct Compiled {
  Owned<pcre2_code> code;
  int error = 0;
  std::size_t offset = 0;
};

Compiled compile_pcre(const EcmaPattern& pattern, bool careful) {
  std::uint32_t options = PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C;
  if (!pattern.refers_back) options |= PCRE2_NO_AUTO_CAPTURE;
  const bool searches = pattern.branches && !pattern.anchored;
  if (searches) options |= PCRE2_ANCHORED;
  if (careful) options |= PCRE2_AUTO_CALLOUT;
  const std::string text = searches ? std::string(kSearchHead) + pattern.pcre + ')' : pattern.pcre;

  Compiled result;
  result.code.reset(pcre2_compile(units(text), text.size(), options, &result.error, &result.offset, nullptr));
  if (result.code != nullptr) {
    pcre2_jit_compile(result.code.get(), PCRE2_JIT_COMPLETE);  // where that is not to be had, PCRE2 interprets
  }
  const std::size_t head = searches ? kSearchHead.size() : 0;
  result.offset -= std::min(result.offset, head);
  return result;
}

Error refusal(std::string message, Position position) {
  Error error;
  error.code = ErrorCode::kSchemaMismatch;
  error.message = std::move(message);
  error.position = position;
  return error;
}

std::string pcre_message(int error) {
  std::array<PCRE2_UCHAR, 256> buffer{};
  pcre2_get_error_message(error, buffer.data(), buffer.size());
  return std::string(buffer.begin(), std::find(buffer.begin(), buffer.end(), PCRE2_UCHAR{0}));
}

}  // namespace

struct Regex::Program {
  std::optional<PlainPattern> plain;
  EcmaPattern pattern;  // this and what follows: if it is not plain
  Owned<pcre2_code> quick;

  /// The careful program, which is made when it is first needed. Null if it has become too large for PCRE2.
  const pcre2_code* careful() const {
    std::call_once(careful_once_, [this] { careful_ = compile_pcre(pattern, true).code; });
    return careful_.get();
  }

 private:
  mutable std::once_flag careful_once_;
  mutable Owned<pcre2_code> careful_;
};

Result<Regex> Regex::compile(std::string_view pattern) {
  if (pattern.size() > kMaxPatternBytes) return refusal("the pattern is longer than 64 KB", {});
  auto program = std::make_shared<Program>();
  program->plain = PlainPattern::recognise(pattern);
  if (program->plain) return Regex(std::move(program));

  Result<EcmaPattern> translated = translate_ecma_pattern(pattern, EcmaReading::kWeb);
  if (!translated.ok()) return translated.error();
  Compiled compiled = compile_pcre(*translated, false);
  if (compiled.code == nullptr) {
    return refusal(pcre_message(compiled.error), locate(pattern, translated->original_offset(compiled.offset)));
  }
  translated->marks = {};  // they were for errors
  program->pattern = std::move(*translated);
  program->quick = std::move(compiled.code);
  return Regex(std::move(program));
}

Regex::Answer Regex::search(std::string_view subject) const {
  std::uint64_t work = 0;
  return search(subject, work);
}

Regex::Answer Regex::search(std::string_view subject, std::uint64_t& work) const {
  if (program_->plain) return program_->plain->search(subject) ? Answer::kYes : Answer::kNo;
  const bool careful = program_->pattern.branches && subject.size() > kShortSubject;
  // A back-reference can walk over the subject and fail before it comes to the next call.
  const std::size_t toll = program_->pattern.refers_back ? 1 + subject.size() / kBytesPerCall : 1;
  const pcre2_code* const code = careful ? program_->careful() : program_->quick.get();
  const int found = Scratch::of_this_thread().match(code, subject, toll, work);
  if (found >= 0) return Answer::kYes;
  return found == PCRE2_ERROR_NOMATCH ? Answer::kNo : Answer::kGaveUp;
}

const PlainPattern* Regex::plain() const { return program_->plain ? &*program_->plain : nullptr; }

bool is_regex(std::string_view text) {
  if (text.size() > kMaxPatternBytes) return false;
  const Result<EcmaPattern> translated = translate_ecma_pattern(text, EcmaReading::kUnicode);
  if (!translated.ok()) return false;
  if (!translated->names_property) return true;
  return compile_pcre(*translated, false).error != PCRE2_ERROR_UNKNOWN_UNICODE_PROPERTY;
}

}  // namespace acode::schema::detail
