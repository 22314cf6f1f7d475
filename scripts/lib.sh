# shellcheck shell=bash
# What the scripts share; read with `source`, after `set -euo pipefail`. Everything said here goes to stderr: stdout
# belongs to the program that is run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034 # used by those who read this file
logs="$root/build/logs"

say() { printf '%s\n' "$*" >&2; }

die() {
  say "$*"
  exit 125
}

# at_once: how many things to do side by side. CMAKE_BUILD_PARALLEL_LEVEL, which CMake knows too, has the first word.
at_once() { printf '%s\n' "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc 2>/dev/null || echo 2)}"; }

# quietly LOG COMMAND…: runs it with its output in the log.
quietly() {
  local log=$1
  shift
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 </dev/null
}

# show LOG: what a person needs of a failed log: the errors and what follows each, else its end.
show() {
  local log=$1 pattern='error:|CMake Error|ERROR:|undefined reference'
  say "---- $log"
  if grep -qE "$pattern" "$log"; then
    # sed and not head: it reads to the end, so that grep does not die of a closed pipe.
    grep -E -A 6 "$pattern" "$log" | cut -c 1-300 | sed -n '1,80p' >&2
  else
    tail -n 60 "$log" >&2
  fi
  say "----"
}

# step NAME COMMAND…: something without which the script cannot go on. Quiet, unless it fails.
step() {
  local name=$1 script log
  script=$(basename "$0" .sh)
  log=$logs/$script-$name.log
  shift
  quietly "$log" "$@" || {
    show "$log"
    die "$script.sh: $name failed"
  }
}

# one_at_a_time COMMAND…: two scripts that build in the same tree at once wait for each other.
one_at_a_time() {
  mkdir -p "$root/build"
  (
    if command -v flock >/dev/null; then flock 9; fi
    "$@" 9>&-
  ) 9>"$root/build/.lock"
}

# count_ctest LOG: "passed failed skipped", from what ctest printed. A run without a summary is one failure.
count_ctest() {
  awk '
    /tests? passed, [0-9]+ tests? failed out of [0-9]+/ {
      for (i = 1; i <= NF; i++) {
        if ($i == "failed") failed = $(i - 2)
        if ($i == "of") total = $(i + 1)
      }
      seen = 1
    }
    /\*\*\*(Skipped|Not Run \(Disabled\))/ { skipped++ }
    END {
      if (!seen) print "0 1 0"
      else print total - failed - skipped, failed + 0, skipped + 0
    }
  ' "$1"
}

# build_release TARGET…: builds them optimised, quietly; shows what is wrong if that fails. To be called in the root of the
# tree.
build_release() {
  local log="$logs/build-$1.log"
  release_targets() { cmake --preset release && cmake --build --preset release --parallel "$(at_once)" --target "$@"; }
  quietly "$log" one_at_a_time release_targets "$@" || {
    show "$log"
    die "$* cannot be built"
  }
}

# find_model: sets `model` and `questions`, the real model of the tests and what it is asked; ends where they are absent.
find_model() {
  model=${ACODE_MODEL:-$root/../shared/models/small.gguf}
  questions=$(dirname "$model")/questions.jsonl
  [[ -s $model && -s $questions ]] || die "$model or $questions is absent; ACODE_MODEL names the model"
}
