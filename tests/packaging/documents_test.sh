#!/usr/bin/env bash
# The programs in the guides do what the guides say: each is built against the library and run, and what it prints is
# compared with the block that follows it.
#
#   documents_test.sh COMPILER ROOT LIBRARY
set -euo pipefail

compiler=$1 root=$2 library=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LD_LIBRARY_PATH
LD_LIBRARY_PATH=$(dirname "$library")

# take_apart DOCUMENT: each ```cpp block with a main() becomes N.cc, and the ```text block behind it N.wanted.
take_apart() {
  awk -v stem="$work/$(basename "$1" .md)" '
    /^```/ && kind != "" {
      if (kind == "cpp" && block ~ /int main\(/) { source = sprintf("%s-%d", stem, ++count); printf "%s", block >(source ".cc") }
      if (kind == "text" && source != "") { printf "%s", block >(source ".wanted"); source = "" }
      kind = ""
      next
    }
    /^```/ { kind = substr($0, 4); block = ""; next }
    { block = block $0 "\n" }
  ' "$1"
}

failures=0
programs=0
for document in getting-started embedding; do take_apart "$root/docs/$document.md"; done
for program in "$work"/*.cc; do
  name=$(basename "$program" .cc)
  programs=$((programs + 1))
  if ! "$compiler" -std=c++20 -Wall -Wextra -Werror "-I$root/include" "$program" "$library" -lpcre2-8 -o "$work/$name"; then
    echo "$name: does not compile" >&2
    failures=1
  elif ! diff -u "$work/$name.wanted" <("$work/$name" 2>&1); then
    echo "$name: prints something else than the guide says" >&2
    failures=1
  fi
done
echo "$programs programs"
if ((programs < 5)); then
  echo "too few: are the blocks still marked with cpp?" >&2
  exit 1
fi
exit "$failures"
