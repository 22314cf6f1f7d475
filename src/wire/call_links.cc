// Calls that wait for their results, and ids for those that have none.
#include "wire/call_links.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace acode::wire::detail {
namespace {

bool is_narrow(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

class Linker {
 public:
  Linker(const std::vector<Message>& messages, const LinkNeeds& needs) : needs_(needs) {
    for (const Message& message : messages) {
      for (const Part& part : message.parts) {
        if (const auto* call = std::get_if<WireCall>(&part)) taken_.insert(call->id);
      }
    }
  }

  void take(Message& message) {
    const bool speaks = message.role == Role::kAssistant;
    if (speaks && !in_turn_) begin_turn();
    in_turn_ = speaks;
    for (Part& part : message.parts) {
      if (auto* call = std::get_if<WireCall>(&part)) begin(*call);
      if (auto* result = std::get_if<ResultPart>(&part)) answer(*result);
    }
  }

 private:
  struct Call {
    std::string id;  // as it goes out
    std::string name;
    bool answered = false;
  };

  // Numbers of calls, the first of which that waits is asked for. Those that have been answered are passed once.
  struct Queue {
    std::vector<std::size_t> calls;
    std::size_t first = 0;
  };
  using Queues = std::unordered_map<std::string, Queue>;

  // Results belong to the calls of the last turn.
  void begin_turn() {
    in_order_ = {};
    by_name_.clear();
    by_id_.clear();
  }

  void begin(WireCall& call) {
    const std::size_t number = calls_.size();
    in_order_.calls.push_back(number);
    by_name_[call.name].calls.push_back(number);
    if (!call.id.empty()) {
      by_id_[call.id].calls.push_back(number);
      last_with_id_[call.id] = number;
    }
    if (needs_.ids && call.id.empty()) call.id = made_id();
    if (needs_.narrow_ids) call.id = narrowed(std::move(call.id));
    calls_.push_back({call.id, call.name});
  }

  void answer(ResultPart& result) {
    const std::optional<std::size_t> number = call_of(result);
    if (!number) return;
    Call& call = calls_[*number];
    call.answered = true;
    if (needs_.ids) result.call_id = call.id;
    if (result.tool_name.empty()) result.tool_name = call.name;
  }

  std::optional<std::size_t> call_of(const ResultPart& result) {
    if (!result.call_id.empty()) {
      if (const auto number = waiting(by_id_, result.call_id)) return number;
      const auto known = last_with_id_.find(result.call_id);
      return known == last_with_id_.end() ? std::nullopt : std::optional(known->second);
    }
    return result.tool_name.empty() ? waiting(in_order_) : waiting(by_name_, result.tool_name);
  }

  std::optional<std::size_t> waiting(Queues& queues, const std::string& key) {
    const auto found = queues.find(key);
    return found == queues.end() ? std::nullopt : waiting(found->second);
  }

  std::optional<std::size_t> waiting(Queue& queue) const {
    while (queue.first < queue.calls.size() && calls_[queue.calls[queue.first]].answered) ++queue.first;
    return queue.first < queue.calls.size() ? std::optional(queue.calls[queue.first]) : std::nullopt;
  }

  std::string made_id() {
    std::string id;
    do id = "call_" + std::to_string(made_++);
    while (!taken_.insert(id).second);
    return id;
  }

  std::string narrowed(std::string id) {
    std::replace_if(
        id.begin(), id.end(), [](char c) { return !is_narrow(c); }, '_');
    std::string out = id;
    while (!given_.insert(out).second) out = id + "_" + std::to_string(++doubled_);
    return out;
  }

  LinkNeeds needs_;
  std::vector<Call> calls_;
  bool in_turn_ = false;
  Queue in_order_;
  Queues by_name_;
  Queues by_id_;                                               // of this turn
  std::unordered_map<std::string, std::size_t> last_with_id_;  // of all turns
  std::unordered_set<std::string> taken_;                      // ids that came
  std::unordered_set<std::string> given_;                      // ids that go out, where no two may be the same
  std::size_t made_ = 0;
  std::size_t doubled_ = 0;
};

}  // namespace

void link_calls(std::vector<Message>& messages, const LinkNeeds& needs) {
  Linker linker(messages, needs);
  for (Message& message : messages) linker.take(message);
}

}  // namespace acode::wire::detail
