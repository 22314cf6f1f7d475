#!/usr/bin/env bash
# Installs what is missing for building acode, and nothing that is there.
#
#   scripts/install-deps.sh            a compiler, CMake, Ninja, and the libraries that acode is built on
#   scripts/install-deps.sh --test     and what the tests need; if there is a node, also the clients of tests/clients and, if
#                                      there is a model for it, the server of tests/model_server, in the build folder
#   scripts/install-deps.sh --bench    and what the benchmarks compare with
#   scripts/install-deps.sh --profiled and the compiler that packages are built with
#   scripts/install-deps.sh --reference   and what makes the reference
#
# Works on Debian 12 and its relatives, as root or with sudo. Elsewhere it says what to install by hand.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# A package, and the command that makes it unnecessary if it came from somewhere else.
build_packages=(
  g++:g++ cmake:cmake ninja-build:ninja
  libpcre2-dev: libyaml-cpp-dev: libsqlite3-dev: libssl-dev: libpq-dev:
)
test_packages=(
  clang:clang++ clang-format:clang-format clang-tidy:clang-tidy libclang-rt-dev: llvm:llvm-symbolizer
  libgtest-dev: libsimdjson-dev: nlohmann-json3-dev:
  openssl:openssl pkg-config:pkg-config python3:python3 shellcheck:shellcheck valgrind:valgrind
  dpkg-dev:dpkg-shlibdeps fish:fish mandoc:mandoc zsh:zsh postgresql:
)
reference_packages=(doxygen:doxygen)
profiled_packages=(clang-19:clang++-19 lld-19: llvm-19:llvm-profdata-19 libclang-rt-19-dev: dpkg-dev:dpkg-shlibdeps)
bench_packages=(libsimdjson-dev: nlohmann-json3-dev: rapidjson-dev: nodejs:node npm:npm)

wanted=("${build_packages[@]}")
for_tests=no
for option in "$@"; do
  case $option in
    --test | --dev)
      wanted+=("${test_packages[@]}" "${reference_packages[@]}")
      for_tests=yes
      ;;
    --profiled) wanted+=("${profiled_packages[@]}") ;;
    --bench) wanted+=("${bench_packages[@]}") ;;
    --reference) wanted+=("${reference_packages[@]}") ;;
    -h | --help)
      sed -n '2,12s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    *) die "install-deps.sh: unknown option '$option'; --test, --bench, --profiled and --reference are known" ;;
  esac
done

is_there() {
  local package=$1 command=$2
  if [[ -n $command ]] && command -v "$command" >/dev/null; then return 0; fi
  # Without dpkg only commands can be looked for; a library that is missing is CMake's to name.
  if ! command -v dpkg-query >/dev/null; then
    [[ -z $command ]]
    return
  fi
  [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]]
}

# Tests with a real model are skipped where something is absent for them, so that is no reason to stop.
install_model_server() {
  if [[ ! -s ${ACODE_MODEL:-$root/../shared/models/small.gguf} ]]; then return 0; fi
  command -v node >/dev/null && command -v npm >/dev/null || return 0
  "$root/tests/model_server/install.sh" || say "install-deps.sh: the tests with a real model will be skipped"
}

# The same for the tests of the gateway with real clients.
install_clients() {
  command -v node >/dev/null && command -v npm >/dev/null || return 0
  "$root/tests/clients/install.sh" || say "install-deps.sh: the tests with real clients will be skipped"
}

missing=()
for entry in "${wanted[@]}"; do
  is_there "${entry%%:*}" "${entry#*:}" || missing+=("${entry%%:*}")
done
if [[ $for_tests == yes ]]; then
  install_model_server
  install_clients
fi
if ((${#missing[@]} == 0)); then exit 0; fi

command -v apt-get >/dev/null || die "Please install these, or what your system calls them: ${missing[*]}"
as_root=()
if ((EUID != 0)); then
  command -v sudo >/dev/null || die "Please install these as root: apt-get install ${missing[*]}"
  as_root=(sudo)
fi

say "Installing: ${missing[*]}"
apt_install() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
}
log="$logs/install-deps.log"
# A machine that was never asked before has no lists of packages yet, and old lists name files that are gone.
apt_update_and_install() { "${as_root[@]}" apt-get update -q && apt_install; }
if ! quietly "$log" apt_install && ! quietly "$log" apt_update_and_install; then
  tail -n 30 "$log" >&2
  die "The packages could not be installed: ${missing[*]}"
fi
