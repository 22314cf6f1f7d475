#!/usr/bin/env bash
# Tries every kind of hostile input of the corpus on the repair, or on the extractor, and prints what it costs:
# instructions, their growth, and memory. Fails where that is more than it may be. Takes minutes; the tests run a quicker
# form of it.
#
#   scripts/attacks.sh                            all kinds
#   scripts/attacks.sh --kinds quotes,commas      only these
#   scripts/attacks.sh --quick                    what the tests run
#   scripts/attacks.sh --extract                  on the extractor
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

case ${1-} in
  -h | --help) sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
esac

build_program() { cmake --preset release && cmake --build --preset release --parallel "$(at_once)" --target attack_cost; }
quietly "$logs/attacks-build.log" one_at_a_time build_program || {
  show "$logs/attacks-build.log"
  die "attacks.sh: attack_cost does not build"
}
exec python3 tests/complexity/check_attacks.py "$@" build/release/tests/complexity/attack_cost
