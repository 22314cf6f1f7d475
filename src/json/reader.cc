// The strict reader's public face: a Machine behind a pointer.
#include "acode/json/reader.h"

#include <utility>

#include "json/machine.h"

namespace acode::json {

Reader::Reader(const Limits& limits) : machine_(std::make_unique<detail::Machine>(limits)), root_(nullptr, 0) {
  attach();
}
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

void Reader::attach() {
  open_ = &machine_->open_string();
  root_ = machine_->value();
}

void Reader::reset() { machine_->reset(); }

bool Reader::feed_slowly(std::string_view piece) { return machine_->feed(piece); }

bool Reader::finish() { return machine_->finish(); }

bool Reader::read(std::string_view text) { return machine_->read(text); }

const Error* Reader::error() const { return machine_->error(); }

Value Reader::value() const { return machine_->value(); }

std::optional<Value> Reader::partial_slowly() { return machine_->partial(); }

Document Reader::take() {
  Document document(machine_->take());
  attach();
  return document;
}

Result<Document> parse(std::string_view text, const Limits& limits) {
  detail::Machine machine(limits);
  if (!machine.read(text)) return *machine.error();
  return Document(machine.release());
}

}  // namespace acode::json
