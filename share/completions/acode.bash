# Completion of acode for bash: commands, options and their values; files otherwise.
# Installed as share/bash-completion/completions/acode; to try it out: source this file.

_acode_commands="parse extract repair validate tools formats prompt batch chat debug config providers doctor test"
_acode_input_options="--tools --kind --dialect --format --starts-in-reasoning --no-repair --repair-level --repair-timeout"
_acode_fit_options="--coercion --truncated --no-strict --max-errors"
_acode_limit_options="--resource-dir --max-bytes --max-argument-bytes --max-depth --max-calls"
_acode_parse_options="$_acode_input_options $_acode_fit_options $_acode_limit_options --view --json --jsonl --help"
_acode_extract_options="$_acode_input_options $_acode_limit_options --view --json --jsonl --help"
_acode_batch_options="--output --jobs --resume --force $_acode_input_options $_acode_fit_options $_acode_limit_options --help"
_acode_repair_options="--view --text --json --jsonl --in-place --check --schema --tools --tool --resource-dir --level \
--disable --list-kinds --max-bytes --max-depth --timeout --pretty --compact --help"
_acode_validate_options="--schema --tools --tool --draft --strict --no-strict --formats --resource-dir --max-errors \
--quiet --json --jsonl --max-bytes --max-depth --help"
_acode_tools_options="--json --quiet --resource-dir --help"
_acode_formats_options="--json --help"
_acode_prompt_options="--tools --resource-dir --json --help"

_acode_server_options="--model --base-url --config --json --help"
_acode_providers_options="--component --tool-calls --since --verbose $_acode_server_options"
_acode_chat_options="--message --tools --system --workspace --stream --no-stream --yes --no-input --max-rounds --log-level \
--provider $_acode_server_options"
_acode_debug_options="--input --tools --strict --verbose --correlation-id --provider --config --json --help"
_acode_doctor_options="--provider --tools --quick $_acode_server_options"
_acode_test_options="--initial-failures --always-fail --dialect --no-stream --script --port --model --config --json --help"
_acode_provider_names="ollama openai openrouter llamacpp vllm"
_acode_config_options="--provider --file --origin --json --list --help"

# _acode_files WORD: the names of files that begin with it.
_acode_files() { mapfile -t COMPREPLY < <(compgen -f -- "$1"); }

# _acode_words CANDIDATES WORD: those of the candidates that begin with it.
_acode_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2"); }

# _acode_tool_names FILE: the names of the tools in a file.
_acode_tool_names() { acode tools list "$1" 2>/dev/null | cut -d' ' -f1; }

# _acode_given_tools WORD: the names of the tools in the file of --tools.
_acode_given_tools() {
  local i
  for ((i = 2; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i - 1]} == --tools ]]; then _acode_words "$(_acode_tool_names "${COMP_WORDS[i]}")" "$1"; fi
  done
}

# _acode_format_names: the formats there are.
_acode_format_names() { acode formats 2>/dev/null | cut -d' ' -f1; }

# _acode_reading WORD BEFORE OPTIONS: for all commands that parse.
_acode_reading() {
  case $2 in
    --kind) _acode_words "auto text response stream" "$1" ;;
    --dialect) _acode_words "ollama openai-chat openai-responses anthropic" "$1" ;;
    --format) _acode_words "$(_acode_format_names)" "$1" ;;
    --repair-level) _acode_words "safe normal eager" "$1" ;;
    --coercion) _acode_words "off safe aggressive" "$1" ;;
    --truncated) _acode_words "retry reject accept" "$1" ;;
    --repair-timeout | --max-errors | --max-bytes | --max-argument-bytes | --max-depth | --max-calls | --jobs) ;;
    --resource-dir) ;;
    *) if [[ $1 == -* ]]; then _acode_words "$3" "$1"; else _acode_files "$1"; fi ;;
  esac
}

_acode_repair() {
  case $2 in
    --level) _acode_words "safe normal eager" "$1" ;;
    --disable) _acode_words "$(acode repair --list-kinds 2>/dev/null | cut -d' ' -f1)" "$1" ;;
    --tool) _acode_given_tools "$1" ;;
    --max-bytes | --max-depth | --timeout | --resource-dir) ;;
    *) if [[ $1 == -* ]]; then _acode_words "$_acode_repair_options" "$1"; else _acode_files "$1"; fi ;;
  esac
}

