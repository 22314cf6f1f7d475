#!/usr/bin/env bash
# Builds acode if need be and runs it.
#
#   scripts/run.sh                          a short tour: the gateway in front of a model that fails, and broken JSON repaired
#   scripts/run.sh repair broken.json       acode with these arguments, its input, output and exit status
#
# Nothing but the program writes to stdout. The exit status is the program's; 125 if it could not be built.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

acode="$root/build/release/src/cli/acode"
log="$logs/run.log"

configure() {
  # The tests, and the packages they need, are the business of test.sh; a tree that has them keeps them.
  [[ -e $root/build/release/build.ninja ]] || cmake -S "$root" --preset release -D ACODE_BUILD_TESTS=OFF
}
build() {
  cd "$root" && configure && cmake --build --preset release --parallel "$(at_once)" --target acode_cli
}

"$root/scripts/install-deps.sh" || exit 125
[[ -x $acode ]] || say "Building acode; this happens once and takes some minutes."
if ! one_at_a_time quietly "$log" build; then
  show "$log"
  die "acode could not be built."
fi

if (($# > 0)); then exec "$acode" "$@"; fi
exec "$root/scripts/tour.sh" "$acode"
