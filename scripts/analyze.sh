#!/usr/bin/env bash
# Runs clang's static analyzer over the sources: what clang-tidy does in the tests, and the slow part that they leave out.
#
#   scripts/analyze.sh                        every file of src/
#   scripts/analyze.sh src/schema/atlas.cc    only these
#
# Takes a minute for some files, and half an hour or more for all of them.
set -euo pipefail
help=$(sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}")
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

case ${1-} in
  -h | --help) printf '%s\n' "$help" && exit 0 ;;
esac

scripts/install-deps.sh --test
quietly "$logs/analyze-configure.log" one_at_a_time cmake --preset tidy || {
  show "$logs/analyze-configure.log"
  die "analyze.sh: the tree cannot be configured"
}

files=("$@")
if ((${#files[@]} == 0)); then mapfile -t files < <(find src -name '*.cc' | sort); fi
printf '%s\0' "${files[@]}" |
  xargs -0 -P "$(at_once)" -n 1 clang-tidy --quiet -p build/tidy --checks='-*,clang-analyzer-*' 2>/dev/null
say "analyze.sh: ${#files[@]} files, nothing found"
