#!/usr/bin/env bash
# Asks a real, small model questions with the clients that people use (openai, ollama; streamed), once directly and once
# through the gateway, and prints what share of the calls that the clients get is valid.
#
#   scripts/gateway-table.sh                            all formats, all questions: an hour
#   scripts/gateway-table.sh --formats hermes --count 10
#
# Needs node and npm, and the model and its questions: ACODE_MODEL names the model, or it is ../shared/models/small.gguf; the
# questions stand beside it.
set -euo pipefail
help=$(sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}")
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

case ${1-} in
  -h | --help) printf '%s\n' "$help" && exit 0 ;;
esac

find_model
scripts/install-deps.sh --test
build_release acode_cli
ACODE_MODEL=$model node tests/model_server/gateway_table.mjs --acode build/release/src/cli/acode --clients build/clients \
  --questions "$questions" "$@"
