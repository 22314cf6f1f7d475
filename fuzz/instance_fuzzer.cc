// A schema and a value: schema, newline or NUL, value. Both ways to ask agree, the negation of the schema says the
// opposite, strict mode compiles what compiles without it, and a value is never changed.
#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/schema/schema.h"
#include "fuzz_target.h"

namespace {

using acode::json::Value;
using acode::schema::CompileOptions;
using acode::schema::Schema;
using acode::schema::Violation;

bool too_much(const std::vector<Violation>& violations) {
  for (const Violation& violation : violations) {
    if (violation.keyword == "limit") return true;
  }
  return false;
}

std::string law_passes_agree(const Schema& schema, Value value) {
  const std::string before = acode::json::write(value);
  const bool accepts = schema.accepts(value);
  const std::vector<Violation> violations = schema.validate(value);
  if (accepts != violations.empty()) return "accepts() and validate() disagree";
  for (const Violation& violation : violations) {
    if (violation.message.empty() || violation.keyword.empty()) return "a reason without words";
  }
  return acode::json::write(value) == before ? "" : "the value has changed";
}

/// {"not": S}: the references of S stay right if S is a document of its own.
std::string law_not_is_the_opposite(std::string_view text, const Schema& schema, Value value) {
  acode::schema::Documents documents;
  if (documents.add("urn:inner", text)) return {};
  CompileOptions options;
  options.documents = &documents;
  const acode::Result<Schema> opposite = Schema::compile(R"({"$id":"urn:outer","not":{"$ref":"urn:inner"}})", options);
  if (!opposite.ok()) return {};  // an $id in it may have made another document of it
  if (too_much(schema.validate(value)) || too_much(opposite->validate(value))) return {};
  return schema.accepts(value) != opposite->accepts(value) ? "" : "a schema and its negation say the same";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using acode::fuzz::expect_law;
  const std::string_view text = acode::fuzz::as_text(data, size);
  const std::size_t end = text.find_first_of(std::string_view("\n\0", 2));
  if (end == std::string_view::npos) return 0;
  const std::string_view schema_text = text.substr(0, end);
  const acode::Result<acode::json::Document> value = acode::json::parse(text.substr(end + 1));
  if (!value.ok()) return 0;
  const acode::Result<Schema> schema = Schema::compile(schema_text);
  if (!schema.ok()) return 0;
  expect_law(law_passes_agree(*schema, value->root()));
  expect_law(law_not_is_the_opposite(schema_text, *schema, value->root()));

  CompileOptions strict;
  strict.strict = strict.formats = true;
  const acode::Result<Schema> closed = Schema::compile(schema_text, strict);
  expect_law(closed.ok() ? law_passes_agree(*closed, value->root())
                         : "strict does not compile what compiles otherwise");
  return 0;
}
