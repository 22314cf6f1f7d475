// A stranger's program: repairs a text, checks it against a schema, and prints it.
#include <acode/acode.h>

#include <iostream>

int main() {
  const acode::json::Repair repair = acode::json::repair("{path: 'test.txt',}");
  if (!repair.ok()) {
    std::cerr << acode::to_string(*repair.error()) << '\n';
    return 1;
  }
  const auto schema = acode::schema::Schema::compile(R"({"properties": {"path": {"pattern": "[.]txt$"}}})");
  if (!schema || !schema->accepts(repair.value())) return 1;
  std::cout << repair.text() << '\n';
}
