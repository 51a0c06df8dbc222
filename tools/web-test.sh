#!/bin/sh
# Tests the output of tools/web.sh in a headless browser; screenshots go to
# ${CARGO_TARGET_DIR:-target}/web-test. The argument, a program built before, serves play over
# a network instead of a new one.
set -eu
cd "$(dirname "$0")/.."

CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}
mkdir -p "$CARGO_TARGET_DIR"
target=$(cd "$CARGO_TARGET_DIR" && pwd)

tools/packages.sh web-test
for tool in node npm; do
    command -v "$tool" >/dev/null || { echo "web-test: $tool is missing; Node.js 20 or later is needed" >&2; exit 2; }
done

# The test driver is installed outside of the source tree.
driver="$target/tools/web-test"
mkdir -p "$driver"
cp tests/web/*.mjs tests/web/package.json tests/web/package-lock.json "$driver"
if ! cmp -s "$driver/package-lock.json" "$driver/installed"; then
    (cd "$driver" && npm ci --no-audit --no-fund)
    cp "$driver/package-lock.json" "$driver/installed"
fi

# This test's module needs the target's prebuilt standard library.
wasm=wasm32-unknown-unknown
if [ -d "$(rustc --print target-libdir --target "$wasm")" ]; then
    rustc --edition 2024 --crate-type cdylib --target "$wasm" -O -C target-feature=+simd128 \
        -o "$driver/wasm_simd.wasm" tests/web/wasm_simd.rs
    node "$driver/wasm_simd.mjs" "$driver/wasm_simd.wasm"
else
    echo "web-test: the moves of Reversi are not compared, since rustc has no library for $wasm" >&2
fi
node "$driver/play.mjs" "$target/web-dist" "$target/web-test"
node "$driver/storage.mjs" "$target/web-dist" "$target/web-test/kept"

program=${1:-}
if [ -z "$program" ]; then
    cargo build --no-default-features --features server
    program=$target/debug/tianyuan
fi
exec node "$driver/online.mjs" "$target/web-dist" "$target/web-test/online" "$program"
