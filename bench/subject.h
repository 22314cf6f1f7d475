// The cases of a reader: text to tree, and text to tree with every value looked at once.
//
// A Subject is constructed from the texts and has
//   static constexpr const char* kName;
//   bool read(std::size_t index);     // text to tree, kept until the next call
//   void walk(Tally& tally) const;    // adds up what is in that tree
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "case.h"
#include "inputs.h"

namespace acode::bench {

template <class Subject>
Tally tally_of(Subject& subject, std::size_t documents) {
  Tally tally;
  for (std::size_t i = 0; i < documents; ++i) {
    if (subject.read(i)) subject.walk(tally);
  }
  return tally;
}

template <class Subject>
Runner make_reader(const Input& input) {
  auto subject = std::make_shared<Subject>(input.texts);
  const std::size_t documents = input.texts.size();
  const auto repeat = [subject, documents](std::size_t times) {
    for (; times > 0; --times) {
      for (std::size_t i = 0; i < documents; ++i) keep(subject->read(i));
    }
  };
  return {repeat, [subject, documents] { return tally_of(*subject, documents); }};
}

template <class Subject>
Runner make_walker(const Input& input) {
  auto subject = std::make_shared<Subject>(input.texts);
  const std::size_t documents = input.texts.size();
  const auto repeat = [subject, documents](std::size_t times) {
    for (; times > 0; --times) keep(tally_of(*subject, documents));
  };
  return {repeat, [subject, documents] { return tally_of(*subject, documents); }};
}

/// Adds the two cases of a subject on an input. The input must outlive them.
template <class Subject>
void add_subject(std::vector<Case>& cases, const Input& input) {
  const std::size_t documents = input.texts.size();
  cases.push_back(
      {"read", input.name, Subject::kName, documents, input.bytes(), [&input] { return make_reader<Subject>(input); }});
  cases.push_back({"touch", input.name, Subject::kName, documents, input.bytes(),
                   [&input] { return make_walker<Subject>(input); }});
}

// One function per library, each in a file of its own: their headers are large.
void add_acode(std::vector<Case>& cases, const Input& input);
void add_simdjson(std::vector<Case>& cases, const Input& input);
void add_rapidjson(std::vector<Case>& cases, const Input& input);
void add_nlohmann(std::vector<Case>& cases, const Input& input);

/// The instruction set that simdjson chose for this processor.
std::string simdjson_implementation();

}  // namespace acode::bench
