// The questions, and what the answers mean.
#include "agent/examination.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/schema/describe.h"

namespace acode::agent {
namespace {

using json::Value;
using pipeline::Finding;
using pipeline::ToolCall;
using std::chrono::milliseconds;

constexpr std::string_view kAdd =
    R"([{"name": "add", "description": "Adds two integers", "parameters": {"type": "object",
  "properties": {"a": {"type": "integer", "description": "the first number"},
                 "b": {"type": "integer", "description": "the second number"}}, "required": ["a", "b"]}}])";

constexpr std::string_view kQuestion = "What is 12 plus 30? Use the tool add.";
constexpr std::string_view kWanted = "add(a: 12, b: 30)";
constexpr std::string_view kLargerModel = "a larger model makes fewer such errors";

// What Ollama gives a model if nobody says more.
constexpr std::uint64_t kUsualContext = 4096;

std::optional<json::Document> read_json(const std::string& body) {
  Limits limits;
  limits.max_bytes = std::size_t{64} << 20;
  Result<json::Document> read = json::parse(body, limits);
  if (!read || read->root().kind() != json::Kind::kObject) return std::nullopt;
  return std::move(read).value();
}

std::string text_member(Value object, std::string_view name) {
  const std::optional<Value> member = object.find(name);
  return member && member->kind() == json::Kind::kString ? std::string(member->as_string()) : std::string();
}

// The names that a list of models has, in Ollama's or OpenAI's spelling.
std::vector<std::string> model_names(Value list) {
  std::vector<std::string> names;
  for (const std::string_view member : {"models", "data"}) {
    const std::optional<Value> models = list.find(member);
    if (!models || models->kind() != json::Kind::kArray) continue;
    for (const Value model : models->elements()) {
      if (model.kind() != json::Kind::kObject) continue;
      names.push_back(text_member(model, member == "models" ? "name" : "id"));
    }
  }
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) list += (i == 0 ? "" : ", ") + names[i];
  return names.size() > kMost ? list + ", … (" + std::to_string(names.size()) + " in all)" : list;
}

// Ollama takes a name without a tag for its latest.
bool is_named(const std::string& model, const std::string& wanted) {
  return model == wanted || model == wanted + ":latest";
}

std::optional<std::uint64_t> context_length(Value model_info) {
  for (const json::Member member : model_info.members()) {
    if (member.name.ends_with(".context_length")) return member.value.as_uint64();
  }
  return std::nullopt;
}

bool has_capability(Value show, std::string_view wanted) {
  const std::optional<Value> list = show.find("capabilities");
  if (!list || list->kind() != json::Kind::kArray) return false;
  for (const Value capability : list->elements()) {
    if (capability.kind() == json::Kind::kString && capability.as_string() == wanted) return true;
  }
  return false;
}

std::string seconds_of(std::chrono::nanoseconds duration) {
  const auto tenths = std::chrono::duration_cast<milliseconds>(duration).count() / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
}

std::chrono::nanoseconds duration_of(const Asked& asked) {
  std::chrono::nanoseconds sum{0};
  for (const Attempt& attempt : asked.attempts) sum += attempt.duration;
  return sum;
}

std::size_t repairs_of(const ToolCall& call) {
  return static_cast<std::size_t>(std::count_if(call.findings.begin(), call.findings.end(),
                                                [](const Finding& f) { return f.kind == Finding::Kind::kRepair; }));
}

// add(a: 12, b: 30)
std::string shown_call(const ToolCall& call) {
  std::string members;
  for (const json::Member member : call.arguments->value().members()) {
    members += (members.empty() ? "" : ", ") + std::string(member.name) + ": " + json::write(member.value);
  }
  return call.name + "(" + members + ")";
}

bool is_asked_for(const ToolCall& call) {
  const auto a = call.arguments->value().find("a");
  const auto b = call.arguments->value().find("b");
  return a && b && a->as_int64() == 12 && b->as_int64() == 30;
}

std::string times(unsigned count) { return count == 1 ? "once" : std::to_string(count) + " times"; }

std::string failure_text(const AskFailure& failure) {
  return (failure.code.empty() ? "" : failure.code + ": ") + failure.message;
}

