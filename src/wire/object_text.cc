// Arguments that a dialect has as an object.
#include "wire/object_text.h"

#include "acode/json/writer.h"

namespace acode::wire::detail {

void ObjectText::name(std::string_view name) {
  if (text_.size() > 1) text_ += ',';
  json::write_string_to(text_, name);
  text_ += ':';
}

ObjectText& ObjectText::string(std::string_view name, std::string_view characters) {
  this->name(name);
  json::write_string_to(text_, characters);
  return *this;
}

ObjectText& ObjectText::number(std::string_view name, std::uint64_t number) {
  return json(name, std::to_string(number));
}

ObjectText& ObjectText::integer(std::string_view name, std::int64_t number) {
  return json(name, std::to_string(number));
}

ObjectText& ObjectText::json(std::string_view name, std::string_view text) {
  this->name(name);
  text_ += text;
  return *this;
}

std::string array_text(const std::vector<std::string>& elements) {
  std::string out = "[";
  for (const std::string& element : elements) {
    if (out.size() > 1) out += ',';
    out += element;
  }
  return out += ']';
}

std::string string_or_null(std::string_view characters) {
  if (characters.empty()) return "null";
  std::string out;
  json::write_string_to(out, characters);
  return out;
}

}  // namespace acode::wire::detail
