#!/usr/bin/env bash
# Formatting, then clang-tidy's checks and clang's static analyzer for as long as each may take, the most
# recently changed files first. Needs the release preset configured and built once.
#
# usage: scripts/lint.sh [CHECKS_SECONDS [ANALYZER_SECONDS]]   (default: no limit)
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/format.sh --check
python=/usr/bin/python3
$python -m compileall -q scripts tests resources
exec $python scripts/tidy.py --build build/release --checks-seconds "${1:-0}" --analyzer-seconds "${2:-0}"
