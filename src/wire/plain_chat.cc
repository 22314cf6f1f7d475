// Every member is known, and each stands there once; else it is not plain.
#include "wire/plain_chat.h"

#include <algorithm>

#include "acode/json/reader.h"
#include "wire/dialect.h"

namespace acode::wire::detail {
namespace {

using json::Value;

/// The members of an object that are asked for, by their places in a list of names.
template <std::size_t kCount>
class OnlyMembers {
 public:
  /// `ignored`: may stand there too, and say nothing here.
  OnlyMembers(Value object, const std::array<std::string_view, kCount>& names,
              std::span<const std::string_view> ignored) {
    plain_ = object.is_object();
    for (const json::Member member : object.members()) {
      const auto name = std::find(names.begin(), names.end(), member.name);
      if (name == names.end()) {
        plain_ = plain_ && std::find(ignored.begin(), ignored.end(), member.name) != ignored.end();
        continue;
      }
      std::optional<Value>& place = found_[static_cast<std::size_t>(name - names.begin())];
      plain_ = plain_ && !place;
      place = member.value;
    }
  }

  /// Whether it is an object, has no other members, and each of these at most once.
  [[nodiscard]] bool plain() const { return plain_; }
  [[nodiscard]] const std::optional<Value>& operator[](std::size_t which) const { return found_[which]; }
  [[nodiscard]] std::string_view string(std::size_t which) const {
    return found_[which] ? found_[which]->as_string() : std::string_view{};
  }

 private:
  std::array<std::optional<Value>, kCount> found_;
  bool plain_ = true;
};

}  // namespace

std::optional<PlainChat> PlainChat::read(Value body) {
  std::optional<PlainChat> chat(std::in_place);
  if (!chat->read_body(body)) chat.reset();
  return chat;
}

bool PlainChat::read_body(Value body) {
  constexpr std::array<std::string_view, 5> kIgnored = {"id", "created", "model", "system_fingerprint", "service_tier"};
  const OnlyMembers<3> members(body, {"choices", "usage", "object"}, kIgnored);
  if (!members.plain() || !members[0] || !read_choices(*members[0])) return false;
  if (members[2] && !members.string(2).starts_with("chat.completion")) return false;
  if (!members[1]) return true;
  usage_ = openai_chat_usage(*members[1]);
  return members[1]->is_object();
}

bool PlainChat::read_choices(Value choices) {
  constexpr std::array<std::string_view, 1> kIgnored = {"logprobs"};
  if (!choices.is_array() || choices.size() != 1) return false;
  const OnlyMembers<3> members(*choices.elements().begin(), {"message", "finish_reason", "index"}, kIgnored);
  if (!members.plain() || !members[0] || !read_message(*members[0])) return false;
  return members.string(1) == (size_ > 0 ? "tool_calls" : "stop");
}

bool PlainChat::read_message(Value message) {
  constexpr std::array<std::string_view, 2> kIgnored = {"role", "annotations"};
  const OnlyMembers<3> members(message, {"content", "tool_calls", "refusal"}, kIgnored);
  if (!members.plain() || (members[2] && !members[2]->is_null())) return false;
  if (members[0] && !members[0]->is_string() && !members[0]->is_null()) return false;
  content_ = members.string(0);
  return !members[1] || members[1]->is_null() || read_calls(*members[1]);
}

bool PlainChat::read_calls(Value calls) {
  if (!calls.is_array() || calls.size() > kMostCalls) return false;
  for (const Value entry : calls.elements()) {
    if (!add_call(entry)) return false;
  }
  return true;
}

bool PlainChat::add_call(Value entry) {
  constexpr std::array<std::string_view, 2> kIgnored = {"type", "index"};
  const OnlyMembers<2> members(entry, {"id", "function"}, kIgnored);
  if (!members.plain() || !members[1]) return false;
  const OnlyMembers<2> function(*members[1], {"name", "arguments"}, {});
  const std::string_view id = members.string(0);
  const std::string_view name = function.string(0);
  const std::string_view text = function.string(1);
  if (!function.plain() || id.empty() || has(id) || name.empty()) return false;
  if (!text.starts_with('{') || !text.ends_with('}')) return false;
  const Result<json::Document> arguments = json::parse(text, {kMaxTextBytes, kMaxValueDepth});
  if (!arguments || arguments->root().size() == 0) return false;
  calls_[size_++] = {id, name, text, json::SharedValue(arguments->root(), arguments->owner())};
  return true;
}

bool PlainChat::has(std::string_view id) const {
  return std::any_of(calls_.begin(), calls_.begin() + static_cast<std::ptrdiff_t>(size_),
                     [id](const PlainChatCall& call) { return call.id == id; });
}

}  // namespace acode::wire::detail
