#!/usr/bin/env bash
# Counts the instructions of one case of the benchmark. Counts are the same in every run, so they show what the clock
# of a busy machine cannot.
#
#   scripts/callgrind-bench.sh                            the names of the cases
#   scripts/callgrind-bench.sh read/185B/acode            instructions for one repetition
#   scripts/callgrind-bench.sh read/185B/acode 100        the mean of 100 repetitions
#
# Leaves the profile in build/bench/callgrind.out, for callgrind_annotate and kcachegrind. Valgrind shows programs a
# processor without AVX-512: what is chosen at run time may differ from what the clock sees.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

bench=build/bench/bench/bench_json
profile=build/bench/callgrind.out
log=$logs/callgrind.log

case ${1-} in
  -h | --help) sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
esac
command -v valgrind >/dev/null || die "callgrind-bench.sh: valgrind is missing; install the package of that name"
scripts/bench.sh --build
[[ -n ${1-} ]] || exec "$bench" --list

name=$1
times=${2-1}
quietly "$log" valgrind --tool=callgrind --toggle-collect=acode_bench_counted --callgrind-out-file="$profile" \
  "$bench" --count "$times" "$name" || {
  show "$log"
  die "callgrind-bench.sh: the run failed"
}
awk -v times="$times" '/^(summary|totals):/ { printf "%.0f instructions\n", $2 / times; exit }' "$profile"
