// Laws of both directions, on random answers: what is written is read as it was; how the bytes are cut does not matter;
// a stream that is cut has no call that the whole one does not have.
#include <gtest/gtest.h>

#include "support_gen/generate.h"
#include "wire/answers.h"
#include "wire/streams.h"

namespace acode::wire {
namespace {

using test::Random;

constexpr Dialect kAll[] = {Dialect::kOllama, Dialect::kOpenAiChat, Dialect::kOpenAiResponses, Dialect::kAnthropic};
constexpr std::uint64_t kRounds = 400;

const Envelope& envelope() {
  static const Envelope kEnvelope{"id_1", "a \"model\"", 1'760'000'000};
  return kEnvelope;
}

Answer without_native(Answer answer) {
  answer.native_finish.clear();
  return answer;
}

// One set of bytes in pieces of many sizes, with the deltas compared one by one.
std::vector<Delta> deltas_of(Dialect dialect, std::string_view bytes, Random* random) {
  Decoder decoder(dialect);
  std::vector<Delta> out;
  while (!bytes.empty()) {
    const std::size_t size =
        random == nullptr ? bytes.size() : random->between(1, std::min<std::size_t>(bytes.size(), 40));
    for (Delta& delta : decoder.feed(bytes.substr(0, size))) out.push_back(std::move(delta));
    bytes.remove_prefix(size);
  }
  for (Delta& delta : decoder.finish()) out.push_back(std::move(delta));
  return out;
}

void expect_cut_anywhere(Dialect dialect, std::string_view bytes, Random& random) {
  const std::vector<Delta> whole = deltas_of(dialect, bytes, nullptr);
  EXPECT_EQ(deltas_of(dialect, bytes, &random), whole) << dialect_name(dialect) << ": " << bytes;
}

TEST(WireProperties, ABodyIsReadAsItWasWritten) {
  for (const Dialect dialect : kAll) {
    for (std::uint64_t seed = 0; seed < kRounds; ++seed) {
      Random random(seed);
      const Answer answer = random_answer(random, {dialect, false});
      const std::string body = encode(dialect, answer, envelope());
      const Answer back = decode(dialect, body);
      ASSERT_EQ(without_native(back), answer) << body;
      ASSERT_EQ(decode(dialect, encode(dialect, back, envelope())), back) << "with the provider's own word";
      ASSERT_EQ(detect(body), dialect) << body;
      expect_cut_anywhere(dialect, body, random);
    }
  }
}

TEST(WireProperties, AStreamIsReadAsItWasWrittenAndCutAnywhereST3) {
  for (const Dialect dialect : kAll) {
    for (std::uint64_t seed = 0; seed < kRounds; ++seed) {
      Random random(seed);
      Answer answer = random_answer(random, {dialect, true});
      const std::string stream = encode_stream(dialect, random_deltas(random, answer), envelope());
      const Answer back = decode(dialect, stream);
      ASSERT_EQ(without_native(back), answer) << stream;
      ASSERT_EQ(detect(stream), dialect) << stream;
      expect_cut_anywhere(dialect, stream, random);
    }
  }
}

TEST(WireProperties, FromEveryDialectToEveryOther) {
  for (const Dialect from : kAll) {
    for (const Dialect to : kAll) {
      for (std::uint64_t seed = 0; seed < kRounds / 8; ++seed) {
        Random random(seed);
        // What all of them can say.
        Answer answer = random_answer(random, {Dialect::kOllama, false});
        if (answer.finish == FinishReason::kUnknown) answer.finish = FinishReason::kStop;
        const std::string stream = encode_stream(from, random_deltas(random, answer), envelope());
        const std::string relayed = encode_stream(to, deltas_of(from, stream, &random), envelope());
        ASSERT_EQ(without_native(decode(to, relayed)), answer) << stream << "\n" << relayed;
      }
    }
  }
}

TEST(WireProperties, ACutStreamHasNoOtherCallsST2) {
  for (const Dialect dialect : kAll) {
    for (std::uint64_t seed = 0; seed < kRounds / 8; ++seed) {
      Random random(seed);
      const Answer answer = random_answer(random, {dialect, true});
      const std::string stream = encode_stream(dialect, random_deltas(random, answer), envelope());
      const std::string_view cut = std::string_view(stream).substr(0, random.below(stream.size()));
      const Answer part = decode(dialect, cut);
      ASSERT_LE(part.calls.size(), answer.calls.size());
      for (std::size_t i = 0; i < part.calls.size(); ++i) {
        if (part.calls[i].complete) {
          ASSERT_EQ(part.calls[i], answer.calls[i]) << cut;
        }
        ASSERT_TRUE(answer.calls[i].arguments.starts_with(part.calls[i].arguments)) << cut;
      }
      ASSERT_TRUE(answer.text.starts_with(part.text)) << cut;
      expect_cut_anywhere(dialect, cut, random);
    }
  }
}

TEST(WireProperties, WhateverComesIsCutAnywhereSE1) {
  for (const Dialect dialect : kAll) {
    for (std::uint64_t seed = 0; seed < kRounds; ++seed) {
      Random random(seed);
      const bool stream = random.one_in(2);
      const Answer answer = random_answer(random, {dialect, stream});
      const std::string bytes = stream ? encode_stream(dialect, random_deltas(random, answer), envelope())
                                       : encode(dialect, answer, envelope());
      expect_cut_anywhere(dialect, test::break_text(random, bytes), random);
      expect_cut_anywhere(dialect, test::random_soup(random, 200), random);
      expect_cut_anywhere(dialect, test::random_bytes(random, 200), random);
    }
  }
}

}  // namespace
}  // namespace acode::wire
