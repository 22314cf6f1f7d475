// Calls on their way out: ids, names, and when they are whole.
#include "wire/out_calls.h"

#include <cstdint>

#include "acode/json/reader.h"
#include "wire/arguments_text.h"

namespace acode::wire::detail {

std::string id_or_made(std::string_view id, std::size_t number) {
  return id.empty() ? "call_" + std::to_string(number) : std::string(id);
}

std::string object_or_empty(std::string_view arguments) {
  const auto document = json::parse(arguments, {kMaxTextBytes, 10'000});
  return document && document->root().is_object() ? std::string(trimmed(arguments)) : "{}";
}

OutCall& OutCalls::take(const CallDelta& delta) {
  if (delta.call >= calls_.size()) calls_.resize(delta.call + 1);
  OutCall& call = calls_[delta.call];
  if (!call.begun) {
    call.id += delta.id;
    call.name += delta.name;
  }
  call.arguments += delta.arguments;
  return call;
}

std::string response_id(const Envelope& envelope, std::string_view prefix) {
  if (!envelope.id.empty()) return envelope.id;
  std::uint64_t hash = 0xcbf29ce484222325U ^ static_cast<std::uint64_t>(envelope.created);
  for (const char c : envelope.model) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  std::string out(prefix);
  for (int shift = 60; shift >= 0; shift -= 4) out += "0123456789abcdef"[(hash >> static_cast<unsigned>(shift)) & 0xFU];
  return out;
}

}  // namespace acode::wire::detail
