#!/usr/bin/env bash
# The main job: installs what is missing, builds SpanScope and opens its window on a sample,
# or on the files given. Without a display it plans the sample in the terminal and writes
# the report and a picture of the window into build/.
#
# usage: scripts/run.sh [FILE...]
set -euo pipefail
files=()
for file in "$@"; do
    files+=("$(realpath -- "$file")")
done
cd "$(dirname "$0")/.."
. scripts/common.sh
mkdir -p build
if [ ${#files[@]} -eq 0 ]; then
    files=("samples/add-98000x4096.json")
fi

install_packages
say "Building"
build_preset release programs

bin=build/release/bin
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    say "Opening ${files[*]}"
    exec "$bin/spanscope" "${files[@]}"
fi

say "No display: planning ${files[0]} here"
"$bin/spanscope-cli" plan "${files[0]}"
"$bin/spanscope-cli" export --as html -o build/sample-report.html "${files[0]}"
QT_QPA_PLATFORM=offscreen "$bin/spanscope" --screenshot build/sample-window.png --size 1440x900 "${files[0]}"
say "Wrote build/sample-report.html and build/sample-window.png"
