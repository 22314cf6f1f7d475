#!/usr/bin/env bash
# The Debian package: made, unpacked in a folder of its own, and tried there.
#
#   debian_test.sh BUILD VERSION
set -euo pipefail

build=$1 version=$2
if ! command -v dpkg-shlibdeps >/dev/null; then
  echo "SKIPPED: there is no dpkg-shlibdeps"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
  echo "$*"
  exit 1
}

(cd "$build" && cpack -G DEB -B "$folder") >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
package=$(echo "$folder"/acode_"$version"_*.deb)
[[ -s $package ]] || fail "no package was made: $(cat "$folder/log")"
dpkg -x "$package" "$folder/root"
dpkg -e "$package" "$folder/control"

said=$("$folder/root/usr/bin/acode" --version)
[[ $said == *"$version"* ]] || fail "the program says '$said'"
"$folder/root/usr/bin/acode" config validate "$folder/root/etc/acode/config.yml" >/dev/null ||
  fail "the configuration of the package is wrong"
grep -qx /etc/acode/config.yml "$folder/control/conffiles" || fail "the configuration would be overwritten"
grep -q '^Depends: .*libc6' "$folder/control/control" || fail "the libraries it needs are not named"
unit=$folder/root/lib/systemd/system/acode-gateway.service
[[ -s $unit ]] || fail "there is no unit of systemd"
# What it starts must be a command line that is understood.
words=$(sed -n 's/^ExecStart=\/usr\/bin\/acode //p' "$unit")
[[ $words == "serve --config /etc/acode/config.yml" ]] || fail "the unit starts '$words'"
if command -v systemd-analyze >/dev/null; then
  # It looks for the program where it will be.
  sed "s|/usr/bin/acode|$folder/root/usr/bin/acode|" "$unit" >"$folder/acode-gateway.service"
  problems=$(systemd-analyze verify --man=no "$folder/acode-gateway.service" 2>&1 | grep acode-gateway || true)
  [[ -z $problems ]] || fail "$problems"
fi
for file in share/man/man1/acode.1 share/bash-completion/completions/acode share/zsh/site-functions/_acode \
  share/fish/vendor_completions.d/acode.fish include/acode/acode.h; do
  [[ -s $folder/root/usr/$file ]] || fail "the package has no $file"
done
# Nothing in it remembers where it was made.
if grep -rIl "$build" "$folder/root" "$folder/control"; then fail "these remember where they were made"; fi
