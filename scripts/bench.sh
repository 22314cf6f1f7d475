#!/usr/bin/env bash
# Times acode against its peers, all in one run, and prints the ratios and the bars.
#
#   scripts/bench.sh                          some minutes; keep the machine quiet meanwhile
#   ACODE_BENCH_ROUNDS=1 scripts/bench.sh     a quick look
#   scripts/bench.sh --build                  only build/bench/bench/bench_json, for running it by hand
#
# Installs what is missing (simdjson, rapidjson, nlohmann; node with jsonrepair and partial-json in build/bench/npm),
# builds the release preset in build/bench, and lets C++ and node take turns for some rounds. The best time of all
# rounds counts. The figures are left in build/bench/figures.json.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

rounds=${ACODE_BENCH_ROUNDS:-5}
samples=3
build=build/bench
documents=$build/documents
results=$build/results
bench=$build/bench/bench_json

build_bench() {
  cmake --preset release -B "$build" -DACODE_BUILD_BENCH=ON -DACODE_BUILD_CLI=OFF -DACODE_BUILD_TESTS=OFF &&
    cmake --build "$build" --parallel "$(at_once)" --target bench_json
}

install_peers() {
  mkdir -p "$build/npm" && cp bench/package.json "$build/npm/" &&
    npm install --prefix "$build/npm" --package-lock=false --no-audit --no-fund
}

# step NAME COMMAND…: something that has to work before anything can be timed.
step() {
  local name=$1
  shift
  quietly "$logs/bench-$name.log" "$@" || {
    show "$logs/bench-$name.log"
    die "bench.sh: $name failed"
  }
}

peers() { node bench/peers/repair.mjs --modules "$build/npm" --documents "$documents" "$@"; }

case ${1-} in
  "" | --build) ;;
  -h | --help) sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
  *) die "bench.sh: unknown option '$1'; only --build is known" ;;
esac

scripts/install-deps.sh --bench
step build one_at_a_time build_bench
[[ ${1-} != --build ]] || exit 0
step peers install_peers

rm -rf "$documents" "$results"
mkdir -p "$results"
"$bench" --write-documents "$documents"
peers --prepare
failed=0
for ((round = 1; round <= rounds; round++)); do
  say "round $round of $rounds"
  "$bench" --documents "$documents" --samples "$samples" --quiet --json "$results/$round-cpp.json" || failed=1
  peers --json "$results/$round-node.json" || failed=1
done
"$bench" --json "$build/figures.json" --merge "$results"/*.json
((failed == 0))
