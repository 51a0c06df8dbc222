#!/bin/sh
# Builds the Debian package, checks it, installs it, opens a record with it under a
# virtual X server, and removes it again. Needs root. The argument, a program built
# before, is packed instead of a new one.
set -eu
cd "$(dirname "$0")/.."

tools/packages.sh test-deb
package=$(tools/deb.sh "$@" | tail -n 1)
if [ "$(id -u)" = 0 ]; then as_root=""; else as_root=sudo; fi

lintian --fail-on error "$package"

data=$(mktemp -d)
clean_up() {
    [ -z "${server:-}" ] || kill "$server"
    ! dpkg-query -W tianyuan >/dev/null 2>&1 || $as_root dpkg --purge tianyuan >/dev/null
    rm -rf "$data"
}
trap clean_up EXIT

$as_root dpkg --install "$package" >/dev/null
# Without the source tree, the installed program finds its assets and levels.
(cd / && /usr/games/tianyuan selfcheck >/dev/null)

mkfifo "$data/display"
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$data/display" 2>/dev/null &
server=$!
read -r number <"$data/display"
echo '(version: 1, language: English, animation: Off)' >"$data/settings.ron"
software=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
[ ! -e "$software" ] || export VK_DRIVER_FILES="$software"
env -u WAYLAND_DISPLAY DISPLAY=":$number" TIANYUAN_DATA="$data" TIANYUAN_WINDOW=1280x800 \
    dbus-run-session -- /usr/bin/python3 tests/window/installed.py "$data"

$as_root dpkg --remove tianyuan >/dev/null
for left in /usr/games/tianyuan /usr/share/tianyuan /usr/share/doc/tianyuan; do
    [ ! -e "$left" ] || { echo "make test-deb: $left was left behind" >&2; exit 1; }
done
echo "The package works: $package"
