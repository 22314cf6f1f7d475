// The writer and the pointers: a value written and read again is the same; every value is found again by its pointer; any
// bytes make a valid string; a pointer's text is read as it was written, or refused.
#include "acode/json/pointer.h"
#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "fuzz_target.h"
#include "support_gen/laws.h"

namespace {

void check_string(std::string_view bytes) {
  std::string written;
  acode::json::write_string_to(written, bytes);
  if (!acode::json::parse(written, acode::test::wide_limits())) acode::fuzz::expect_law("not a string: " + written);
}

void check_pointer(std::string_view text) {
  const acode::Result<acode::json::Pointer> pointer = acode::json::Pointer::parse(text);
  if (pointer && pointer->text() != text) acode::fuzz::expect_law("another pointer: " + pointer->text());
  if (!pointer && pointer.error().position.offset > text.size()) acode::fuzz::expect_law("an error behind the end");
  if (pointer) static_cast<void>(pointer->dotted());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = acode::fuzz::as_text(data, size);
  check_string(text);
  check_pointer(text);
  const acode::Result<acode::json::Document> document = acode::json::parse(text);
  if (!document) return 0;
  acode::fuzz::expect_law(acode::test::law_writer_round_trip(document->root()));
  acode::fuzz::expect_law(acode::test::law_pointers(document->root()));
  static_cast<void>(acode::json::find_duplicate_keys(document->root()));
  return 0;
}
