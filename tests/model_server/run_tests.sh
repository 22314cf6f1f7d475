#!/usr/bin/env bash
# Runs tests of this folder with node, or says what is absent for them and ends with 77.
#
#   tests/model_server/run_tests.sh FILE…                     tests that talk to the real model
#   tests/model_server/run_tests.sh --without-model FILE…     tests that do not
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

absent() {
  printf 'model_server: SKIPPED: %s\n' "$*" >&2
  exit 77
}

command -v node >/dev/null || absent "node is absent"
node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' ||
  absent "node $(node --version) is too old; version 20 or a later one is needed"
if [[ ${1-} == --without-model ]]; then
  shift
else
  node "$here/server.mjs" --check
fi
exec node --test "$@"
