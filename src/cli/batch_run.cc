// Reading ahead, parsing side by side, writing in order.
#include "cli/batch_run.h"

#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "cli/batch_queue.h"
#include "cli/files.h"
#include "cli/inputs.h"
#include "cli/line_blocks.h"
#include "cli/line_protocol.h"
#include "cli/parse_lines.h"
#include "cli/progress.h"
#include "cli/recent_tools.h"

namespace acode::cli {

namespace {

constexpr std::size_t kBytesPerJob = std::size_t{2} << 20;  // of lines that wait or are worked on
constexpr std::chrono::milliseconds kPatience{200};         // of the writer, between two looks at the clock

/// Calls `take` with each line of a block, until it says no. What was taken is that much of the text.
template <class Take>
void each_line(const LineBlock& block, const Take& take) {
  const std::string_view text = block.text;
  Line line = {{}, block.number, block.offset};
  for (std::size_t begin = 0; begin < text.size(); ++line.number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    line.text = text.substr(begin, end - begin);
    line.offset = block.offset + begin;
    if (!take(line)) return;
    begin = end + 1;
  }
}

/// Takes off the lines at the beginning of a block that have been answered before.
void skip_rows(LineBlock& block, std::uint64_t& rows) {
  if (rows == 0) return;
  if (block.too_long) {
    --rows;
    block.too_long = false;
    return;
  }
  std::size_t taken = block.text.size();
  each_line(block, [&](const Line& line) {
    if (rows == 0) {
      taken = line.offset - block.offset;
      block.number = line.number;
      return false;
    }
    if (!is_blank(line)) --rows;
    return true;
  });
  block.text.erase(0, taken);
  block.offset += taken;
}

/// The thread that reads.
class BatchReader {
 public:
  BatchReader(const BatchPlan& plan, std::uint64_t answered, int standard_input, BatchQueue& queue)
      : plan_(plan), answered_(answered), standard_input_(standard_input), queue_(queue) {}

  void run() {
    for (const std::string& name : plan_.inputs) {
      if (!read(name)) break;
    }
    queue_.end();
  }

  /// Of the input that could not be read, afterwards.
  [[nodiscard]] const std::optional<std::pair<std::string, Problem>>& problem() const { return problem_; }

  /// Bytes that were passed over.
  [[nodiscard]] std::uint64_t skipped() const { return skipped_; }

 private:
  bool read(const std::string& name) {
    std::variant<File, Problem> opened = open_input(name, standard_input_);
    if (Problem* problem = std::get_if<Problem>(&opened)) return fail(name, *problem);
    LineBlocks blocks(std::get<File>(opened).descriptor(), plan_.setting.max_bytes,
                      [this] { return queue_.stopped(); });
    while (true) {
      std::unique_ptr<BatchChunk> chunk = queue_.blank();
      const LineBlocks::Status status = blocks.next(chunk->block);
      if (status == LineBlocks::Status::kEnd) return true;
      if (status == LineBlocks::Status::kFailed) return fail(name, blocks.problem());
      if (status == LineBlocks::Status::kStopped) return false;
      skip_rows(chunk->block, answered_);
      if (chunk->block.text.empty() && !chunk->block.too_long) {
        skipped_ += chunk->block.bytes;
        queue_.recycle(std::move(chunk));
      } else if (!queue_.put(std::move(chunk))) {
        return false;
      }
    }
  }

  bool fail(const std::string& name, const Problem& problem) {
    problem_.emplace(name, problem);
    return false;
  }

  const BatchPlan& plan_;
  std::uint64_t answered_;  // rows that are still to be passed over
  int standard_input_;
  BatchQueue& queue_;
  std::optional<std::pair<std::string, Problem>> problem_;
  std::atomic<std::uint64_t> skipped_ = 0;
};

/// A thread that parses.
class BatchWorker {
 public:
  BatchWorker(const BatchPlan& plan, const ParseTools& tools, ToolsMaker& maker, BatchQueue& queue)
      : max_line_bytes_(plan.setting.max_bytes),
        queue_(queue),
        rows_(plan.setting, tools, maker),
        answerer_(parse_row_limits(plan.setting), rows_) {}

