// `acode repair`: goes through the inputs and does with each what was asked for.
#include "cli/repair_command.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "acode/json/reader.h"
#include "acode/json/repair.h"
#include "acode/json/writer.h"
#include "acode/schema/hints.h"
#include "acode/schema/schema.h"
#include "cli/display.h"
#include "cli/edit_kinds.h"
#include "cli/inputs.h"
#include "cli/repair_lines.h"
#include "cli/repair_plan.h"
#include "cli/repair_rows.h"
#include "cli/repair_view.h"
#include "cli/resource_dir.h"
#include "cli/row_parts.h"
#include "cli/schema_choice.h"

namespace acode::cli {

namespace {

class RepairRun {
 public:
  /// `compiling` is for the schemas that lines bring along.
  RepairRun(const RepairPlan& plan, const schema::CompileOptions& compiling, Streams& streams)
      : plan_(plan), compiling_(compiling), streams_(streams), reader_(plan.options) {}

  ExitCode run() {
    for (const std::string& name : plan_.inputs) {
      code_ = worse(code_, handle(name));
      if (!streams_.out.ok()) break;
    }
    return code_;
  }

 private:
  using Mode = RepairPlan::Mode;

  ExitCode handle(const std::string& name) {
    std::variant<File, Problem> opened = open_named(name, "repair", streams_);
    if (const Problem* problem = std::get_if<Problem>(&opened)) return unreadable(name, *problem);
    const File& file = std::get<File>(opened);
    if (plan_.mode == Mode::kJsonLines) {
      return repair_lines(display_name(name), file, plan_.options, compiling_, streams_);
    }

    std::variant<std::string, Error, Problem> content = read_text(file, plan_.options.limits.max_bytes);
    if (const Problem* problem = std::get_if<Problem>(&content)) return unreadable(name, *problem);
    if (const Error* error = std::get_if<Error>(&content)) return refused(name, *error, std::nullopt);
    return repair(name, std::get<std::string>(content));
  }

  ExitCode repair(const std::string& name, std::string_view text) {
    if (plan_.mode == Mode::kCheck) return check(name, text);
    if (!reader_.read(text)) return refused(name, *reader_.error(), text);
    switch (plan_.mode) {
      case Mode::kView:
        return view(name);
      case Mode::kJson:
        return json_row(name);
      case Mode::kInPlace:
        return replace(name);
      default:
        return print(name);
    }
  }

  ExitCode print(const std::string& name) {
    const std::string_view text = output();
    if (unfinished_line_) streams_.out.write("\n");
    streams_.out.write(text);
    const bool finished = !text.empty() && text.back() == '\n';
    if (!finished && streams_.out_is_terminal) streams_.out.write("\n");
    unfinished_line_ = !finished && !streams_.out_is_terminal;
    if (reader_.truncated()) {
      streams_.tell("acode: " + printable(display_name(name)) +
                    ": warning: the text was cut off; the last value may not be whole\n");
    }
    return ExitCode::kGood;
  }

  ExitCode view(const std::string& name) {
    if (viewed_) streams_.out.write("\n");
    viewed_ = true;
    streams_.out.write(render_repair(display_name(name), reader_, output(), streams_.colour));
    return ExitCode::kGood;
  }

  ExitCode json_row(const std::string& name) {
    row_ = begin_row(name);
    append_result(row_, reader_);
    end_row(reader_.attempted(), reader_.confidence());
    return ExitCode::kGood;
  }

  ExitCode replace(const std::string& name) {
    const std::string_view text = output();
    if (text == reader_.original()) return ExitCode::kGood;
    if (const std::optional<Problem> problem = replace_file(name, text)) return streams_.complain(name, *problem);
    const std::string done = reader_.attempted() ? "repaired, " + count_edits(reader_.edits().size()) : "rewritten";
    const std::string warning = reader_.truncated() ? "; the text was cut off, the last value may not be whole" : "";
    streams_.tell("acode: " + printable(name) + ": " + done + warning + "\n");
    return ExitCode::kGood;
  }

  /// Says where the text stops being valid JSON, and whether repair would help.
  ExitCode check(const std::string& name, std::string_view text) {
    json::Reader strict(plan_.options.limits);
    if (strict.read(text)) return ExitCode::kGood;
    if (!reader_.read(text)) return refused(name, *reader_.error(), text);
    print_check_line(name, *strict.error(), " (can be repaired: " + count_edits(reader_.edits().size()) + ")");
    return ExitCode::kRefused;
  }

