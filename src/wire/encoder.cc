// Writing: the public face of the dialects' writers.
#include <utility>

#include "acode/wire/wire.h"
#include "wire/dialect.h"
#include "wire/error_text.h"
#include "wire/object_text.h"

namespace acode::wire {
namespace {

bool is_only_an_error(const Answer& answer) {
  return !answer.errors.empty() && answer.text.empty() && answer.reasoning.empty() && answer.calls.empty();
}

// The body that goes with a status of 400 and above.
std::string error_body(Dialect dialect, const ErrorDelta& error) {
  detail::ObjectText out;
  if (dialect == Dialect::kOllama) return out.string("error", error.message).take();
  if (dialect == Dialect::kAnthropic) out.string("type", "error");
  return out.json("error", detail::error_text(error)).take();
}

}  // namespace

class Encoder::Impl {
 public:
  explicit Impl(std::unique_ptr<detail::EventWriter> given) : writer(std::move(given)) {}

  std::unique_ptr<detail::EventWriter> writer;
};

Encoder::Encoder(Dialect dialect, const Envelope& envelope)
    : impl_(std::make_unique<Impl>(detail::dialect_entry(dialect).writer(envelope))) {}
Encoder::Encoder(Encoder&&) noexcept = default;
Encoder& Encoder::operator=(Encoder&&) noexcept = default;
Encoder::~Encoder() = default;

std::string Encoder::encode(const Delta& delta) { return impl_->writer->write(delta); }

std::string Encoder::finish() { return impl_->writer->finish(); }

void Encoder::go_on_behind(std::uint64_t events, const StreamParts& parts) {
  impl_->writer->go_on_behind(events, parts);
}

std::string encode(Dialect dialect, const Answer& answer, const Envelope& envelope) {
  if (is_only_an_error(answer)) return error_body(dialect, answer.errors.front());
  return detail::dialect_entry(dialect).body(answer, envelope);
}

}  // namespace acode::wire
