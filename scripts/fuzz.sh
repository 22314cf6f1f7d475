#!/usr/bin/env bash
# Searches for inputs that break a law, for as long as it is told.
#
#   scripts/fuzz.sh                         every target for 600 seconds, one after the other
#   scripts/fuzz.sh 3600 repair_fuzzer      one target for an hour
#
# Builds the targets with clang, libFuzzer and both sanitizers, and prints for each how many inputs it has run. What is of
# interest is kept in build/fuzz/corpus and used again the next time; an input that breaks something is left in
# build/fuzz/artifacts: make it small and put it into fuzz/regressions. The exit status is 0 if nothing was found. Every
# run looks elsewhere, unless ACODE_FUZZ_SEED says where: a number from 1 on.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

case ${1-} in
  -h | --help) sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
esac

seconds=${1:-600}
shift || true
[[ $seconds =~ ^[0-9]+$ ]] || die "fuzz.sh: the first argument is a number of seconds, not '$seconds'"

build_targets() { cmake --preset fuzz && cmake --build --preset fuzz --parallel "$(at_once)" --target fuzzers; }
quietly "$logs/fuzz-build.log" one_at_a_time build_targets || {
  show "$logs/fuzz-build.log"
  die "fuzz.sh: the targets do not build"
}

targets=("$@")
if ((${#targets[@]} == 0)); then
  while IFS= read -r target; do targets+=("$target"); done < <(
    find build/fuzz/fuzz -maxdepth 1 -name '*_fuzzer' -type f -perm -u+x -printf '%f\n' | sort
  )
fi

# dictionary TARGET: one file with the words that mean something to it; libFuzzer takes no second one.
dictionary() {
  local parts=(fuzz/json.dict) file="build/fuzz/$1.dict"
  case $1 in
    schema_fuzzer | instance_fuzzer) parts+=(fuzz/schema.dict) ;;
    extract_fuzzer | pipeline_fuzzer | guard_fuzzer) parts+=(fuzz/extract.dict) ;;
    request_fuzzer) parts+=(fuzz/request.dict) ;;
    http_fuzzer) parts+=(fuzz/http.dict) ;;
  esac
  cat "${parts[@]}" >"$file"
  printf '%s\n' "$file"
}

# run TARGET: true if it found nothing. All seeds are for all targets: a text for one is a text for another.
run() {
  local name=$1 log="$logs/fuzz-long-$1.log" found="build/fuzz/corpus/$1" artifacts="build/fuzz/artifacts/$1"
  local corpora=("$found" fuzz/seeds/*/)
  [[ -x build/fuzz/fuzz/$name ]] || die "fuzz.sh: there is no target '$name'"
  mkdir -p "$found" "$artifacts"
  [[ ! -d fuzz/regressions/$name ]] || corpora+=("fuzz/regressions/$name")
  quietly "$log" "build/fuzz/fuzz/$name" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=2048 \
    -seed="${ACODE_FUZZ_SEED:-0}" -dict="$(dictionary "$name")" -print_final_stats=1 -artifact_prefix="$artifacts/" \
    "${corpora[@]}"
}

# tell NAME: what was broken, and the input itself, so that a log alone is enough to find it again.
tell() {
  local log="$logs/fuzz-long-$1.log" input
  say "---- $log"
  # What a law complains of stands before the error, the stack behind it.
  { grep -E -B 8 -A 12 'ERROR: |runtime error: ' "$log" || tail -n 60 "$log"; } | cut -c 1-300 | sed -n '1,60p' >&2
  input=$(sed -n 's/^.*Test unit written to //p' "$log" | tail -n 1)
  [[ ! -f $input ]] || say "the input, in base64: $(base64 --wrap=0 "$input")"
  say "----"
}

failed=0
for name in "${targets[@]}"; do
  verdict="nothing found"
  run "$name" || {
    verdict="FOUND SOMETHING: see build/fuzz/artifacts/$name"
    failed=1
    tell "$name"
  }
  executions=$(awk '/stat::number_of_executed_units:/ { print $2 }' "$logs/fuzz-long-$name.log")
  printf '%-20s %12s executions in %d s: %s\n' "$name" "${executions:-?}" "$seconds" "$verdict"
done
exit "$failed"
