#!/bin/sh
# Builds the Debian package, target/deb/tianyuan_VERSION_ARCH.deb: with the program
# that `make run` starts, or the one that is given, its symbols stripped.
set -eu
cd "$(dirname "$0")/.."

tools/packages.sh deb
built="${CARGO_TARGET_DIR:-target}"
if [ $# -gt 0 ]; then
    program=$1
else
    cargo build --bin tianyuan
    program="$built/debug/tianyuan"
fi

from=packaging/linux
id=org.tianyuan.app
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
arch=$(dpkg --print-architecture)
out="$built/deb"
root="$out/root"
rm -rf "$out"
mkdir -p "$out"
share="$root/usr/share"

install -D -m 755 "$program" "$root/usr/games/tianyuan"
strip --strip-unneeded --remove-section=.comment "$root/usr/games/tianyuan"
mkdir -p "$share/tianyuan"
# What the program reads; pictures of it, and what its fonts were made with, stay here.
cp -r assets levels "$share/tianyuan/"
rm -f "$share/tianyuan/assets/screenshot.png" "$share/tianyuan/assets/fonts/"subset.* \
    "$share/tianyuan/assets/fonts/kai-characters.txt"
find "$share/tianyuan" -type d -exec chmod 755 {} +
find "$share/tianyuan" -type f -exec chmod 644 {} +

install -D -m 644 "$from/$id.desktop" "$share/applications/$id.desktop"
install -D -m 644 "$from/$id.metainfo.xml" "$share/metainfo/$id.metainfo.xml"
install -D -m 644 "$from/$id.xml" "$share/mime/packages/$id.xml"
install -D -m 644 "$from/tianyuan.6" "$share/man/man6/tianyuan.6"
gzip -9n "$share/man/man6/tianyuan.6"
install -D -m 644 assets/icon.svg "$share/icons/hicolor/scalable/apps/$id.svg"
for size in 16 24 32 48 64 128 256 512; do
    folder="$share/icons/hicolor/${size}x$size/apps"
    mkdir -p "$folder"
    rsvg-convert -w "$size" -h "$size" assets/icon.svg -o "$folder/$id.png"
done

doc="$share/doc/tianyuan"
mkdir -p "$doc"
{
    cat "$from/copyright"
    # A copyright file holds licences as paragraphs: an empty line is a dot.
    for licence in MIT:LICENSE-MIT OFL-1.1:assets/fonts/OFL-TianyuanSans.txt; do
        printf '\nLicense: %s\n' "${licence%%:*}"
        sed 's/[[:space:]]*$//; s/^$/./; s/^/ /' "${licence#*:}"
    done
} >"$doc/copyright"
{
    printf 'tianyuan (%s) unstable; urgency=medium\n\n' "$version"
    printf '  * The first package.\n\n'
    printf ' -- The Tianyuan developers <tianyuan@example.com>  %s\n' \
        "$(LC_ALL=C date -R -r Cargo.toml)"
} | gzip -9n >"$doc/changelog.gz"

# The libraries that it is linked to, and those that it opens when it runs.
mkdir -p "$out/work/debian"
printf 'Source: tianyuan\n\nPackage: tianyuan\nArchitecture: any\n' >"$out/work/debian/control"
linked=$(cd "$out/work" && dpkg-shlibdeps -O "$(cd ../root && pwd)/usr/games/tianyuan" 2>/dev/null |
    sed -n 's/^shlibs:Depends=//p')
[ -n "$linked" ] || { echo "make deb: dpkg-shlibdeps named no library" >&2; exit 1; }

mkdir -p "$root/DEBIAN"
sed -e "s/@VERSION@/$version/; s/@ARCH@/$arch/; s/@LINKED@/$linked/" \
    -e "s/@SIZE@/$(du -sk --exclude=DEBIAN "$root" | cut -f 1)/" \
    "$from/control" >"$root/DEBIAN/control"
(cd "$root" && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k 2 >DEBIAN/md5sums)
chmod 644 "$root/DEBIAN/control" "$root/DEBIAN/md5sums"
find "$root" -type d -exec chmod 755 {} +

desktop-file-validate "$share/applications/$id.desktop"
appstreamcli validate --no-net "$share/metainfo/$id.metainfo.xml"
package="$out/tianyuan_${version}_$arch.deb"
dpkg-deb --root-owner-group -Zxz --build "$root" "$package" >/dev/null
rm -rf "$out/work"
echo "$package"
