#!/usr/bin/env bash
# Installs the clients that clients_test.mjs runs, in the versions of package.json.
#
#   tests/clients/install.sh             into build/clients
#   tests/clients/install.sh FOLDER      elsewhere
#
# No script of a package is run. Does nothing where everything is there already. Ends with 77 where there is no npm.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=SCRIPTDIR/../../scripts/lib.sh
source "$here/../../scripts/lib.sh"
folder=${1:-$root/build/clients}

install_packages() {
  npm install --prefix "$folder" --ignore-scripts --package-lock=false --no-audit --no-fund --fetch-retries=1
}

if cmp -s "$here/package.json" "$folder/package.json" && [[ -e $folder/node_modules/.package-lock.json ]]; then exit 0; fi
command -v npm >/dev/null || {
  say "install.sh: SKIPPED: npm is absent"
  exit 77
}
mkdir -p "$folder"
cp "$here/package.json" "$folder/"
quietly "$logs/clients-install.log" one_at_a_time install_packages || {
  show "$logs/clients-install.log"
  rm -f "$folder/package.json"
  die "install.sh: the packages cannot be installed"
}
