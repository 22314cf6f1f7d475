#!/usr/bin/env bash
# A real gateway under a mixed load with faults: good calls, broken ones, leaked ones, cuts, errors and clients that leave, in
# all dialects, streamed and not. At the end the counts of the clients, of /metrics and of the event store must agree, memory
# and descriptors must not have grown, and the log must be clean.
#
#   scripts/soak.sh            for 600 seconds
#   scripts/soak.sh 120
#
# Prints the figures, and "all is well" if it is; else what is wrong, and the exit status is 1.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

case ${1-} in
  -h | --help) sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
esac

seconds=${1:-600}
[[ $seconds =~ ^[0-9]+$ ]] || die "soak.sh: '$seconds' is not a number of seconds"

scripts/install-deps.sh --test
build_release acode_cli acode_soak
exec build/release/tests/soak/acode_soak build/release/src/cli/acode "$seconds"
