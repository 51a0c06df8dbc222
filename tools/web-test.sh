#!/bin/sh
# Plays what tools/web.sh has made in a headless browser; pictures of every
# screen go to ${CARGO_TARGET_DIR:-target}/web-test.
set -eu
cd "$(dirname "$0")/.."

CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}
mkdir -p "$CARGO_TARGET_DIR"
target=$(cd "$CARGO_TARGET_DIR" && pwd)

tools/packages.sh web-test
for tool in node npm; do
    command -v "$tool" >/dev/null || { echo "web-test: $tool is missing; Node.js 20 or later is needed" >&2; exit 2; }
done

# What the test is driven by lies outside of the source.
driver="$target/tools/web-test"
mkdir -p "$driver"
cp tests/web/*.mjs tests/web/package.json tests/web/package-lock.json "$driver"
if ! cmp -s "$driver/package-lock.json" "$driver/installed"; then
    (cd "$driver" && npm ci --no-audit --no-fund)
    cp "$driver/package-lock.json" "$driver/installed"
fi

# Without the target's own library, as where Debian's sources stand in for it,
# the module of this one test cannot be made.
wasm=wasm32-unknown-unknown
if [ -d "$(rustc --print target-libdir --target "$wasm")" ]; then
    rustc --edition 2024 --crate-type cdylib --target "$wasm" -O -C target-feature=+simd128 \
        -o "$driver/lanes.wasm" tests/web/lanes.rs
    node "$driver/lanes.mjs" "$driver/lanes.wasm"
else
    echo "web-test: the moves of Reversi are not compared, since rustc has no library for $wasm" >&2
fi
node "$driver/play.mjs" "$target/web-dist" "$target/web-test"
exec node "$driver/keep.mjs" "$target/web-dist" "$target/web-test/kept"
