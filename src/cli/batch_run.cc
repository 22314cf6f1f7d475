// Workers that each read, answer and write, and a thread that shows how far they are.
#include "cli/batch_run.h"

#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <future>
#include <mutex>
#include <new>
#include <system_error>
#include <vector>

#include "cli/batch_input.h"
#include "cli/batch_order.h"
#include "cli/inputs.h"
#include "cli/line_protocol.h"
#include "cli/parse_lines.h"
#include "cli/progress.h"
#include "cli/recent_tools.h"
#include "cli/worker_memory.h"

namespace acode::cli {

namespace {

constexpr std::size_t kBytesPerJob = std::size_t{2} << 20;  // of lines and answers that are held
constexpr std::chrono::milliseconds kPatience{200};         // between two looks at how far it is

/// A thread that answers blocks of lines.
class BatchWorker {
 public:
  BatchWorker(const BatchPlan& plan, const ParseTools& tools, ToolsMaker& maker, BatchInput& input, BatchOrder& order)
      : max_line_bytes_(plan.setting.max_bytes),
        input_(input),
        order_(order),
        rows_(plan.setting, tools, maker),
        answerer_(parse_row_limits(plan.setting), rows_) {}

  void run() {
    while (input_.next(task_)) {
      answer();
      order_.hand_in(task_.place, answers_);
    }
  }

 private:
  void answer() {
    const LineBlock& block = task_.block;
    answers_.bytes = block.bytes;
    if (block.too_long) return note(answerer_.answer_too_long({{}, block.number, block.offset}, answers_.text));
    for (std::size_t i = task_.first_line; i < block.ends.size(); ++i) answer(block.line(i));
  }

  void answer(const Line& line) {
    const std::size_t before = answers_.text.size();
    const ExitCode code = line.text.size() > max_line_bytes_ ? answerer_.answer_too_long(line, answers_.text)
                                                             : answerer_.answer(line, answers_.text);
    if (answers_.text.size() > before) note(code);
  }

  void note(ExitCode code) {
    ++answers_.rows;
    answers_.code = worse(answers_.code, code);
  }

  std::size_t max_line_bytes_;
  BatchInput& input_;
  BatchOrder& order_;
  ParseRows rows_;
  LineAnswerer answerer_;
  BatchTask task_;  // these two are its own from block to block, so their memory stays in its core's cache
  BatchAnswers answers_;
};

/// How much there is to read, if that can be known.
std::optional<std::uint64_t> total_bytes(const std::vector<std::string>& inputs, int standard_input) {
  std::uint64_t total = 0;
  for (const std::string& name : inputs) {
    struct stat status {};
    const int failed = name == "-" ? ::fstat(standard_input, &status) : ::stat(name.c_str(), &status);
    if (failed != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    total += static_cast<std::uint64_t>(status.st_size);
  }
  return total;
}

/// The run as a whole; its own thread only shows how far it is.
class BatchRun {
 public:
  BatchRun(const BatchPlan& plan, const ParseTools& tools, BatchOutput& output, Streams& streams)
      : plan_(plan),
        tools_(tools),
        output_(output),
        streams_(streams),
        maker_(plan.setting.pipeline, tools.options),
        order_((plan.jobs + 1) * kBytesPerJob, [this](const BatchAnswers& answers) { return write(answers); }),
        input_(plan.inputs, plan.setting.max_bytes, output.lines(), streams.in, order_),
        progress_(total_bytes(plan.inputs, streams.in), streams) {}

  ExitCode run() {
    {
      std::vector<std::future<void>> workers;
      guarded([&] { start(workers); });
      for (std::future<void>& worker : workers) wait_for(worker);
    }
    progress_.finish(advance());
    return conclude();
  }

 private:
  /// As many workers as the system lets us have; without any nothing can be done.
  void start(std::vector<std::future<void>>& workers) {
    workers.reserve(plan_.jobs);
    try {
      while (workers.size() < plan_.jobs) {
        workers.push_back(std::async(std::launch::async, [this] {
          guarded([this] {
            const WorkerMemory memory;
            BatchWorker(plan_, tools_, maker_, input_, order_).run();
          });
        }));
      }
    } catch (const std::system_error&) {
      if (workers.empty()) no_memory_ = true;
    }
  }

  /// Without memory nothing can go on, but what has been written stands.
  template <class Work>
  void guarded(const Work& work) {
    try {
      work();
    } catch (const std::bad_alloc&) {
      no_memory_ = true;
      order_.stop();
    }
  }

  void wait_for(const std::future<void>& worker) {
    while (worker.wait_for(kPatience) != std::future_status::ready) {
      const std::lock_guard lock(mutex_);
      progress_.show(advance());
      if (write_problem_) continue;
      write_problem_ = output_.settle();
      if (write_problem_) order_.stop();
    }
  }

  bool write(const BatchAnswers& answers) {
    const std::lock_guard lock(mutex_);
    write_problem_ = output_.write(answers.text);
    if (write_problem_) return false;
    advance_.rows += answers.rows;
    advance_.bytes += answers.bytes;
    code_ = worse(code_, answers.code);
    return true;
  }

  [[nodiscard]] Advance advance() const {
    Advance so_far = advance_;
    so_far.skipped_bytes = input_.skipped_bytes();
    return so_far;
  }

  /// Says what went wrong, once nobody else is at work.
  ExitCode conclude() {
    if (!write_problem_) write_problem_ = output_.finish();
    // Who owns standard output tells of it.
    if (write_problem_ && plan_.output != "-") code_ = worse(code_, streams_.complain(plan_.output, *write_problem_));
    if (const auto& problem = input_.problem()) {
      code_ = worse(code_, streams_.complain(display_name(problem->first), problem->second));
    }
    if (no_memory_) {
      const Problem problem = {ProblemCode::kNoMemory, "there is not enough memory", "use fewer --jobs, and --resume"};
      code_ = worse(code_, streams_.complain("", problem));
    }
    return code_;
  }

  const BatchPlan& plan_;
  const ParseTools& tools_;
  BatchOutput& output_;
  Streams& streams_;
  ToolsMaker maker_;
  BatchOrder order_;
  BatchInput input_;
  std::mutex mutex_;  // for what stands below, and the streams: to show how far it is sends off what was written
  Progress progress_;
  Advance advance_;
  ExitCode code_ = ExitCode::kGood;
  std::optional<Problem> write_problem_;
  std::atomic<bool> no_memory_ = false;
};

}  // namespace

ExitCode run_batch_plan(const BatchPlan& plan, const ParseTools& tools, BatchOutput& output, Streams& streams) {
  return BatchRun(plan, tools, output, streams).run();
}

}  // namespace acode::cli
