#!/usr/bin/env bash
# Installs what server.mjs runs the model with: node-llama-cpp, and its llama.cpp for this processor, built by others.
#
#   tests/model_server/install.sh             into build/model_server
#   tests/model_server/install.sh FOLDER      elsewhere
#
# Nothing is compiled, and no script of a package is run. Does nothing where everything is there already. Ends with 77
# where there is no npm, or no llama.cpp for this machine.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=SCRIPTDIR/../../scripts/lib.sh
source "$here/../../scripts/lib.sh"
folder=${1:-$root/build/model_server}
package=node-llama-cpp
version=$(sed -n "s/.*\"$package\": \"\(.*\)\".*/\1/p" "$here/package.json")

absent() {
  say "install.sh: SKIPPED: $*"
  exit 77
}

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) binaries=@$package/linux-x64 ;;
  Linux-aarch64) binaries=@$package/linux-arm64 ;;
  *) absent "$package has nothing to install for $(uname -s) on $(uname -m)" ;;
esac

# is_there NAME: whether the package is installed in the version that is wanted.
is_there() { grep -qs "\"version\": \"$version\"" "$folder/node_modules/$1/package.json"; }

# The binaries are named on their own: as an optional part of the package they would come for every graphics card.
install_packages() {
  mkdir -p "$folder" && cp "$here/package.json" "$folder/" &&
    npm install --prefix "$folder" --omit=optional --ignore-scripts --no-save --package-lock=false --no-audit \
      --no-fund --prefer-offline --fetch-retries=1 "$binaries@$version"
}

if is_there "$package" && is_there "$binaries"; then exit 0; fi
command -v npm >/dev/null || absent "npm is absent"
quietly "$logs/model-server-install.log" one_at_a_time install_packages || {
  show "$logs/model-server-install.log"
  die "install.sh: the packages cannot be installed"
}
