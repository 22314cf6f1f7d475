#!/usr/bin/env bash
# Builds acode as packages have it: first so that it can be watched, then it is watched at work, then once more with what was
# seen, so that what is done often lies close together and goes straight on. Takes some ten minutes on two processors.
#
#   scripts/build-profiled.sh             build/profiled/src/cli/acode
#   scripts/build-profiled.sh package     and build/profiled/acode_…_amd64.deb
#
# What it is watched at: `acode batch` over rows that training/ makes, and the gateway under the load of its soak test. Why,
# and what it brings: docs/decisions/0017-what-is-installed.md.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

collect=build/collect
seen=$collect/acode.profdata
watched=$collect/src/cli/acode
made=build/profiled/src/cli/acode
make_rows=$collect/training/acode_training_rows
rows=$collect/rows.jsonl

case ${1-} in
  "" | package) ;;
  -h | --help)
    sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  *) die "build-profiled.sh: unknown option '$1'; package is known" ;;
esac

# build PRESET TARGET…
build() { cmake --preset "$1" && cmake --build --preset "$1" --parallel "$(at_once)" --target "${@:2}"; }

# answers ACODE FILE: what it makes of the rows. Ids differ from one run to the next, so they are left out. Rows with errors
# are among them: 1 and 5 say so.
answers() {
  local status=0
  "$1" batch "$rows" --output "$2" --force || status=$?
  ((status == 0 || status == 1 || status == 5)) && sed -i -E 's/"call_[0-9a-f]{32}"/"call"/g' "$2"
}

watch() {
  export LLVM_PROFILE_FILE=$root/$collect/profiles/%p.profraw
  rm -rf "$collect/profiles"
  "$make_rows" 30000 >"$rows" &&
    answers "$watched" "$collect/answers.jsonl" &&
    "$collect/tests/soak/acode_soak" "$watched" 15 &&
    llvm-profdata-19 merge -o "$seen" "$collect/profiles"
}

# Nothing of what was built with another profile may stay.
forget() { [[ ! -e build/profiled/build.ninja ]] || cmake --build --preset profiled --target clean; }

# The program says what the one says that was watched.
compare() { answers "$made" build/profiled/answers.jsonl && cmp "$collect/answers.jsonl" build/profiled/answers.jsonl; }

scripts/install-deps.sh --profiled
step collect one_at_a_time build collect acode_cli acode_training_rows acode_soak
if [[ ! $seen -nt $watched || ! $seen -nt $make_rows ]]; then
  step forget one_at_a_time forget
  step watch one_at_a_time watch
fi
step build one_at_a_time build profiled acode_cli
step compare one_at_a_time compare
if [[ ${1-} == package ]]; then
  step library one_at_a_time build profiled all
  step package one_at_a_time build profiled package
fi
