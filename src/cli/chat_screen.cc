// Showing a conversation.
#include "cli/chat_screen.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "acode/json/writer.h"
#include "agent/builtin_tools.h"
#include "cli/display.h"

namespace acode::cli {
namespace {

using pipeline::ToolCall;

constexpr std::size_t kResultLines = 8;
constexpr std::size_t kResultColumns = 100;

std::string summary_of(const ToolCall& call) { return agent::ToolRunner::summary(call.name, call.arguments->value()); }

// The first lines of a result.
std::string preview(std::string_view text) {
  std::string out;
  std::size_t lines = 0;
  while (!text.empty() && lines < kResultLines) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += "    " + printable(text.substr(0, end), kResultColumns) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
    ++lines;
  }
  const auto more = std::count(text.begin(), text.end(), '\n') + (text.empty() || text.ends_with('\n') ? 0 : 1);
  return more > 0 ? out + "    … " + std::to_string(more) + " more lines\n" : out;
}

// One line of what a person types; nothing at the end of input.
std::optional<std::string> typed_line(int descriptor) {
  std::string line;
  char c = 0;
  while (::read(descriptor, &c, 1) == 1) {
    if (c == '\n') return line;
    line += c;
  }
  if (line.empty()) return std::nullopt;
  return line;
}

}  // namespace

ChatScreen::ChatScreen(const ChatPlan& plan, std::string model, Streams& streams, Observation& observation)
    : plan_(plan),
      model_(std::move(model)),
      streams_(streams),
      observation_(observation),
      palette_(palette_for(streams.colour)),
      at_once_(streams.out_is_terminal || plan.stream) {}

void ChatScreen::text(std::string_view piece) {
  waiting_.reset();
  if (plan_.json) return;
  if (at_once_) {
    show(piece);
  } else {
    held_ += piece;
  }
}

void ChatScreen::show(std::string_view piece) {
  if (piece.empty()) return;
  streams_.out.write(streams_.out_is_terminal ? printable_lines(piece) : std::string(piece));
  streams_.out.flush();
  in_line_ = !piece.ends_with('\n');
}

void ChatScreen::fragment(std::string_view bytes) {
  waiting_.reset();
  observation_.fragment(bytes);
}

void ChatScreen::attempted(const agent::Attempt& attempt) {
  waiting_.reset();
  observation_.attempted(attempt);
}

void ChatScreen::end_line() {
  show(std::exchange(held_, {}));
  if (in_line_) streams_.out.write("\n");
  streams_.out.flush();
  in_line_ = false;
}

void ChatScreen::note(const std::string& line) {
  if (plan_.json) return;
  end_line();
  streams_.tell(line);
}

void ChatScreen::putting_again(const agent::PutAgain& again) {
  waiting_.reset();
  observation_.putting_again(again);
  held_.clear();
  const char* what = !again.text_was_told ? "no answer"
                     : at_once_           ? "the answer broke off here"
                                          : "the answer broke off";
  const std::string& code = again.failure.code;
  note("  " +
       paint(palette_.bad,
             std::string(what) + " (" + (code.empty() ? "" : code + ": ") + printable(again.failure.message, 200) +
                 "); asking again, " + std::to_string(again.number) + ". time",
             palette_) +
       "\n");
}

void ChatScreen::asking_again(const ToolCall& call, const retry::Plan& plan) {
  waiting_.reset();
  observation_.asking_again(call, plan);
  note("  " +
       paint(palette_.faint,
             "asking again for " + printable(call.name, 60) + " (" + call.error()->code + "), " +
                 std::to_string(plan.attempt) + ". time",
             palette_) +
       "\n");
  wait();
}

void ChatScreen::settled(const agent::SettledCall& settled) {
  waiting_.reset();
  observation_.settled(settled);
  if (settled.call.ok() || settled.withdrawn) return;
  const pipeline::Finding& error = *settled.call.error();
  note("  " + paint(palette_.bad, error.code, palette_) + ": " + printable(settled.call.name, 60) + ": " +
       printable(error.message, 600) + "\n");
}

