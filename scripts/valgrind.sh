#!/usr/bin/env bash
# Runs the command line under valgrind on every sample: no invalid or uninitialised read, no leak.
#
# usage: scripts/valgrind.sh CLI SAMPLES_FOLDER
set -euo pipefail
cli=$1
samples=$2
count=0
while IFS= read -r sample; do
    count=$((count + 1))
    basename "$sample"
    valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect \
        "$cli" plan --format json --trace --fits "$sample" </dev/null >/dev/null
done < <(find "$samples" -type f ! -name 'README*' | sort)
echo "$count samples read without a finding"
[ "$count" -gt 0 ]
