// Adding, joining and applying edits.
#include "json/edits.h"

#include <iterator>

#include "json/edit_kinds.h"

namespace acode::json {
namespace detail {
namespace {

std::uint32_t pack(EditKind kind, unsigned confidence, std::size_t inserted) {
  return (static_cast<std::uint32_t>(inserted) << 14U) | (confidence << 7U) | static_cast<std::uint32_t>(kind);
}

}  // namespace

void EditList::clear() {
  records_.clear();
  pool_.clear();
}

// `}` and another `}` put in at the same place, or neighbouring pieces of text taken out, read better as one edit.
bool EditList::join(EditKind kind, std::size_t offset, std::size_t removed, std::string_view inserted) {
  if (records_.empty()) return false;
  EditRecord& last = records_.back();
  const bool touches = last.offset + last.removed == offset;
  const bool at_end = last.inserted + last.inserted_size() == pool_.size();
  const bool both_insert = last.removed == 0 && removed == 0;
  const bool both_remove = last.inserted_size() == 0 && inserted.empty();
  if (last.kind() != kind || !touches || !at_end || !(both_insert || both_remove)) return false;
  if (last.inserted_size() + inserted.size() > EditRecord::kMaxInserted) return false;
  pool_ += inserted;
  last.removed += static_cast<std::uint32_t>(removed);
  last.rest = pack(kind, last.confidence(), last.inserted_size() + inserted.size());
  return true;
}

EditRecord EditList::make(EditKind kind, std::size_t offset, std::size_t removed, std::string_view inserted) {
  const EditRecord record = {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(removed),
                             static_cast<std::uint32_t>(pool_.size()),
                             pack(kind, facts(kind).confidence, inserted.size())};
  pool_ += inserted;
  return record;
}

void EditList::add(EditKind kind, std::size_t offset, std::size_t removed, std::string_view inserted) {
  if (!join(kind, offset, removed, inserted)) records_.push_back(make(kind, offset, removed, inserted));
}

void EditList::add_opener(EditKind kind, std::size_t offset, std::string_view bracket) {
  // At the same offset a colon or a comma may have been put in before the value.
  const auto stands_before = [&](const EditRecord& record) {
    const bool separator = record.kind() == EditKind::kMissingColon || record.kind() == EditKind::kMissingComma;
    return record.offset < offset || (record.offset == offset && record.removed == 0 && separator);
  };
  auto at = records_.end();
  while (at != records_.begin() && !stands_before(*std::prev(at))) --at;
  records_.insert(at, make(kind, offset, 0, bracket));
}

void EditList::drop_from(std::size_t offset) {
  while (!records_.empty() && records_.back().offset >= offset) records_.pop_back();
}

bool EditList::in_order(std::size_t original_size) const {
  std::size_t from = 0;
  for (const EditRecord& record : records_) {
    if (record.offset < from) return false;
    from = std::size_t{record.offset} + record.removed;
  }
  return from <= original_size;
}

void EditList::apply(std::string_view original, std::string& out) const {
  std::size_t from = 0;
  out.reserve(original.size() + pool_.size());
  for (const EditRecord& record : records_) {
    out.append(original, from, record.offset - from);
    out += inserted(record);
    from = record.offset + record.removed;
  }
  out.append(original, from);
}

}  // namespace detail

Edit Edits::operator[](std::size_t index) const {
  const detail::EditRecord& record = records_[index];
  return {record.kind(), record.offset, original_.substr(record.offset, record.removed),
          inserted_.substr(record.inserted, record.inserted_size()), record.confidence() / 100.0};
}

}  // namespace acode::json
