// From a row to what came of its input.
#include "cli/parse_lines.h"

#include <utility>

#include "acode/json/writer.h"
#include "cli/parse_rows.h"
#include "json/brackets.h"

namespace acode::cli {

namespace {

constexpr std::uint32_t kRowDepth = 1024;  // of the row itself: an id or the schema of a tool may be nested

/// The value, if it says anything.
std::optional<json::Value> unless_null(const std::optional<json::Value>& value) {
  return value && !value->is_null() ? value : std::nullopt;
}

/// The length of the array or the object with which a text begins; 0 if it begins with something else.
std::size_t list_length(std::string_view text) {
  return text.starts_with('[') || text.starts_with('{') ? json::detail::closed_bracket(text) : 0;
}

BadRow must_be(std::string_view name, std::string_view what, json::Value value) {
  return {"\"" + std::string(name) + "\" must be " + std::string(what) + ", not " +
          std::string(kind_name(value.kind()))};
}

/// Reads pieces as they would come from a connection.
pipeline::ParseResult parse_pieces(const pipeline::Pipeline& pipeline, json::Value pieces, const Reading& reading) {
  std::optional<wire::Dialect> dialect = reading.dialect;
  if (!dialect && reading.input != pipeline::Input::kText) {
    std::string whole;
    for (const json::Value piece : pieces.elements()) whole += piece.as_string();
    dialect = wire::detect(whole);
    if (!dialect && reading.input == pipeline::Input::kResponse) dialect = wire::Dialect::kOpenAiChat;
  }
  const bool reasoning = reading.starts_in_reasoning;
  pipeline::Session session = dialect ? pipeline.session(*dialect, reasoning) : pipeline.text_session(reasoning);
  for (const json::Value piece : pieces.elements()) session.feed(piece.as_string());
  return session.finish();
}

pipeline::ParseResult parse_row_input(const pipeline::Pipeline& pipeline, const RowInput& input,
                                      const Reading& reading) {
  return input.pieces ? parse_pieces(pipeline, *input.pieces, reading) : parse_input(pipeline, input.whole, reading);
}

}  // namespace

RowFields::RowFields(json::Value row) {
  for (const json::Member member : row.members()) {
    if (std::optional<json::Value>* const field = field_of(member.name)) *field = member.value;
  }
}

std::optional<json::Value>* RowFields::field_of(std::string_view name) {
  if (name == "input") return &input;
  if (name == "kind") return &kind;
  if (name == "tools") return &tools;
  if (name == "stream_chunks") return &pieces;
  if (name == "start_in_reasoning") return &starts_in_reasoning;
  return name == "meta" ? &meta : nullptr;
}

pipeline::ParseResult parse_input(const pipeline::Pipeline& pipeline, std::string_view bytes, const Reading& reading) {
  if (!reading.dialect) return pipeline.process(bytes, reading.input, reading.starts_in_reasoning);
  pipeline::Session session = pipeline.session(*reading.dialect, reading.starts_in_reasoning);
  session.feed(bytes);
  return session.finish();
}

RowLimits parse_row_limits(const ParseSetting& setting) { return {setting.max_bytes, kRowDepth}; }

ParseRows::ParseRows(const ParseSetting& setting, const ParseTools& tools, ToolsMaker& maker)
    : setting_(setting),
      given_{pipeline::Pipeline(tools.toolset(), setting.pipeline), {}},
      none_{tools.given ? pipeline::Pipeline(nullptr, setting.pipeline) : given_.pipeline, {}},
      maker_(maker) {}

void ParseRows::begin() {
  tools_text_ = {};
  known_ = nullptr;
}

// Of several members with this name the last counts, as everywhere.
std::size_t ParseRows::known_length(std::string_view name, std::string_view text) {
  if (name != "tools") return 0;
  const RecentTools::Known known = recent_.find_at(text);
  tools_text_ = text.substr(0, known.made != nullptr ? known.length : list_length(text));
  known_ = known.made != nullptr ? known.made : recent_.find(tools_text_);
  return known_ != nullptr ? tools_text_.size() : 0;
}

std::variant<ExitCode, BadRow> ParseRows::answer(json::Value row, std::string& out) {
  const RowFields fields(row);
  const std::variant<const ToolsPipeline*, BadRow> tools = tools_of(fields);
  if (const BadRow* bad = std::get_if<BadRow>(&tools)) return *bad;
  const std::variant<Reading, BadRow> reading = reading_of(fields);
  if (const BadRow* bad = std::get_if<BadRow>(&reading)) return *bad;

  const std::variant<RowInput, BadRow> input = input_of(fields);
  if (const BadRow* bad = std::get_if<BadRow>(&input)) return *bad;

  const ToolsPipeline& ready = *std::get<const ToolsPipeline*>(tools);
  const pipeline::ParseResult result =
      parse_row_input(ready.pipeline, std::get<RowInput>(input), std::get<Reading>(reading));
  append_parsed(out, result, ready.warnings);
  return exit_code_of(result);
}

void ParseRows::refuse(const Problem& problem, const Position& position, std::string& out) {
  append_unparsed(out, problem, position);
}

void ParseRows::refuse(const Error& error, std::string& out) { append_unparsed(out, error); }

std::variant<const ToolsPipeline*, BadRow> ParseRows::tools_of(const RowFields& fields) {
  if (known_ != nullptr) return known_;
  const std::optional<json::Value>& tools = fields.tools;
  if (!tools) return &given_;
  if (tools->is_null()) return &none_;
  if (!tools->is_array() && !tools->is_object()) return must_be("tools", "an array or an object of tools", *tools);
  return &recent_.add(maker_.make(tools_text_, *tools));
}

std::variant<Reading, BadRow> ParseRows::reading_of(const RowFields& fields) const {
  Reading reading = {setting_.input, setting_.dialect, setting_.starts_in_reasoning};
  if (const std::optional<json::Value> kind = unless_null(fields.kind)) {
    const std::optional<pipeline::Input> input = input_from_name(kind->as_string());
    if (!input) return BadRow{R"("kind" must be "auto", "text", "response" or "stream")"};
    reading.input = *input;
    if (reading.input == pipeline::Input::kText) reading.dialect.reset();
  }
  std::optional<json::Value> starts = unless_null(fields.starts_in_reasoning);
  if (!starts && fields.meta) starts = unless_null(fields.meta->find("starts_in_reasoning"));
  if (!starts) return reading;
  if (!starts->is_boolean()) return must_be("start_in_reasoning", "true or false", *starts);
  reading.starts_in_reasoning = starts->as_bool();
  return reading;
}

std::variant<RowInput, BadRow> ParseRows::input_of(const RowFields& fields) {
  if (const std::optional<json::Value> pieces = unless_null(fields.pieces)) {
    if (!pieces->is_array()) return must_be("stream_chunks", "an array of strings", *pieces);
    for (const json::Value piece : pieces->elements()) {
      if (!piece.is_string()) return must_be("stream_chunks", "an array of strings", piece);
    }
    return RowInput{.pieces = pieces};
  }
  const std::optional<json::Value>& input = fields.input;
  if (!input) return BadRow{"the object has no \"input\""};
  if (input->is_string()) return RowInput{.whole = input->as_string()};
  if (!input->is_object()) return must_be("input", "a string", *input);
  text_ = json::write(*input);  // a response that was not made a string first
  return RowInput{.whole = text_};
}

}  // namespace acode::cli
