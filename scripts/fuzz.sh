#!/usr/bin/env bash
# Builds the fuzz targets with clang and runs each for some seconds on its corpus and beyond.
# An input that breaks a target is left in build/fuzz/findings.
#
# usage: scripts/fuzz.sh [SECONDS_EACH]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh
seconds=${1:-30}
mkdir -p build build/fuzz/findings
build_preset fuzz

result=0
count=0
for target in build/fuzz/tests/fuzz/fuzz_*; do
    if [ ! -f "$target" ] || [ ! -x "$target" ]; then
        continue
    fi
    name=$(basename "$target")
    count=$((count + 1))
    corpus=build/fuzz/corpus/$name
    mkdir -p "$corpus"
    seeds=()
    if [ -d "tests/fuzz/corpus/$name" ]; then
        seeds=("tests/fuzz/corpus/$name")
    fi
    log=build/fuzz/$name.log
    if "$target" -max_total_time="$seconds" -seed=1 -timeout=20 -rss_limit_mb=2048 -max_len=65536 \
        -artifact_prefix="build/fuzz/findings/$name-" "$corpus" "${seeds[@]}" >"$log" 2>&1; then
        echo "$name: $(sed -n 's/^Done \([0-9]* runs in [0-9]* second.*\)$/\1/p' "$log" | tail -1)"
    else
        echo "$name: FAILED"
        tail -40 "$log"
        result=1
    fi
done
if [ "$count" -eq 0 ]; then
    echo "no fuzz target was built" >&2
    exit 1
fi
exit $result
