// What is seen to be a secret, and what is not (OB-3).
#include "observe/secrets.h"

#include <gtest/gtest.h>

#include <random>

namespace acode::observe {
namespace {

struct Row {
  std::string text;
  std::string masked;
};

TEST(MaskedSecrets, ByName) {
  const Row rows[] = {
      {R"({"user": "ann", "password": "hunter2"})", R"({"user": "ann", "password": "***"})"},
      {R"({"API-Key": "x1", "n": 1})", R"({"API-Key": "***", "n": 1})"},
      {R"({"accessToken": 12345, "n": 1})", R"({"accessToken": ***, "n": 1})"},
      {R"({'db_passwd': 'a\'b', 'c': 'd'})", R"({'db_passwd': '***', 'c': 'd'})"},
      {R"({"secrets": ["a", "b"], "c": "d"})", R"({"secrets": [***], "c": "d"})"},
      {R"({"credentials": {"a": "}"}, "c": "d"})", R"({"credentials": {***}, "c": "d"})"},
      {R"({"password": "cut off)", R"({"password": "***)"},
      {R"({"text": "{\"password\": \"hunter2\", \"n\": 1}"})", R"({"text": "{\"password\": \"***\", \"n\": 1}"})"},
      {"password=hunter2&user=ann", "password=***&user=ann"},
      {"mysql --password hunter2 -u ann", "mysql --password *** -u ann"},
      {"Cookie: a=b; c=d\nHost: x", "Cookie: ***\nHost: x"},
      {"<password>hunter2</password>", "<password>***</password>"},
      {"<parameter=api_key>hunter2</parameter>", "<parameter=api_key>***</parameter>"},
      {R"({"password": null, "token": ""})", R"({"password": null, "token": ""})"},
  };
  for (const Row& row : rows) EXPECT_EQ(masked_secrets(row.text), row.masked);
}

TEST(MaskedSecrets, ByShape) {
  const Row rows[] = {
      {"use sk-proj-0123456789abcdef now", "use *** now"},
      {"\"ghp_0123456789abcdefghijABCDEFGHIJ012345\"", "\"***\""},
      {"github_pat_11ABCDEFG0123456789_abcdef", "***"},
      {"xoxb-1234567890-abcdef", "***"},
      {"id AKIAIOSFODNN7EXAMPLE.", "id ***"},
      {"a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl b", "a *** b"},
      {"Bearer 3f9c1d77ab", "Bearer ***"},
      {"https://ann:hunter2@example.org/x?y=1", "https://***@example.org/x?y=1"},
      {"x -----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY----- y", "x *** y"},
      {"-----BEGIN RSA PRIVATE KEY-----\nMIIE", "***"},
  };
  for (const Row& row : rows) EXPECT_EQ(masked_secrets(row.text), row.masked);
}

TEST(MaskedSecrets, KnownValuesAreFoundAnywhere) {
  EXPECT_EQ(masked_secrets("a,plainvalue,b plainvalueplainvalue", {"plainvalue", "xyz"}), "a,***,b ***");
}

TEST(MaskedSecrets, WhatIsNoneStays) {
  for (const std::string_view text :
       {R"({"path": "a.txt", "max_tokens": 100, "tokens": 3, "key": "x", "author": "ann"})", "the secretary of state",
        "https://example.org/a@b", "sk-learn", "task-list-of-things-to-do-today", "password", "a password is needed",
        "eyJ.x", "the bearer of it"}) {
    EXPECT_EQ(masked_secrets(text), text);
  }
}

TEST(MaskedSecrets, EachByteKeepsOffsets) {
  EXPECT_EQ(masked_secrets(R"({"password": "hunter2", "a": 1})", {}, Cover::kEachByte),
            R"({"password": "*******", "a": 1})");
}

TEST(MaskedSecrets, PropertyAPlantedPasswordIsGone) {
  constexpr std::string_view kBytes = "{}[]():,=\"'`\\ \nab1-<>&@/";
  std::mt19937 random(3);
  for (int i = 0; i < 20'000; ++i) {
    std::string around[2];
    for (std::string& text : around) {
      for (std::size_t size = random() % 20; size > 0; --size) text += kBytes[random() % kBytes.size()];
    }
    const std::string text = around[0] + " \"password\": \"Zq7Zq7\"" + around[1];
    ASSERT_EQ(masked_secrets(text).find("Zq7"), std::string::npos) << text;
    ASSERT_EQ(masked_secrets(text, {}, Cover::kEachByte).size(), text.size());
  }
}

// Each of these would take hours if it were not linear.
TEST(MaskedSecrets, LargeAndHostileTextsAreDone) {
  constexpr std::size_t kSize = std::size_t{1} << 20;
  for (const std::string_view piece :
       {"eyJ.", "sk-aaaaaaaaaaaaaaaa/", "bearer ", "password ", "password:", "password:\\", "password:[", "://",
        "a@://", "-----BEGIN ", "-----BEGIN -----END", "token=\"", "\\\""}) {
    std::string text;
    while (text.size() < kSize) text += piece;
    EXPECT_EQ(masked_secrets(text, {}, Cover::kEachByte).size(), text.size());
  }
}

}  // namespace
}  // namespace acode::observe
