#!/usr/bin/env bash
# Runs the tests with the real clients, or says what is absent for them and ends with 77.
#
#   ACODE_PROGRAM=build/release/src/cli/acode tests/clients/run_tests.sh
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
modules=${ACODE_CLIENTS:-$here/../../build/clients}

absent() {
  printf 'clients: SKIPPED: %s\n' "$*" >&2
  exit 77
}

command -v node >/dev/null || absent "node is absent"
node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' ||
  absent "node $(node --version) is too old; version 20 or a later one is needed"
[[ -e $modules/node_modules/openai ]] || absent "the clients are absent; tests/clients/install.sh installs them"
ACODE_CLIENTS=$modules exec node --test "$here/clients_test.mjs"
