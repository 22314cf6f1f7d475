#!/usr/bin/env bash
# Shows what acode does: broken model output as it comes, and what acode makes of it. Called by run.sh with the program.
set -euo pipefail

acode=$1
bold="" dim="" plain=""
if [[ -t 1 && -z ${NO_COLOR-} ]]; then bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'; fi
notes=$(mktemp)
tools=$(mktemp)
trap 'rm -f "$notes" "$tools"' EXIT
cat >"$tools" <<'END'
[{"name": "get_weather", "description": "The weather of the next days", "parameters": {"type": "object",
  "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city"]}}]
END

title() { printf '%s%s%s\n' "$bold" "$1" "$plain"; }

# lines LABEL TEXT: the text with the label before each line.
lines() { printf '%s\n' "$2" | sed "s/^/  ${dim}$1${plain}  /"; }

# repair WHAT TEXT: the text as a model sent it, as acode hands it on, and what it has to say.
repair() {
  title "$1"
  lines "in  " "$2"
  lines "out " "$(printf '%s' "$2" | "$acode" repair --text 2>"$notes" || true)"
  if [[ -s $notes ]]; then lines note "$(cat "$notes")"; fi
  echo
}

# call WHAT TEXT: the text as a model wrote it, and the calls that acode found in it.
call() {
  title "$1"
  lines "in  " "$2"
  lines "out " "$(printf '%s' "$2" | "$acode" parse --tools "$tools" --view 2>&1 | sed '1,2d' || true)"
  echo
}

echo "acode makes the tool calls of language models dependable. Calls that it finds in what models wrote:"
echo
call "A call in one of the formats that acode knows, typed by the schema of the tool" "Let me look.
<tool_call>
<function=get_weather>
<parameter=city>Oslo</parameter>
<parameter=days>3</parameter>
</function>"
call "A call in prose, with a comma too many and a number in quotes" \
  'I will call {"name": "get_weather", "arguments": {"city": "Oslo", "days": "3",}}'

echo "And JSON that it repairs:"
echo
repair "Python instead of JSON" "{'path': 'src/main.cc', 'recursive': True, 'limit': None,}"
repair "Quotes inside a string" '{"message": "He said "hello" to me"}'
# shellcheck disable=SC2016 # the back-ticks are a markdown fence
repair "Prose, a fence and a comment" 'Sure! Here is the call: ```json
{"city": "Oslo", // the capital
 "days": 3}
```'
repair "Cut off in the middle" '{"command": "ls -la", "env": {"PATH": "/usr/bin'
repair "Valid JSON is left alone, byte for byte" '{"id": 12345678901234567890,  "ok": true}'

title "Every change is known: its kind, its place, and how sure it is"
printf '%s' '{"path": "a.txt", "depth": 0x10,}' | "$acode" repair --view 2>&1 || true
cat <<'END'

Go on with:
  ./scripts/run.sh parse -t tools.json answer   calls out of a text, an answer or a stream of your own
  ./scripts/run.sh formats                      how models write calls
  echo "{a: 1,}" | ./scripts/run.sh repair      a broken text of your own
  ./scripts/run.sh --help                       all commands
  ./scripts/test.sh                             build and test everything
  docs/index.md                                 the documents
END
