#!/usr/bin/env bash
# Shows what acode does: the gateway in front of a model that fails, and broken model output as it comes. Called by run.sh
# with the program.
set -euo pipefail

acode=$1
bold="" dim="" plain=""
if [[ -t 1 && -z ${NO_COLOR-} ]]; then bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'; fi
folder=$(mktemp -d)
notes=$folder/notes
tools=$folder/tools.json
pids=()
trap '((${#pids[@]} == 0)) || kill "${pids[@]}" 2>/dev/null; rm -rf "$folder"' EXIT
# What is shown here is nobody's record, and nobody's configuration changes it.
export XDG_STATE_HOME=$folder XDG_CONFIG_HOME=$folder
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

# start NAME WORD…: acode with these words in the background; `url` is where it listens, as it says with --json.
start() {
  local out=$folder/$1
  shift
  (cd "$folder" && exec "$acode" "$@" --json) >"$out" 2>/dev/null &
  pids+=($!)
  for _ in {1..100}; do
    url=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' "$out")
    [[ -z $url ]] || return 0
    sleep 0.05
  done
  return 1
}

# ask URL METHOD PATH BODY: a request as any client would send it; the body of the answer.
ask() {
  local place=${1#http://}
  exec 3<>"/dev/tcp/${place%:*}/${place#*:}"
  printf '%s %s HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' "$2" "$3" "${#4}" "$4" >&3
  sed '1,/^\r$/d' <&3
  exec 3>&-
}

# The message in an answer of OpenAI's API.
message() { grep -o '"message":{.*}' | sed 's/,"finish_reason".*//; s/}$//'; }

# question URL: asks for the weather.
question() {
  ask "$1" POST /v1/chat/completions '{"model": "demo", "messages": [{"role": "user", "content": "The weather in Oslo?"}],
    "tools": [{"type": "function", "function": '"$(sed 's/^\[//; s/\]$//' "$tools")"'}]}' | message
}

# gateway: a scripted model that fails as models do, asked directly and through the gateway.
gateway() {
  cat >"$folder/script.json" <<'END'
{"then": "repeat_all", "steps": [
  {"text": "<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\", \"days\": \"3\",}}</tool_call>"},
  {"text": "<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\", \"days\": \"3\",}}</tool_call>"},
  {"calls": [{"name": "get_weather", "arguments": {"days": 3}}]},
  {"calls": [{"name": "get_weather", "arguments": {"days": 3}}]},
  {"calls": [{"name": "get_weather", "arguments": {"city": "Oslo", "days": 3}}]}]}
END
  local url model server
  start model test serve --script script.json || return 0
  model=$url
  start server serve --upstream "$model/v1" --listen 127.0.0.1:0 || return 0
  server=$url
  title "A call that a server left in the text, with a comma too many and a number in quotes"
  lines "directly" "$(question "$model")"
  lines "gateway " "$(question "$server")"
  echo
  title "A call without the city: the gateway asks the model again, and the client sees none of it"
  lines "directly" "$(question "$model")"
  lines "gateway " "$(question "$server")"
  echo
  title "What the gateway counts"
  lines "metrics " "$(ask "$server" GET /metrics "" | grep '^acode_gateway_calls_total' || true)"
  echo
}

echo "acode makes the tool calls of language models dependable. As a gateway in front of a model server:"
echo
gateway

echo "As a library and a command, on what models wrote:"
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
  ./scripts/run.sh serve --upstream URL         a gateway in front of your model server
  ./scripts/run.sh run -- your-agent            the same for one program
  ./scripts/run.sh parse -t tools.json answer   calls out of a text, an answer or a stream of your own
  ./scripts/run.sh formats                      how models write calls
  echo "{a: 1,}" | ./scripts/run.sh repair      a broken text of your own
  ./scripts/run.sh --help                       all commands
  ./scripts/test.sh                             build and test everything
  docs/index.md                                 the documents
END
