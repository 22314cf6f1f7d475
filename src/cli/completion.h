// What may stand next on a command line, for shells that complete it.
//
//   completions_of({"repair", "--level", "s"})     // safe, normal, eager: the shell takes those that begin with s
//   completions_of({"tools", "sh"})                // list, show, check, each with what it does
//   completions_of({"repair", ""})                 // names of files
//
// The words are read by the same parser that reads them when the command runs, so the two cannot differ. Nothing is done
// to what the options would set.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace acode::cli {

struct Completions {
  struct Word {
    std::string text;     ///< in full: `--level=safe` where `--level=s` was typed
    std::string meaning;  ///< a few words; may be empty
  };
  enum class Names : std::uint8_t { kNone, kFiles, kDirectories };

  std::vector<Word> words;
  Names names = Names::kNone;  ///< what the shell adds from the disk
};

/// What may stand in the place of the last of these words, which may be empty or half a word. They are those behind
/// `acode`. Reads files of tools and the configuration where the words to choose from stand there; never standard input.
Completions completions_of(Words words, Streams& streams);

}  // namespace acode::cli
