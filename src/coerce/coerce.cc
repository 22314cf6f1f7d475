// The public face of the module, and coercion without a schema.
#include "acode/coerce/coerce.h"

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "coerce/coercer.h"

namespace acode::coerce {
namespace {

using json::Value;

// Writes a value with the strings that spell a literal promoted, and notes each.
class Promoter {
 public:
  std::string run(Value value) {
    write(value);
    return std::move(text_);
  }
  std::vector<Change> take_changes() { return std::move(changes_); }

 private:
  static constexpr std::size_t kDeepest = 500;  // what lies deeper stays as it is

  static bool is_literal(std::string_view text) { return text == "true" || text == "false" || text == "null"; }

  void write(Value value) {
    const bool container = value.is_array() || value.is_object();
    if (value.is_string() && is_literal(value.as_string())) return promote(value.as_string());
    if (!container || path_.steps().size() >= kDeepest) return json::write_to(text_, value);
    text_ += value.is_array() ? '[' : '{';
    std::size_t position = 0;
    for (const Value element : value.elements()) {
      text_ += position == 0 ? "" : ",";
      path_.push(position++);
      write(element);
      path_.pop();
    }
    for (const json::Member member : value.members()) {
      text_ += position++ == 0 ? "" : ",";
      json::write_string_to(text_, member.name);
      text_ += ':';
      path_.push(member.name);
      write(member.value);
      path_.pop();
    }
    text_ += value.is_array() ? ']' : '}';
  }

  void promote(std::string_view literal) {
    text_ += literal;
    const std::string kind = literal == "null" ? "" : "boolean ";
    changes_.push_back(
        {path_, "promoted",
         path_.dotted() + ": string \"" + std::string(literal) + "\" converted to " + kind + std::string(literal)});
  }

  std::string text_;
  json::Pointer path_;
  std::vector<Change> changes_;
};

}  // namespace

Coerced Coercer::promote(Value value, Level level) {
  Coerced coerced(value);
  coerced.fits_ = true;
  if (level == Level::kOff) return coerced;
  Promoter promoter;
  const std::string text = promoter.run(value);
  coerced.changes_ = promoter.take_changes();
  if (coerced.changes_.empty()) return coerced;
  Result<json::Document> document = json::parse(text, {kMaxTextBytes, 1'000'000});
  coerced.document_ = std::make_shared<const json::Document>(std::move(*document));
  coerced.value_ = coerced.document_->root();
  return coerced;
}

Coerced coerce(const schema::Schema& schema, Value value, Level level) {
  return Coercer(schema.program(), level).run(value);
}

Coerced coerce_without_schema(Value value, Level level) { return Coercer::promote(value, level); }

std::string joined(const std::vector<Change>& changes) {
  std::string out;
  for (const Change& change : changes) out += (out.empty() ? "" : "; ") + change.message;
  return out;
}

}  // namespace acode::coerce
