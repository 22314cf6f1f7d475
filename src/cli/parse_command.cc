// `acode parse`, `acode extract`: goes through the inputs and shows what came of each.
#include "cli/parse_command.h"

#include <string>
#include <string_view>
#include <variant>

#include "acode/pipeline/pipeline.h"
#include "cli/error_view.h"
#include "cli/inputs.h"
#include "cli/parse_lines.h"
#include "cli/parse_plan.h"
#include "cli/parse_rows.h"
#include "cli/parse_setting.h"
#include "cli/parse_view.h"
#include "cli/row_parts.h"

namespace acode::cli {

namespace {

using Mode = ParsePlan::Mode;

/// Reads whole inputs, one after the other.
class ParseRun {
 public:
  ParseRun(const ParsePlan& plan, const ParseTools& tools, Streams& streams)
      : plan_(plan), streams_(streams), pipeline_(tools.toolset(), plan.setting.pipeline) {}

  ExitCode run() {
    ExitCode code = ExitCode::kGood;
    for (const std::string& name : plan_.inputs) {
      code = worse(code, handle(name));
      if (!streams_.out.ok()) break;
    }
    return code;
  }

 private:
  ExitCode handle(const std::string& name) {
    const ParseSetting& setting = plan_.setting;
    const std::variant<std::string, Error, Problem> read = read_named(name, plan_.command, setting.max_bytes, streams_);
    if (const Problem* problem = std::get_if<Problem>(&read)) return unreadable(name, *problem);
    if (const Error* error = std::get_if<Error>(&read)) return refused(name, *error);
    const Reading reading = {setting.input, setting.dialect, setting.starts_in_reasoning};
    const pipeline::ParseResult result = parse_input(pipeline_, std::get<std::string>(read), reading);
    if (plan_.mode == Mode::kJson) {
      row_ = begin_row(name);
      append_record(row_, result);
      end_row();
    } else {
      if (viewed_) streams_.out.write("\n");
      viewed_ = true;
      streams_.out.write(render_parsed(display_name(name), result, streams_.colour));
    }
    return exit_code_of(result);
  }

  /// The input is too large: nothing of it was read.
  ExitCode refused(const std::string& name, const Error& error) {
    if (plan_.mode == Mode::kJson) {
      row_ = begin_row(name);
      append_unparsed(row_, error);
      end_row();
    } else {
      streams_.tell(render_error(display_name(name), error, "", "raise the limit with --max-bytes N"));
    }
    return ExitCode::kRefused;
  }

  /// The input could not be read. With --json it has its row all the same: as many rows as inputs.
  ExitCode unreadable(const std::string& name, const Problem& problem) {
    if (plan_.mode == Mode::kJson) {
      row_ = begin_row(name);
      append_unparsed(row_, problem);
      end_row();
    }
    return streams_.complain(display_name(name), problem);
  }

  void end_row() {
    row_ += "}\n";
    streams_.out.write(row_);
  }

  const ParsePlan& plan_;
  Streams& streams_;
  pipeline::Pipeline pipeline_;
  std::string row_;
  bool viewed_ = false;
};

ExitCode parse_line_files(const ParsePlan& plan, const ParseTools& tools, Streams& streams) {
  ToolsMaker maker(plan.setting.pipeline, tools.options);
  ParseRows rows(plan.setting, tools, maker);
  ExitCode code = ExitCode::kGood;
  for (const std::string& name : plan.inputs) {
    const std::variant<File, Problem> opened = open_named(name, plan.command, streams);
    if (const Problem* problem = std::get_if<Problem>(&opened)) {
      code = worse(code, streams.complain(display_name(name), *problem));
      continue;
    }
    const File& file = std::get<File>(opened);
    code = worse(code, answer_lines(display_name(name), file, parse_row_limits(plan.setting), rows, streams));
    if (!streams.out.ok()) break;
  }
  return code;
}

ExitCode run_to(pipeline::Extent extent, Words words, Streams& streams) {
  const std::variant<ParsePlan, UsageProblems> planned = plan_parse(words, extent, streams.out_is_terminal);
  if (const auto* problems = std::get_if<UsageProblems>(&planned)) {
    return misused(extent == pipeline::Extent::kExtract ? "extract" : "parse", *problems, streams);
  }
  const auto& plan = std::get<ParsePlan>(planned);
  if (plan.mode == Mode::kHelp) {
    streams.out.write(extent == pipeline::Extent::kExtract ? extract_help() : parse_help());
    return ExitCode::kGood;
  }
  const std::variant<ParseTools, ExitCode> tools = load_parse_tools(plan.setting, plan.command, streams);
  if (const ExitCode* code = std::get_if<ExitCode>(&tools)) return *code;
  if (plan.mode == Mode::kJsonLines) return parse_line_files(plan, std::get<ParseTools>(tools), streams);
  return ParseRun(plan, std::get<ParseTools>(tools), streams).run();
}

}  // namespace

ExitCode run_parse(Words words, Streams& streams) { return run_to(pipeline::Extent::kValidate, words, streams); }

ExitCode run_extract(Words words, Streams& streams) { return run_to(pipeline::Extent::kExtract, words, streams); }

}  // namespace acode::cli
