// The readable view of a repair and of a refusal.
#include "cli/repair_view.h"

#include "cli/display.h"
#include "cli/error_view.h"
#include "cli/palette.h"
#include "cli/repair_rows.h"

namespace acode::cli {

namespace {

constexpr std::size_t kMostEdits = 50;     // more than that nobody reads one by one
constexpr std::size_t kPieceColumns = 40;  // of what was taken out or put in
constexpr std::string_view kIndent = "      ";

std::string in_ticks(std::string_view piece) { return "`" + printable(piece, kPieceColumns) + "`"; }

std::string what_was_done(const json::Edit& edit) {
  if (edit.removed.empty()) return "inserted " + in_ticks(edit.inserted);
  if (edit.inserted.empty()) return "removed " + in_ticks(edit.removed);
  return "replaced " + in_ticks(edit.removed) + " with " + in_ticks(edit.inserted);
}

std::string under(const Excerpt& excerpt, const Palette& palette) {
  const std::size_t first = excerpt.carets.find('^');
  return std::string(kIndent) + excerpt.line + "\n" + std::string(kIndent) + excerpt.carets.substr(0, first) +
         paint(palette.bad, excerpt.carets.substr(first), palette) + "\n";
}

std::string render_edit(const json::Edit& edit, std::string_view original, const Palette& palette) {
  const Position position = locate(original, edit.offset);
  std::string text = "  " + std::to_string(position.line) + ":" + std::to_string(position.column) + " ";
  text += paint(palette.kind, json::edit_kind_name(edit.kind), palette) + ": " + what_was_done(edit) + "\n";
  return text + under(excerpt(original, edit.offset, edit.removed.size()), palette);
}

std::string headline(std::string_view name, const json::TolerantReader& reader, const Palette& palette) {
  const std::string subject = paint(palette.strong, printable(name), palette) + ": ";
  if (!reader.attempted()) return subject + "valid JSON, nothing to repair\n";
  return subject + "repaired, " + count_edits(reader.edits().size()) + ", confidence " +
         confidence_text(reader.confidence()) + "\n";
}

/// What the user can do about an error.
std::string way_forward(const Error& error, std::string_view text, const json::RepairOptions& options) {
  switch (error.code) {
    case ErrorCode::kTooLarge:
      return options.limits.max_bytes < kMaxTextBytes ? "raise the limit with --max-bytes N"
                                                      : "this is the largest text acode can read";
    case ErrorCode::kTooDeep:
      return "raise the limit with --max-depth N";
    case ErrorCode::kRepairTimeout:
      return "allow more time with --timeout MS (0: no limit)";
    default:
      break;
  }
  if (only_space(text)) return "there is nothing to repair: check where the input comes from";
  if (options.disabled.any()) return "an edit that was switched off with --disable may be what it takes";
  if (options.level != json::RepairLevel::kEager) return "--level eager takes the best reading there is, if any";
  return "mend this place by hand";
}

}  // namespace

std::string count_edits(std::size_t count) { return std::to_string(count) + (count == 1 ? " edit" : " edits"); }

std::string render_repair(std::string_view name, const json::TolerantReader& reader, std::string_view text,
                          bool colour) {
  const Palette& colours = palette_for(colour);
  std::string view = headline(name, reader, colours);
  if (reader.truncated()) view += "  the text was cut off: the last value may not be whole\n";
  const json::Edits edits = reader.edits();
  for (std::size_t i = 0; i < edits.size() && i < kMostEdits; ++i) {
    view += render_edit(edits[i], reader.original(), colours);
  }
  if (edits.size() > kMostEdits) {
    view += "  and " + std::to_string(edits.size() - kMostEdits) + " more; --json lists them all\n";
  }
  view += "\n" + printable_json(text);
  if (view.back() != '\n') view += '\n';
  return view;
}

std::string render_refusal(std::string_view name, const Error& error, std::string_view text,
                           const json::RepairOptions& options) {
  return render_error(name, error, text, way_forward(error, text, options));
}

}  // namespace acode::cli
