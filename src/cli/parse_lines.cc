// From a row to what came of its input.
#include "cli/parse_lines.h"

#include <cstdint>

#include "acode/json/writer.h"
#include "cli/parse_rows.h"
#include "json/access.h"
#include "json/brackets.h"

namespace acode::cli {

namespace {

constexpr std::uint32_t kRowDepth = 1024;  // of the row itself: an id or the schema of a tool may be nested

/// Whether a member says anything.
bool is_said(const std::optional<json::Value>& value) { return value && !value->is_null(); }

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

// By the length first: then most names are told apart by one comparison.
inline std::optional<json::Value>* RowFields::field_of(std::string_view name) {
  switch (name.size()) {
    case 2:
      return name == "id" ? &id : nullptr;
    case 4:
      if (name == "kind") return &kind;
      return name == "meta" ? &meta : nullptr;
    case 5:
      if (name == "input") return &input;
      return name == "tools" ? &tools : nullptr;
    case 13:
      return name == "stream_chunks" ? &pieces : nullptr;
    case 18:
      return name == "start_in_reasoning" ? &starts_in_reasoning : nullptr;
    default:
      return nullptr;
  }
}

void RowFields::find_in(json::Value row) {
  *this = RowFields{};
  using json::detail::Access;
  // Most members mean nothing here, and have names of other lengths.
  constexpr std::uint32_t kLengths = 1U << 2U | 1U << 4U | 1U << 5U | 1U << 13U | 1U << 18U;
  const std::uint32_t end = Access::next(row);
  for (std::uint32_t next = row.index() + 1; next != end;) {
    const std::string_view name = Access::chars(Access::at(row, next));
    const json::Value value = Access::at(row, next + 1);
    next = Access::next(value);
    if (name.size() > 18 || (kLengths >> name.size() & 1U) == 0) continue;
    if (std::optional<json::Value>* const field = field_of(name)) *field = value;
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

std::optional<json::Value> ParseRows::id_of(json::Value row) {
  fields_.find_in(row);
  return fields_.id;
}

std::variant<ExitCode, BadRow> ParseRows::answer(json::Value /*row*/, json::detail::TextWriter& out) {
  const std::variant<const ToolsPipeline*, BadRow> tools = row_tools();
  if (const BadRow* bad = std::get_if<BadRow>(&tools)) return *bad;
  if (known_ != nullptr) known_->pipeline.fetch_more();
  const std::variant<Reading, BadRow> reading = row_reading();
  if (const BadRow* bad = std::get_if<BadRow>(&reading)) return *bad;

  const std::variant<RowInput, BadRow> input = row_input();
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

std::variant<const ToolsPipeline*, BadRow> ParseRows::row_tools() {
  if (known_ != nullptr) return known_;
  const std::optional<json::Value>& tools = fields_.tools;
  if (!tools) return &given_;
  if (tools->is_null()) return &none_;
  if (!tools->is_array() && !tools->is_object()) return must_be("tools", "an array or an object of tools", *tools);
  return &recent_.add(maker_.make(tools_text_, *tools));
}

std::variant<Reading, BadRow> ParseRows::row_reading() const {
  Reading reading = {setting_.input, setting_.dialect, setting_.starts_in_reasoning};
  if (is_said(fields_.kind)) {
    const std::optional<pipeline::Input> input = input_from_name(fields_.kind->as_string());
    if (!input) return BadRow{R"("kind" must be "auto", "text", "response" or "stream")"};
    reading.input = *input;
    if (reading.input == pipeline::Input::kText) reading.dialect.reset();
  }
  std::optional<json::Value> starts;
  if (is_said(fields_.starts_in_reasoning)) {
    starts = fields_.starts_in_reasoning;
  } else if (fields_.meta) {
    starts = fields_.meta->find("starts_in_reasoning");
  }
  if (!is_said(starts)) return reading;
  if (!starts->is_boolean()) return must_be("start_in_reasoning", "true or false", *starts);
  reading.starts_in_reasoning = starts->as_bool();
  return reading;
}

std::variant<RowInput, BadRow> ParseRows::row_input() {
  if (is_said(fields_.pieces)) {
    const json::Value pieces = *fields_.pieces;
    if (!pieces.is_array()) return must_be("stream_chunks", "an array of strings", pieces);
    for (const json::Value piece : pieces.elements()) {
      if (!piece.is_string()) return must_be("stream_chunks", "an array of strings", piece);
    }
    return RowInput{.pieces = pieces};
  }
  const std::optional<json::Value>& input = fields_.input;
  if (!input) return BadRow{"the object has no \"input\""};
  if (input->is_string()) return RowInput{.whole = input->as_string()};
  if (!input->is_object()) return must_be("input", "a string", *input);
  text_ = json::write(*input);  // a response that was not made a string first
  return RowInput{.whole = text_};
}

}  // namespace acode::cli
