#!/bin/sh
# Lets programs that nobody here wrote drive the engine over its protocols, and the engine
# play against them. The argument, a program built before, is tried instead of a new one.
set -eu
cd "$(dirname "$0")/.."

tools/packages.sh engines-test
target=${CARGO_TARGET_DIR:-target}
if [ $# -gt 0 ]; then
    program=$(realpath "$1")
else
    cargo build --no-default-features --bin tianyuan
    program=$(realpath "$target/debug/tianyuan")
fi

# Games of Debian are not on every path.
PATH=$PATH:/usr/games
python=$target/engines-python/bin/python
"$python" -c "import chess" 2>/dev/null || {
    python3 -m venv --clear "$target/engines-python"
    "$python" -m pip install --quiet --disable-pip-version-check chess==1.11.2
}

passed=0
step() {
    echo "--- $1"
    shift
    "$@"
    passed=$((passed + 1))
}

cd tests/engines
python=$(cd ../.. && realpath --no-symlinks "$python")
step "UCI: python-chess and Stockfish" "$python" uci_chess.py "$program" "$(command -v stockfish)"
step "UCI: Polyglot" ./polyglot.sh "$program" "$(command -v polyglot)"
step "UCI and UCCI: Fairy-Stockfish" "$python" uci_xiangqi.py "$program" "$(command -v fairy-stockfish)"
step "GTP: GNU Go" "$python" gtp_go.py "$program" "$(command -v gnugo)"
step "Gomocup: two brains" "$python" gomocup.py "$program"
echo "$passed passed, 0 failed"
