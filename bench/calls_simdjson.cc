// simdjson's dom on the JSON inside of hermes calls: its parser is kept, and the texts were cut out and padded before the
// clock starts. It finds no call and checks nothing; it is what reading alone costs at the least.
#include <simdjson.h>

#include <stdexcept>
#include <vector>

#include "calls_cases.h"

namespace acode::bench {
namespace {

struct Bodies {
  explicit Bodies(const CallInput& input) {
    for (const CallText& call : input.calls) {
      texts.emplace_back(between_tags(call.text));
      if (!read(texts.back())) throw std::runtime_error("simdjson does not read " + input.name);
    }
  }

  bool read(const simdjson::padded_string& text) {
    simdjson::dom::element root;
    return parser.parse(text).get(root) == simdjson::SUCCESS;
  }

  std::vector<simdjson::padded_string> texts;
  simdjson::dom::parser parser;
};

Runner make_reader(const CallInput& input) {
  const auto bodies = std::make_shared<Bodies>(input);
  return {[bodies](std::size_t times) {
            for (; times > 0; --times) {
              for (const simdjson::padded_string& text : bodies->texts) keep(bodies->read(text));
            }
          },
          nullptr};
}

}  // namespace

void add_simdjson_call_cases(std::vector<Case>& cases, const CallInput& input) {
  std::size_t bytes = 0;
  for (const CallText& call : input.calls) bytes += between_tags(call.text).size();
  cases.push_back({"call", input.name, "simdjson", input.calls.size(), bytes, [&input] { return make_reader(input); }});
}

std::string about_simdjson() {
  return "simdjson dom runs its implementation \"" + simdjson::get_active_implementation()->name() + "\"";
}

}  // namespace acode::bench
