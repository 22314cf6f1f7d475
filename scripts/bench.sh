#!/usr/bin/env bash
# Times acode against its peers, all in one run, and prints the ratios and the bars.
#
#   scripts/bench.sh                          some minutes; keep the machine quiet meanwhile
#   scripts/bench.sh json                     only the readers and repair; schema: the validator; calls: text to calls;
#                                             gateway: `acode serve` beside nginx
#   ACODE_BENCH_ROUNDS=1 scripts/bench.sh     a quick look
#   ACODE_BENCH_MB=200 scripts/bench.sh       so many MB of rows for `acode batch`: 1000, in a quick look 64
#   scripts/bench.sh --build                  only builds, for running the programs in build/bench/bench by hand
#   ACODE_BENCH_PROGRAM=acode scripts/bench.sh gateway    another program than the one that packages have
#
# Installs what is missing (simdjson, rapidjson, nlohmann; node with jsonrepair, partial-json and ajv in
# build/bench/npm), builds the release preset in build/bench, and lets C++ and node take turns for some rounds. The best
# time of all rounds counts. `acode` itself, as a program, is the one that packages have: scripts/build-profiled.sh. The
# figures are left in build/bench/json-figures.json, schema-figures.json, calls-figures.json and gateway-figures.json. The
# rows for `acode batch` are those of the corpus (ACODE_CORPUS, or ../shared/corpus). nginx, unless there is one, is taken out
# of its package into build/bench/nginx: nothing is installed, and no server started but by the benchmark, on loopback and at
# ports that are free.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

rounds=${ACODE_BENCH_ROUNDS:-5}
samples=3
build=build/bench
documents=$build/documents
results=$build/results
megabytes=${ACODE_BENCH_MB:-$((rounds == 1 ? 64 : 1000))}
sample=${ACODE_CORPUS:-../shared/corpus}/bfcl/sample.jsonl
rows=$build/rows.jsonl
acode=${ACODE_BENCH_PROGRAM:-build/profiled/src/cli/acode}

build_bench() {
  cmake --preset release -B "$build" -DACODE_BUILD_BENCH=ON -DACODE_BUILD_CLI=ON -DACODE_BUILD_TESTS=OFF &&
    cmake --build "$build" --parallel "$(at_once)" \
      --target bench_json bench_schema bench_calls bench_batch bench_gateway
}

# build_program: only for those who time it.
build_program() {
  case ${1-} in json | schema) return 0 ;; esac
  [[ -n ${ACODE_BENCH_PROGRAM-} ]] || scripts/build-profiled.sh
}

install_peers() {
  mkdir -p "$build/npm" && cp bench/package.json "$build/npm/" &&
    npm install --prefix "$build/npm" --package-lock=false --no-audit --no-fund
}

# unpack_nginx: the program alone, out of Debian's package.
unpack_nginx() (
  mkdir -p "$build/nginx" && cd "$build/nginx" || return
  [[ -x usr/sbin/nginx ]] || {
    { apt-get download nginx || { apt-get update -q && apt-get download nginx; }; } && dpkg -x nginx_*.deb .
  }
)

# The two sides of each suite.
json_bench() { "$build/bench/bench_json" "$@"; }
json_timed() { json_bench --documents "$documents" "$@"; }
json_peers() { node bench/peers/repair.mjs --modules "$build/npm" --documents "$documents" "$@"; }
schema_bench() { "$build/bench/bench_schema" "$@"; }
schema_timed() { schema_bench "$@"; }
schema_peers() { node bench/peers/schema.mjs --modules "$build/npm" --documents "$documents" "$@"; }
calls_bench() { "$build/bench/bench_calls" "$@"; }
calls_timed() { calls_bench "$@"; }
calls_peers() { node bench/peers/calls.mjs --modules "$build/npm" --documents "$documents" "$@"; }

# make_rows: the rows of the corpus again and again, up to the size that was asked for. None where it is absent.
make_rows() {
  if [[ ! -s $sample ]]; then
    say "calls: $sample is absent, so \`acode batch\` is not timed; ACODE_CORPUS says where the corpus is"
    return
  fi
  local once times
  once=$(wc -c <"$sample")
  trap 'rm -f "$rows" "$rows.out"' EXIT
  for ((times = (megabytes * 1000000 + once - 1) / once; times > 0; times--)); do cat "$sample"; done >"$rows"
}

# time_batch FILE: `acode batch` and its peer, once; the figures go to the file.
time_batch() {
  [[ ! -s $rows ]] || "$build/bench/bench_batch" "$acode" "$rows" "$1"
}

# time_suite NAME: all rounds of one suite, and its tables. Fails if something could not be timed.
time_suite() {
  local suite=$1 round failed=0
  rm -rf "$documents" "$results"
  mkdir -p "$results"
  "${suite}_bench" --write-documents "$documents"
  if [[ $suite == json ]]; then json_peers --prepare; fi
  if [[ $suite == calls ]]; then make_rows; fi
  for ((round = 1; round <= rounds; round++)); do
    say "$suite, round $round of $rounds"
    "${suite}_timed" --samples "$samples" --quiet --json "$results/$round-cpp.json" || failed=1
    "${suite}_peers" --json "$results/$round-node.json" || failed=1
    if [[ $suite == calls ]]; then time_batch "$results/$round-batch.json" || failed=1; fi
  done
  rm -f "$rows"
  "${suite}_bench" --json "$build/$suite-figures.json" --merge "$results"/*.json
  ((failed == 0))
}

# time_gateway: `acode serve` and nginx in front of the same server, in turns. Some two minutes.
time_gateway() {
  local nginx
  nginx=$(PATH=$PATH:/usr/sbin command -v nginx) || nginx=$build/nginx/usr/sbin/nginx
  [[ -x $nginx ]] || step nginx unpack_nginx
  say "gateway, $rounds rounds"
  "$build/bench/bench_gateway" --acode "$acode" --nginx "$nginx" --rounds "$rounds" \
    --json "$build/gateway-figures.json"
}

suites=(json schema calls gateway)
case ${1-} in
  "" | --build) ;;
  json | schema | calls | gateway) suites=("$1") ;;
  -h | --help)
    sed -n '2,18s/^# \{0,1\}//p' scripts/bench.sh
    exit 0
    ;;
  *) die "bench.sh: unknown option '$1'; json, schema, calls, gateway and --build are known" ;;
esac

scripts/install-deps.sh --bench
step build one_at_a_time build_bench
build_program "$@"
[[ ${1-} != --build ]] || exit 0
[[ ${1-} == gateway ]] || step peers install_peers

status=0
for suite in "${suites[@]}"; do
  if [[ $suite == gateway ]]; then
    time_gateway || status=1
  else
    time_suite "$suite" || status=1
  fi
done
exit "$status"
