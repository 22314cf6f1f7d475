// functionary-v3.2: Functionary v3.2 and Medium v3.
//
//   >>>all
//   Let me see.>>>get_weather
//   {"city": "Paris"}
//
// `all` is the reader of the answer. The prompt ends with the first `>>>`, so the text may begin with the name: then the
// tool must be known. To `python` goes code, not JSON. And no call: the prompt of Python, `>>> f(x)`.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "extract/format_list.h"
#include "extract/json_body.h"
#include "extract/named_json.h"
#include "extract/raw_code.h"

namespace acode::extract {
namespace {

constexpr std::string_view kOpener = ">>>";
constexpr std::array<std::string_view, 1> kOpeners = {kOpener};
constexpr std::size_t kLongestName = 128;

class FunctionaryReader final : public ConstructReader {
 public:
  FunctionaryReader(const Tools& tools, std::string_view opener)
      : tools_(tools), name_begin_(opener == kOpener ? opener.size() : 0), body_({}, kOpeners) {}

  Look look(std::string_view text, bool final) override {
    if (begin_ == 0) {
      const Look::State state = read_name(text, final);
      if (state == Look::State::kMore) return Look::more();
      if (state == Look::State::kNot) return Look::no();
      if (name_ == "all") return Look::header(begin_, Look::Then::kContent);
    }
    return json_ ? read_json(text, final) : read_code(text, final);
  }

 private:
  // A name and the end of its line; kDone if something that can be its arguments follows.
  Look::State read_name(std::string_view text, bool final) {
    const std::size_t line = text.substr(0, name_begin_ + kLongestName).find('\n', name_begin_);
    const bool may_come = !final && text.size() < name_begin_ + kLongestName;
    if (line == std::string_view::npos) return may_come ? Look::State::kMore : Look::State::kNot;
    const std::string_view name = text.substr(name_begin_, line - name_begin_);
    const bool all = name == "all" && name_begin_ > 0;
    if (!all && !tools_.may_be(name)) return Look::State::kNot;
    const std::size_t next = skip_white(text, line);
    if (!all && next == text.size()) return final ? Look::State::kNot : Look::State::kMore;
    json_ = !all && text[next] == '{';
    if (!all && !json_ && !takes_code(name)) return Look::State::kNot;
    name_ = name;
    begin_ = json_ ? next : line + 1;
    return Look::State::kDone;
  }

  [[nodiscard]] bool takes_code(std::string_view name) const {
    const schema::Tool* const tool = tools_.find(name);
    return tool != nullptr && name_begin_ > 0 && (name == "python" || name == "code_interpreter");
  }

  Look read_json(std::string_view text, bool final) {
    const JsonBody::State state = body_.look(text, begin_, final);
    if (state == JsonBody::State::kMore) return Look::more();
    const std::string_view arguments = base::trimmed(text.substr(begin_, body_.end() - begin_));
    // Without the marker only the arguments tell that this is a call.
    const bool sure = name_begin_ > 0 || tool_for_arguments(arguments, tools_) == tools_.find(name_);
    return sure ? done(std::string(arguments), body_.end(), state != JsonBody::State::kCut) : Look::no(body_.end());
  }

  // Code goes on to the next recipient, or to the end.
  Look read_code(std::string_view text, bool final) {
    searched_ = std::max(searched_, begin_);
    const std::size_t next = text.find("\n>>>", searched_);
    if (next == std::string_view::npos && !final) {
      searched_ = std::max(begin_, text.size() - std::min<std::size_t>(text.size(), 3));
      return Look::more();
    }
    const std::size_t end = std::min(next, text.size());
    return done(raw_arguments(text.substr(begin_, end - begin_), tools_.find(name_)), end, true);
  }

  Look done(std::string arguments, std::size_t end, bool complete) {
    TextCall call;
    call.name = name_;
    call.arguments = std::move(arguments);
    call.offset = name_begin_;
    call.length = end - name_begin_;
    call.complete = complete;
    return Look::done(end, {std::move(call)});
  }

  const Tools& tools_;
  std::size_t name_begin_;
  std::size_t begin_ = 0;  // of the arguments; 0 if they have not been found
  std::size_t searched_ = 0;
  bool json_ = false;
  std::string name_;
  JsonBody body_;
};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<FunctionaryReader>(tools, opener);
}

void tool_openers(const Tools& tools, std::vector<std::string>& openers) {
  add_tool_openers(tools, "", "\n{", openers);
}

}  // namespace

Format functionary_v32() {
  return {"functionary-v3.2",
          "Functionary v3.2 and Medium v3",
          ">>>get_weather\n{\"city\":\"Paris\"}",
          kOpeners,
          Place::kAnywhere,
          reader,
          {},
          {},
          tool_openers};
}

}  // namespace acode::extract
