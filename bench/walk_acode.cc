// Walking acode's tree and tallying what is in it.
#include "walk_acode.h"

namespace acode::bench {

void walk_value(json::Value value, Tally& tally) {
  ++tally.values;
  switch (value.kind()) {
    case json::Kind::kString:
      tally.string_bytes += value.as_string().size();
      break;
    case json::Kind::kNumber:
      if (const auto integer = value.as_int64()) {
        tally.integers += *integer;
      } else {
        tally.decimals += value.as_double();
      }
      break;
    case json::Kind::kArray:
      for (const json::Value element : value.elements()) walk_value(element, tally);
      break;
    case json::Kind::kObject:
      for (const json::Member member : value.members()) {
        tally.string_bytes += member.name.size();
        walk_value(member.value, tally);
      }
      break;
    case json::Kind::kNull:
    case json::Kind::kBoolean:
      break;
  }
}

}  // namespace acode::bench
