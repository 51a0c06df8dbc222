#!/bin/sh
# Called by Xcode: builds the program for the selected device or simulator and
# copies it to the bundle's executable path.
set -eu
cd "$(dirname "$0")/../.."
PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

case "$PLATFORM_NAME" in
iphoneos) triple=aarch64-apple-ios ;;
iphonesimulator)
    case "$(uname -m)" in
    arm64) triple=aarch64-apple-ios-sim ;;
    *) triple=x86_64-apple-ios ;;
    esac
    ;;
*)
    echo "error: expected an iPhone, an iPad or their simulator, not $PLATFORM_NAME"
    exit 1
    ;;
esac

rustup target add "$triple"
# SDKROOT is that of the device, but build scripts run on the Mac. The
# deployment target stays set, since the compiler reads it.
env -u SDKROOT -u LIBRARY_PATH CARGO_TARGET_DIR="$DERIVED_FILE_DIR/cargo" \
    cargo build --no-default-features --features gui --bin tianyuan --profile phone \
        --target "$triple"
mkdir -p "$(dirname "$TARGET_BUILD_DIR/$EXECUTABLE_PATH")"
cp "$DERIVED_FILE_DIR/cargo/$triple/phone/tianyuan" "$TARGET_BUILD_DIR/$EXECUTABLE_PATH"
