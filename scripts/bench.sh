#!/usr/bin/env bash
# Measures the library and the window, and prints the table of the README's performance section.
#
# usage: scripts/bench.sh [REPETITIONS]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh
mkdir -p build/bench
build_preset release spanscope_bench spanscope_window_bench >&2
/usr/bin/python3 tests/bench/make_inputs.py build/bench
reports=()
for program in spanscope_bench spanscope_window_bench; do
    report=build/bench/$program.json
    SPANSCOPE_BENCH_DATA=build/bench QT_QPA_PLATFORM=offscreen "build/release/tests/bench/$program" \
        --benchmark_repetitions="${1:-3}" --benchmark_report_aggregates_only=true --benchmark_min_time=0.5 \
        --benchmark_out="$report" --benchmark_out_format=json >&2
    reports+=("$report")
done
/usr/bin/python3 tests/bench/table.py "${reports[@]}"