/// Answers the first request itself, with a call that cannot be used; the rest is for the real server.
class SpoiledTransport final : public Transport {
 public:
  SpoiledTransport(Transport& real, std::string answer) : real_(real), answer_(std::move(answer)) {}

  TransportReply send(const ChatRequest& request, const ByteSink& sink, const net::CancelToken& cancel) override {
    if (spoiled_) return real_.send(request, sink, cancel);
    spoiled_ = true;
    sink(answer_);
    TransportReply reply;
    reply.status = 200;
    return reply;
  }
  [[nodiscard]] wire::Dialect dialect() const override { return real_.dialect(); }

 private:
  Transport& real_;
  std::string answer_;
  bool spoiled_ = false;
};

/// Keeps what came.
struct Keeper final : AskListener {
  void fragment(std::string_view bytes) override { kept += bytes; }
  std::string kept;
};

// The numbers that a stream of OpenAI's gives to calls with different ids; more ids than numbers is the bug.
struct CallNumbers {
  std::set<std::string> ids;
  std::set<std::int64_t> numbers;
};

void count_numbers(Value chunk, CallNumbers& numbers) {
  const std::optional<Value> choices = chunk.find("choices");
  if (!choices || choices->kind() != json::Kind::kArray) return;
  for (const Value choice : choices->elements()) {
    const std::optional<Value> delta = choice.kind() == json::Kind::kObject ? choice.find("delta") : std::nullopt;
    if (!delta || delta->kind() != json::Kind::kObject) continue;
    const std::optional<Value> calls = delta->find("tool_calls");
    if (!calls || calls->kind() != json::Kind::kArray) continue;
    for (const Value call : calls->elements()) {
      if (call.kind() != json::Kind::kObject) continue;
      if (const std::string id = text_member(call, "id"); !id.empty()) numbers.ids.insert(id);
      if (const auto index = call.find("index")) numbers.numbers.insert(index->as_int64().value_or(-1));
    }
  }
}

CallNumbers call_numbers(std::string_view stream) {
  CallNumbers numbers;
  constexpr std::string_view kData = "data:";
  while (!stream.empty()) {
    const std::size_t end = std::min(stream.find('\n'), stream.size());
    std::string_view line = stream.substr(0, end);
    stream.remove_prefix(std::min(end + 1, stream.size()));
    if (!line.starts_with(kData)) continue;
    line.remove_prefix(kData.size());
    if (const auto chunk = read_json(std::string(line))) count_numbers(chunk->root(), numbers);
  }
  return numbers;
}

std::string spoiled_answer(wire::Dialect dialect) {
  wire::Answer answer;
  answer.finish = wire::FinishReason::kToolCalls;
  answer.calls.push_back({"call_0", "add", R"({"a": "twelve", "b": 30})"});
  return wire::encode(dialect, answer);
}

}  // namespace

std::string_view status_name(Check::Status status) {
  static constexpr std::array<std::string_view, 4> kNames = {"PASS", "WARN", "FAIL", "SKIP"};
  return kNames[static_cast<std::size_t>(status)];
}

Examination::Examination(const config::ProviderSettings& settings, HttpTransport& transport, Clock& clock,
                         const net::CancelToken& cancel, std::function<void(const Check&)> told)
    : settings_(settings),
      transport_(transport),
      clock_(clock),
      cancel_(cancel),
      told_(std::move(told)),
      adding_(schema::load_tools(kAdd).tools) {}

void Examination::add(Check check) {
  if (told_) told_(check);
  checks_.push_back(std::move(check));
}

void Examination::pass(std::string name, std::string detail) {
  add({std::move(name), Check::Status::kPass, std::move(detail), ""});
}
void Examination::warn(std::string name, std::string detail, std::string fix) {
  add({std::move(name), Check::Status::kWarn, std::move(detail), std::move(fix)});
}
void Examination::fail(std::string name, std::string detail, std::string fix) {
  add({std::move(name), Check::Status::kFail, std::move(detail), std::move(fix)});
}
void Examination::skip(std::string name, std::string detail) {
  add({std::move(name), Check::Status::kSkip, std::move(detail), ""});
}

bool Examination::has_failed() const {
  return std::any_of(checks_.begin(), checks_.end(), [](const Check& c) { return c.status == Check::Status::kFail; });
}

// --- the parser alone ---

