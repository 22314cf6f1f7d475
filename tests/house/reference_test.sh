#!/usr/bin/env bash
# Every public thing is documented in its header, and the reference can be made of that (DO-1).
#
#   reference_test.sh ROOT     77 if doxygen is absent
set -euo pipefail

repository=$1
if ! command -v doxygen >/dev/null; then
  echo "doxygen is not installed" >&2
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

"$repository/scripts/reference.sh" "$folder/a folder" 2>"$folder/log" || fail "$(cat "$folder/log")"
grep -q 'Reset, feed, finish: one whole text' "$folder/a folder/html/classacode_1_1json_1_1Reader.html" ||
  fail "what the header says of Reader::read() is missing in the reference"

# It would be noticed if something were not documented.
mkdir "$folder/tree"
cp -r "$repository/docs" "$repository/include" "$repository/scripts" "$folder/tree"
printf '\nnamespace acode {\nint unheard_of();\n}\n' >>"$folder/tree/include/acode/version.h"
if "$folder/tree/scripts/reference.sh" 2>"$folder/log"; then fail "a function without a word was accepted"; fi
grep -q 'version.h:[0-9]*: .*unheard_of() .*is not documented' "$folder/log" || fail "$(cat "$folder/log")"
