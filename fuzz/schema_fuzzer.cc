// Compiling: any text ends in a schema or in an error that says something; what compiles can be asked, and both ways to ask
// agree. In all drafts, plain, strict and forgiving.
#include <array>

#include "acode/json/reader.h"
#include "acode/schema/schema.h"
#include "fuzz_target.h"

namespace {

using acode::schema::CompileOptions;
using acode::schema::Draft;
using acode::schema::Schema;

constexpr std::array<std::string_view, 8> kValues = {
    "null",      "true", "-1.5", "1e400", "\"é a1\"", "[1,1.0,[],{}]", R"({"a":1,"b":{"a":[]},"":"","a":"2"})",
    "[[[[{}]]]]"};

std::string law_passes_agree(const Schema& schema, acode::json::Value value) {
  const bool accepts = schema.accepts(value);
  const std::vector<acode::schema::Violation> violations = schema.validate(value);
  if (accepts == violations.empty()) return {};
  return "accepts() says " + std::string(accepts ? "yes" : "no") + ", validate() has " +
         std::to_string(violations.size()) + " reasons";
}

void try_schema(std::string_view text, const CompileOptions& options) {
  const acode::Result<Schema> schema = Schema::compile(text, options);
  if (!schema.ok()) {
    acode::fuzz::expect_law(schema.error().message.empty() ? "an error without a message" : "");
    return;
  }
  for (const std::string_view value : kValues) {
    acode::fuzz::expect_law(law_passes_agree(*schema, acode::json::parse(value)->root()));
  }
  acode::fuzz::expect_law(law_passes_agree(*schema, schema->source()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = acode::fuzz::as_text(data, size);
  for (const Draft draft : {Draft::k7, Draft::k201909, Draft::k202012}) {
    CompileOptions options;
    options.draft = draft;
    try_schema(text, options);
    options.strict = options.formats = options.forgiving = true;
    try_schema(text, options);
  }
  return 0;
}