void Examination::parser() {
  const pipeline::Pipeline pipeline(&adding_, settings_.tool_call.pipeline);
  const auto only_call = [&](std::string_view text) -> std::optional<ToolCall> {
    pipeline::ParseResult result = pipeline.process(text);
    if (result.calls.size() != 1) return std::nullopt;
    return std::move(result.calls[0]);
  };
  const auto in_text =
      only_call("I will add them.\n<tool_call>{\"name\": \"add\", \"arguments\": {\"a\": 12, \"b\": 30}}</tool_call>");
  in_text ? pass("extraction", "a call in text is found") : fail("extraction", "a call in text is not found", "");
  const auto native = only_call(wire::encode(transport_.dialect(), [] {
    wire::Answer answer;
    answer.finish = wire::FinishReason::kToolCalls;
    answer.calls.push_back({"c", "add", R"({"a": 12, "b": 30})"});
    return answer;
  }()));
  native ? pass("argument parsing", "a provider's call is read")
         : fail("argument parsing", "a provider's call is not read", "");
  const bool mapped = native && native->arguments->value().find("a")->as_int64() == 12;
  mapped ? pass("mapping", "add: a = integer, b = integer")
         : fail("mapping", "the arguments are not those that were sent", "");
  if (!settings_.tool_call.pipeline.repair) {
    skip("repair", "enable_auto_repair is false");
    return;
  }
  const auto mended = only_call("TOOL_CALL: {\"tool\": \"add\", \"arguments\": {'a': 12, b: 30,}}");
  mended ? pass("repair", std::to_string(repairs_of(*mended)) + " edits made a broken call whole")
         : fail("repair", "a broken call was not mended", "acode config set repair_level normal");
}

// --- the server ---

// The body of an answer that is one; else the check fails.
std::optional<std::string> Examination::get(std::string_view path, std::string body, const std::string& check) {
  auto answer = transport_.ask(path, std::move(body), cancel_);
  if (!answer) {
    fail(check, std::string(answer.error().code()) + ": " + answer.error().message, answer.error().hint);
    return std::nullopt;
  }
  if (answer->head.is_success()) return std::move(answer->body);
  const int status = answer->head.status;
  const bool key = status == 401 || status == 403;
  fail(check, settings_.base_url + std::string(path) + " answers with status " + std::to_string(status),
       key ? "set the key: the environment variable " +
                 (settings_.api_key_env.empty() ? std::string("that api_key_env names") : settings_.api_key_env)
           : "acode config set base_url URL; is it this server's address?");
  return std::nullopt;
}

void Examination::server() {
  if (!connection()) return;
  model();
  if (settings_.dialect == config::ServerDialect::kOllama && !settings_.model.empty()) template_and_context();
}

bool Examination::connection() {
  const bool ollama = settings_.dialect == config::ServerDialect::kOllama;
  const std::optional<std::string> body = get(ollama ? "/api/version" : "/models", "", "connection");
  if (!body) return false;
  const std::optional<json::Document> read = read_json(*body);
  if (!read) {
    fail("connection",
         settings_.base_url + " answers, but not as " + (ollama ? "Ollama" : "an OpenAI server") + " does",
         "acode config set base_url URL, or dialect");
    return false;
  }
  const std::string version = text_member(read->root(), "version");
  pass("connection", settings_.base_url + (version.empty() ? "" : ", version " + version));
  return true;
}

void Examination::model() {
  const bool ollama = settings_.dialect == config::ServerDialect::kOllama;
  const std::optional<std::string> body = get(ollama ? "/api/tags" : "/models", "", "model");
  if (!body) return;
  const std::optional<json::Document> read = read_json(*body);
  const std::vector<std::string> names = read ? model_names(read->root()) : std::vector<std::string>();
  const std::string there = names.empty() ? "the server lists none" : "there are " + listed(names);
  if (settings_.model.empty()) return fail("model", "no model is set; " + there, "acode config set model NAME");
  const bool found =
      std::any_of(names.begin(), names.end(), [&](const auto& n) { return is_named(n, settings_.model); });
  if (found) return pass("model", settings_.model);
  if (names.empty()) return warn("model", settings_.model + " is not listed; " + there, "");
  fail("model", settings_.model + " is not there; " + there,
       ollama ? "ollama pull " + settings_.model : "acode config set model NAME");
}

