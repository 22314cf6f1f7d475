// Errors in all the shapes in which providers send them.
#include "wire/provider_error.h"

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "base/utf8.h"
#include "wire/fields.h"

namespace acode::wire::detail {
namespace {

using json::Value;

// `error parsing tool call: raw='…', err=…`: the text goes, the rest stays.
bool split_ollama(ErrorDelta& error) {
  constexpr std::string_view kBefore = "raw='";
  constexpr std::string_view kAfter = "', err=";
  const std::size_t before = error.message.find(kBefore);
  if (before == std::string::npos || error.message.find("parsing tool call") > before) return false;
  const std::size_t begin = before + kBefore.size();
  std::size_t end = error.message.rfind(kAfter);
  std::string rest;
  if (end == std::string::npos || end < begin) {
    end =
        error.message.ends_with('\'') && error.message.size() > begin ? error.message.size() - 1 : error.message.size();
  } else {
    rest = error.message.substr(end + 3);
  }
  error.model_text = error.message.substr(begin, end - begin);
  error.message = error.message.substr(0, before) + rest;
  return true;
}

// `Failed to parse input at pos 13: …`: what stands behind the position is the model's text from there on.
bool split_llama_cpp(ErrorDelta& error) {
  constexpr std::string_view kBefore = "Failed to parse input at pos ";
  const std::size_t before = error.message.find(kBefore);
  if (before == std::string::npos) return false;
  const std::size_t colon = error.message.find(": ", before);
  if (colon == std::string::npos) return false;
  error.model_text = error.message.substr(colon + 2);
  error.message.resize(colon);
  return true;
}

void find_model_text(ErrorDelta& error) {
  if (error.model_text.empty() && !split_ollama(error)) split_llama_cpp(error);
}

// OpenRouter passes on what the provider behind it said as a string.
std::string relayed_model_text(Value error) {
  const auto metadata = object_in(error, "metadata");
  if (!metadata) return {};
  const auto inner = json::parse(string_in(*metadata, "raw"), {kMaxTextBytes, 64});
  const auto inner_error = inner ? object_in(inner->root(), "error") : std::nullopt;
  return inner_error ? std::string(string_in(*inner_error, "failed_generation")) : std::string();
}

ErrorDelta from_object(Value object) {
  ErrorDelta error;
  error.code = word_or_number_in(object, "code");
  if (error.code.empty()) error.code = string_in(object, "type");
  error.message = string_in(object, "message");
  error.model_text = string_in(object, "failed_generation");
  if (error.model_text.empty()) error.model_text = relayed_model_text(object);
  return error;
}

ErrorDelta from_text(std::string_view message) {
  ErrorDelta error;
  error.message = message;
  return error;
}

// FastAPI's `detail` is a sentence or a list of findings.
std::optional<ErrorDelta> from_detail(Value event) {
  const auto detail = event.find("detail");
  if (!detail || detail->is_null()) return std::nullopt;
  if (detail->is_string()) return from_text(detail->as_string());
  const auto first = detail->at(0);
  return from_text(first ? string_in(*first, "msg") : std::string_view{});
}

// Ollama 0.11.3 has the sentence as the name: {"error parsing tool call": "…"}.
std::optional<ErrorDelta> from_name(Value event) {
  for (const json::Member member : event.members()) {
    if (!member.name.starts_with("error ") || !member.value.is_string()) continue;
    return from_text(std::string(member.name) + ": " + std::string(member.value.as_string()));
  }
  return std::nullopt;
}

// Whether any of the following is worth a look: every event of a stream is asked, and hardly one is an error.
bool may_be_error(Value event) {
  for (const json::Member member : event.members()) {
    if (member.name.starts_with("error") || member.name == "detail") return true;
    if ((member.name == "object" || member.name == "type") && member.value.as_string() == "error") return true;
  }
  return false;
}

std::optional<ErrorDelta> read(Value event) {
  if (!may_be_error(event)) return std::nullopt;
  const auto error = event.find("error");
  if (error && error->is_string() && !error->as_string().empty()) return from_text(error->as_string());
  if (error && error->is_object()) return from_object(*error);
  if (string_in(event, "object") == "error" || string_in(event, "type") == "error") return from_object(event);
  if (auto detail = from_detail(event)) return detail;
  return from_name(event);
}

}  // namespace

std::optional<ErrorDelta> provider_error(Value event) {
  auto error = read(event);
  if (!error) return std::nullopt;
  find_model_text(*error);
  if (error->message.empty()) error->message = "the provider reports an error without a message";
  error->raw = shortened(json::write(event));
  return error;
}

ErrorDelta own_error(ErrorDelta::Kind kind, std::string_view message, std::string_view sent) {
  ErrorDelta error;
  error.kind = kind;
  error.message = message;
  error.raw = shortened(sent);
  return error;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 400;
  return base::shortened(text, kMost);
}

}  // namespace acode::wire::detail
