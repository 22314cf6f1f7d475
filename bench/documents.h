// Broken documents, and how they are handed to the peers that run in another process.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "inputs.h"

namespace acode::bench {

/// Valid calls with one defect each: made here, a stand-in for where the corpus is not at hand.
std::vector<std::string> made_mutations(std::size_t count);

/// The inputs of corpus/repair/mutations.jsonl; empty if there is no such file.
std::vector<std::string> corpus_mutations(const std::filesystem::path& corpus);

/// Where the corpus is: ACODE_CORPUS, or next to the repository.
std::filesystem::path corpus_folder();

/// Everything that acode and the peers in the other process both read.
struct Documents {
  Input mutated{"mutated", {}};  ///< one defect each
  Input mended{"mended", {}};    ///< those of `mutated` that jsonrepair does not refuse; empty if that is not known
  Input cut{"cut", {}};          ///< valid calls cut off somewhere
  std::string growing;           ///< one valid call of 26 KB, to be read again and again as it grows
  bool from_corpus = false;
};

Documents make_documents();

/// One JSON file per set. `mended` is not written: the peer decides it.
void write_documents(const Documents& documents, const std::filesystem::path& folder);
Documents read_documents(const std::filesystem::path& folder);

}  // namespace acode::bench
