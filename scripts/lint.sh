#!/usr/bin/env bash
# Formatting, then clang-tidy's checks over the engine and the command line. The last commits' files come first, and
# what is not reached in the time allowed is counted. Needs the release preset configured and built once.
# scripts/tidy.py alone runs over everything, the static analyzer included.
#
# usage: scripts/lint.sh [SECONDS]
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/format.sh --check
python=/usr/bin/python3
$python -m compileall -q scripts tests resources
exec $python scripts/tidy.py --build build/release --passes checks --checks-seconds "${1:-420}" \
    core/expr/*.cpp core/graph/*.cpp core/layout/*.cpp core/planner/*.cpp core/groups/*.cpp core/text/*.cpp \
    core/exporters/*.cpp app/cli/*.cpp
