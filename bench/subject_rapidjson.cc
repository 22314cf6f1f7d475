// rapidjson's Document with its default settings. They do not check UTF-8 and do not promise the nearest double.
#include <rapidjson/document.h>

#include <optional>

#include "subject.h"

namespace acode::bench {
namespace {

void walk_value(const rapidjson::Value& value, Tally& tally) {
  ++tally.values;
  switch (value.GetType()) {
    case rapidjson::kStringType:
      tally.string_bytes += value.GetStringLength();
      break;
    case rapidjson::kNumberType:
      if (value.IsInt64()) {
        tally.integers += value.GetInt64();
      } else {
        tally.decimals += value.GetDouble();
      }
      break;
    case rapidjson::kArrayType:
      for (const rapidjson::Value& child : value.GetArray()) walk_value(child, tally);
      break;
    case rapidjson::kObjectType:
      for (const auto& member : value.GetObject()) {
        tally.string_bytes += member.name.GetStringLength();
        walk_value(member.value, tally);
      }
      break;
    case rapidjson::kNullType:
    case rapidjson::kFalseType:
    case rapidjson::kTrueType:
      break;
  }
}

class Fresh {
 public:
  static constexpr const char* kName = "rapidjson";
  explicit Fresh(const std::vector<std::string>& texts) : texts_(texts) {}
  bool read(std::size_t index) {
    const std::string& text = texts_[index];
    document_.emplace();
    document_->Parse(text.data(), text.size());
    return !document_->HasParseError();
  }
  void walk(Tally& tally) const { walk_value(*document_, tally); }

 private:
  const std::vector<std::string>& texts_;
  std::optional<rapidjson::Document> document_;
};

}  // namespace

void add_rapidjson(std::vector<Case>& cases, const Input& input) { add_subject<Fresh>(cases, input); }

}  // namespace acode::bench