_acode_validate() {
  case $2 in
    --draft) _acode_words "7 2019-09 2020-12" "$1" ;;
    --tool) _acode_given_tools "$1" ;;
    --max-bytes | --max-depth | --max-errors | --resource-dir) ;;
    *) if [[ $1 == -* ]]; then _acode_words "$_acode_validate_options" "$1"; else _acode_files "$1"; fi ;;
  esac
}

_acode_tools() {
  if [[ $2 == --resource-dir ]]; then return; fi
  if [[ $1 == -* ]]; then
    _acode_words "$_acode_tools_options" "$1"
  elif ((COMP_CWORD == 2)); then
    _acode_words "list show check" "$1"
  elif [[ ${COMP_WORDS[2]} == show ]] && ((COMP_CWORD == 4)); then
    _acode_words "$(_acode_tool_names "${COMP_WORDS[3]}")" "$1"
  else
    _acode_files "$1"
  fi
}

_acode_formats() {
  if [[ $1 == -* ]]; then _acode_words "$_acode_formats_options" "$1"; else _acode_words "$(_acode_format_names)" "$1"; fi
}

_acode_prompt() {
  if [[ $1 == -* ]]; then _acode_words "$_acode_prompt_options" "$1"; else _acode_files "$1"; fi
}

# _acode_settings: the keys of the settings, short.
_acode_settings() { acode config show 2>/dev/null | sed -n 's/^  \([a-z_]*\):.*/\1/p'; }

_acode_config() {
  case $2 in
    --provider) _acode_words "$_acode_provider_names" "$1" ;;
    --file | validate) _acode_files "$1" ;;
    show | get | set) _acode_words "$(_acode_settings)" "$1" ;;
    *)
      if [[ $1 == -* ]]; then
        _acode_words "$_acode_config_options" "$1"
      elif ((COMP_CWORD == 2)); then
        _acode_words "show get set path validate" "$1"
      fi
      ;;
  esac
}

# _acode_server WORD BEFORE OPTIONS ACTIONS: for commands that talk to servers.
_acode_server() {
  case $2 in
    --component) _acode_words "tool-call-parser server all" "$1" ;;
    --provider | check | smoke-test | stats) _acode_words "$_acode_provider_names" "$1" ;;
    --dialect) _acode_words "ollama openai" "$1" ;;
    --log-level) _acode_words "debug info warn error off" "$1" ;;
    --tools | --config | --script | --input | --workspace) _acode_files "$1" ;;
    --model | --base-url | --port | --initial-failures | --message | --system | --max-rounds | --since | --correlation-id) ;;
    *)
      if [[ $1 == -* ]]; then
        _acode_words "$3" "$1"
      elif ((COMP_CWORD == 2)); then
        _acode_words "$4" "$1"
      fi
      ;;
  esac
}

_acode() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _acode_words "$_acode_commands help --help --version" "$word"
    return
  fi
  case ${COMP_WORDS[1]} in
    help) _acode_words "$_acode_commands" "$word" ;;
    parse) _acode_reading "$word" "$before" "$_acode_parse_options" ;;
    extract) _acode_reading "$word" "$before" "$_acode_extract_options" ;;
    batch) _acode_reading "$word" "$before" "$_acode_batch_options" ;;
    formats) _acode_formats "$word" ;;
    prompt) _acode_prompt "$word" ;;
    repair) _acode_repair "$word" "$before" ;;
    validate) _acode_validate "$word" "$before" ;;
    tools) _acode_tools "$word" "$before" ;;
    config) _acode_config "$word" "$before" ;;
    providers) _acode_server "$word" "$before" "$_acode_providers_options" "list check smoke-test stats" ;;
    chat) _acode_server "$word" "$before" "$_acode_chat_options" "" ;;
    debug) _acode_server "$word" "$before" "$_acode_debug_options" "parse-tool-call tool-call" ;;
    doctor) _acode_server "$word" "$before" "$_acode_doctor_options" "" ;;
    test) _acode_server "$word" "$before" "$_acode_test_options" "retry-scenario serve" ;;
  esac
}

complete -o filenames -F _acode acode
