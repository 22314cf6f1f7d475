// `acode validate`: goes through the inputs and says what does not fit.
#include "cli/validate_command.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/schema/describe.h"
#include "acode/schema/schema.h"
#include "cli/display.h"
#include "cli/error_view.h"
#include "cli/inputs.h"
#include "cli/row_parts.h"
#include "cli/schema_choice.h"
#include "cli/tools_file.h"
#include "cli/validate_lines.h"
#include "cli/validate_plan.h"
#include "cli/validate_rows.h"

namespace acode::cli {

namespace {

using Mode = ValidatePlan::Mode;

std::string_view way_forward(const Error& error, std::string_view text) {
  if (error.code == ErrorCode::kTooLarge) return "raise the limit with --max-bytes N";
  if (error.code == ErrorCode::kTooDeep) return "raise the limit with --max-depth N";
  return json_hint(error, text);
}

/// Checks whole inputs, one after the other.
class ValidateRun {
 public:
  ValidateRun(const ValidatePlan& plan, const schema::Schema& schema, Streams& streams)
      : plan_(plan), schema_(schema), streams_(streams), reader_(plan.limits) {}

  ExitCode handle(const std::string& name) {
    const std::variant<std::string, Error, Problem> read =
        read_named(name, "validate", plan_.limits.max_bytes, streams_);
    if (const Problem* problem = std::get_if<Problem>(&read)) return unreadable(name, *problem);
    if (const Error* error = std::get_if<Error>(&read)) return refused(name, *error, "");
    const auto& text = std::get<std::string>(read);
    if (!reader_.read(text)) return refused(name, *reader_.error(), text);

    // One more than is told, to know whether there are more.
    std::vector<schema::Violation> violations = schema_.validate(reader_.value(), plan_.max_errors + 1);
    const bool more = violations.size() > plan_.max_errors;
    if (more) violations.pop_back();
    if (plan_.mode == Mode::kJson) {
      print_row(name, violations);
    } else {
      print_lines(name, violations, more);
    }
    return violations.empty() ? ExitCode::kGood : ExitCode::kRefused;
  }

 private:
  /// `FILE: items[2].name: expected string, got integer 3  (type)`.
  void print_lines(std::string_view name, const std::vector<schema::Violation>& violations, bool more) {
    const std::string subject = printable(display_name(name)) + ": ";
    if (violations.empty() && !plan_.quiet) streams_.out.write(subject + "valid\n");
    for (const schema::Violation& violation : violations) {
      streams_.out.write(subject + printable(schema::for_person(violation)) + "  (" + violation.keyword + ")\n");
    }
    if (more) {
      streams_.out.write(subject + "more than " + std::to_string(plan_.max_errors) +
                         " violations; --max-errors N shows more\n");
    }
  }

  void print_row(std::string_view name, const std::vector<schema::Violation>& violations) {
    row_ = begin_row(name);
    append_verdict(row_, violations);
    end_row();
  }

  /// The text is no JSON, or too large or too deep: whether it fits was not even asked (SC-3).
  ExitCode refused(const std::string& name, const Error& error, std::string_view text) {
    if (plan_.mode == Mode::kJson) {
      row_ = begin_row(name);
      append_error(row_, error);
      end_row();
    } else {
      streams_.tell(render_error(display_name(name), error, text, way_forward(error, text)));
    }
    return ExitCode::kRefused;
  }

  /// The input could not be read. With --json it has its row all the same: as many rows as inputs.
  ExitCode unreadable(const std::string& name, const Problem& problem) {
    if (plan_.mode == Mode::kJson) {
      row_ = begin_row(name);
      append_error(row_, problem);
      end_row();
    }
    return streams_.complain(display_name(name), problem);
  }

  void end_row() {
    row_ += "}\n";
    streams_.out.write(row_);
  }

  const ValidatePlan& plan_;
  const schema::Schema& schema_;
  Streams& streams_;
  json::Reader reader_;
  std::string row_;
};

ExitCode validate_texts(const ValidatePlan& plan, const schema::Schema& schema, Streams& streams) {
  ValidateRun run(plan, schema, streams);
  ExitCode code = ExitCode::kGood;
  for (const std::string& name : plan.inputs) {
    code = worse(code, run.handle(name));
    if (!streams.out.ok()) break;
  }
  return code;
}

ExitCode validate_line_files(const ValidatePlan& plan, const schema::CompileOptions& options,
                             const std::optional<schema::Schema>& schema, Streams& streams) {
  ExitCode code = ExitCode::kGood;
  for (const std::string& name : plan.inputs) {
    const std::variant<File, Problem> opened = open_named(name, "validate", streams);
    if (const Problem* problem = std::get_if<Problem>(&opened)) {
      code = worse(code, streams.complain(display_name(name), *problem));
      continue;
    }
    const File& file = std::get<File>(opened);
    code = worse(code, validate_lines(display_name(name), file, plan, options, schema, streams));
    if (!streams.out.ok()) break;
  }
  return code;
}

void tell_warnings(const std::string& name, const schema::Schema& schema, Streams& streams) {
  for (const schema::Warning& warning : schema.warnings()) {
    const std::string place = warning.where.text();
    streams.tell("acode: " + printable(display_name(name)) +
                 ": warning: " + printable(warning.message + (place.empty() ? "" : " at " + place)) + "\n");
  }
}

ExitCode validate(const ValidatePlan& plan, Streams& streams) {
  schema::Documents documents;
  const ExitCode loaded = load_resources(plan.resource_dirs, documents, streams);
  if (loaded != ExitCode::kGood) return loaded;
  schema::CompileOptions options;
  options.draft = plan.draft;
  options.strict = plan.strict;
  options.formats = plan.formats;
  options.documents = &documents;

  const std::variant<std::optional<schema::Schema>, ExitCode> schema =
      load_schema(plan.choice, "validate", options, streams);
  if (const ExitCode* code = std::get_if<ExitCode>(&schema)) return *code;
  const auto& given = std::get<std::optional<schema::Schema>>(schema);
  if (plan.choice.schema && !plan.quiet) tell_warnings(*plan.choice.schema, *given, streams);
  if (plan.mode == Mode::kJsonLines) return validate_line_files(plan, options, given, streams);
  return validate_texts(plan, *given, streams);
}

}  // namespace

ExitCode run_validate(Words words, Streams& streams) {
  const std::variant<ValidatePlan, UsageProblems> planned = plan_validate(words);
  if (const auto* problems = std::get_if<UsageProblems>(&planned)) return misused("validate", *problems, streams);
  const auto& plan = std::get<ValidatePlan>(planned);
  if (plan.mode != Mode::kHelp) return validate(plan, streams);
  streams.out.write(validate_help());
  return ExitCode::kGood;
}

}  // namespace acode::cli
