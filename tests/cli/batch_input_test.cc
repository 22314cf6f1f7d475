// Blocks of lines for many workers: each line once, in order, and an end that everybody hears of.
#include "cli/batch_input.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "cli/program.h"

namespace acode::cli {
namespace {

constexpr std::size_t kMaxLine = std::size_t{1} << 20;
constexpr std::size_t kMuch = std::size_t{1} << 30;

/// Files to read, and an order that keeps what it is to write.
class BatchInputs : public testing::Test {
 protected:
  BatchInput make(std::uint64_t answered = 0, int standard_input = -1) {
    return BatchInput(names_, kMaxLine, answered, standard_input, order_);
  }

  void add(std::string_view name, std::string_view text) { names_.push_back(folder_.write(name, text)); }

  /// Takes blocks until there are no more, and hands in their lines as they are.
  void work(BatchInput& input) {
    BatchTask task;
    BatchAnswers answers;
    while (input.next(task)) {
      const LineBlock& block = task.block;
      if (block.too_long) answers.text += "<too long>\n";
      for (std::size_t i = task.first_line; i < block.ends.size(); ++i) {
        const Line line = block.line(i);
        answers.text += std::to_string(line.number) + "@" + std::to_string(line.offset) + " ";
        answers.text += line.text;
        answers.text += '\n';
      }
      order_.hand_in(task.place, answers);
    }
  }

  std::string all(BatchInput& input) {
    work(input);
    return std::exchange(written_, "");
  }

  test::TemporaryFolder folder_;
  std::vector<std::string> names_;
  std::string written_;
  BatchOrder order_{kMuch, [this](const BatchAnswers& answers) {
                      written_ += answers.text;
                      return true;
                    }};
};

TEST_F(BatchInputs, OneFileAfterTheOther) {
  add("one", "a\nb");
  add("empty", "");
  add("two", "c\n\n");
  BatchInput input = make();
  EXPECT_EQ(all(input), "1@0 a\n2@2 b\n1@0 c\n2@2 \n");
  EXPECT_EQ(all(input), "") << "the end stays the end";
  EXPECT_FALSE(input.problem());
}

TEST_F(BatchInputs, EachLineOnceForManyWorkers) {
  std::string text;
  std::string expected;
  for (std::size_t i = 1; i <= 20000; ++i) {
    const std::string line(i % 97, 'x');
    expected += std::to_string(i) + "@" + std::to_string(text.size()) + " " + line + "\n";
    text += line + "\n";
  }
  add("one", text);
  add("two", text);
  BatchInput input = make();
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < 8; ++i) workers.emplace_back([&] { work(input); });
  }
  EXPECT_TRUE(written_ == expected + expected);
}

TEST_F(BatchInputs, WhatHasBeenAnsweredIsPassedOver) {
  add("one", "a\n\nb\n" + std::string(3 * kMaxLine, 'x') + "\nc\n");
  add("two", " \t\r\nd\ne\n");
  const char* const expected[] = {
      "1@0 a\n2@2 \n3@3 b\n<too long>\n5@3145734 c\n1@0  \t\r\n2@4 d\n3@6 e\n",
      "2@2 \n3@3 b\n<too long>\n5@3145734 c\n1@0  \t\r\n2@4 d\n3@6 e\n",
      "<too long>\n5@3145734 c\n1@0  \t\r\n2@4 d\n3@6 e\n",
      "5@3145734 c\n1@0  \t\r\n2@4 d\n3@6 e\n",
      "1@0  \t\r\n2@4 d\n3@6 e\n",
      "3@6 e\n",
      "",
      "",
  };
  for (std::uint64_t answered = 0; answered < std::size(expected); ++answered) {
    BatchInput input = make(answered);
    EXPECT_EQ(all(input), expected[answered]) << answered;
  }
  BatchInput input = make(100);
  work(input);
  EXPECT_EQ(input.skipped_bytes(), 3145736U + 8U);
}

TEST_F(BatchInputs, BehindAnInputThatCannotBeReadNothingComes) {
  add("one", "a\n");
  names_.push_back(folder_.file("nowhere"));
  add("two", "b\n");
  BatchInput input = make();
  EXPECT_EQ(all(input), "1@0 a\n");
  EXPECT_EQ(all(input), "");
  ASSERT_TRUE(input.problem());
  EXPECT_EQ(input.problem()->first, names_[1]);
  EXPECT_EQ(input.problem()->second.code, ProblemCode::kNotFound);
}

TEST_F(BatchInputs, WhatComesIsAnsweredWhileMoreIsWaitedForAndStoppingEndsThat) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  names_.emplace_back("-");
  BatchInput input = make(0, ends[0]);
  BatchTask task;
  ASSERT_EQ(::write(ends[1], "a\nb", 3), 3);
  ASSERT_TRUE(input.next(task)) << "it does not wait for the rest of the second line";
  EXPECT_EQ(task.block.ends.size(), 1U);
  std::vector<std::future<bool>> waiting;
  for (int i = 0; i < 3; ++i) {
    waiting.push_back(std::async(std::launch::async, [&input] {
      BatchTask mine;
      return input.next(mine);
    }));
  }
  BatchAnswers answers = {.text = "a\n"};
  order_.hand_in(task.place, answers);
  EXPECT_EQ(written_, "a\n");
  order_.stop();
  for (std::future<bool>& other : waiting) EXPECT_FALSE(other.get());
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace acode::cli
