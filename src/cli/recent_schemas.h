// The schemas that the rows of `--jsonl` bring along. Rows of one schema tend to come together, so the last ones are
// kept, compiled and made into what the command works with.
//
//   RecentSchemas<schema::Schema> schemas(options, std::identity{});
//   const Result<schema::Schema>& schema = schemas.get(*row.find("schema"));
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <list>
#include <string>
#include <utility>

#include "acode/error.h"
#include "acode/json/value.h"
#include "acode/json/writer.h"
#include "acode/schema/schema.h"

namespace acode::cli {

/// What was made of the schemas used last, or what is wrong with them.
template <class Made>
class RecentSchemas {
 public:
  using Make = std::function<Made(schema::Schema)>;

  RecentSchemas(const schema::CompileOptions& options, Make make) : options_(options), make_(std::move(make)) {}

  /// What is made of a schema that is written in `draft` unless it says otherwise. Valid until the next call.
  Result<Made>& get(json::Value source, schema::Draft draft) {
    text_.clear();
    json::write_to(text_, source);
    const auto found = std::find_if(entries_.begin(), entries_.end(), [this, draft](const Entry& entry) {
      return entry.draft == draft && entry.text == text_;
    });
    if (found != entries_.end()) {
      entries_.splice(entries_.begin(), entries_, found);
    } else {
      add(draft);
    }
    return entries_.front().made;
  }

  /// The same in the draft of the options.
  Result<Made>& get(json::Value source) { return get(source, options_.draft); }

 private:
  struct Entry {
    schema::Draft draft;
    std::string text;
    Result<Made> made;
  };

  // Enough for a few tools in turn; large schemas are many nodes, so all texts together are bounded too.
  static constexpr std::size_t kMostEntries = 32;
  static constexpr std::size_t kMostBytes = std::size_t{4} << 20;

  void add(schema::Draft draft) {
    bytes_ += text_.size();
    while (!entries_.empty() && (entries_.size() >= kMostEntries || bytes_ > kMostBytes)) {
      bytes_ -= entries_.back().text.size();
      entries_.pop_back();
    }
    entries_.push_front({draft, text_, compile(draft)});
  }

  Result<Made> compile(schema::Draft draft) const {
    schema::CompileOptions options = options_;
    options.draft = draft;
    Result<schema::Schema> schema = schema::Schema::compile(text_, options);
    if (!schema) return schema.error();
    return make_(std::move(*schema));
  }

  schema::CompileOptions options_;
  Make make_;
  std::list<Entry> entries_;  // the last one used first
  std::size_t bytes_ = 0;     // of their texts
  std::string text_;
};

}  // namespace acode::cli
