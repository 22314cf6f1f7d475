// react: agents after the ReAct paper, LangChain and LlamaIndex prompts.
//
//   Thought: I need the weather.
//   Action: get_weather
//   Action Input: {"city": "Paris"}
//
// The thought is reasoning; what follows a `Final Answer:` is content. The action may also be a JSON blob,
// `Action: {"action": …, "action_input": …}`, in a fence or not. The input may be plain text, if the tool has one
// parameter that it can be meant for. An `Observation:` that the model makes up ends its answer (tokens.cc).
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "acode/json/writer.h"
#include "base/text.h"
#include "extract/format_list.h"
#include "extract/json_span.h"
#include "extract/tagged_json.h"

namespace acode::extract {
namespace {

using base::kWhite;

constexpr std::array<std::string_view, 6> kOpeners = {
    "Action:", "**Action:**", "**Action**:", "Thought:", "**Thought:**", "**Thought**:"};
constexpr std::array<std::string_view, 1> kNoClosers = {"</action>"};
constexpr std::array<std::string_view, 3> kInputs = {"Action Input:", "**Action Input:**", "**Action Input**:"};
constexpr std::array<std::string_view, 8> kNext = {"Observation:",  "**Observation", "Thought:", "**Thought",
                                                   "Final Answer:", "**Final",       "Action:",  "**Action:"};
constexpr std::string_view kBlank = " \t\r";
constexpr std::size_t kLongestName = 256;

std::string_view trimmed(std::string_view text, std::string_view what) {
  const std::size_t first = text.find_first_not_of(what);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(what) - first + 1);
}

/// `Thought:` is the header of reasoning.
class ThoughtReader final : public ConstructReader {
 public:
  explicit ThoughtReader(std::string_view opener) : opener_(opener) {}

  Look look(std::string_view text, bool final) override {
    const std::size_t end = std::min(text.find_first_not_of(kBlank, opener_.size()), text.size());
    if (end == text.size() && !final) return Look::more();
    return Look::header(end, Look::Then::kReasoning);
  }

 private:
  std::string_view opener_;
};

/// `Action:`, a name, and the input.
class ActionReader final : public ConstructReader {
 public:
  ActionReader(const Tools& tools, std::string_view opener)
      : tools_(tools), opener_(opener), blob_(tools, opener, kNoClosers) {}

  Look look(std::string_view text, bool final) override {
    if (stage_ == Stage::kAction) {
      const std::size_t at = text.find_first_not_of(kWhite, opener_.size());
      if (at == std::string_view::npos) return final ? Look::no() : Look::more();
      stage_ = text[at] == '{' || text[at] == '[' || text[at] == '`' ? Stage::kBlob : Stage::kName;
      at_ = at;
    }
    if (stage_ == Stage::kBlob) {
      Look look = blob_.look(text, final);
      if (look.state != Look::State::kNot || text[at_] != '`') return look;
      stage_ = Stage::kName;
    }
    if (stage_ == Stage::kName && !read_name(text, final)) return answer(final);
    if (stage_ == Stage::kLabel && !read_label(text, final)) return answer(final);
    return read_input(text, final);
  }

 private:
  enum class Stage : std::uint8_t { kAction, kBlob, kName, kLabel, kInput, kNone, kNoInput };

  // What to say when a part could not be read: it needs more, or it is none.
  Look answer(bool final) {
    if (stage_ == Stage::kNoInput) return done(end_, "{}");
    return stage_ == Stage::kNone || final ? Look::no() : Look::more();
  }

  bool read_name(std::string_view text, bool final) {
    const std::size_t line = std::min(text.find('\n', at_), text.size());
    if (line - at_ > kLongestName) {
      stage_ = Stage::kNone;
      return false;
    }
    if (line == text.size() && !final) return false;
    name_ = trimmed(text.substr(at_, line - at_), " \t\r*`\"'");
    if (const std::size_t end = name_.rfind("()"); end != std::string_view::npos) name_.resize(end);
    if (!tools_.may_be(name_)) {
      stage_ = Stage::kNone;
      return false;
    }
    end_ = line;
    stage_ = Stage::kLabel;
    return true;
  }

  // `Action Input:`. Without it the tool is called with nothing.
  bool read_label(std::string_view text, bool final) {
    const std::size_t at = base::skip_white(text, end_);
    const std::string_view rest = text.substr(at);
    for (const std::string_view label : kInputs) {
      if (rest.starts_with(label)) {
        at_ = at + label.size();
        stage_ = Stage::kInput;
        return true;
      }
      if (!final && label.starts_with(rest)) return false;
    }
    stage_ = Stage::kNoInput;
    return false;
  }

