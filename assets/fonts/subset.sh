#!/bin/sh
# Makes TianyuanSans.otf and TianyuanKai.ttf from the fonts of the Debian
# packages fonts-noto-cjk (20220127) and fonts-lxgw-wenkai (1.250).
#
#     apt-get install fonts-noto-cjk fonts-lxgw-wenkai python3-venv
#     assets/fonts/subset.sh
#
# The build is reproducible: the tools are pinned and no time stamp is written.
# SANS_SOURCE and KAI_SOURCE name other source files.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
python3 -m venv "$tools"
"$tools/bin/pip" install --quiet fonttools==4.68.0
"$tools/bin/python" "$here/subset.py" \
    "${SANS_SOURCE:-/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc}" \
    "${KAI_SOURCE:-/usr/share/fonts/truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf}" \
    "$here"
