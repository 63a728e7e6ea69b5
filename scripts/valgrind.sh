#!/usr/bin/env bash
# Runs the command line under valgrind on every sample: no invalid or uninitialised read, no leak.
#
# usage: scripts/valgrind.sh CLI SAMPLES_FOLDER
set -euo pipefail
cli=$1
samples=$2
count=0
for sample in "$samples"/*.json "$samples"/*.jsonl "$samples"/*.log "$samples"/*.py; do
    if [ ! -f "$sample" ]; then
        continue
    fi
    count=$((count + 1))
    basename "$sample"
    valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect \
        "$cli" plan --format json --trace --fits "$sample" >/dev/null
done
echo "$count samples read without a finding"
[ "$count" -gt 0 ]
