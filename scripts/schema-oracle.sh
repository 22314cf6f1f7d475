#!/usr/bin/env bash
# Holds acode's verdicts on random schemas and values against other validators: ajv, and where the two disagree a third.
#
#   scripts/schema-oracle.sh                  100,000 pairs, about two minutes
#   scripts/schema-oracle.sh 1000             fewer
#   scripts/schema-oracle.sh 100000 500000    others: the seed to begin with
#
# Builds the release preset's schema_pairs, installs the validators with npm in build/oracle, and prints how many pairs
# fell into each class. Fails if a disagreement has no known reason.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

case ${1-} in
  -h | --help) sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
esac

pairs=${1:-100000}
seed=${2:-0}
modules=build/oracle
[[ $pairs =~ ^[0-9]+$ && $seed =~ ^[0-9]+$ ]] || die "schema-oracle.sh: the arguments are numbers: pairs, first seed"
command -v npm >/dev/null || die "schema-oracle.sh: needs node and npm"

build_program() { cmake --preset release && cmake --build --preset release --parallel "$(at_once)" --target schema_pairs; }
install_peers() {
  mkdir -p "$modules" && cp tests/oracle/package.json "$modules/" &&
    npm install --prefix "$modules" --package-lock=false --no-audit --no-fund
}

# step NAME COMMAND…: something that has to work before anything can be compared.
step() {
  local name=$1
  shift
  quietly "$logs/schema-oracle-$name.log" "$@" || {
    show "$logs/schema-oracle-$name.log"
    die "schema-oracle.sh: $name failed"
  }
}

step build one_at_a_time build_program
step peers install_peers
build/release/tests/oracle/schema_pairs "$pairs" "$seed" | node tests/oracle/schema_oracle.mjs --modules "$modules"
