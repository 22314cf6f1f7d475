// The session's public face.
#include "pipeline/session.h"

#include <utility>

namespace acode::pipeline {

Session::Session(std::shared_ptr<const PipelineParts> parts, std::unique_ptr<Impl> impl)
    : parts_(std::move(parts)), impl_(std::move(impl)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

std::vector<SessionEvent> Session::feed(std::string_view bytes) {
  if (impl_->reader.absorb(bytes)) return {};
  impl_->reader.feed(bytes);
  return impl_->reader.take_events();
}

std::vector<SessionEvent> Session::feed(const wire::Delta& delta) {
  impl_->reader.feed(delta);
  return impl_->reader.take_events();
}

ParseResult Session::finish() {
  std::vector<SessionEvent> unheard;
  return finish(unheard);
}

ParseResult Session::finish(std::vector<SessionEvent>& last_events) {
  impl_->reader.finish();
  last_events = impl_->reader.take_events();
  return std::move(impl_->result);
}

std::optional<Session::PartialCall> Session::partial() { return impl_->reader.partial(); }

std::string_view Session::correlation_id() const { return impl_->result.correlation_id; }

}  // namespace acode::pipeline
