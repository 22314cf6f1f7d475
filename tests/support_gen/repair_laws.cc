// The laws of the repair; see laws.h.
#include <cstdint>

#include "acode/json/writer.h"
#include "support_gen/laws.h"
#include "support_gen/laws_internal.h"

namespace acode::test {

namespace {

using detail::broken;

/// A text in full, however long: for comparing.
std::string whole(std::string_view text) { return detail::quoted(text, text.size()); }

/// Everything about a repair that a caller can see, as one text to compare.
std::string outline_of(const json::TolerantReader& reader) {
  std::string out;
  out += reader.attempted() ? "attempted " : "";
  out += reader.truncated() ? "truncated " : "";
  out += reader.ok() ? "ok " : "refused ";
  out += "confidence " + std::to_string(reader.confidence());
  out += "\ntext " + whole(reader.text());
  out += "\nerror " + detail::outline(reader.error());
  if (reader.ok()) out += "\nvalue " + whole(outline(reader.value()));
  for (const json::Edit edit : reader.edits()) {
    out += "\nedit " + std::string(json::edit_kind_name(edit.kind)) + " at " + std::to_string(edit.offset) + " -" +
           whole(edit.removed) + " +" + whole(edit.inserted) + " " + std::to_string(edit.confidence);
  }
  return out;
}

std::string check_untouched(const json::TolerantReader& reader, std::string_view text) {
  if (!reader.ok()) return "valid text is refused: " + detail::outline(reader.error());
  if (reader.attempted()) return "repair is tried on valid text";
  if (reader.text() != text) return "valid text is changed to " + detail::quoted(reader.text());
  if (!reader.edits().empty()) return "valid text has edits";
  if (reader.truncated()) return "valid text is called truncated";
  if (reader.confidence() != 1.0) return "valid text is not certain";
  if (reader.error() != nullptr) return "valid text has an error";
  return "";
}

std::string check_edit(const json::Edit& edit, std::string_view text, const json::RepairOptions& options) {
  const std::string name(json::edit_kind_name(edit.kind));
  if (edit.offset > text.size() || text.substr(edit.offset, edit.removed.size()) != edit.removed) {
    return "an edit removes what is not there: " + name + " at " + std::to_string(edit.offset);
  }
  if (edit.removed == edit.inserted) return "an edit changes nothing: " + name + " at " + std::to_string(edit.offset);
  if (!(edit.confidence >= 0.0 && edit.confidence <= 1.0)) return "a confidence out of range: " + name;
  if (options.disabled.test(static_cast<std::size_t>(edit.kind))) return "a disabled edit is used: " + name;
  if (json::edit_kind_from_name(name) != edit.kind) return "a kind is not found by its name: " + name;
  return "";
}

/// RP-2: the edits in order, apart, and applied to the original giving the repaired text.
std::string check_edits(const json::TolerantReader& reader, std::string_view text, const json::RepairOptions& options) {
  std::string applied;
  std::size_t done = 0;
  for (const json::Edit edit : reader.edits()) {
    std::string wrong = check_edit(edit, text, options);
    if (!wrong.empty()) return wrong;
    if (edit.offset < done) return "the edits overlap or are out of order at " + std::to_string(edit.offset);
    applied += text.substr(done, edit.offset - done);
    applied += edit.inserted;
    done = edit.offset + edit.removed.size();
  }
  applied += text.substr(done);
  if (applied != reader.text()) {
    return "the edits give " + detail::quoted(applied) + " and not " + detail::quoted(reader.text());
  }
  return "";
}

/// RP-6: the repaired text is valid, stands for the value handed out, and stays as it is when it is repaired again.
std::string check_result(const json::TolerantReader& reader, const json::RepairOptions& options) {
  json::Reader strict(options.limits);
  if (!strict.read(reader.text())) {
    return "the repaired text is not valid: " + detail::quoted(reader.text()) + " " + detail::outline(strict.error());
  }
  if (outline(strict.value()) != outline(reader.value())) {
    return "the value is not that of the repaired text " + detail::quoted(reader.text()) + " but " +
           detail::quoted(json::write(reader.value()));
  }
  json::TolerantReader again(options);
  again.read(reader.text());
  const std::string wrong = check_untouched(again, reader.text());
  return wrong.empty() ? "" : "repaired again: " + wrong;
}

std::string check_repaired(const json::TolerantReader& reader, std::string_view text,
                           const json::RepairOptions& options) {
  if (!reader.attempted()) return "the text is not valid, and yet repair was not tried";
  if (reader.error() != nullptr) return "a value and an error: " + to_string(*reader.error());
  if (!(reader.confidence() >= 0.0 && reader.confidence() <= 1.0)) return "the confidence is out of range";
  if (reader.edits().empty()) return "repaired without an edit";
  std::string wrong = check_edits(reader, text, options);
  return wrong.empty() ? check_result(reader, options) : wrong;
}

std::string check_refused(const json::TolerantReader& reader, std::string_view text) {
  if (!reader.text().empty()) return "refused, and yet there is a text";
  return detail::check_error(reader.error(), text);
}

}  // namespace

std::string law_repair(std::string_view text, const json::RepairOptions& options) {
  json::Reader strict(options.limits);
  const bool valid = strict.read(text);
  json::TolerantReader reader(options);
  if (reader.read(text) != reader.ok()) return broken("read() and ok() disagree", text);
  if (reader.original() != text && (reader.error() == nullptr || reader.error()->code != ErrorCode::kTooLarge)) {
    return broken("the original is not kept", text);
  }
  const std::string wrong = valid         ? check_untouched(reader, text)
                            : reader.ok() ? check_repaired(reader, text, options)
                                          : check_refused(reader, text);
  return wrong.empty() ? "" : broken(wrong, text);
}

std::string law_repair_pieces(std::string_view text, const Cuts& cuts, const json::RepairOptions& options) {
  json::TolerantReader uncut(options);
  const bool uncut_ok = uncut.read(text);
  const std::string expected = outline_of(uncut);
  for (const bool asking : {false, true}) {
    json::TolerantReader pieces(options);
    const bool pieces_ok = detail::feed_pieces(pieces, text, cuts, [&](std::size_t) {
      if (asking) static_cast<void>(pieces.partial());
    });
    const std::string found = outline_of(pieces);
    if (uncut_ok == pieces_ok && expected == found) continue;
    return broken(std::string("in pieces") + (asking ? ", asked for partial values," : "") + " the repair is\n" +
                      found + "\nand as a whole\n" + expected + "\n",
                  text);
  }
  return "";
}

std::string law_repair_quick(std::string_view text, const json::RepairOptions& options) {
  json::TolerantReader whole(options);
  json::TolerantReader fed(options);
  const bool whole_ok = whole.read(text);
  const bool fed_ok = fed.feed(text) && fed.finish();
  const std::string expected = outline_of(fed);
  const std::string found = outline_of(whole);
  if (whole_ok == fed_ok && expected == found) return "";
  return broken("as a whole the repair is\n" + found + "\nand by the readings alone\n" + expected + "\n", text);
}

std::string law_repair_memory(std::string_view before, std::string_view text, const json::RepairOptions& options) {
  json::TolerantReader fresh(options);
  json::TolerantReader used(options);
  used.read(before);
  fresh.read(text);
  used.read(text);
  const std::string expected = outline_of(fresh);
  const std::string found = outline_of(used);
  if (expected == found) return "";
  return broken("behind " + detail::quoted(before) + " the repair is\n" + found + "\nand alone\n" + expected + "\n",
                text);
}

std::string law_repair_levels(std::string_view text, const json::RepairOptions& options) {
  using json::RepairLevel;
  std::string lower;
  bool lower_ok = false;
  for (const RepairLevel level : {RepairLevel::kSafe, RepairLevel::kNormal, RepairLevel::kEager}) {
    json::RepairOptions at_level = options;
    at_level.level = level;
    json::TolerantReader reader(at_level);
    const bool ok = reader.read(text);
    if (lower_ok && !ok) return broken("a higher level refuses what a lower one gives", text);
    if (lower_ok && reader.text() != lower) {
      return broken(
          "a higher level gives " + detail::quoted(reader.text()) + " and a lower one " + detail::quoted(lower), text);
    }
    lower_ok = ok;
    lower = std::string(reader.text());
  }
  return "";
}

}  // namespace acode::test
