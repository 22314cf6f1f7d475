// The repair on random texts: what it leaves alone, what it changes and what it says about it (RP-1, RP-2, RP-6, RP-9),
// and that pieces are as good as the whole (ST-3).
#include <gtest/gtest.h>

#include <bitset>
#include <chrono>

#include "acode/json/repair.h"
#include "properties/holds.h"
#include "properties/samples.h"
#include "support_gen/generate.h"
#include "support_gen/laws.h"

namespace acode::test {
namespace {

using json::RepairLevel;

constexpr RepairLevel kLevels[] = {RepairLevel::kSafe, RepairLevel::kNormal, RepairLevel::kEager};

/// The repair at a level, as a law of the text alone.
Law repair_at(RepairLevel level) {
  return [level](std::string_view text) { return law_repair(text, wide_options(level)); };
}

/// The repair cut after every byte, and at every single place in two.
Law every_split(RepairLevel level) {
  return [level](std::string_view text) {
    const json::RepairOptions options = wide_options(level);
    std::string wrong = law_repair_pieces(text, cut_everywhere(text.size()), options);
    for (std::size_t at = 0; wrong.empty() && at <= text.size(); ++at) wrong = law_repair_pieces(text, {at}, options);
    return wrong;
  };
}

/// RP-1: valid text of every kind comes back byte for byte, at every level.
TEST(RepairProperties, ValidTextIsUntouched) {
  for (std::size_t i = 0; i < rounds(6000); ++i) {
    Random random(i);
    const std::string text = valid_text(random);
    ASSERT_TRUE(holds(text, repair_at(random.pick(kLevels))));
    json::TolerantReader reader(wide_options());
    ASSERT_TRUE(reader.read(text)) << text;
    ASSERT_EQ(reader.text(), text);
    ASSERT_FALSE(reader.attempted()) << text;
  }
}

/// RP-2, RP-6, RP-9.
TEST(RepairProperties, EditsGiveAValidTextOrThereIsAnError) {
  for (std::size_t i = 0; i < rounds(10000); ++i) {
    Random random(i);
    const std::string text = broken_text(random);
    for (const RepairLevel level : kLevels) ASSERT_TRUE(holds(text, repair_at(level)));
  }
}

/// Each way to break a text on its own, so that none of them goes untried.
TEST(RepairProperties, EveryMutatorIsSurvived) {
  for (const Mutator& mutator : mutators()) {
    for (std::size_t i = 0; i < rounds(60); ++i) {
      Random random(i);
      const std::string text = mutator.apply(random, valid_text(random));
      ASSERT_TRUE(holds(text, repair_at(random.pick(kLevels)))) << mutator.name;
    }
  }
}

TEST(RepairProperties, TheCorpusIsSurvived) {
  for (const std::string& text : corpus_texts(20000)) {
    for (const RepairLevel level : kLevels) ASSERT_TRUE(holds(text, repair_at(level)));
  }
  for (const std::string& text : suite_texts(20000)) ASSERT_TRUE(holds(text, repair_at(RepairLevel::kNormal)));
}

/// RP-3: a kind that is switched off is not used, whatever else is.
TEST(RepairProperties, DisabledKindsAreNotUsed) {
  for (std::size_t i = 0; i < rounds(6000); ++i) {
    Random random(i);
    json::RepairOptions options = wide_options(random.pick(kLevels));
    options.disabled = std::bitset<json::kEditKinds>(random.next());
    ASSERT_TRUE(holds(broken_text(random), [&](std::string_view text) { return law_repair(text, options); }));
  }
}

TEST(RepairProperties, WithEveryKindDisabledOnlyValidTextPasses) {
  json::RepairOptions options = wide_options(RepairLevel::kEager);
  options.disabled.set();
  json::TolerantReader reader(options);
  for (std::size_t i = 0; i < rounds(3000); ++i) {
    Random random(i);
    const std::string text = any_text(random);
    ASSERT_EQ(reader.read(text), json::parse(text).ok()) << text;
  }
}

/// AR-5: with small limits too the laws hold, and what is handed out keeps to them.
TEST(RepairProperties, LimitsAreKept) {
  for (std::size_t i = 0; i < rounds(6000); ++i) {
    Random random(i);
    json::RepairOptions options = wide_options(random.pick(kLevels));
    options.limits.max_depth = static_cast<std::uint32_t>(random.between(1, 6));
    options.limits.max_bytes = random.between(1, 200);
    ASSERT_TRUE(holds(any_text(random), [&](std::string_view text) {
      const std::string wrong = law_repair(text, options);
      return wrong.empty() ? law_repair_quick(text, options) : wrong;
    }));
  }
}

/// The quick mender at a level.
Law quick_at(RepairLevel level) {
  return [level](std::string_view text) { return law_repair_quick(text, wide_options(level)); };
}

/// The text, broken in one way.
std::string with_slip(Random& random, std::string_view text) {
  return mutators()[random.below(mutators().size())].apply(random, text);
}

/// Up to three slips in texts as models write them, which is where the quick mender answers most often; and any others.
TEST(RepairProperties, QuickMendsAreThoseOfTheReadings) {
  for (std::size_t i = 0; i < rounds(20000); ++i) {
    Random random(i);
    std::string text = spell_plainly(tool_arguments(random), random.one_in(2) ? 0 : 2);
    for (std::size_t slips = random.between(1, 3); slips > 0; --slips) text = with_slip(random, text);
    ASSERT_TRUE(holds(text, quick_at(random.pick(kLevels))));
    ASSERT_TRUE(holds(broken_text(random), quick_at(random.pick(kLevels))));
  }
}

TEST(RepairProperties, QuickMendsAreThoseOfTheReadingsForTheCorpus) {
  Random random(1);
  for (const std::string& text : corpus_texts(20000)) {
    for (const RepairLevel level : kLevels) ASSERT_TRUE(holds(text, quick_at(level)));
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(holds(with_slip(random, text), quick_at(random.pick(kLevels))));
  }
}

/// ST-3.
TEST(RepairProperties, PiecesAreTheWholeAtEverySplit) {
  for (std::size_t i = 0; i < rounds(500); ++i) {
    Random random(i);
    const std::string text = any_text(random).substr(0, 200);
    ASSERT_TRUE(holds(text, every_split(random.pick(kLevels))));
  }
}

TEST(RepairProperties, PiecesAreTheWholeForTheCorpus) {
  for (const std::string& text : corpus_texts(2000)) {
    ASSERT_TRUE(holds(text, [](std::string_view shorter) {
      return law_repair_pieces(shorter, cut_everywhere(shorter.size()), wide_options());
    }));
  }
}

TEST(RepairProperties, PiecesAreTheWholeForLongTexts) {
  for (std::size_t i = 0; i < rounds(150); ++i) {
    Random random(i);
    TreeShape shape;
    shape.max_children = 12;
    shape.max_string = 300;
    shape.max_depth = 3;
    std::string text = spell_plainly(random_tree(random, shape), random.below(3));
    text = break_text(random, text);
    ASSERT_TRUE(holds(text, [i](std::string_view shorter) {
      Random cutting(i);
      return law_repair_pieces(shorter, random_cuts(cutting, shorter.size(), 30), wide_options());
    }));
  }
}

/// ST-3 for a text that is cut into pieces of one size.
std::string law_even_pieces(std::string_view text, std::size_t piece, RepairLevel level) {
  Cuts cuts;
  for (std::size_t at = piece; at < text.size(); at += piece) cuts.push_back(at);
  return law_repair_pieces(text, cuts, wide_options(level));
}

/// Memory is bounded, and what is hopeless given up, by counting. What is counted must not depend on the pieces.
TEST(RepairProperties, PiecesAreTheWholeWhereReadingsStayApart) {
  constexpr std::size_t kPieces[] = {1, 7, 16, 100, 333, 5000};
  for (std::size_t i = 0; i < rounds(100); ++i) {
    Random random(i);
    const std::string text = long_broken_text(random);
    ASSERT_EQ(law_even_pieces(text, random.pick(kPieces), random.pick(kLevels)), "") << "seed " << i;
  }
}

/// `begin`, and then `again` as often as it takes.
std::string repeated(std::string begin, std::string_view again, std::size_t size) {
  while (begin.size() < size) begin += again;
  return begin;
}

/// One text for each of the bounds: changes of readings that do not become one, changes of the best, edits of a string.
TEST(RepairProperties, PiecesAreTheWholeAtTheBounds) {
  const std::string texts[] = {
      repeated("[", R"({"a": "b c", )", 50000), repeated(R"({"a": )", "None\n``````", 42000),
      repeated(repeated(R"([{"a": ")", "x\n", 3000) + "\"},\n", "{'id': 1, \"text\": \"words\"},\n", 60000)};
  for (const std::string& text : texts) {
    for (const std::size_t piece : {1U, 16U, 5000U}) {
      ASSERT_EQ(law_even_pieces(text, piece, RepairLevel::kNormal), "") << "in pieces of " << piece;
    }
  }
}

/// RP-6: the same text gives the same repair, whatever was read before it.
TEST(RepairProperties, RemembersNothing) {
  for (std::size_t i = 0; i < rounds(4000); ++i) {
    Random random(i);
    const std::string before = any_text(random);
    const json::RepairOptions options = wide_options(random.pick(kLevels));
    ASSERT_TRUE(
        holds(any_text(random), [&](std::string_view text) { return law_repair_memory(before, text, options); }));
  }
}

/// RP-10.
TEST(RepairProperties, HigherLevelsFindMoreAndNothingElse) {
  const Law levels = [](std::string_view text) { return law_repair_levels(text, wide_options()); };
  for (std::size_t i = 0; i < rounds(6000); ++i) {
    Random random(i);
    ASSERT_TRUE(holds(broken_text(random), levels));
  }
  for (const std::string& text : corpus_texts(20000)) ASSERT_TRUE(holds(text, levels));
}

/// RP-7: past its time a text is refused with its own code, long before it would have been done.
TEST(RepairProperties, TheDeadlineIsKept) {
  Random random(1);
  std::string text = "[";
  while (text.size() < 900000) text += spell_plainly(tool_arguments(random), 0) + ",, ";
  json::RepairOptions options = wide_options();
  options.timeout = std::chrono::milliseconds(1);
  json::TolerantReader reader(options);
  ASSERT_FALSE(reader.read(text));
  ASSERT_EQ(reader.error()->code, ErrorCode::kRepairTimeout) << to_string(*reader.error());
}

/// Hints that know nothing.
class NoHints : public json::Hints {
 public:
  [[nodiscard]] Place root() const override { return kNowhere; }
  [[nodiscard]] Place member(Place, std::string_view) const override { return kNowhere; }
  [[nodiscard]] Place element(Place) const override { return kNowhere; }
  [[nodiscard]] unsigned expected_kinds(Place) const override { return kAnyKind; }
  [[nodiscard]] bool names_are_known(Place) const override { return false; }
  [[nodiscard]] std::size_t listed(Place, std::string_view) const override { return kAnyText; }
};

/// RP-5: hints that know nothing are as good as none.
TEST(RepairProperties, HintsThatKnowNothingChangeNothing) {
  const NoHints hints;
  json::RepairOptions hinted = wide_options();
  hinted.hints = &hints;
  const Law law = [&](std::string_view text) {
    const json::Repair with = json::repair(text, hinted);
    const json::Repair without = json::repair(text, wide_options());
    const bool same = with.ok() == without.ok() && with.text() == without.text();
    return same ? "" : detail::broken("hints that know nothing change the repair", text);
  };
  for (std::size_t i = 0; i < rounds(4000); ++i) {
    Random random(i);
    ASSERT_TRUE(holds(broken_text(random), law));
  }
}

}  // namespace
}  // namespace acode::test
