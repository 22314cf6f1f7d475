#!/usr/bin/env bash
# The rows that packages are built with: the same each time, all of them read, and of every kind.
#
#   training_test.sh ROWS ACODE
set -euo pipefail

rows=$1 acode=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
  echo "$*"
  exit 1
}

"$rows" 2000 >"$folder/rows"
"$rows" 2000 | cmp - "$folder/rows" || fail "the rows differ from one run to the next"
status=0
"$acode" batch "$folder/rows" --output "$folder/answers" || status=$?
((status == 1 || status == 5)) || fail "acode batch ended with status $status: some rows should have errors"

# count PATTERN LEAST: in so many answers it should stand.
count() {
  local found
  found=$(grep -cE "$1" "$folder/answers") || true
  ((found >= $2)) || fail "of 2000 answers only $found have $1"
}
(($(wc -l <"$folder/answers") == 2000)) || fail "not every row was answered"
! grep -q 'ACODE-CLI-008' "$folder/answers" || fail "a row was not read"
count '"calls":\[\{' 1000
count '"calls":\[\],"errors":\[\]' 400
count '"errors":\[\{' 50
count '"repairs":\[\{' 50
