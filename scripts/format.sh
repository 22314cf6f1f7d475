#!/usr/bin/env bash
# Formats every C++ file as .clang-format says; with --check only names those that are not, and fails if there are any.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

check=0
case ${1-} in
  "") ;;
  --check) check=1 ;;
  *) die "format.sh: unknown option '$1'; only --check is known" ;;
esac

cd "$root"
files=()
while IFS= read -r -d '' file; do files+=("$file"); done < <(
  find . \( -name build -o -name node_modules -o -name .git \) -prune -o \( -name '*.h' -o -name '*.cc' \) -print0
)
if ((!check)); then
  clang-format -i "${files[@]}"
  exit
fi

unformatted=0
for file in "${files[@]}"; do
  if ! clang-format --dry-run -Werror "$file" 2>/dev/null; then
    echo "$file: error: not formatted"
    unformatted=1
  fi
done
if ((unformatted)); then
  echo "scripts/format.sh formats them"
  exit 1
fi
