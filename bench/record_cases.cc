// Making the cases of recording. The store is a real one, with its thread and its file. A call comes every microsecond
// here, which no disk keeps up with: before the ring is full the store is waited for, asleep. That costs this thread no time
// of its own, but whoever has slept parses slower for a while, so the one who only parses has to sleep as long: meanwhile
// the same is recorded for it by another thread. What is left between the two is what recording costs.
#include "record_cases.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "acode/pipeline/pipeline.h"
#include "observe/event_store.h"

namespace acode::bench {
namespace {

constexpr std::size_t kBetweenWaits = 4096;

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

  /// Records a call on this thread.
  void record(const pipeline::ParseResult& result) {
    store_->record(origin_, result, result.calls[0]);
    if (++calls_ % kBetweenWaits == 0) wait();
  }

  /// Has it recorded by somebody else.
  void leave(const pipeline::ParseResult& result) {
    keep(result);
    if (++calls_ % kBetweenWaits != 0) return;
    std::thread([this, &result] {
      for (std::size_t i = 0; i < kBetweenWaits; ++i) store_->record(origin_, result, result.calls[0]);
    }).join();
    wait();
  }

 private:
  void wait() {
    store_->flush();
    if (store_->dropped() > 0) throw std::runtime_error("events were dropped: this is not what recording costs");
  }

  std::string folder_;
  std::unique_ptr<observe::EventStore> store_;
  std::shared_ptr<const observe::Origin> origin_ = std::make_shared<const observe::Origin>();
  std::size_t calls_ = 0;
};

struct Parts {
  explicit Parts(const schema::Toolset& tools) : pipeline(&tools) {}

  pipeline::Pipeline pipeline;
  PassingStore store;
};

void parse(Parts& parts, const CallText& call) {
  parts.store.leave(parts.pipeline.process(call.text, pipeline::Input::kText));
}

void record(Parts& parts, const CallText& call) {
  parts.store.record(parts.pipeline.process(call.text, pipeline::Input::kText));
}

using Way = void (*)(Parts& parts, const CallText& call);

void add(std::vector<Case>& cases, const CallInput& input, const char* subject, const schema::Toolset& tools, Way way) {
  cases.push_back({"record", input.name, subject, input.calls.size(), input.bytes(), [tools, &input, way] {
                     const auto parts = std::make_shared<Parts>(tools);
                     return Runner{[parts, way, &input](std::size_t times) {
                                     for (; times > 0; --times) {
                                       for (const CallText& call : input.calls) way(*parts, call);
                                     }
                                   },
                                   nullptr};
                   }});
}

}  // namespace

void add_record_cases(std::vector<Case>& cases, const CallInput& input, const schema::Toolset& tools) {
  add(cases, input, "parse", tools, parse);
  add(cases, input, "parse and record", tools, record);
}

}  // namespace acode::bench
