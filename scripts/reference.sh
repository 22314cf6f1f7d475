#!/usr/bin/env bash
# Writes the reference of the library, made from its public headers: build/reference/html/index.html.
#
#   scripts/reference.sh             installs doxygen if it is missing
#   scripts/reference.sh FOLDER      into FOLDER/html instead
#
# Fails if something public is not documented, or its documentation cannot be understood, and says where.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

case ${1-} in
  -h | --help)
    sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  -*) die "reference.sh: unknown option '$1'; only a folder may be named" ;;
esac
folder=${1:-$root/build/reference}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

command -v doxygen >/dev/null || "$root/scripts/install-deps.sh" --reference
cd "$root"
# What an earlier version left there would be found beside the new one.
rm -rf "$folder/html"
ACODE_REFERENCE=$folder doxygen docs/reference/Doxyfile
say "$folder/html/index.html"