bool ChatScreen::agrees(const std::string& question) {
  if (plan_.no_input || !streams_.in_is_terminal) {
    note("  not run: " + question + "; --yes runs such tools without asking\n");
    return false;
  }
  end_line();
  streams_.tell("  run " + question + "? [y/N] ");
  const std::optional<std::string> answer = typed_line(streams_.in);
  return answer && (*answer == "y" || *answer == "Y" || *answer == "yes");
}

bool ChatScreen::allows(const ToolCall& call) {
  waiting_.reset();
  const std::string summary = summary_of(call);
  if (!agent::ToolRunner::asks_first(call.name) || plan_.yes) {
    note("  " + paint(palette_.strong, printable(summary, kResultColumns), palette_) + "\n");
    return true;
  }
  return agrees(printable(summary, kResultColumns));
}

void ChatScreen::ran(const ToolCall& call, const agent::ToolOutcome& outcome) {
  waiting_.reset();
  observation_.ran(call, outcome);
  note(paint(outcome.ok ? palette_.faint : palette_.bad, preview(outcome.text), palette_));
  wait();
}

void ChatScreen::answered(const agent::Asked& asked) {
  waiting_.reset();
  observation_.answered(asked);
  if (asked.breaker_open) note("  retries are off for a while: asking this model again has not helped lately\n");
}

void ChatScreen::ended(const agent::ChatTurn& turn) {
  waiting_.reset();
  if (plan_.json) {
    streams_.out.write(turn_row(turn));
    streams_.out.flush();
    return;
  }
  end_line();
  if (turn.failure) {
    streams_.tell("acode: chat: " + (turn.failure->code.empty() ? "" : turn.failure->code + ": ") +
                  printable(turn.failure->message) + "\n" +
                  (turn.failure->hint.empty() ? "" : "  hint: " + printable(turn.failure->hint) + "\n"));
  }
  if (turn.end == agent::ChatTurn::End::kTooLong) {
    streams_.tell("acode: chat: the model went on calling tools for " + std::to_string(turn.rounds) +
                  " answers; --max-rounds allows more\n");
  }
  if (turn.retries > 0) streams_.tell("  Retry Count: " + std::to_string(turn.retries) + "\n");
}

std::string turn_row(const agent::ChatTurn& turn) {
  using End = agent::ChatTurn::End;
  const char* end = turn.end == End::kAnswered  ? "answered"
                    : turn.end == End::kRefused ? "refused"
                    : turn.end == End::kFailed  ? "failed"
                                                : "too_long";
  std::string out = "{\"end\":\"" + std::string(end) + "\",\"text\":";
  json::write_string_to(out, turn.text);
  out += ",\"calls\":" + std::to_string(turn.calls) + ",\"withdrawn\":" + std::to_string(turn.withdrawn) +
         ",\"rounds\":" + std::to_string(turn.rounds) + ",\"retries\":" + std::to_string(turn.retries) +
         ",\"tokens\":" + std::to_string(turn.usage.input + turn.usage.output) + ",\"errors\":[";
  for (std::size_t i = 0; i < turn.rejected.size(); ++i) {
    out += std::string(i == 0 ? "" : ",") + "{\"code\":\"" + turn.rejected[i].error()->code + "\",\"tool\":";
    json::write_string_to(out, turn.rejected[i].name);
    out += ",\"message\":";
    json::write_string_to(out, turn.rejected[i].error()->message);
    out += "}";
  }
  out += "],\"failure\":";
  if (!turn.failure) return out + "null}\n";
  out += "{\"code\":";
  json::write_string_to(out, turn.failure->code);
  out += ",\"message\":";
  json::write_string_to(out, turn.failure->message);
  return out + "}}\n";
}

}  // namespace acode::cli
