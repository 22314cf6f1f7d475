// nlohmann's json, as it comes.
#include <nlohmann/json.hpp>

#include "subject.h"

namespace acode::bench {
namespace {

using nlohmann::json;

void walk_value(const json& value, Tally& tally) {
  ++tally.values;
  if (value.is_string()) {
    tally.string_bytes += value.get_ref<const std::string&>().size();
  } else if (value.is_number_integer()) {
    tally.integers += value.get<std::int64_t>();
  } else if (value.is_number_float()) {
    tally.decimals += value.get<double>();
  } else if (value.is_array()) {
    for (const json& child : value) walk_value(child, tally);
  } else if (value.is_object()) {
    for (const auto& [name, child] : value.get_ref<const json::object_t&>()) {
      tally.string_bytes += name.size();
      walk_value(child, tally);
    }
  }
}

class Fresh {
 public:
  static constexpr const char* kName = "nlohmann";
  explicit Fresh(const std::vector<std::string>& texts) : texts_(texts) {}
  bool read(std::size_t index) {
    value_ = json::parse(texts_[index], nullptr, /*allow_exceptions=*/false);
    return !value_.is_discarded();
  }
  void walk(Tally& tally) const { walk_value(value_, tally); }

 private:
  const std::vector<std::string>& texts_;
  json value_;
};

}  // namespace

void add_nlohmann(std::vector<Case>& cases, const Input& input) { add_subject<Fresh>(cases, input); }

}  // namespace acode::bench
