// Reading a body where it stands.
#include "wire/body.h"

#include <memory>
#include <utility>

#include "acode/json/reader.h"
#include "base/text.h"
#include "wire/collector.h"
#include "wire/dialect.h"
#include "wire/event_source.h"

namespace acode::wire::detail {

std::optional<Body> read_body(std::string_view bytes, std::optional<Dialect> known) {
  const std::string_view text = base::trimmed(bytes);
  if (!text.starts_with('{')) return std::nullopt;
  Result<json::Document> json = json::parse(text, json_limits({}));
  if (!json) return std::nullopt;
  std::optional<PlainChat> plain;
  if (known.value_or(Dialect::kOpenAiChat) == Dialect::kOpenAiChat) plain = PlainChat::read(json->root());
  if (plain) return Body{Dialect::kOpenAiChat, std::move(*json), text, std::move(plain)};
  const std::optional<Dialect> dialect = known ? known : dialect_of({.name = {}, .value = json->root()});
  if (!dialect) return std::nullopt;
  return Body{*dialect, std::move(*json), text, std::nullopt};
}

// A brace that begins a line may begin an event.
bool is_one_event(const Body& body, const WireLimits& limits) {
  return body.text.size() <= limits.max_event_bytes && body.text.find("\n{") == std::string_view::npos;
}

std::optional<DecodedBody> decode_body(const Body& body, const WireLimits& limits,
                                       std::span<const std::string> tool_names) {
  if (!is_one_event(body, limits)) return std::nullopt;
  Collector collector(limits, dialect_entry(body.dialect).habits, tool_names);
  const std::unique_ptr<EventReader> reader = dialect_entry(body.dialect).reader();
  if (!reader->take({.name = {}, .value = body.json.root()}, collector)) return std::nullopt;
  reader->finish(collector);
  collector.close();
  return DecodedBody{collector.take(), collector.regular()};
}

}  // namespace acode::wire::detail
