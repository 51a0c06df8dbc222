#!/bin/sh
# Builds the folder for a static web server: page, module, assets, manifest and
# service worker. Prints its path and size.
#
#     tools/web.sh            # ${CARGO_TARGET_DIR:-target}/web-dist
#
# Installs the wasm target, the wasm-bindgen version of Cargo.lock, and the
# packages that tools/packages.sh lists for the web.
set -eu
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
# Greatest compressed size of the module in bytes. Weights of engines are apart: they are
# loaded when their game is about to be played. In a single codegen unit the module is larger
# by a quarter.
most=13000000
# Functions of this crate are inlined where they are small or marked for it. LLVM's own bound
# of 225 and more makes the module larger by 4 % and nothing faster that was measured.
flags="-C llvm-args=--inline-threshold=100"
# A page serves nobody.
features="--no-default-features --features gui"

CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}
mkdir -p "$CARGO_TARGET_DIR"
CARGO_TARGET_DIR=$(cd "$CARGO_TARGET_DIR" && pwd)
export CARGO_TARGET_DIR
tools_folder="$CARGO_TARGET_DIR/tools"
made="$CARGO_TARGET_DIR/web-made"
dist="$CARGO_TARGET_DIR/web-dist"

say() { echo "web: $*"; }

tools/packages.sh web

# --- the module -----------------------------------------------------------

have_target() {
    command -v rustup >/dev/null &&
        { rustup target list --installed 2>/dev/null | grep -qx "$target" ||
            rustup target add "$target"; }
}

say "compiling for $target"
if have_target; then
    # shellcheck disable=SC2086
    cargo rustc $features --lib --crate-type cdylib --profile web --target "$target" -- $flags
else
    # Where the target cannot be downloaded, Debian's compiler builds the
    # standard library from source, with the toolchain's own linker.
    say "no rustup target; the standard library is built from Debian's sources"
    tools/packages.sh rust-sources
    linker="$(rustc --print sysroot)/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld"
    [ -x "$linker" ] || linker=$(command -v rust-lld || command -v lld)
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$linker"
    export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
    # shellcheck disable=SC2086
    /usr/bin/cargo rustc -Z build-std=std,panic_abort \
        $features --lib --crate-type cdylib --profile web --target "$target" -- $flags
fi
module="$CARGO_TARGET_DIR/$target/web/tianyuan.wasm"
[ -f "$module" ] || { echo "web: $module was not built" >&2; exit 1; }

# --- JavaScript bindings ----------------------------------------------------

version=$(awk '/^name = "wasm-bindgen"$/ { getline; gsub(/[^0-9.]/, ""); print; exit }' Cargo.lock)
bindgen="$tools_folder/bin/wasm-bindgen"
if [ "$("$bindgen" --version 2>/dev/null)" != "wasm-bindgen $version" ]; then
    say "installing wasm-bindgen $version"
    # The module's flags do not apply to a host tool.
    cargo install wasm-bindgen-cli --version "$version" --root "$tools_folder" --force \
        --target-dir "$tools_folder/build"
    rm -rf "$tools_folder/build"
fi
rm -rf "$made"
mkdir -p "$made"
say "wasm-bindgen $version"
"$bindgen" --target web --no-typescript --remove-producers-section \
    --out-dir "$made" --out-name tianyuan "$module"

# wasm-opt is not used: version 108 with -Os takes minutes, and its savings
# vanish after compression.
wasm="$made/tianyuan_bg.wasm"
size_of() { wc -c <"$1" | tr -d ' '; }

# --- the folder -------------------------------------------------------------

rm -rf "$dist"
mkdir -p "$dist"
cp packaging/web/*.html packaging/web/*.js packaging/web/*.webmanifest "$dist"
cp "$made/tianyuan.js" "$wasm" "$dist"
# The assets that the program reads; the texts in i18n are compiled into it.
for folder in assets/*/; do
    folder=$(basename "$folder")
    [ "$folder" = i18n ] && continue
    (cd assets && find "$folder" -type f \
        \( -name '*.svg' -o -name '*.ron' -o -name '*.otf' -o -name '*.ttf' -o -name '*.bin' \)) |
        while read -r file; do
            mkdir -p "$dist/assets/$(dirname "$file")"
            cp "assets/$file" "$dist/assets/$file"
        done
done
(cd levels && find . -type f -name '*.ron') | while read -r file; do
    mkdir -p "$dist/levels/$(dirname "$file")"
    cp "levels/$file" "$dist/levels/$file"
done
cp assets/icon.svg "$dist/icon.svg"
picture() { rsvg-convert -w "$2" -h "$2" -o "$dist/$3" "$1"; }
picture assets/icon.svg 192 icon-192.png
picture assets/icon.svg 512 icon-512.png
picture packaging/web/icon-maskable.svg 512 icon-maskable-512.png
picture packaging/web/icon-maskable.svg 180 apple-touch-icon.png

# --- the file list ----------------------------------------------------------

# Every file with its size and hash; the hash of the list is the version.
list="$made/files"
(cd "$dist" && find . -type f ! -name sw.js ! -name files.js | sed 's|^\./||' | LC_ALL=C sort) |
    while read -r file; do
        hash=$(sha256sum "$dist/$file" | cut -d ' ' -f 1)
        printf '["%s",%s,"%s"]\n' "$file" "$(size_of "$dist/$file")" "$hash"
    done >"$list"
# The service worker is not in the list, but part of the version.
version=$(cat "$list" packaging/web/sw.js | sha256sum | cut -c 1-16)
printf 'self.tianyuan = {"version":"%s","files":[%s]};\n' "$version" "$(paste -s -d , "$list")" \
    >"$dist/files.js"
sed "s/@VERSION@/$version/" packaging/web/sw.js >"$dist/sw.js"
# Licences, which the program does not load.
cp LICENSE-MIT LICENSE-APACHE assets/CREDITS.md assets/fonts/OFL-*.txt "$dist"

# --- size check ---------------------------------------------------------------

gzipped=$(gzip -9 -c "$dist/tianyuan_bg.wasm" | wc -c | tr -d ' ')
say "version $version, $(wc -l <"$list" | tr -d ' ') files, $(du -sk "$dist" | cut -f 1) KiB in all"
say "module: $(size_of "$dist/tianyuan_bg.wasm") bytes"
say "module compressed: gzip -9 $gzipped bytes, limit $most"
if [ "$gzipped" -gt "$most" ]; then
    echo "web: the module is $gzipped bytes compressed; it must be $most at most" >&2
    exit 1
fi
say "ready: $dist"
