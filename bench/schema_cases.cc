// Making the cases of schemas. Before the clock starts every verdict is checked: a wrong one can be had quickly.
#include "schema_cases.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "acode/json/reader.h"
#include "acode/schema/schema.h"

namespace acode::bench {
namespace {

schema::Schema compiled(const SchemaInput& input) {
  Result<schema::Schema> result = schema::Schema::compile(input.schema);
  if (!result) throw std::runtime_error("the schema of " + input.name + " is refused");
  return std::move(*result);
}

json::Document parsed(const std::string& text) {
  Result<json::Document> result = json::parse(text);
  if (!result) throw std::runtime_error("a value of the benchmark is not JSON");
  return std::move(*result);
}

/// A schema and the trees of its values.
struct Ready {
  explicit Ready(const SchemaInput& input) : schema(compiled(input)) {
    for (const std::string& text : input.values) {
      trees.push_back(parsed(text));
      if (schema.accepts(trees.back().root()) != input.fits) throw std::runtime_error("wrong verdict on " + input.name);
    }
  }

  schema::Schema schema;
  std::vector<json::Document> trees;
};

Runner make_verdicts(const SchemaInput& input) {
  const auto ready = std::make_shared<const Ready>(input);
  return {[ready](std::size_t times) {
            for (; times > 0; --times) {
              for (const json::Document& tree : ready->trees) keep(ready->schema.accepts(tree.root()));
            }
          },
          nullptr};
}

Runner make_reasons(const SchemaInput& input) {
  const auto ready = std::make_shared<const Ready>(input);
  return {[ready](std::size_t times) {
            for (; times > 0; --times) {
              for (const json::Document& tree : ready->trees) keep(ready->schema.validate(tree.root()));
            }
          },
          nullptr};
}

Runner make_kept_reader(const SchemaInput& input) {
  const auto ready = std::make_shared<const Ready>(input);
  const auto reader = std::make_shared<json::Reader>();
  return {[ready, reader, &input](std::size_t times) {
            for (; times > 0; --times) {
              for (const std::string& text : input.values) {
                keep(reader->read(text) && ready->schema.accepts(reader->value()));
              }
            }
          },
          nullptr};
}

Runner make_fresh_documents(const SchemaInput& input) {
  const auto ready = std::make_shared<const Ready>(input);
  return {[ready, &input](std::size_t times) {
            for (; times > 0; --times) {
              for (const std::string& text : input.values) {
                const Result<json::Document> document = json::parse(text);
                keep(document.ok() && ready->schema.accepts(document->root()));
              }
            }
          },
          nullptr};
}

Runner make_compiler(const SchemaInput& input) {
  keep(compiled(input));
  return {[&input](std::size_t times) {
            for (; times > 0; --times) keep(schema::Schema::compile(input.schema).ok());
          },
          nullptr};
}

/// A case about the values of an input.
void add(std::vector<Case>& cases, const char* group, const SchemaInput& input, const char* subject,
         Runner (*make)(const SchemaInput&)) {
  cases.push_back(
      {group, input.name, subject, input.values.size(), input.value_bytes(), [make, &input] { return make(input); }});
}

}  // namespace

void add_validate_cases(std::vector<Case>& cases, const SchemaInput& input) {
  add(cases, "validate", input, "acode", make_verdicts);
}

void add_text_cases(std::vector<Case>& cases, const SchemaInput& input) {
  add(cases, "text", input, "acode", make_kept_reader);
  add(cases, "text", input, "acode, fresh", make_fresh_documents);
}

void add_compile_cases(std::vector<Case>& cases, const SchemaInput& input) {
  cases.push_back({"compile", input.name, "acode", 1, input.schema.size(), [&input] { return make_compiler(input); }});
}

void add_reasons_cases(std::vector<Case>& cases, const SchemaInput& input) {
  add(cases, "reasons", input, "verdict", make_verdicts);
  add(cases, "reasons", input, "reasons", make_reasons);
}

}  // namespace acode::bench
