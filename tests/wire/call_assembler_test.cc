// What the assembler promises beyond the quirks: order, numbers, and its cost (ST-3).
#include "wire/call_assembler.h"

#include <gtest/gtest.h>

namespace acode::wire::detail {
namespace {

CallPiece piece(std::optional<std::int64_t> index, std::string id, std::string name, std::string arguments) {
  CallPiece out;
  out.index = index;
  out.id = std::move(id);
  out.name = std::move(name);
  out.arguments = std::move(arguments);
  return out;
}

WireLimits limit(std::size_t calls) { return {.max_calls = calls}; }

std::string joined(const std::vector<Delta>& deltas) {
  Answer answer;
  for (const Delta& delta : deltas) add(answer, delta);
  std::string out;
  for (const WireCall& call : answer.calls) {
    out += "[" + call.id + " " + call.name + " " + call.arguments + (call.complete ? "]" : " ?]");
  }
  return out;
}

TEST(CallAssembler, NumbersAreThoseOfTheBeginning) {
  CallAssembler assembler(limit(8), {}, {});
  std::vector<Delta> out;
  EXPECT_EQ(assembler.take(piece(7, "a", "f", "{\"x\":1}"), out), Taken::kYes);
  EXPECT_EQ(assembler.take(piece(-3, "b", "g", "{\"y\":2}"), out), Taken::kYes);
  EXPECT_EQ(joined(out), "[a f {\"x\":1}][b g {\"y\":2}]");
  EXPECT_EQ(std::get<CallDelta>(out[1]).call, 1U);
}

TEST(CallAssembler, APieceForNoCallGoesToTheOneNowStreaming) {
  CallAssembler assembler(limit(8), {}, {});
  std::vector<Delta> out;
  assembler.take(piece(0, "a", "f", "{\"x\":"), out);
  assembler.take(piece(5, "", "", "1}"), out);
  EXPECT_EQ(joined(out), "[a f {\"x\":1}]");
  // And if none is, it is a call without a name: someone else says so.
  assembler.take(piece(6, "", "", "{\"y\":"), out);
  EXPECT_EQ(joined(out), "[a f {\"x\":1}][  {\"y\": ?]");
}

TEST(CallAssembler, NothingIsNoCall) {
  CallAssembler assembler(limit(8), {}, {});
  std::vector<Delta> out;
  EXPECT_EQ(assembler.take(piece(0, "", "", ""), out), Taken::kYes);
  EXPECT_TRUE(out.empty());
  EXPECT_EQ(assembler.size(), 0U);
}

TEST(CallAssembler, WhatComesBehindTheEndIsDropped) {
  CallAssembler assembler(limit(8), {}, {});
  std::vector<Delta> out;
  assembler.take(piece(0, "a", "f", "{\"x\":1}"), out);
  for (const char* rest : {"}", "\n", "", "\"x\":1}"}) assembler.take(piece(0, "", "", rest), out);
  EXPECT_EQ(joined(out), "[a f {\"x\":1}]");
  EXPECT_EQ(out.size(), 1U);
}

TEST(CallAssembler, BrokenArgumentsWaitForTheProvider) {
  CallAssembler assembler(limit(8), {}, {});
  std::vector<Delta> out;
  assembler.take(piece(0, "a", "f", "{'x': '}"), out);
  assembler.take(piece(0, "", "", "{', 'y': 1}"), out);
  EXPECT_EQ(joined(out), "[a f {'x': '}{', 'y': 1} ?]");
  assembler.finish(true, out);
  EXPECT_EQ(joined(out), "[a f {'x': '}{', 'y': 1}]");
}

TEST(CallAssembler, TheEndOfACutAnswerCompletesOnlyWhatIsWhole) {
  CallAssembler assembler(limit(8), {}, {});
  std::vector<Delta> out;
  assembler.take(piece(0, "a", "f", "{}"), out);
  assembler.take(piece(1, "b", "g", ""), out);
  assembler.take(piece(2, "c", "h", "{\"x\""), out);
  EXPECT_EQ(assembler.unfinished(), 2U) << "{} ends when the next begins";
  assembler.finish(false, out);
  EXPECT_EQ(joined(out), "[a f {}][b g  ?][c h {\"x\" ?]");
}

TEST(CallAssembler, TooManyAreRefusedAndTheOthersGoOnST7) {
  CallAssembler assembler(limit(1), {}, {});
  std::vector<Delta> out;
  EXPECT_EQ(assembler.take(piece(0, "a", "f", "{\"x\":"), out), Taken::kYes);
  EXPECT_EQ(assembler.take(piece(1, "b", "g", "{}"), out), Taken::kTooMany);
  EXPECT_EQ(assembler.take(piece(0, "", "", "1}"), out), Taken::kYes);
  EXPECT_EQ(joined(out), "[a f {\"x\":1}]");
}

TEST(CallAssembler, PiecesOfACallTooManyAreNobodysST7) {
  CallAssembler assembler(limit(1), {}, {});
  std::vector<Delta> out;
  EXPECT_EQ(assembler.take(piece(0, "a", "f", "{\"x\":"), out), Taken::kYes);
  EXPECT_EQ(assembler.take(piece(1, "b", "g", ""), out), Taken::kTooMany);
  EXPECT_EQ(assembler.take(piece(1, "", "", "{\"y\":2}"), out), Taken::kYes);
  EXPECT_EQ(assembler.take(piece(std::nullopt, "", "", "3"), out), Taken::kYes);
  EXPECT_EQ(assembler.take(piece(0, "", "", "1}"), out), Taken::kYes);
  EXPECT_EQ(joined(out), "[a f {\"x\":1}]");
}

TEST(CallAssembler, ArgumentsWithoutEndST7) {
  CallAssembler assembler({.max_event_bytes = 10, .max_calls = 4}, {}, {});
  std::vector<Delta> out;
  EXPECT_EQ(assembler.take(piece(0, "a", "f", "{\"x\":\"yy"), out), Taken::kYes);
  EXPECT_EQ(assembler.take(piece(0, "", "", "yyyy"), out), Taken::kTooLong);
  EXPECT_EQ(assembler.take(piece(0, "", "", "\"}"), out), Taken::kYes) << "said once";
  EXPECT_EQ(assembler.take(piece(1, "b", "g", "{\"z\":1}"), out), Taken::kYes);
  assembler.finish(true, out);
  EXPECT_EQ(joined(out), "[a f {\"x\":\"yy ?][b g {\"z\":1}]");
}

TEST(CallAssembler, OneIdForSeveralWholeCalls) {
  CallAssembler assembler(limit(8), {}, {});
  std::vector<Delta> out;
  for (const auto& [name, arguments] : {std::pair("f", ""), std::pair("g", ""), std::pair("g", "{'x'}"),
                                        std::pair("g", "{'y'}"), std::pair("g", "{'y'}")}) {
    CallPiece whole = piece(std::nullopt, "same", name, arguments);
    whole.begins = true;
    assembler.take(whole, out);
  }
  assembler.finish(true, out);
  EXPECT_EQ(joined(out), "[same f {}][same g {}][same g {'x'}][same g {'y'}]") << "only the last is there twice";
}

// Megabytes byte by byte take a moment; if each piece cost as much as the text before it, they would take hours,
// which a test does not have.
TEST(CallAssembler, CostGrowsWithTheTextST3) {
  CallAssembler assembler(limit(8), {}, {});
  std::vector<Delta> out;
  assembler.take(piece(0, "a", "f", "{\"x\":\""), out);
  std::size_t size = 0;
#ifdef ACODE_UNDER_SANITIZER
  constexpr int kBytes = 400'000;
#else
  constexpr int kBytes = 4'000'000;
#endif
  for (int i = 0; i < kBytes; ++i) {
    assembler.take(piece(0, "", "", "y"), out);
    size += std::get<CallDelta>(out.back()).arguments.size();
    out.clear();
  }
  EXPECT_EQ(size, static_cast<std::size_t>(kBytes));
}

}  // namespace
}  // namespace acode::wire::detail
