#!/usr/bin/env bash
# The scripts are sound (bash, shellcheck), and do what their heads say, tried on a made-up tree whose path has a space.
#
#   scripts_test.sh ROOT       77 if shellcheck is absent and all else is well
set -euo pipefail

repository=$1
tree="$(mktemp -d)/a tree"
trap 'rm -rf "$(dirname "$tree")"' EXIT
failures=0

# expect WHAT WANTED GOT
expect() {
  if [[ $2 != "$3" ]]; then
    printf '%s: wanted "%s", got "%s"\n' "$1" "$2" "$3" >&2
    failures=1
  fi
}

# What is in the repository.
scripts=("$repository/.ci/run" "$repository"/scripts/*.sh "$repository"/scripts/smoke-tests/*.sh "$repository"/tests/*/*.sh)
for script in "${scripts[@]}"; do
  bash -n "$script" || failures=1
  if [[ $script != */lib.sh ]]; then
    expect "$script can be run" yes "$([[ -x $script ]] && echo yes || echo no)"
    expect "$script stops at errors" yes "$(grep -qx 'set -euo pipefail' "$script" && echo yes || echo no)"
  fi
done

# Counting what ctest prints.
mkdir -p "$tree/scripts" "$tree/bin"
cp "$repository"/scripts/*.sh "$tree/scripts"
# with_lib COMMAND…: runs it knowing what lib.sh defines.
with_lib() (
  # shellcheck source=SCRIPTDIR/../../scripts/lib.sh
  source "$tree/scripts/lib.sh"
  "$@"
)
count() {
  printf '%s\n' "$@" >"$tree/log"
  with_lib count_ctest "$tree/log"
}
expect "all passed" "7 0 0" "$(count '100% tests passed, 0 tests failed out of 7')"
expect "one test" "1 0 0" "$(count '100% tests passed, 0 tests failed out of 1')"
expect "some failed" "5 2 0" "$(count '71% tests passed, 2 tests failed out of 7')"
expect "some skipped" "4 1 2" \
  "$(count ' 1/7 Test #1: a ....***Skipped   0.01 sec' ' 2/7 Test #2: b ....***Skipped   0.01 sec' \
    '86% tests passed, 1 tests failed out of 7')"
expect "no summary" "0 1 0" "$(count 'No tests were found!!!')"
expect "the root is found" "root=$tree" "$(cd / && with_lib declare -p root | sed 's/^declare -- root="\(.*\)"$/root=\1/')"

# run.sh: a program and a build that only pretend.
program="$tree/build/release/src/cli/acode"
mkdir -p "$(dirname "$program")"
cat >"$program" <<'END'
#!/usr/bin/env bash
printf '<%s>' "$@"
cat
exit 3
END
printf '#!/usr/bin/env bash\nexit 0\n' >"$tree/scripts/install-deps.sh"
cat >"$tree/bin/cmake" <<'END'
#!/usr/bin/env bash
echo noise
cat
exit "${FAKE_BUILD:-0}"
END
chmod +x "$program" "$tree/bin/cmake" "$tree/scripts/install-deps.sh"
run() {
  status=0
  output=$(cd / && printf 'input' | PATH="$tree/bin:$PATH" "$tree/scripts/run.sh" "$@" 2>"$tree/stderr") || status=$?
}
run repair 'a b' ''
expect "run.sh hands on arguments and input" "<repair><a b><>input" "$output"
expect "run.sh hands on the exit status" 3 "$status"
expect "run.sh says nothing of its own" "" "$(cat "$tree/stderr")"
FAKE_BUILD=1 run repair
expect "run.sh without a program prints nothing" "" "$output"
expect "run.sh without a program says so" 125 "$status"

if ((failures)); then exit 1; fi
if ! command -v shellcheck >/dev/null; then
  echo "shellcheck is not installed; everything else is well" >&2
  exit 77
fi
shellcheck "${scripts[@]}"
