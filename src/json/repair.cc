// The tolerant reader's public face: a Mender behind a pointer.
#include "acode/json/repair.h"

#include <utility>

#include "json/mender.h"

namespace acode::json {

TolerantReader::TolerantReader(const RepairOptions& options) : mender_(std::make_unique<detail::Mender>(options)) {}
TolerantReader::TolerantReader(TolerantReader&&) noexcept = default;
TolerantReader& TolerantReader::operator=(TolerantReader&&) noexcept = default;
TolerantReader::~TolerantReader() = default;

void TolerantReader::reset() { mender_->reset(); }
bool TolerantReader::feed(std::string_view piece) { return mender_->feed(piece); }
bool TolerantReader::finish() { return mender_->finish(); }

bool TolerantReader::read(std::string_view text) { return mender_->read(text); }

std::optional<Value> TolerantReader::partial() { return mender_->partial(); }
bool TolerantReader::attempted() const { return mender_->attempted(); }
bool TolerantReader::ok() const { return mender_->ok(); }
bool TolerantReader::truncated() const { return mender_->truncated(); }
double TolerantReader::confidence() const { return mender_->confidence(); }
std::string_view TolerantReader::original() const { return mender_->original(); }
std::string_view TolerantReader::text() const { return mender_->text(); }
Edits TolerantReader::edits() const { return mender_->edits(); }
Value TolerantReader::value() const { return mender_->value(); }
const Error* TolerantReader::error() const { return mender_->error(); }

Repair repair(std::string_view text, const RepairOptions& options) {
  TolerantReader reader(options);
  reader.read(text);
  return Repair(std::move(reader));
}

}  // namespace acode::json