  void run() {
    while (BatchChunk* chunk = queue_.take()) {
      answer(*chunk);
      queue_.finish(*chunk);
    }
  }

 private:
  void answer(BatchChunk& chunk) {
    if (chunk.block.too_long) {
      note(chunk, answerer_.answer_too_long({{}, chunk.block.number, chunk.block.offset}, chunk.answers));
      return;
    }
    each_line(chunk.block, [this, &chunk](const Line& line) {
      const std::size_t before = chunk.answers.size();
      const ExitCode code = line.text.size() > max_line_bytes_ ? answerer_.answer_too_long(line, chunk.answers)
                                                               : answerer_.answer(line, chunk.answers);
      if (chunk.answers.size() > before) note(chunk, code);
      return true;
    });
  }

  static void note(BatchChunk& chunk, ExitCode code) {
    ++chunk.rows;
    chunk.code = worse(chunk.code, code);
  }

  std::size_t max_line_bytes_;
  BatchQueue& queue_;
  ParseRows rows_;
  LineAnswerer answerer_;
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

/// The run as a whole; its own thread writes.
class BatchRun {
 public:
  BatchRun(const BatchPlan& plan, const ParseTools& tools, BatchOutput& output, Streams& streams)
      : plan_(plan),
        tools_(tools),
        output_(output),
        streams_(streams),
        maker_(plan.setting.pipeline, tools.options),
        queue_((plan.jobs + 1) * kBytesPerJob),
        reader_(plan, output.lines(), streams.in, queue_),
        progress_(total_bytes(plan.inputs, streams.in), streams) {}

  ExitCode run() {
    {
      std::vector<std::jthread> threads;
      start(threads);
      write_all();
    }
    progress_.finish(advance());
    return conclude();
  }

 private:
  /// As many workers as the system lets us have; without any nothing can be done.
  void start(std::vector<std::jthread>& threads) {
    threads.reserve(plan_.jobs + 1);
    try {
      threads.emplace_back([this] { guarded([this] { reader_.run(); }); });
      for (unsigned i = 0; i < plan_.jobs; ++i) {
        threads.emplace_back([this] { guarded([this] { BatchWorker(plan_, tools_, maker_, queue_).run(); }); });
      }
    } catch (const std::system_error&) {
      if (threads.size() > 1) return;
      no_memory_ = true;
      queue_.stop();
    }
  }

  /// Without memory nothing can go on, but what has been written stands.
  template <class Work>
  void guarded(const Work& work) {
    try {
      work();
    } catch (const std::bad_alloc&) {
      no_memory_ = true;
      queue_.stop();
    }
  }

  void write_all() {
    while (!queue_.over()) {
      std::unique_ptr<BatchChunk> chunk = queue_.next(kPatience);
      if (chunk != nullptr && !write(std::move(chunk))) queue_.stop();
      progress_.show(advance());
    }
  }

  bool write(std::unique_ptr<BatchChunk> chunk) {
    write_problem_ = output_.write(chunk->answers);
    if (write_problem_) return false;
    advance_.rows += chunk->rows;
    advance_.bytes += chunk->block.bytes;
    code_ = worse(code_, chunk->code);
    queue_.recycle(std::move(chunk));
    return true;
  }

  [[nodiscard]] Advance advance() const {
    Advance so_far = advance_;
    so_far.skipped_bytes = reader_.skipped();
    return so_far;
  }

  /// Says what went wrong, once nobody else is at work.
  ExitCode conclude() {
    if (!write_problem_) write_problem_ = output_.finish();
    // Who owns standard output tells of it.
    if (write_problem_ && plan_.output != "-") code_ = worse(code_, streams_.complain(plan_.output, *write_problem_));
    if (const auto& problem = reader_.problem()) {
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
  BatchQueue queue_;
  BatchReader reader_;
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
