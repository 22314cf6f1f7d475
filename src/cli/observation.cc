// Putting logger and store together.
#include "cli/observation.h"

#include <unistd.h>

#include <utility>
#include <variant>

#include "config/database_url.h"
#include "config/find_file.h"
#include "fleet/central_store.h"
#include "observe/call_log.h"
#include "observe/event_reader.h"
#include "observe/fields.h"

namespace acode::cli {
namespace {

using observe::Level;

observe::LogOptions log_options(const config::LoggingSettings& settings) {
  observe::LogOptions options;
  options.level = observe::level_from_name(settings.level).value_or(Level::kWarn);
  options.format = observe::log_format_from_name(settings.format).value_or(observe::LogFormat::kText);
  for (const auto& [component, level] : settings.levels) {
    options.levels.emplace_back(component, observe::level_from_name(level).value_or(Level::kWarn));
  }
  return options;
}

observe::LogSink log_sink(const config::LoggingSettings& settings) {
  return settings.file.empty() ? observe::LogSink::descriptor(STDERR_FILENO) : observe::LogSink::file(settings.file);
}

double milliseconds_of(std::chrono::nanoseconds duration) { return static_cast<double>(duration.count()) / 1e6; }

std::shared_ptr<const observe::Origin> origin_of(const config::ProviderSettings& provider, std::string key) {
  observe::Origin origin{provider.name, provider.model, provider.tool_call.log_argument_values, {}};
  if (!key.empty()) origin.secrets.push_back(std::move(key));
  return std::make_shared<const observe::Origin>(std::move(origin));
}

template <class Reader>
observe::Read<std::unique_ptr<observe::EventSource>> source_of(observe::Read<Reader> opened) {
  if (auto* error = std::get_if<observe::ReadError>(&opened)) return std::move(*error);
  return std::make_unique<Reader>(std::get<Reader>(std::move(opened)));
}

}  // namespace

RecordedEvents recorded_events(const config::Configuration& configuration, Whose whose) {
  if (whose == Whose::kThisMachine) {
    const std::string file = events_file(configuration.events());
    return {file, source_of(observe::EventReader::open(file))};
  }
  const std::string url = configuration.database().url;
  if (url.empty()) return {"database.url", observe::ReadError{false, "it is not set, so there is no fleet to ask"}};
  return {config::without_password(url), source_of(fleet::CentralReader::open(url))};
}

std::string events_file(const config::EventSettings& settings) {
  if (!settings.file.empty()) return settings.file;
  const std::filesystem::path state = config::user_state_directory();
  return state.empty() ? "" : (state / "acode" / "events.db").string();
}

Observation::Observation(const config::Configuration& configuration, const config::ProviderSettings& provider,
                         std::string key)
    : provider_(provider),
      file_(events_file(configuration.events())),
      logger_(log_options(configuration.logging()), log_sink(configuration.logging())),
      origin_(origin_of(provider, std::move(key))) {
  if (!configuration.events().enabled || file_.empty()) return;
  observe::EventStoreOptions options;
  options.file = file_;
  options.keep = configuration.events().keep;
  options.keep_unsent = !configuration.database().url.empty();
  store_ = std::make_unique<observe::EventStore>(
      options, [this](const std::string& what) { logger_.at(Level::kWarn, "events", what); });
}

Observation::~Observation() {
  for (auto& [id, story] : waiting_) record(std::move(story));
}

retry::BreakerMemory Observation::breaker_memory(std::string_view model) const {
  if (!store_) return {};
  auto opened = observe::EventReader::open(file_);
  auto* reader = std::get_if<observe::EventReader>(&opened);
  if (reader == nullptr) return {};
  auto memory = reader->breaker(provider_.name, model);
  const auto* found = std::get_if<retry::BreakerMemory>(&memory);
  return found == nullptr ? retry::BreakerMemory{} : *found;
}

void Observation::keep_breaker(const retry::BreakerMemory& memory) {
  if (store_) store_->save_breaker(provider_.name, provider_.model, memory);
}

void Observation::fragment(std::string_view bytes) {
  logger_.at(Level::kDebug, "stream", "fragment", {{"number", ++fragments_}, {"bytes", bytes.size()}});
}

void Observation::putting_again(const agent::PutAgain& again) {
  logger_.at(Level::kInfo, "retry", "putting the question again",
             {{observe::field::kRetryCount, again.number},
              {observe::field::kErrorCode, again.failure.code},
              {"broke_off", again.text_was_told},
              {"wait_ms", again.wait.count()}});
}

void Observation::asking_again(const pipeline::ToolCall& call, const retry::Plan& plan) {
  logger_.at(Level::kInfo, "retry", "asking again",
             {{observe::field::kToolName, call.name},
              {observe::field::kToolCallId, call.id},
              {observe::field::kRetryCount, plan.attempt},
              {observe::field::kErrorCode, call.error()->code},
              {"rung", retry::rung_name(plan.rung)},
              {"waited_ms", plan.delay.count()}});
}

void Observation::attempted(const agent::Attempt& attempt) {
  logger_.at(Level::kDebug, "provider", "answer read",
             {{"status", attempt.status},
              {"waited_ms", milliseconds_of(attempt.waited)},
              {"duration_ms", milliseconds_of(attempt.duration)},
              {observe::field::kTotalTokens, attempt.usage.input + attempt.usage.output},
              {observe::field::kErrorCode, attempt.error_code}});
}

void Observation::settled(const agent::SettledCall& settled) {
  observe::CallStory story = observe::story_of(origin_, settled.result, settled.call);
  if (settled.rung) story.rung = retry::rung_name(*settled.rung);
  for (const agent::EarlierCall& earlier : settled.earlier) {
    story.earlier.push_back({earlier.rung ? retry::rung_name(*earlier.rung) : observe::kFirst, earlier.call});
  }
  story.withdrawn = settled.withdrawn;
  story.retries = settled.retries;
  story.retry_time = settled.retry_time;
  story.total_tokens += settled.tokens;
  if (settled.call.ok()) {
    waiting_.insert_or_assign(settled.call.id, std::move(story));
  } else {
    record(std::move(story));
  }
}

void Observation::answered(const agent::Asked& asked) {
  fragments_ = 0;
  if (asked.breaker_open) {
    logger_.at(Level::kWarn, "retry", "retries are off for a while: asking this model again has not helped lately");
  }
  if (asked.failure) {
    logger_.at(Level::kWarn, "provider", "no answer", {{observe::field::kErrorCode, asked.failure->code}});
  }
}

void Observation::ran(const pipeline::ToolCall& call, const agent::ToolOutcome& outcome) {
  auto waiting = waiting_.extract(call.id);
  if (!waiting) return;
  waiting.mapped().execution =
      (outcome.ok ? "succeeded, " : "failed, ") + std::to_string(outcome.text.size()) + " bytes of output";
  record(std::move(waiting.mapped()));
}

void Observation::record(observe::CallStory&& story) {
  const observe::CallEvent event = observe::make_event(story);
  observe::log_call(logger_, event);
  if (store_) store_->record(observe::CallEvent(event));
}

}  // namespace acode::cli
