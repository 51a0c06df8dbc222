#!/bin/sh
# Builds the Android package: compiles the program as a library for 64-bit ARM,
# packs it with the assets and the levels, signs it with the debug key, and
# checks the result. Needs no SDK; an NDK is used if ANDROID_NDK_HOME or
# ANDROID_NDK_ROOT names one.
set -eu
cd "$(dirname "$0")/.."

triple=aarch64-linux-android
abi=arm64-v8a
# The lowest supported API level, as in the manifest (minSdkVersion).
oldest=26
# Current devices have memory pages of 16 KiB.
page=16384

from=packaging/android
built="${CARGO_TARGET_DIR:-target}"
mkdir -p "$built"
built=$(cd "$built" && pwd)
out="$built/android"
work="$out/work"
library="$built/$triple/phone/libtianyuan.so"
package="$out/tianyuan-debug.apk"

fail() {
    echo "make android: $*" >&2
    exit 1
}

tools/packages.sh android
framework=/usr/share/android-framework-res/framework-res.apk
[ -n "${ANDROID_JAR:-}" ] && framework=$ANDROID_JAR
[ -f "$framework" ] || fail "there is no $framework; ANDROID_JAR may name the android.jar of an SDK"

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
# Version 1.2.3 has version code 10203.
code=$(echo "$version" | awk -F. '{ print $1 * 10000 + $2 * 100 + $3 }')

# The compiler: with Rust's standard library for Android, or Debian's, which
# builds the standard library from source.
cargo=cargo
rustc=$(command -v rustc || true)
more=""
if [ -z "$rustc" ] || [ ! -d "$(rustc --print target-libdir --target $triple)" ]; then
    if ! command -v rustup >/dev/null || ! rustup target add $triple; then
        tools/packages.sh rust-sources
        cargo=/usr/bin/cargo
        rustc=/usr/bin/rustc
        RUSTC_BOOTSTRAP=1
        export RUSTC_BOOTSTRAP
        more="-Z build-std=std,panic_abort"
    fi
fi
RUSTC=$rustc
export RUSTC

rm -rf "$work"
mkdir -p "$work"

# The linker, which compiles C too: that of an NDK, or clang without headers and
# with stub libraries that export the symbols of Android's. Missing symbols are
# reported below.
ndk=${ANDROID_NDK_HOME:-${ANDROID_NDK_ROOT:-}}
flags="-C link-arg=-Wl,-z,max-page-size=$page"
if [ -n "$ndk" ]; then
    linker=$(find "$ndk/toolchains/llvm/prebuilt" -name "$triple$oldest-clang" | head -n 1)
    [ -n "$linker" ] || fail "there is no $triple$oldest-clang under $ndk"
    archiver=$(dirname "$linker")/llvm-ar
else
    linker=clang
    archiver=ar
    # The encryption is partly in C and can do without the headers of a system.
    CFLAGS_aarch64_linux_android="--target=$triple$oldest -nostdlibinc -DRING_CORE_NOSTDLIBINC=1"
    export CFLAGS_aarch64_linux_android
    stubs="$out/stubs"
    mkdir -p "$stubs"
    for list in "$from"/symbols/*.txt; do
        name=$(basename "$list" .txt)
        awk '$1 !~ /^#/ && NF { print "void " $1 "(void) {}" }' "$list" |
            clang --target=$triple$oldest -shared -nostdlib -ffreestanding -fno-builtin -w \
                -fuse-ld=lld "-Wl,-soname,$name.so" -x c - -o "$stubs/$name.so"
    done
    clang --target=$triple$oldest -O2 -fPIC -ffreestanding -c "$from/runtime/unwind.c" \
        -o "$work/unwind.o"
    rm -f "$stubs/libunwind.a"
    ar rcs "$stubs/libunwind.a" "$work/unwind.o"
    flags="$flags -C link-arg=--target=$triple$oldest -C link-arg=-fuse-ld=lld \
-C link-arg=-nostdlib -C link-arg=-Wl,--unresolved-symbols=ignore-all -L native=$stubs"
fi

CC_aarch64_linux_android=$linker
AR_aarch64_linux_android=$archiver
export CC_aarch64_linux_android AR_aarch64_linux_android

# shellcheck disable=SC2086
"$cargo" rustc $more --no-default-features --features gui --lib --crate-type cdylib \
    --profile phone --target $triple -- \
    -C "linker=$linker" $flags

# Check that every imported symbol exists from the lowest API level on, and that
# the entry points are exported.
readelf -dW "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\.so\]/\1/p' >"$work/needed"
nm -D --undefined-only "$library" | awk '$1 == "U" { print $2 }' | sed 's/@.*//' | sort -u \
    >"$work/asked"
