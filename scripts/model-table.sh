#!/usr/bin/env bash
# Asks a real, small model questions in each format that it knows, and prints what share of its calls is valid: as it sent
# them, after repair and coercion, after re-emission under the schema, and after it was told of its errors; with tokens and
# seconds.
#
#   scripts/model-table.sh                              all formats, all questions: some ten minutes
#   scripts/model-table.sh --formats hermes --count 10
#
# Needs node, and the model and its questions: ACODE_MODEL names the model, or it is ../shared/models/small.gguf; the
# questions stand beside it.
set -euo pipefail
help=$(sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}")
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

case ${1-} in
  -h | --help) printf '%s\n' "$help" && exit 0 ;;
esac

find_model
scripts/install-deps.sh --test
build_release model_table
tests/model_server/install.sh

said=$(mktemp)
node tests/model_server/server.mjs --port 0 --model "$model" >"$said" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null; rm -f "$said"' EXIT
for ((i = 0; i < 600; i++)); do
  url=$(sed -n 's/^listening on //p' "$said")
  if [[ -n $url ]]; then break; fi
  kill -0 "$server" 2>/dev/null || die "model-table.sh: the server did not start: $(cat "$said")"
  sleep 0.1
done
build/release/tests/model_server/model_table --url "$url" --questions "$questions" "$@"
