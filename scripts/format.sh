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

clang-format --version >/dev/null
# Many files for one program: to start it takes longer than to look at a file.
unformatted=$(printf '%s\0' "${files[@]}" | xargs -0 -n 50 -P "$(at_once)" clang-format --dry-run -Werror 2>&1 |
  sed -nE 's/^([^:]+):[0-9]+:[0-9]+: error: .*/\1: error: not formatted/p' | sort -u || true)
if [[ -n $unformatted ]]; then
  echo "$unformatted"
  echo "scripts/format.sh formats them"
  exit 1
fi