: >"$work/known"
while read -r name; do
    [ -f "$from/symbols/$name.txt" ] || fail "the library needs $name.so, which Android keeps \
to itself or which $from/symbols does not list"
    awk -v oldest=$oldest '$1 !~ /^#/ && NF && ($2 == "" || $2 <= oldest) { print $1 }' \
        "$from/symbols/$name.txt" >>"$work/known"
done <"$work/needed"
sort -u -o "$work/known" "$work/known"
unknown=$(comm -23 "$work/asked" "$work/known" | tr '\n' ' ')
[ -z "$unknown" ] || fail "Android $oldest is not known to export $unknown(see $from/symbols)"
for entry in ANativeActivity_onCreate android_main; do
    nm -D --defined-only "$library" | grep -q " T $entry\$" || fail "the library lacks $entry"
done
readelf -lW "$library" | awk '$1 == "LOAD" { print $NF }' | while read -r align; do
    [ $((align)) -ge $page ] || fail "a segment of the library is aligned to $align, not $page"
done

# The packed files: all assets except sources of other assets and the
# translations, which are built into the library.
mkdir -p "$work/assets" "$work/raw/lib/$abi"
cp -R assets/. "$work/assets"
rm -rf "$work/assets/i18n" "$work/assets/screenshot.png" "$work/assets/fonts/subset.py" \
    "$work/assets/fonts/subset.sh" "$work/assets/fonts/kai-characters.txt"
cp -R levels "$work/assets/levels"
find "$work/assets" -name README.md -delete
cp "$library" "$work/raw/lib/$abi"

# Resource ids of attributes that are newer than the installed framework.
aapt package -f -x -M "$from/newer/AndroidManifest.xml" -S "$from/newer/res" -F "$work/newer.apk"
aapt2 compile --dir "$from/res" -o "$work/res.zip"
aapt2 link -I "$framework" -I "$work/newer.apk" --manifest "$from/AndroidManifest.xml" \
    --version-name "$version" --version-code "$code" -A "$work/assets" \
    -o "$work/linked.apk" "$work/res.zip"
# The library and the resource table are not compressed, so that the system can
# map them. They come first, so that signing does not move them.
unzip -q "$work/linked.apk" -d "$work/raw"
(
    cd "$work/raw"
    zip -q -X -D -0 "$work/unsigned.apk" "lib/$abi/libtianyuan.so" resources.arsc
    zip -q -X -D -9 -r "$work/unsigned.apk" . -x "lib/*" resources.arsc
)
zipalign -f $page "$work/unsigned.apk" "$work/aligned.apk"

# The debug key, created once.
key="${ANDROID_USER_HOME:-$HOME/.android}/debug.keystore"
if [ ! -f "$key" ]; then
    mkdir -p "$(dirname "$key")"
    keytool -genkeypair -keystore "$key" -storetype PKCS12 -storepass android -alias androiddebugkey \
        -dname "CN=Android Debug,O=Android,C=US" -keyalg RSA -keysize 2048 -validity 10000
fi
apksigner sign --ks "$key" --ks-pass pass:android --ks-key-alias androiddebugkey \
    --v4-signing-enabled false --out "$package" "$work/aligned.apk"

apksigner verify --verbose "$package" | grep -v "^WARNING" >"$work/signature"
cat "$work/signature"
aapt dump badging "$package" >"$work/badging"
cat "$work/badging"
zipalign -c $page "$package" || fail "the files of the package are not aligned to $page"
(cd "$work/assets" && find . -type f | sed 's/^\./assets/' | sort) >"$work/packed"
zipinfo -1 "$package" | grep '^assets/' | sort | comm -3 - "$work/packed" >"$work/astray"
[ ! -s "$work/astray" ] || fail "the package and the folders differ in $(cat "$work/astray")"
echo "$(wc -l <"$work/packed") files of assets and levels, library $(wc -c <"$library") bytes"
echo "$package: $(wc -c <"$package") bytes"