void Examination::template_and_context() {
  std::string question = "{\"model\":";
  json::write_string_to(question, settings_.model);
  auto answer = transport_.ask("/api/show", question + "}", cancel_);
  const std::optional<json::Document> show =
      answer && answer->head.is_success() ? read_json(answer->body) : std::optional<json::Document>();
  if (!show) return skip("tool template", "the server does not tell about its model");
  const bool in_template = text_member(show->root(), "template").find(".Tools") != std::string::npos;
  if (has_capability(show->root(), "tools") || in_template) {
    pass("tool template", "the model's template knows tools");
  } else {
    warn("tool template", "the model's template knows no tools: calls come as text, if at all",
         "put the prompt of `acode prompt --tools FILE` before your own, or take a model with tools");
  }
  if (const auto info = show->root().find("model_info"); info && info->kind() == json::Kind::kObject) {
    context_length_ = context_length(*info);
  }
}

void Examination::tools(const schema::LoadedTools& loaded) {
  for (const schema::ToolProblem& problem : loaded.problems) {
    if (problem.severity != schema::ToolProblem::Severity::kError) continue;
    fail("schemas", problem.tool + ": " + problem.message + " at " + problem.where,
         "acode tools check FILE tells all of it");
  }
  if (!loaded.has_errors()) pass("schemas", std::to_string(loaded.tools.size()) + " tools, all of them can be used");

  std::uint64_t room = kUsualContext;
  for (const auto& [name, value] : settings_.options) {
    if (name == "num_ctx") std::from_chars(value.data(), value.data() + value.size(), room);
  }
  if (context_length_) room = std::min(room, *context_length_);
  // A token is some three and a half bytes of JSON.
  const std::uint64_t needed = tools_json(loaded.tools).size() * 2 / 7;
  const std::string detail =
      "the tools take about " + std::to_string(needed) + " of " + std::to_string(room) + " tokens";
  if (settings_.dialect != config::ServerDialect::kOllama && !context_length_) {
    return skip("context", "about " + std::to_string(needed) + " tokens; the server does not tell how many it takes");
  }
  if (needed * 2 < room) return pass("context", detail);
  const bool can_grow = !context_length_ || *context_length_ >= needed * 4;
  const std::string fix =
      can_grow ? "acode config set options.num_ctx " + std::to_string(std::max<std::uint64_t>(needed * 4, 8192))
               : "give the model fewer tools, or take one with a larger context";
  needed < room ? warn("context", detail, fix) : fail("context", detail + ": the model does not see them all", fix);
}

// --- the model ---

Asked Examination::ask(const std::string& question, Transport& transport, AskListener& listener) {
  retry::Breaker breaker(settings_.tool_call.breaker);
  Asker asker(transport, adding_, settings_, clock_, breaker);
  return asker.ask({{Role::kUser, question}}, listener, cancel_);
}

void Examination::chat() {
  const schema::Toolset none;
  retry::Breaker breaker(settings_.tool_call.breaker);
  Asker asker(transport_, none, settings_, clock_, breaker);
  AskListener listener;
  const Asked asked = asker.ask({{Role::kUser, "Reply with the one word: ready"}}, listener, cancel_);
  if (asked.failure) return fail("chat", failure_text(*asked.failure), asked.failure->hint);
  if (asked.result.total_count() > 0) {
    const ToolCall& call = (asked.result.calls.empty() ? asked.result.rejected : asked.result.calls)[0];
    return warn("chat", "asked to reply with one word, and given no tools, the model called " + call.name,
                "some models know tool calls only; expect calls that nobody can run where you give no tools");
  }
  const std::size_t bytes = asked.result.content.size() + asked.result.reasoning.size();
  if (bytes == 0) {
    return warn("chat", "asked to reply with one word, the model said nothing", "is it a model for conversations?");
  }
  pass("chat", "answered in " + seconds_of(duration_of(asked)));
}

void Examination::tool_calls() {
  AskListener listener;
  const Asked asked = ask(std::string(kQuestion), transport_, listener);
  const bool has_call = asked.result.total_count() + asked.withdrawn.size() > 0;
  if (asked.failure) {
    fail("extraction", failure_text(*asked.failure), asked.failure->hint);
  } else if (!has_call) {
    fail("extraction", "the model was asked for a call and made none", "is it a model for tools? acode doctor");
  } else {
    stations(asked);
  }
  if (asked.failure || !has_call) {
    for (const char* name : {"argument parsing", "mapping", "repair"}) skip(name, "there is no call");
  }
  retry();
}

