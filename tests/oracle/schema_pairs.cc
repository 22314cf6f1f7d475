// Writes random schemas and values, one pair on a line, with the verdict of acode: what schema_oracle.mjs holds against
// other validators.
//
//   schema_pairs 1000 > pairs.jsonl        {"seed": 7, "schema": {…}, "instance": …, "accepts": true, "reasons": 0}
//
// Both verdicts are there: that of accepts(), and how many reasons validate() gives. A schema that does not compile is
// written with its "error".
#include <cstdio>
#include <cstdlib>
#include <string>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/schema/schema.h"
#include "support_gen/schema_gen.h"

namespace {

using acode::test::Random;
using acode::test::Tree;

constexpr std::size_t kInstances = 4;  // for each schema

void write_line(std::size_t seed, const std::string& schema, const std::string& instance, const std::string& verdict) {
  std::printf(R"({"seed":%zu,"schema":%s,"instance":%s,%s})"
              "\n",
              seed, schema.c_str(), instance.c_str(), verdict.c_str());
}

std::string verdict_on(const acode::schema::Schema& schema, const std::string& instance) {
  const acode::Result<acode::json::Document> value = acode::json::parse(instance);
  if (!value) return "\"error\":\"the instance is not JSON\"";
  const bool accepts = schema.accepts(value->root());
  return std::string("\"accepts\":") + (accepts ? "true" : "false") +
         ",\"reasons\":" + std::to_string(schema.validate(value->root()).size());
}

void write_pairs_of(std::size_t seed, std::size_t pairs) {
  Random random(seed);
  acode::test::SchemaShape shape;
  shape.odd_numbers = random.one_in(8);
  const Tree tree = acode::test::random_schema(random, shape);
  const std::string text = acode::test::spell_plainly(tree, 0);
  const acode::Result<acode::schema::Schema> schema = acode::schema::Schema::compile(text);
  for (std::size_t i = 0; i < pairs; ++i) {
    const std::string instance = acode::test::spell_plainly(acode::test::random_instance(random, tree), 0);
    std::string verdict;
    if (schema.ok()) {
      verdict = verdict_on(*schema, instance);
    } else {
      verdict = "\"error\":";
      acode::json::write_string_to(verdict, acode::to_string(schema.error()));
    }
    write_line(seed, text, instance, verdict);
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t pairs = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1000;
  const std::size_t first = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 0;
  for (std::size_t done = 0, seed = first; done < pairs; ++seed) {
    const std::size_t some = pairs - done < kInstances ? pairs - done : kInstances;
    write_pairs_of(seed, some);
    done += some;
  }
  return 0;
}
