# Completion of acode for bash: commands, options and their values; files otherwise.
# Installed as share/bash-completion/completions/acode; to try it out: source this file.

_acode_repair_options="--view --text --json --jsonl --in-place --check --level --disable --list-kinds --max-bytes \
--max-depth --timeout --pretty --compact --help"

_acode() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
  local candidates=""
  COMPREPLY=()

  if ((COMP_CWORD == 1)); then
    candidates="repair help --help --version"
  elif [[ $command == help ]]; then
    candidates="repair"
  elif [[ $command == repair ]]; then
    case $before in
      --level) candidates="safe normal eager" ;;
      --disable) candidates=$(acode repair --list-kinds 2>/dev/null | cut -d' ' -f1) ;;
      --max-bytes | --max-depth | --timeout) return ;;
      *)
        if [[ $word == -* ]]; then
          candidates=$_acode_repair_options
        else
          mapfile -t COMPREPLY < <(compgen -f -- "$word")
          return
        fi
        ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$candidates" -- "$word")
}

complete -o filenames -F _acode acode
