// A tree that is put together value by value, by those who read it from something other than JSON.
//
//   TreeBuilder tree;
//   const std::uint32_t object = tree.open(Tag::kObject);
//   tree.put_string("city");
//   tree.put_string("Paris");
//   tree.close(object, Tag::kObject, 1);
//   SharedValue value = tree.take();                         // {"city":"Paris"}
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "acode/json/value.h"
#include "json/block.h"
#include "json/machine_words.h"

namespace acode::json::detail {

class TreeBuilder {
 public:
  TreeBuilder() : block_(std::make_shared<Block>()) {}

  /// Begins an array or an object; where it stands. Its children follow: of an object each key, then its value.
  std::uint32_t open(Tag tag) {
    const std::uint32_t index = words_;
    put(tag_word(tag));
    return index;
  }

  /// Ends the container that stands there, with so many elements or members.
  void close(std::uint32_t index, Tag tag, std::uint32_t count) {
    block_->words.data()[index] = container_word(tag, count, words_ - index);
  }

  /// A literal, by the first letter of its name in JSON: `t`, `f` or `n`.
  void put_literal(char first) { put(literal_word_for(first)); }

  /// A whole number of 16 digits at most; not -0, which no word can hold.
  void put_integer(bool negative, std::uint64_t magnitude) { put(signed_word(negative, magnitude)); }

  /// A number that is kept as it is written, which must be as JSON has it.
  void put_number(std::string_view written) {
    std::memcpy(room(written.size()), written.data(), written.size());
    put(slice_word(Tag::kNumber, chars_, written.size()));
    chars_ += written.size();
  }

  /// A string or a key: UTF-8.
  void put_string(std::string_view characters) {
    std::memcpy(room(characters.size()), characters.data(), characters.size());
    put(slice_word(Tag::kString, chars_, characters.size()));
    chars_ += characters.size();
  }

  /// The tree, which is whole. Nothing can be added any more.
  SharedValue take() {
    block_->show(words_);
    const Value root(&block_->storage, 0);
    return {root, std::move(block_)};
  }

 private:
  // With some more behind it: whoever compares strings may read beyond their ends.
  char* room(std::size_t size) {
    block_->chars.reserve(chars_ + size + kSlack);
    return block_->chars.data() + chars_;
  }

  void put(std::uint64_t word) {
    block_->words.reserve(words_ + 1);
    block_->words.data()[words_++] = word;
  }

  std::shared_ptr<Block> block_;
  std::uint32_t words_ = 0;  // in use
  std::size_t chars_ = 0;    // likewise
};

}  // namespace acode::json::detail
