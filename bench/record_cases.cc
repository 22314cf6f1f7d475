// Making the cases of recording. The store is a real one, with its thread and its file. A call comes every half microsecond
// here, which no disk keeps up with: after each burst of 4,096 calls, half of what the store has room for, it is waited for.
//
// What recording adds is less than what a machine with other work to do changes from one second to the next, and the best
// times of both say little of their ratio: they need not be of the same kind of moment. So a burst with recording is timed
// right before or behind one without, in turn, and the median of the ratios of such pairs counts. All that happens on the
// thread that calls is in it. What the store's thread does for a call is a row of its own.
#include "record_cases.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "acode/pipeline/pipeline.h"
#include "observe/event_store.h"

namespace acode::bench {
namespace {

constexpr std::size_t kCallsOfBurst = 4096;

/// A store in a folder that is gone at the end.
class PassingStore {
 public:
  PassingStore() : folder_((std::filesystem::temp_directory_path() / "acode-bench-XXXXXX").string()) {
    if (::mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("cannot make a folder for the store");
    store_ = std::make_unique<observe::EventStore>(observe::EventStoreOptions{.file = folder_ + "/events.db"});
  }
  PassingStore(const PassingStore&) = delete;
  PassingStore& operator=(const PassingStore&) = delete;
  ~PassingStore() {
    store_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  void record(const pipeline::ParseResult& result) { store_->record(origin_, result, result.calls[0]); }

  /// Until all is written.
  void wait() {
    store_->flush();
    if (store_->dropped() > 0) throw std::runtime_error("events were dropped: this is not what recording costs");
  }

 private:
  std::string folder_;
  std::unique_ptr<observe::EventStore> store_;
  std::shared_ptr<const observe::Origin> origin_ = std::make_shared<const observe::Origin>();
};

struct Recording {
  explicit Recording(const schema::Toolset& tools) : pipeline(&tools) {}

  pipeline::Pipeline pipeline;
  PassingStore store;
};

/// One that is timed in bursts.
Case make_case(const CallInput& input, const char* subject, std::function<Runner()> make) {
  Case made{"record", input.name, subject, input.calls.size(), input.bytes(), std::move(make)};
  made.burst = kCallsOfBurst / input.calls.size();
  return made;
}

}  // namespace

void add_record_cases(std::vector<Case>& cases, const CallInput& input, const schema::Toolset& tools) {
  cases.push_back(make_case(input, "parse", [tools, &input] {
    Runner runner;
    runner.repeat = [pipeline = pipeline::Pipeline(&tools), &input](std::size_t times) {
      for (; times > 0; --times) {
        for (const CallText& call : input.calls) keep(pipeline.process(call.text, pipeline::Input::kText));
      }
    };
    return runner;
  }));
  cases.push_back(make_case(input, "parse and record", [tools, &input] {
    const auto recording = std::make_shared<Recording>(tools);
    Runner runner;
    runner.repeat = [recording, &input](std::size_t times) {
      auto& [pipeline, store] = *recording;
      for (; times > 0; --times) {
        for (const CallText& call : input.calls) store.record(pipeline.process(call.text, pipeline::Input::kText));
      }
    };
    runner.rest = [recording] { recording->store.wait(); };
    return runner;
  }));
  cases.back().helper = "the store's thread";
}

}  // namespace acode::bench
