// simdjson's dom. It needs readable bytes behind the text: "simdjson" is given a text that was padded before the clock
// started, "simdjson, copy" pads it itself as it must for a text of the caller's, "fresh" has a new parser each time.
#include <simdjson.h>

#include "subject.h"

namespace acode::bench {
namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

void walk_element(element value, Tally& tally) {
  ++tally.values;
  switch (value.type()) {
    case element_type::STRING:
      tally.string_bytes += value.get_string().value_unsafe().size();
      break;
    case element_type::INT64:
      tally.integers += value.get_int64().value_unsafe();
      break;
    case element_type::UINT64:
      tally.integers += static_cast<std::int64_t>(value.get_uint64().value_unsafe());
      break;
    case element_type::DOUBLE:
      tally.decimals += value.get_double().value_unsafe();
      break;
    case element_type::ARRAY: {
      const simdjson::dom::array children = value.get_array().value_unsafe();
      for (const element child : children) walk_element(child, tally);
      break;
    }
    case element_type::OBJECT: {
      const simdjson::dom::object members = value.get_object().value_unsafe();
      for (const auto member : members) {
        tally.string_bytes += member.key.size();
        walk_element(member.value, tally);
      }
      break;
    }
    case element_type::BOOL:
    case element_type::NULL_VALUE:
      break;
  }
}

class Padded {
 public:
  static constexpr const char* kName = "simdjson";
  explicit Padded(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) texts_.emplace_back(text);
  }
  bool read(std::size_t index) { return parser_.parse(texts_[index]).get(root_) == simdjson::SUCCESS; }
  void walk(Tally& tally) const { walk_element(root_, tally); }

 private:
  std::vector<simdjson::padded_string> texts_;
  simdjson::dom::parser parser_;
  element root_;
};

class Copied {
 public:
  static constexpr const char* kName = "simdjson, copy";
  explicit Copied(const std::vector<std::string>& texts) : texts_(texts) {}
  bool read(std::size_t index) {
    const std::string& text = texts_[index];
    return parser_.parse(text.data(), text.size(), true).get(root_) == simdjson::SUCCESS;
  }
  void walk(Tally& tally) const { walk_element(root_, tally); }

 private:
  const std::vector<std::string>& texts_;
  simdjson::dom::parser parser_;
  element root_;
};

class Fresh {
 public:
  static constexpr const char* kName = "simdjson, fresh";
  explicit Fresh(const std::vector<std::string>& texts) : texts_(texts) {}
  bool read(std::size_t index) {
    const std::string& text = texts_[index];
    parser_ = std::make_unique<simdjson::dom::parser>();
    return parser_->parse(text.data(), text.size(), true).get(root_) == simdjson::SUCCESS;
  }
  void walk(Tally& tally) const { walk_element(root_, tally); }

 private:
  const std::vector<std::string>& texts_;
  std::unique_ptr<simdjson::dom::parser> parser_;
  element root_;
};

}  // namespace

void add_simdjson(std::vector<Case>& cases, const Input& input) {
  add_subject<Padded>(cases, input);
  add_subject<Copied>(cases, input);
  add_subject<Fresh>(cases, input);
}

std::string simdjson_implementation() { return simdjson::get_active_implementation()->name(); }

}  // namespace acode::bench
