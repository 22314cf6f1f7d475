// Layer after layer.
#include "pipeline/arguments_text.h"

#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/schema/hints.h"
#include "base/text.h"
#include "base/utf8.h"

namespace acode::pipeline {
namespace {

using base::is_blank;
using base::kWhite;

constexpr std::size_t kMostQuoted = 100;

// The beginning of a text, for a message.
std::string quoted(std::string_view text) {
  const std::size_t end = base::whole_characters(text, kMostQuoted);
  std::string out;
  json::write_string_to(out, text.substr(0, end));
  return end < text.size() ? out + " …" : out;
}

std::string_view kind_words(json::Kind kind) {
  switch (kind) {
    case json::Kind::kNull:
      return "null";
    case json::Kind::kBoolean:
      return "a boolean";
    case json::Kind::kNumber:
      return "a number";
    case json::Kind::kString:
      return "a string";
    case json::Kind::kArray:
      return "an array";
    case json::Kind::kObject:
      return "an object";
  }
  return "";
}

class Unwrapper {
 public:
  Unwrapper(std::string_view original, const schema::Schema* schema, const PipelineOptions& options)
      : original_(original), schema_(schema), options_(options) {}

  ArgumentsRead read() {
    std::string text(original_);
    for (int layer = 0;; ++layer) {
      if (is_blank(text)) return take(Arguments());
      const std::optional<Arguments> value = read_layer(text, layer);
      if (!value) return std::move(read_);
      const json::Kind kind = value->value().kind();
      if (kind == json::Kind::kObject) {
        if (layer > 0) note_layers(layer);
        return take(*value);
      }
      if (kind == json::Kind::kNull) return take(Arguments());
      if (kind != json::Kind::kString || !may_hold_object(value->value().as_string())) {
        return fail_kind(*value, layer);
      }
      if (layer == kMostLayers) return fail_layers();
      text = value->value().as_string();
    }
  }

 private:
  // Strict, else tolerant.
  std::optional<Arguments> read_layer(const std::string& text, int layer) {
    Result<json::Document> strict = json::parse(text, options_.limits);
    if (strict) return Arguments(strict->root(), strict->owner());
    if (strict.error().code != ErrorCode::kInvalidJson || !options_.repair) return fail(strict.error(), layer);
    return mend(text, layer);
  }

  std::optional<Arguments> mend(const std::string& text, int layer) {
    json::RepairOptions options;
    options.limits = options_.limits;
    options.level = options_.repair_level;
    options.timeout = options_.repair_timeout;
    std::optional<schema::SchemaHints> hints;
    if (schema_ != nullptr) options.hints = &hints.emplace(*schema_);
    auto repair = std::make_shared<json::Repair>(json::repair(text, options));
    if (!repair->ok()) return fail(*repair->error(), layer);
    note_edits(repair->edits(), text, layer);
    read_.truncated = read_.truncated || repair->truncated();
    const json::Value root = repair->value();
    return Arguments(root, std::move(repair));
  }

  void note_edits(const json::Edits& edits, const std::string& text, int layer) {
    read_.findings.reserve(read_.findings.size() + edits.size());
    Locator locator(text);
    for (const json::Edit edit : edits) {
      Finding& finding = read_.findings.emplace_back();
      finding.kind = Finding::Kind::kRepair;
      finding.stage = Stage::kParse;
      finding.code = finding.message = json::edit_kind_name(edit.kind);
      // Inside a string in a string the place is that of the outer text's beginning: no offset there means anything.
      if (layer == 0) finding.position = locator.at(edit.offset);
      finding.before = edit.removed;
      finding.after = edit.inserted;
    }
  }

  void note_layers(int layers) {
    read_.findings.push_back({Finding::Kind::kWarning, Stage::kParse, "json_in_string",
                              layers == 1 ? "the arguments were a string that holds JSON"
                                          : "the arguments were JSON in strings, " + std::to_string(layers) + " deep"});
  }

  static bool may_hold_object(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kWhite);
    return first == std::string_view::npos || text[first] == '{' || text[first] == '"' || text[first] == '\\' ||
           text.substr(first) == "null";
  }

  ArgumentsRead take(const Arguments& arguments) {
    read_.arguments = arguments;
    return std::move(read_);
  }

  std::optional<Arguments> fail(Error error, int layer) {
    if (layer > 0) {
      error.message = "in layer " + std::to_string(layer) + " of a string that holds JSON: " + error.message;
      error.position = {};
    }
    read_.error = std::move(error);
    return std::nullopt;
  }

  ArgumentsRead fail_kind(const Arguments& value, int layer) {
    Error error;
    error.message = "the arguments must be an object, and are " + std::string(kind_words(value.value().kind()));
    if (layer > 0) error.message += " after " + std::to_string(layer) + " layers of strings were unwrapped";
    error.message += ": " + quoted(original_);
    error.expected = "an object";
    error.found = kind_words(value.value().kind());
    read_.error = std::move(error);
    return std::move(read_);
  }

  ArgumentsRead fail_layers() {
    Error error;
    error.message = "layer " + std::to_string(kMostLayers + 1) +
                    " of the arguments is still a string: unwrapped as JSON " + std::to_string(kMostLayers) +
                    " times, which is the most: " + quoted(original_);
    error.expected = "an object";
    error.found = "a string";
    read_.error = std::move(error);
    return std::move(read_);
  }

  std::string_view original_;
  const schema::Schema* schema_;
  const PipelineOptions& options_;
  ArgumentsRead read_;
};

}  // namespace

ArgumentsRead read_arguments(std::string_view text, const schema::Schema* schema, const PipelineOptions& options) {
  return Unwrapper(text, schema, options).read();
}

}  // namespace acode::pipeline
