#!/usr/bin/env bash
# Builds and tests everything, in the ways that find different things:
#
#   format     every file is formatted
#   release    g++, optimised: all tests, with the packaging
#   fuzz       clang++ with AddressSanitizer and UndefinedBehaviorSanitizer: the tests, and each fuzz target for
#              ACODE_FUZZ_SECONDS (6) seconds, from a place that is the commit's own: a run can be repeated, and each
#              commit looks elsewhere
#
# and only when asked for, since they take long and find less:
#
#   tidy       clang-tidy on every file of src/ and include/; scripts/analyze.sh does the slow part of it
#   asan       g++ with both sanitizers: all tests
#   clang      clang++, optimised: all tests
#   tsan       g++ with ThreadSanitizer: the tests of what has threads, which is the net, the gateway and what records
#   profiled   the program as packages have it (scripts/build-profiled.sh): the tests that start a program, real clients of
#              the gateway among them, with that one
#
#   scripts/test.sh                format, release, fuzz
#   scripts/test.sh tidy           before every commit to src/
#   scripts/test.sh asan clang     only these
#
# Says one line for each, shows the log of what failed, and ends with "N passed, N failed". A test counts each time it
# is run; builds and checks without tests of their own count once. The exit status is 0 if nothing failed.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

fuzz_seconds=${ACODE_FUZZ_SECONDS:-6}
passed=0
failed=0
skipped=0

# note NAME PASSED FAILED SKIPPED SINCE: adds a stage to the sums and says how it went.
note() {
  local name=$1 verdict=ok extra=""
  ((passed += $2, failed += $3, skipped += $4)) || true
  (($3 == 0)) || verdict=FAILED
  (($4 == 0)) || extra=", $4 skipped"
  say "$(printf '%-24s %-6s %5d passed, %d failed%s (%d s)' "$name" "$verdict" "$2" "$3" "$extra" $((SECONDS - $5)))"
}

# check NAME COMMAND…: a stage that passes or fails as a whole; 77 says that it was skipped, as for ctest.
check() {
  local name=$1 since=$SECONDS status=0
  shift
  quietly "$logs/$name.log" "$@" || status=$?
  case $status in
    0) note "$name" 1 0 0 "$since" ;;
    77) note "$name" 0 0 1 "$since" ;;
    *)
      note "$name" 0 1 0 "$since"
      show "$logs/$name.log"
      return 1
      ;;
  esac
}

# build_preset PRESET [OPTION…]: the options are for Ninja.
build_preset() { cmake --preset "$1" && cmake --build --preset "$1" --parallel "$(at_once)" -- "${@:2}"; }
build() { check "$1-build" one_at_a_time build_preset "$1"; }

# run_tests PRESET [OPTION…]: ctest, its summary counted and the failures shown. One more at once than there are processors,
# since many of them wait for a good part of their time.
run_tests() {
  local preset=$1 since=$SECONDS log="$logs/$1-tests.log" counts failures=0
  shift
  quietly "$log" ctest --preset "$preset" --parallel "$(($(at_once) + 1))" "$@" || failures=$?
  read -r -a counts <<<"$(count_ctest "$log")"
  # ctest that says no without a failed test has failed itself.
  if ((failures != 0 && counts[1] == 0)); then counts[1]=1; fi
  note "$preset-tests" "${counts[@]}" "$since"
  if ((counts[2] > 0)); then show_skipped_tests "$preset"; fi
  if ((counts[1] > 0)); then show_failed_tests "$log"; fi
}

# show_skipped_tests PRESET: their names, and what those that say why have said.
show_skipped_tests() {
  grep -E '\*\*\*(Skipped|Not Run)' "$logs/$1-tests.log" | sed -E 's/^.*#[0-9]+: /  skipped: /; s/ \.*\*.*$//' >&2
  sed -n 's/^.*\(SKIPPED: .*\)/  \1/p' "build/$1/Testing/Temporary/LastTest.log" | sort -u >&2
}

