#!/bin/sh
# Builds a node of a cluster of RMQTT for the tests, outside of the repository, and prints where it
# is. It is no part of the game: it has dependencies that nothing else here needs.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${TIANYUAN_CLUSTER:-${XDG_CACHE_HOME:-$HOME/.cache}/tianyuan/rmqtt-cluster}
"$here/packages.sh" cluster >&2
mkdir -p "$folder/src"
cp "$here/rmqtt-cluster/Cargo.toml" "$folder/"
cp "$here/rmqtt-cluster/src/main.rs" "$folder/src/"
CARGO_TARGET_DIR="$folder/target" cargo build --manifest-path "$folder/Cargo.toml" >&2
echo "$folder/target/debug/rmqtt-cluster-node"
