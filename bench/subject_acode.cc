// acode: a reader that is kept, a fresh document for each text, and the tolerant reader on valid text.
#include "acode/json/reader.h"
#include "acode/json/repair.h"
#include "subject.h"
#include "walk_acode.h"

namespace acode::bench {
namespace {

using Texts = std::vector<std::string>;

class KeptReader {
 public:
  static constexpr const char* kName = "acode";
  explicit KeptReader(const Texts& texts) : texts_(texts) {}
  bool read(std::size_t index) { return reader_.read(texts_[index]); }
  void walk(Tally& tally) const { walk_value(reader_.value(), tally); }

 private:
  const Texts& texts_;
  json::Reader reader_;
};

class FreshDocument {
 public:
  static constexpr const char* kName = "acode, fresh";
  explicit FreshDocument(const Texts& texts) : texts_(texts) {}
  bool read(std::size_t index) {
    Result<json::Document> parsed = json::parse(texts_[index]);
    if (!parsed) return false;
    document_ = std::move(parsed).value();
    return true;
  }
  void walk(Tally& tally) const { walk_value(document_.root(), tally); }

 private:
  const Texts& texts_;
  json::Document document_;
};

class KeptTolerantReader {
 public:
  static constexpr const char* kName = "acode, tolerant";
  explicit KeptTolerantReader(const Texts& texts) : texts_(texts) {}
  bool read(std::size_t index) { return reader_.read(texts_[index]); }
  void walk(Tally& tally) const { walk_value(reader_.value(), tally); }

 private:
  const Texts& texts_;
  json::TolerantReader reader_;
};

}  // namespace

void add_acode(std::vector<Case>& cases, const Input& input) {
  add_subject<KeptReader>(cases, input);
  add_subject<FreshDocument>(cases, input);
  add_subject<KeptTolerantReader>(cases, input);
}

}  // namespace acode::bench
