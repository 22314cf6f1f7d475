// What a schema says, for people and for models (SC-8).
//
//   acode::schema::signature("read_file", schema)     // read_file(path: string, lines?: integer = 100)
//   acode::schema::example(schema)                    // {"path":"text"}
//   acode::schema::type_summary(schema)               // {path: string, lines?: integer = 100}
//   acode::schema::for_person(violation)              // lines: expected integer, got string "many"
//   acode::schema::for_model(violation)               // lines: expected integer, got string "many". Give an integer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "acode/schema/schema.h"

namespace acode::schema {

/// What an example shall show.
struct ExampleOptions {
  /// Also properties that are not required.
  bool optional_properties = false;
};

/// An example of a value that fits, as JSON text: defaults, examples and enumerations where the schema has them, else
/// the plainest value of the type. It is checked before it is handed out; nothing if none could be made.
std::optional<std::string> example(const Schema& schema, const ExampleOptions& options = {});

/// One line that tells how to call a tool: names, types, which may be left out, and defaults. Of a long one the details go
/// first (properties of nested objects, values of enumerations), then the last of the parameters that may be left out.
std::string signature(std::string_view name, const Schema& schema);

/// The type of a value that fits, in a few words: `integer`, `"a" | "b"`, `array of string`, `{path: string}`, `object of
/// number` for an object with any names.
std::string type_summary(const Schema& schema);

/// One line for a person: the path (none for the whole value), what was expected and what was there.
std::string for_person(const Violation& violation);

/// One line for a model: the path, what was expected and got, and what to do, as an order. Values are shortened.
std::string for_model(const Violation& violation);

}  // namespace acode::schema
