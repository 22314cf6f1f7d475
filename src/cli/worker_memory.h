// Memory of its own for a thread that makes and forgets small things all the time, as every worker of `acode batch` does: some
// fifteen for a row, nearly all of which are gone when the row is answered.
//
//   WorkerMemory memory;                     // from here on `new` in this thread takes small pieces from it
//
// Pieces may be given back by any thread, at any time, also when the worker has ended. They then serve the one that gave
// them back; one that has many more than it needs leaves them to all. Other threads, and other commands, have the
// system's memory and pay one comparison for each piece that they give back.
#pragma once

namespace acode::cli {

class WorkerMemory {
 public:
  /// For this thread, until its end; there must not be another one in the same thread. Where the system has no room for it,
  /// and under sanitizers, nothing changes.
  WorkerMemory();
  ~WorkerMemory();

  WorkerMemory(const WorkerMemory&) = delete;
  WorkerMemory& operator=(const WorkerMemory&) = delete;

  /// Whether `new` gave this out of the memory of a worker.
  static bool has(const void* piece);
};

}  // namespace acode::cli
