// llama-python-tag: Llama 3.1, 3.2 and 3.3.
//
//   <|python_tag|>{"name": "get_weather", "parameters": {"city": "Paris"}}<|eom_id|>
//   <|python_tag|>brave_search.call(query="weather in Paris")
//   <|python_tag|>import math
//   print(math.pi)
//
// The last is code for an interpreter: a call of it, if there is such a tool.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "extract/format_list.h"
#include "extract/marked_calls.h"
#include "extract/raw_code.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<|python_tag|>"};
constexpr std::array<std::string_view, 2> kClosers = {"<|eom_id|>", "<|eot_id|>"};

class PythonTagReader final : public ConstructReader {
 public:
  PythonTagReader(const Tools& tools, std::string_view opener)
      : tools_(tools), begin_(opener.size()), calls_(tools, opener, kClosers) {}

  Look look(std::string_view text, bool final) override {
    if (!code_) {
      Look look = calls_.look(text, final);
      if (look.state == Look::State::kMore) return look;
      for (TextCall& call : look.calls) drop_method(call.name);
      const bool sure = look.state == Look::State::kDone && are_tools(look.calls);
      if (sure || interpreter() == nullptr) return look;
      code_ = true;
    }
    return read_code(text, final);
  }

 private:
  // `brave_search.call` is brave_search.
  static void drop_method(std::string& name) {
    constexpr std::string_view kMethod = ".call";
    if (name.ends_with(kMethod)) name.resize(name.size() - kMethod.size());
  }

  // print(f(x)) is code for an interpreter unless f is a tool.
  [[nodiscard]] bool are_tools(const std::vector<TextCall>& calls) const {
    return std::all_of(calls.begin(), calls.end(), [this](const TextCall& call) { return tools_.may_be(call.name); });
  }

  [[nodiscard]] const schema::Tool* interpreter() const {
    for (const std::string_view name : {"python", "ipython", "code_interpreter"}) {
      if (const schema::Tool* const tool = tools_.find(name); tool != nullptr) return tool;
    }
    return nullptr;
  }

  // To the end of the message.
  Look read_code(std::string_view text, bool final) {
    for (searched_ = std::max(searched_, begin_); searched_ < text.size(); ++searched_) {
      const Match end = match_any(text, searched_, kClosers, final);
      if (end.part()) return Look::more();
      if (end.yes()) return done(text, searched_, searched_ + end.length);
    }
    return final ? done(text, text.size(), text.size()) : Look::more();
  }

  [[nodiscard]] Look done(std::string_view text, std::size_t end, std::size_t length) const {
    const std::string_view code = base::trimmed(text.substr(begin_, end - begin_));
    if (code.empty()) return Look::no();
    TextCall call;
    call.name = interpreter()->name;
    call.arguments = raw_arguments(code, interpreter());
    call.offset = begin_;
    call.length = end - begin_;
    return Look::done(length, {std::move(call)});
  }

  const Tools& tools_;
  std::size_t begin_;
  MarkedCallsReader calls_;
  bool code_ = false;  // it is code
  std::size_t searched_ = 0;
};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<PythonTagReader>(tools, opener);
}

}  // namespace

Format llama_python_tag() {
  return {"llama-python-tag",
          "Llama 3.1, 3.2 and 3.3",
          R"x(<|python_tag|>{"name": "get_weather", "parameters": {"city": "Paris"}}<|eom_id|>)x",
          kOpeners,
          Place::kAnywhere,
          reader};
}

}  // namespace acode::extract