  /// The text is not accepted; it is absent if it was not even read. With --json and --check the error is the result.
  ExitCode refused(const std::string& name, const Error& error, std::optional<std::string_view> text) {
    if (plan_.mode == Mode::kCheck) {
      print_check_line(name, error, "");
    } else if (plan_.mode == Mode::kJson) {
      row_ = begin_row(name);
      append_failure(row_, error, text && reader_.truncated());
      end_row(text && reader_.attempted(), 0);
    } else {
      streams_.tell(render_refusal(display_name(name), error, text.value_or(""), plan_.options));
    }
    return ExitCode::kRefused;
  }

  /// The input could not be read. With --json it has its row all the same: as many rows as inputs.
  ExitCode unreadable(const std::string& name, const Problem& problem) {
    if (plan_.mode == Mode::kJson) {
      row_ = begin_row(name);
      append_failure(row_, problem);
      end_row(false, 0);
    }
    return streams_.complain(display_name(name), problem);
  }

  /// `FILE:LINE:COLUMN: CODE MESSAGE`.
  void print_check_line(std::string_view name, const Error& error, std::string_view remark) {
    streams_.out.write(printable(display_name(name)) + ":" + std::to_string(error.position.line) + ":" +
                       std::to_string(error.position.column) + ": " + std::string(code_name(error.code)) + " " +
                       printable(error.message) + std::string(remark) + "\n");
  }

  void end_row(bool attempted, double confidence) {
    row_ += attempted ? ",\"attempted\":true" : ",\"attempted\":false";
    row_ += ",\"confidence\":" + confidence_text(confidence) + "}\n";
    streams_.out.write(row_);
  }

  /// The repaired text, or the value written anew. It lives until the next input is read.
  std::string_view output() {
    if (!plan_.rewrite) return reader_.text();
    rewritten_ = json::write(reader_.value(), *plan_.rewrite) + "\n";
    return rewritten_;
  }

  const RepairPlan& plan_;
  const schema::CompileOptions& compiling_;
  Streams& streams_;
  json::TolerantReader reader_;
  ExitCode code_ = ExitCode::kGood;
  std::string row_;
  std::string rewritten_;
  bool unfinished_line_ = false;  // what was printed last did not end its line
  bool viewed_ = false;
};

ExitCode list_kinds(Streams& streams) {
  for (std::size_t i = 0; i < json::kEditKinds; ++i) {
    const auto kind = static_cast<json::EditKind>(i);
    std::string name(json::edit_kind_name(kind));
    name.resize(std::max<std::size_t>(name.size(), 24), ' ');
    streams.out.write(name + " " + std::string(describe(kind)) + "\n");
  }
  return ExitCode::kGood;
}

// {"kinds": [{"kind", "description"}]}
ExitCode list_kinds_as_json(Streams& streams) {
  std::string row = "{\"kinds\":[";
  for (std::size_t i = 0; i < json::kEditKinds; ++i) {
    const auto kind = static_cast<json::EditKind>(i);
    row += i == 0 ? "{" : ",{";
    append_member(row, "kind", json::edit_kind_name(kind));
    row += ',';
    append_member(row, "description", describe(kind));
    row += '}';
  }
  streams.out.write(row + "]}\n");
  return ExitCode::kGood;
}

/// Reads the schema, if there is one, and then the inputs.
ExitCode repair(RepairPlan plan, Streams& streams) {
  schema::Documents documents;
  const ExitCode loaded = load_resources(plan.resource_dirs, documents, streams);
  if (loaded != ExitCode::kGood) return loaded;
  const schema::CompileOptions compiling = {.forgiving = true, .documents = &documents};  // it guides, no more

  const std::variant<std::optional<schema::Schema>, ExitCode> schema =
      load_schema(plan.choice, "repair", compiling, streams);
  if (const ExitCode* code = std::get_if<ExitCode>(&schema)) return *code;
  std::optional<schema::SchemaHints> hints;
  if (const auto& given = std::get<std::optional<schema::Schema>>(schema)) {
    plan.options.hints = &hints.emplace(*given);
  }
  return RepairRun(plan, compiling, streams).run();
}

}  // namespace

ExitCode run_repair(Words words, Streams& streams) {
  std::variant<RepairPlan, UsageProblems> planned = plan_repair(words, streams.out_is_terminal);
  if (const auto* problems = std::get_if<UsageProblems>(&planned)) return misused("repair", *problems, streams);
  auto& plan = std::get<RepairPlan>(planned);
  if (plan.mode == RepairPlan::Mode::kListKinds) return list_kinds(streams);
  if (plan.mode == RepairPlan::Mode::kListKindsAsJson) return list_kinds_as_json(streams);
  if (plan.mode == RepairPlan::Mode::kHelp) {
    streams.out.write(repair_help());
    return ExitCode::kGood;
  }
  return repair(std::move(plan), streams);
}

}  // namespace acode::cli
