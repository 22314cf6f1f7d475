#!/usr/bin/env bash
# Times acode against its peers, all in one run, and prints the ratios and the bars.
#
#   scripts/bench.sh                          some minutes; keep the machine quiet meanwhile
#   scripts/bench.sh json                     only the readers and repair; or only schema, the validator
#   ACODE_BENCH_ROUNDS=1 scripts/bench.sh     a quick look
#   scripts/bench.sh --build                  only build/bench/bench/bench_json and bench_schema, for running them by hand
#
# Installs what is missing (simdjson, rapidjson, nlohmann; node with jsonrepair, partial-json and ajv in
# build/bench/npm), builds the release preset in build/bench, and lets C++ and node take turns for some rounds. The best
# time of all rounds counts. The figures are left in build/bench/json-figures.json and schema-figures.json.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

rounds=${ACODE_BENCH_ROUNDS:-5}
samples=3
build=build/bench
documents=$build/documents
results=$build/results

build_bench() {
  cmake --preset release -B "$build" -DACODE_BUILD_BENCH=ON -DACODE_BUILD_CLI=OFF -DACODE_BUILD_TESTS=OFF &&
    cmake --build "$build" --parallel "$(at_once)" --target bench_json bench_schema
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

# The two sides of each suite.
json_bench() { "$build/bench/bench_json" "$@"; }
json_timed() { json_bench --documents "$documents" "$@"; }
json_peers() { node bench/peers/repair.mjs --modules "$build/npm" --documents "$documents" "$@"; }
schema_bench() { "$build/bench/bench_schema" "$@"; }
schema_timed() { schema_bench "$@"; }
schema_peers() { node bench/peers/schema.mjs --modules "$build/npm" --documents "$documents" "$@"; }

# time_suite NAME: all rounds of one suite, and its tables. Fails if something could not be timed.
time_suite() {
  local suite=$1 round failed=0
  rm -rf "$documents" "$results"
  mkdir -p "$results"
  "${suite}_bench" --write-documents "$documents"
  if [[ $suite == json ]]; then json_peers --prepare; fi
  for ((round = 1; round <= rounds; round++)); do
    say "$suite, round $round of $rounds"
    "${suite}_timed" --samples "$samples" --quiet --json "$results/$round-cpp.json" || failed=1
    "${suite}_peers" --json "$results/$round-node.json" || failed=1
  done
  "${suite}_bench" --json "$build/$suite-figures.json" --merge "$results"/*.json
  ((failed == 0))
}

suites=(json schema)
case ${1-} in
  "" | --build) ;;
  json | schema) suites=("$1") ;;
  -h | --help)
    sed -n '2,12s/^# \{0,1\}//p' scripts/bench.sh
    exit 0
    ;;
  *) die "bench.sh: unknown option '$1'; json, schema and --build are known" ;;
esac

scripts/install-deps.sh --bench
step build one_at_a_time build_bench
[[ ${1-} != --build ]] || exit 0
step peers install_peers

status=0
for suite in "${suites[@]}"; do time_suite "$suite" || status=1; done
exit "$status"