# show_failed_tests LOG: their names, then what they said: ctest prints it between the line of a test and the next one.
show_failed_tests() {
  say "---- $1"
  sed -n '/^The following tests FAILED/,/^$/p' "$1" >&2
  awk '
    /^ +Start +[0-9]+:/ || /tests passed,/ { on = 0 }
    /Test +#[0-9]+:/ { on = /\*\*\*(Failed|Exception|Timeout|Not Run)/ && !/Disabled/ }
    on && ++lines <= 200
    END { if (lines > 200) print "… and " lines - 200 " lines more" }
  ' "$1" >&2
  say "----"
}

# seed_of_commit: a number of the commit's own, or 1 where there is none.
seed_of_commit() {
  local id
  id=$(git rev-parse HEAD 2>/dev/null) || id=1
  printf '%d\n' "$((16#${id:0:7}))"
}

# fuzz_all TARGET…: side by side, as many at once as there are processors; then the verdicts in order.
fuzz_all() {
  local target name since=$SECONDS
  export ACODE_FUZZ_SEED=${ACODE_FUZZ_SEED:-$(seed_of_commit)}
  for target in "$@"; do
    name=fuzz-$(basename "$target")
    while (($(jobs -rp | wc -l) >= $(at_once))); do wait -n || true; done
    rm -f "$logs/$name.ok"
    { quietly "$logs/$name.log" scripts/fuzz.sh "$fuzz_seconds" "$(basename "$target")" && touch "$logs/$name.ok"; } &
  done
  wait
  for target in "$@"; do
    name=fuzz-$(basename "$target")
    if [[ -e $logs/$name.ok ]]; then
      note "$name" 1 0 0 "$since"
    else
      note "$name" 0 1 0 "$since"
      cat "$logs/$name.log" >&2 # fuzz.sh has chosen already
    fi
  done
}

stage_format() { check format scripts/format.sh --check || true; }
stage_release() { if build release; then run_tests release; fi; }
stage_asan() { if build asan; then run_tests asan; fi; }
# What packaging proves does not depend on the compiler, and instructions are counted once.
stage_clang() { if build clang; then run_tests clang --label-exclude "packaging|complexity|model"; fi; }
# Only what has threads, and of the command line what starts a gateway.
stage_tsan() {
  local targets=(net_{unit,client,server}_test gateway_test observe_test script_test cli_program_test acode_cli acode_soak)
  check tsan-build one_at_a_time build_preset tsan "${targets[@]}" || return 0
  run_tests tsan --tests-regex '^(net_|gateway_test|observe_test|script_test|cli_program_test\.GatewayProgram|soak$)'
}
# The tests are those of the release build; the program is not.
stage_profiled() {
  local program=$root/build/profiled/src/cli/acode
  check profiled-build scripts/build-profiled.sh || return 0
  build release || return 0
  ACODE_TEST_PROGRAM=$program run_tests release --tests-regex '^cli_program_test'
  check profiled-clients env ACODE_PROGRAM="$program" tests/clients/run_tests.sh || true
  check profiled-soak build/release/tests/soak/acode_soak "$program" 5 || true
}
# To the end, so that everything it finds is seen at once.
stage_tidy() { check tidy one_at_a_time build_preset tidy -k 0 || true; }
stage_fuzz() {
  build fuzz || return 0
  # Random texts are what the fuzz targets below are for, and the rules of the house know no compiler.
  run_tests fuzz --label-exclude "packaging|property|house"
  local target targets=()
  while IFS= read -r -d '' target; do targets+=("$target"); done < <(
    find build/fuzz/fuzz -maxdepth 1 -name '*_fuzzer' -type f -perm -u+x -print0 | sort -z
  )
  fuzz_all "${targets[@]}"
}

stages=("$@")
((${#stages[@]} > 0)) || stages=(format release fuzz)
for stage in "${stages[@]}"; do
  declare -F "stage_$stage" >/dev/null || die "test.sh: there is no stage '$stage'; see the head of the script"
done

# Background jobs do not hear an interrupt by themselves.
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT

scripts/install-deps.sh --test
for stage in "${stages[@]}"; do "stage_$stage"; done

((skipped == 0)) || say "$skipped skipped"
echo "$passed passed, $failed failed"
((failed == 0))
