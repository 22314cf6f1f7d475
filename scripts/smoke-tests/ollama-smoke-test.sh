#!/usr/bin/env bash
# Talks to a live Ollama server and checks that tool calls come through: extraction, argument parsing, mapping, repair and
# retry, a line each. The exit status says whether all passed.
#
#   scripts/smoke-tests/ollama-smoke-test.sh                         the configured model
#   scripts/smoke-tests/ollama-smoke-test.sh --model qwen3:8b        and whatever else `acode providers smoke-test` takes
#   OLLAMA_HOST=box:11434 scripts/smoke-tests/ollama-smoke-test.sh
set -euo pipefail
exec "$(dirname "${BASH_SOURCE[0]}")/../run.sh" providers smoke-test ollama --tool-calls "$@"
