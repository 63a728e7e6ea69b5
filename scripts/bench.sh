#!/usr/bin/env bash
# Measures the library and prints the table of the README's performance section.
#
# usage: scripts/bench.sh [REPETITIONS]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh
mkdir -p build/bench
build_preset release spanscope_bench >&2
/usr/bin/python3 tests/bench/make_inputs.py build/bench
SPANSCOPE_BENCH_DATA=build/bench build/release/tests/bench/spanscope_bench --benchmark_repetitions="${1:-3}" \
    --benchmark_report_aggregates_only=true --benchmark_min_time=0.5 \
    --benchmark_out=build/bench/report.json --benchmark_out_format=json >&2
/usr/bin/python3 tests/bench/table.py build/bench/report.json
