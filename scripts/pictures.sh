#!/usr/bin/env bash
# Makes the pictures of README.md and resources/docs/guide.md again, with the window's own
# --screenshot: no display is needed, and nothing of a person's settings is read.
#
# usage: scripts/pictures.sh [FOLDER]        (default: resources/docs/pictures)
set -euo pipefail
folder=$(realpath -m -- "${1:-$(dirname "$0")/../resources/docs/pictures}")
cd "$(dirname "$0")/.."
. scripts/common.sh
mkdir -p "$folder"
build_preset release spanscope

picture() {
    local name=$1
    shift
    QT_QPA_PLATFORM=offscreen QT_SCALE_FACTOR=1 build/release/bin/spanscope --screenshot "$folder/$name.png" "$@"
    echo "$folder/$name.png"
}

lm=samples/lm-head-49216.json
block=samples/transformer-block.json
picture refused --size 1280x800 --op buf0 "$lm"
picture what-if --size 1280x800 --op buf0 --split 0=769 --split 1=2 "$lm"
picture combo-map --size 1280x900 --op buf0 --split 0=769 --split 1=2 --combo-map "$lm"
picture overview-dark --size 1280x800 --theme dark --tab overview "$block"
picture graph --size 1280x800 --tab graph --op buf13 "$block"
picture groups --size 1280x800 --tab groups --op buf13 "$block"