  Look read_input(std::string_view text, bool final) {
    if (begin_ == 0) {
      const std::size_t at = skip_fence(text, base::skip_white(text, at_));
      if (at >= text.size() || text[at] == '`') return final ? done(text.size(), "{}") : Look::more();
      begin_ = at;
    }
    if (text[begin_] == '{') return read_json(text, final);
    return read_text(text, final);
  }

  // Behind "```json" and its line, if that stands here.
  static std::size_t skip_fence(std::string_view text, std::size_t at) {
    if (!text.substr(at).starts_with("```")) return at;
    const std::size_t line = text.find('\n', at);
    return line == std::string_view::npos ? at : base::skip_white(text, line);
  }

  Look read_json(std::string_view text, bool final) {
    const std::size_t length = span_.look(text.substr(begin_));
    if (length == JsonSpan::kOpen && !final) return Look::more();
    const std::size_t end = length == JsonSpan::kOpen ? text.size() : begin_ + length;
    std::size_t behind = base::skip_white(text, end);
    if (!final && text.size() - behind < 3 && std::string_view("```").starts_with(text.substr(behind))) {
      return Look::more();
    }
    behind = text.substr(behind).starts_with("```") ? behind + 3 : end;
    return done(behind, text.substr(begin_, end - begin_), length != JsonSpan::kOpen);
  }

  // Plain text, up to the next line that begins with one of the words of the form.
  Look read_text(std::string_view text, bool final) {
    searched_ = std::max(searched_, begin_);
    std::size_t end = text.size();
    for (;;) {
      const std::size_t line = text.find('\n', searched_);
      if (line == std::string_view::npos) break;
      const std::string_view rest = text.substr(line + 1);
      const auto begins = [&](std::string_view word) { return rest.starts_with(word); };
      if (std::any_of(kNext.begin(), kNext.end(), begins)) {
        end = line;
        break;
      }
      const auto may_begin = [&](std::string_view word) { return word.starts_with(rest); };
      if (!final && std::any_of(kNext.begin(), kNext.end(), may_begin)) return Look::more();
      searched_ = line + 1;
    }
    if (end == text.size() && !final) return Look::more();
    return done(end, plain_input(trimmed(text.substr(begin_, end - begin_), kWhite)));
  }

  // The text as the one parameter that it can be meant for; else as it is.
  std::string plain_input(std::string_view input) const {
    if (input.empty() || input == "None" || input == "null" || input == "N/A") return "{}";
    std::string arguments;
    const std::optional<std::string> parameter = only_parameter(tools_.find(name_));
    if (!parameter) {
      json::write_string_to(arguments, input);
      return arguments;
    }
    arguments += '{';
    json::write_string_to(arguments, *parameter);
    arguments += ": ";
    json::write_string_to(arguments, trimmed(input, "\"'"));
    return arguments + '}';
  }

  static std::optional<std::string> only_parameter(const schema::Tool* tool) {
    if (tool == nullptr) return std::nullopt;
    const std::optional<json::Value> required = tool->parameters.source().find("required");
    if (required && required->size() == 1) return std::string((*required->elements().begin()).as_string());
    const std::optional<json::Value> properties = tool->parameters.source().find("properties");
    if (properties && properties->size() == 1) return std::string((*properties->members().begin()).name);
    return std::nullopt;
  }

  Look done(std::size_t end, std::string_view arguments, bool complete = true) const {
    TextCall call;
    call.name = name_;
    call.arguments = arguments;
    call.offset = begin_ == 0 ? opener_.size() : begin_;
    call.length = end - call.offset;
    call.complete = complete;
    return Look::done(end, {std::move(call)});
  }

  const Tools& tools_;
  std::string_view opener_;
  TaggedJsonReader blob_;
  Stage stage_ = Stage::kAction;
  std::size_t at_ = 0;     // where the next part begins
  std::size_t end_ = 0;    // of the name
  std::size_t begin_ = 0;  // of the input; 0 if that is not known yet
  std::size_t searched_ = 0;
  std::string name_;
  JsonSpan span_;
};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  if (opener.find("Thought") != std::string_view::npos) return room.make<ThoughtReader>(opener);
  return room.make<ActionReader>(tools, opener);
}

}  // namespace

Format react() {
  return {"react",
          "any model taught to think and act by a prompt",
          "Action: get_weather\nAction Input: {\"city\":\"Paris\"}",
          kOpeners,
          Place::kLineStart,
          reader};
}

}  // namespace acode::extract