void Examination::stations(const Asked& asked) {
  const bool good = !asked.result.calls.empty();
  const ToolCall& call = good                            ? asked.result.calls[0]
                         : asked.result.rejected.empty() ? asked.withdrawn[0]
                                                         : asked.result.rejected[0];
  pass("extraction", call.format.empty()
                         ? "the server sends calls as calls"
                         : "the server leaves calls in the text (" + std::string(call.format) + "); acode finds them");
  if (!call.arguments) {
    fail("argument parsing", call.error()->code + ": " + call.error()->message, "");
    for (const char* name : {"mapping", "repair"}) skip(name, "there are no arguments");
    return;
  }
  pass("argument parsing", std::to_string(call.arguments->value().size()) + " arguments");
  if (good) {
    mapping(call, asked);
  } else {
    fail("mapping",
         call.error()->code + ": " + call.error()->message +
             (asked.result.rejected.empty() ? "; told of it, the model took the call back" : ""),
         std::string(kLargerModel));
  }
  const std::size_t repairs = repairs_of(call);
  pass("repair", repairs == 0 ? "nothing had to be mended" : std::to_string(repairs) + " edits made the call whole");
}

// A call that fits its schema: whether it is the one that was asked for, and at once.
void Examination::mapping(const ToolCall& call, const Asked& asked) {
  const std::string shown = shown_call(call);
  if (!is_asked_for(call)) {
    return warn("mapping", shown + " fits the schema, but " + std::string(kWanted) + " was asked for",
                std::string(kLargerModel));
  }
  if (asked.result.retries == 0) return pass("mapping", shown + ", as asked");
  warn("mapping",
       shown + ", as asked, but not at once: " + asked.attempts[0].error_code + ", asked again " +
           times(asked.result.retries),
       "");
}

// Whether the live model gets a call right that it is told is wrong.
void Examination::retry() {
  SpoiledTransport spoiled(transport_, spoiled_answer(transport_.dialect()));
  AskListener listener;
  const Asked asked = ask(std::string(kQuestion), spoiled, listener);
  if (asked.failure) return fail("retry", failure_text(*asked.failure), asked.failure->hint);
  if (!asked.withdrawn.empty()) return warn("retry", "told of an error, the model answered in words", "");
  const std::string tried = times(asked.result.retries);
  if (asked.result.calls.empty()) {
    return warn("retry", "told of an error " + tried + ", the model did not get the call right",
                "expect errors to reach your agent; " + std::string(kLargerModel));
  }
  const ToolCall& call = asked.result.calls[0];
  if (is_asked_for(call)) return pass("retry", "told of an error " + tried + ", the model sent " + shown_call(call));
  warn("retry",
       "told of an error " + tried + ", the model sent " + shown_call(call) + "; it fits the schema, but " +
           std::string(kWanted) + " was asked for",
       std::string(kLargerModel));
}

void Examination::parallel_calls() {
  Keeper keeper;
  const Asked asked =
      ask("Use the tool add twice in one answer: once for 1 and 2, once for 3 and 4.", transport_, keeper);
  if (asked.failure) return fail("parallel calls", failure_text(*asked.failure), asked.failure->hint);
  const CallNumbers numbers = call_numbers(keeper.kept);
  if (numbers.ids.size() > numbers.numbers.size() && !numbers.numbers.empty()) {
    return warn("parallel calls",
                "the server gives several calls of a stream the same index; acode tells them apart by their ids",
                "other clients will mix them up");
  }
  const std::size_t made = asked.result.total_count() + asked.withdrawn.size();
  if (made < 2) return skip("parallel calls", "asked for two calls, the model made " + std::to_string(made));
  if (asked.result.calls.size() < made) {
    return warn(
        "parallel calls",
        std::to_string(asked.result.calls.size()) + " of " + std::to_string(made) + " calls in one answer can be used",
        std::string(kLargerModel));
  }
  pass("parallel calls",
       (made == 2 ? "" : "asked for two, the model made ") + std::to_string(made) + " calls in one answer");
}

}  // namespace acode::agent
