// What all answers of one pipeline share.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "acode/pipeline/pipeline.h"
#include "acode/schema/toolset.h"
#include "extract/catalog.h"
#include "pipeline/stage_clock.h"

namespace acode::pipeline {

/// Of an id that is made here.
inline constexpr std::size_t kIdBytes = 37;

/// Ids, for calls that came without one (EX-5): `call_` and 32 hex digits. No two are the same, from any thread or program.
/// Those of later answers come later in the alphabet, at least from one maker: a store that finds events by them appends to
/// its index, where it would otherwise write another page of it for each.
class IdMaker {
 public:
  IdMaker();

  /// One whose ids are those of no other: see another_seed().
  explicit IdMaker(std::uint64_t seed);

  /// A seed for another maker, whose ids are then not those of this one. To ask the system for what no one else has takes
  /// far longer.
  [[nodiscard]] std::uint64_t another_seed();

  /// The ids of one answer: in the first half of their digits they are alike, in the second they differ.
  class Series {
   public:
    static constexpr std::size_t kPrefixBytes = 5;

    /// Writes the next one to where it will stay: it has kIdBytes.
    void next(const char (&prefix)[kPrefixBytes + 1], char* out);

   private:
    friend class IdMaker;
    Series(std::uint64_t answer, std::uint64_t seed) : answer_(answer), seed_(seed) {}

    std::uint64_t answer_;
    std::uint64_t seed_;
    std::uint64_t count_ = 0;
  };
  Series series();

 private:
  std::uint64_t seed_ = 0;
  std::atomic<std::uint64_t> next_;  // answer
};

class PipelineParts {
 public:
  PipelineParts(const schema::Toolset* tools, PipelineOptions options);

  /// The same for other tools.
  PipelineParts(const PipelineParts& other, const schema::Toolset* tools);

  [[nodiscard]] const PipelineOptions& options() const { return options_; }

  /// Null if no tools are known.
  [[nodiscard]] const schema::Toolset* tools() const { return tools_ ? &*tools_ : nullptr; }

  /// What is looked for in text. It lives as long as this does, and nobody need count who uses it.
  [[nodiscard]] std::shared_ptr<const extract::Catalog> catalog() const {
    return {std::shared_ptr<const extract::Catalog>(), &catalog_};
  }

  /// Has the processor fetch what stands elsewhere and answers with calls need.
  void fetch() const {
    for (std::size_t i = 0; i < known_places_; ++i) __builtin_prefetch(places_[i]);
  }

  [[nodiscard]] const wire::ToolNames& tool_names() const { return names_; }

  [[nodiscard]] IdMaker::Series ids() const { return ids_.series(); }

  [[nodiscard]] const Ticks& ticks() const { return *ticks_; }

 private:
  void name_tools();
  void note_places();

  // There are as many of these as there are lists of tools, and what an answer needs of its own stands side by side.
  PipelineOptions options_;
  std::optional<schema::Toolset> tools_;
  extract::Catalog catalog_;
  wire::ToolNames names_;
  mutable IdMaker ids_;
  std::shared_ptr<const Ticks> ticks_;
  std::array<const void*, 24> places_{};  // the first ones, should there be more
  std::size_t known_places_ = 0;
};

}  // namespace acode::pipeline
