// From a row to what came of its input.
#include "cli/parse_lines.h"

#include <array>
#include <utility>

#include "acode/json/writer.h"
#include "cli/member_text.h"
#include "cli/parse_rows.h"

namespace acode::cli {

namespace {

constexpr std::uint32_t kRowDepth = 1024;  // of the row itself: an id or the schema of a tool may be nested

/// The value, if it says anything.
std::optional<json::Value> unless_null(const std::optional<json::Value>& value) {
  return value && !value->is_null() ? value : std::nullopt;
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

}  // namespace

RowFields::RowFields(json::Value row) {
  static constexpr std::array<std::pair<std::string_view, std::optional<json::Value> RowFields::*>, 6> kFields = {{
      {"input", &RowFields::input},
      {"kind", &RowFields::kind},
      {"tools", &RowFields::tools},
      {"stream_chunks", &RowFields::pieces},
      {"start_in_reasoning", &RowFields::starts_in_reasoning},
      {"meta", &RowFields::meta},
  }};
  for (const json::Member member : row.members()) {
    for (const auto& [name, field] : kFields) {
      if (name == member.name) this->*field = member.value;
    }
  }
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

std::variant<ExitCode, BadRow> ParseRows::answer(json::Value row, std::string& out) {
  const RowFields fields(row);
  const std::variant<const ToolsPipeline*, BadRow> tools = tools_of(fields);
  if (const BadRow* bad = std::get_if<BadRow>(&tools)) return *bad;
  const std::variant<Reading, BadRow> reading = reading_of(fields);
  if (const BadRow* bad = std::get_if<BadRow>(&reading)) return *bad;

  const ToolsPipeline& ready = *std::get<const ToolsPipeline*>(tools);
  const std::variant<pipeline::ParseResult, BadRow> parsed = read(ready.pipeline, fields, std::get<Reading>(reading));
  if (const BadRow* bad = std::get_if<BadRow>(&parsed)) return *bad;
  const auto& result = std::get<pipeline::ParseResult>(parsed);
  append_parsed(out, result, ready.warnings);
  return exit_code_of(result);
}

void ParseRows::refuse(const Problem& problem, const Position& position, std::string& out) {
  append_unparsed(out, problem, position);
}

void ParseRows::refuse(const Error& error, std::string& out) { append_unparsed(out, error); }

std::string_view ParseRows::shortened(std::string_view line) {
  RecentTools::Known known;
  tools_text_ = member_text(line, "tools", [this, &known](std::string_view text) {
    known = recent_.find_at(text);
    return known.length;
  });
  known_ = tools_text_ ? known.made : nullptr;
  if (tools_text_ && known_ == nullptr) known_ = recent_.find(*tools_text_);
  if (known_ == nullptr) return line;
  const auto begin = static_cast<std::size_t>(tools_text_->data() - line.data());
  text_.assign(line.substr(0, begin)).append("null").append(line.substr(begin + tools_text_->size()));
  return text_;
}

std::variant<const ToolsPipeline*, BadRow> ParseRows::tools_of(const RowFields& fields) {
  if (known_ != nullptr) return known_;
  const std::optional<json::Value>& tools = fields.tools;
  if (!tools) return &given_;
  if (tools->is_null()) return &none_;
  if (!tools->is_array() && !tools->is_object()) return must_be("tools", "an array or an object of tools", *tools);
  if (tools_text_) return &recent_.add(maker_.make(*tools_text_, *tools));

  text_ = json::write(*tools);
  const ToolsPipeline* const known = recent_.find(text_);
  return known != nullptr ? known : &recent_.add(maker_.make(text_, *tools));
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

std::variant<pipeline::ParseResult, BadRow> ParseRows::read(const pipeline::Pipeline& pipeline, const RowFields& fields,
                                                            const Reading& reading) {
  if (const std::optional<json::Value> pieces = unless_null(fields.pieces)) {
    if (!pieces->is_array()) return must_be("stream_chunks", "an array of strings", *pieces);
    for (const json::Value piece : pieces->elements()) {
      if (!piece.is_string()) return must_be("stream_chunks", "an array of strings", piece);
    }
    return parse_pieces(pipeline, *pieces, reading);
  }
  const std::optional<json::Value>& input = fields.input;
  if (!input) return BadRow{"the object has no \"input\""};
  if (input->is_string()) return parse_input(pipeline, input->as_string(), reading);
  if (!input->is_object()) return must_be("input", "a string", *input);
  text_ = json::write(*input);  // a response that was not made a string first
  return parse_input(pipeline, text_, reading);
}

}  // namespace acode::cli
