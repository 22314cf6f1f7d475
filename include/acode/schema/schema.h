// JSON Schema: compiled once, asked often.
//
//   acode::Result<acode::schema::Schema> schema = acode::schema::Schema::compile(text);
//   if (!schema) report(schema.error());                     // what is wrong with the schema, and where in it
//   if (schema->accepts(value)) run(value);                  // the quick way: yes or no
//   for (const auto& violation : schema->validate(value))    // every reason why not
//     std::cerr << violation.where.dotted() << ": " << violation.message << '\n';
//
// Drafts 2020-12, 2019-09 and 7, chosen by `$schema`. Nothing is ever fetched: a document that is referred to must be
// among the Documents given, or be a metaschema, which are built in. A Schema is immutable and cheap to copy; any number
// of threads may ask it at once. The validator never changes a value (SC-6): `"123"` is not an integer.
//
// Whatever the schema and the value, the work is bounded: a value for which it would be too much is refused with a
// violation that says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/error.h"
#include "acode/json/pointer.h"
#include "acode/json/value.h"
#include "acode/limits.h"

namespace acode::schema {

/// The drafts of JSON Schema that are known.
enum class Draft : std::uint8_t { k7, k201909, k202012 };

/// The draft that a `$schema` names, with or without an empty fragment; nothing for other URIs.
std::optional<Draft> draft_from_uri(std::string_view uri);

/// "7", "2019-09", "2020-12"; for reading also "draft7", "draft2020-12" and the like.
std::string_view draft_name(Draft draft);
/// The draft with this name, or nothing.
std::optional<Draft> draft_from_name(std::string_view name);

namespace detail {
struct Program;
struct KnownDocuments;
}  // namespace detail

/// Documents that schemas may refer to, by URI.
class Documents {
 public:
  Documents();
  /// A copy knows the same documents.
  Documents(const Documents&);
  /// Likewise.
  Documents& operator=(const Documents&);
  Documents(Documents&&) noexcept;
  Documents& operator=(Documents&&) noexcept;
  ~Documents();

  /// Makes a document known under a URI, and, when it is used, under the `$id`s in it. A text that is not JSON is an
  /// error; a document that was known under this URI is replaced.
  std::optional<Error> add(std::string_view uri, std::string_view text);

 private:
  friend struct detail::KnownDocuments;
  std::shared_ptr<detail::KnownDocuments> known_;
};

/// Something odd about a schema that was accepted all the same.
struct Warning {
  json::Pointer where;  ///< in the schema
  std::string message;  ///< one sentence for a person
};

/// How a schema is read, and what it is held to.
struct CompileOptions {
  /// What a schema without `$schema` is written in.
  Draft draft = Draft::k202012;

  /// A property that the schema does not name is an error wherever the schema gives properties and does not itself
  /// allow more (SC-5).
  bool strict = false;

  /// `format` is checked; otherwise it only tells what is meant.
  bool formats = false;

  /// Accepts what tool definitions in the wild contain besides proper schemas: types like `dict`, `float`, `any`,
  /// `STRING`, and `nullable`. Each gives a warning.
  bool forgiving = false;

  /// Documents that may be referred to, or null. Only needed while compiling.
  const Documents* documents = nullptr;

  /// Of the text of the schema.
  Limits limits{.max_bytes = std::size_t{16} << 20, .max_depth = 256};
};

/// One way in which a value does not fit (SC-4).
struct Violation {
  json::Pointer where;   ///< in the value: where.dotted() is `items[2].name`, where.text() is `/items/2/name`
  std::string keyword;   ///< of the schema: "type", "required", "enum" …
  json::Pointer schema;  ///< where in the schema that keyword stands, within its document
  std::string expected;  ///< "integer", "at least 1", "one of "a", "b"" …
  std::string actual;    ///< "string "abc"", "missing" …, shortened
  std::string message;   ///< one sentence, without the path
};

/// A compiled schema. Immutable and cheap to copy; any number of threads may ask one.
class Schema {
 public:
  /// Compiles a text. An error has the code of what is wrong (not JSON, a broken schema, an unknown reference), and
  /// says where in the schema.
  static Result<Schema> compile(std::string_view text, const CompileOptions& options = {});

  /// Compiles a schema that has been read already. It is copied.
  static Result<Schema> compile(json::Value schema, const CompileOptions& options = {});

  /// Whether a value fits.
  [[nodiscard]] bool accepts(json::Value value) const;

  /// Why a value does not fit: all reasons, `most` at most; none if it fits.
  [[nodiscard]] std::vector<Violation> validate(json::Value value, std::size_t most = 100) const;

  /// The draft that it is written in.
  [[nodiscard]] Draft draft() const;

  /// The schema itself, as it was given. Lives as long as any copy of this object.
  [[nodiscard]] json::Value source() const;

  /// What was odd about it.
  [[nodiscard]] const std::vector<Warning>& warnings() const;

  /// Where in memory it is that every validation looks at, for those who would have it fetched.
  [[nodiscard]] std::vector<const void*> places() const;

  /// For the other modules of the library.
  [[nodiscard]] const detail::Program& program() const { return *program_; }

 private:
  explicit Schema(std::shared_ptr<const detail::Program> program) : program_(std::move(program)) {}

  std::shared_ptr<const detail::Program> program_;
};

}  // namespace acode::schema
