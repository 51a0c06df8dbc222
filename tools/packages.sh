#!/bin/sh
# Checks that the system libraries and tools are installed: for running the
# game (run), for a server without the window (serve), also for its tests (test); for the Android package (android); for
# the browser build (web) and its test (web-test); for the Debian package (deb)
# and its test (test-deb); for the programs that talk with the engine
# (engines-test); for the brokers of a cluster (cluster); for a compiler that builds Rust's standard library from source,
# for targets without a prebuilt one (rust-sources). Installs missing packages with apt; without apt it lists them
# and fails.
set -eu

run="pkg-config gcc libc6-dev libasound2-dev libwayland-dev libxkbcommon-dev libxkbcommon-x11-0 \
libx11-dev libx11-xcb1 libxi6 libxcursor1 libxrandr2 libvulkan1 mesa-vulkan-drivers"
serve="gcc libc6-dev"
test="mosquitto xvfb xauth xdotool x11-apps at-spi2-core dbus python3-gi gir1.2-atspi-2.0"
android="clang lld binutils aapt zipalign apksigner android-framework-res default-jre-headless zip unzip"
web="librsvg2-bin"
deb="librsvg2-bin dpkg-dev binutils desktop-file-utils appstream"
test_deb="$test lintian shared-mime-info"
engines_test="pkg-config gcc libc6-dev python3 python3-venv stockfish fairy-stockfish gnugo polyglot"
web_test="chromium fonts-noto-cjk"
cluster="gcc libc6-dev cmake protobuf-compiler"

case "${1:-}" in
run) wanted=$run ;;
serve) wanted=$serve ;;
test) wanted="$run $test" ;;
android) wanted=$android ;;
web) wanted=$web ;;
deb) wanted="$run $deb" ;;
test-deb) wanted="$run $deb $test_deb" ;;
web-test) wanted=$web_test ;;
cluster) wanted=$cluster ;;
engines-test) wanted=$engines_test ;;
rust-sources) wanted="rustc-web cargo-web rust-web-src" ;;
*)
    echo "usage: tools/packages.sh run|serve|test|android|web|web-test|cluster|deb|test-deb|engines-test|rust-sources" >&2
    exit 2
    ;;
esac

# Without apt, only check for the tools.
look_for() {
    missing=""
    for tool in $1; do
        command -v "$tool" >/dev/null || missing="$missing $tool"
    done
    if [ -n "$missing" ]; then
        echo "Missing here:$missing. Debian has them in: $wanted" >&2
        exit 2
    fi
    exit 0
}

tools=""
case "$1" in
android) tools="clang ld.lld ar nm readelf aapt aapt2 zipalign apksigner keytool zip zipinfo" ;;
web) tools=rsvg-convert ;;
deb | test-deb) tools="rsvg-convert dpkg-deb dpkg-shlibdeps strip" ;;
web-test) tools="chromium node npm" ;;
cluster) tools=protoc ;;
engines-test) tools="python3 stockfish fairy-stockfish gnugo polyglot" ;;
rust-sources) tools="/usr/bin/rustc /usr/bin/cargo" ;;
esac

if [ "$(uname -s)" != Linux ]; then
    [ -z "$tools" ] || look_for "$tools"
    # On other systems, sound, windowing and graphics libraries are built in.
    exit 0
fi

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    [ -z "$tools" ] || look_for "$tools"
    missing=""
    for library in alsa wayland-client xkbcommon x11; do
        pkg-config --exists "$library" 2>/dev/null || missing="$missing $library"
    done
    if [ "$1" = test ]; then
        for tool in mosquitto Xvfb xdotool xwd dbus-run-session; do
            command -v "$tool" >/dev/null || missing="$missing $tool"
        done
    fi
    if [ -n "$missing" ]; then
        echo "Missing here:$missing. Install what your system calls: $wanted" >&2
        exit 2
    fi
    exit 0
fi

missing=""
for package in $wanted; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

echo "Installing system packages:$missing"
if [ "$(id -u)" = 0 ]; then
    as_root=""
elif command -v sudo >/dev/null; then
    as_root=sudo
else
    echo "Please install these packages as root:$missing" >&2
    exit 2
fi
# Try without updating the package lists first.
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y --no-install-recommends $missing ||
    { $as_root apt-get update && DEBIAN_FRONTEND=noninteractive \
        $as_root apt-get install -y --no-install-recommends $missing; }
