#!/bin/sh
# Plays through Polyglot, which makes our engine for chess one for XBoard.
# Usage: polyglot.sh TIANYUAN POLYGLOT
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/polyglot.ini" <<INI
[PolyGlot]
EngineCommand = $1 engine chess --protocol uci
EngineDir = $folder
Log = false
Book = false
[Engine]
Hash = 16
INI
answers=$( (
    printf 'xboard\nprotover 2\n'
    sleep 1
    printf 'new\nst 1\neasy\nusermove e2e4\n'
    sleep 3
    printf 'usermove d2d4\n'
    sleep 3
    printf 'quit\n'
) | timeout 30 "$2" "$folder/polyglot.ini")
[ "$(printf '%s\n' "$answers" | grep -c '^move ')" -ge 1 ] || {
    printf '%s\n' "$answers" >&2
    exit 1
}
echo "polyglot: $(printf '%s\n' "$answers" | grep '^move ' | tr '\n' ' ')"
