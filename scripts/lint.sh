#!/usr/bin/env bash
# Formatting, then clang-tidy's checks over the engine. Needs the release preset configured and built once.
# scripts/tidy.py alone runs over everything, the static analyzer included.
#
# usage: scripts/lint.sh
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/format.sh --check
python=/usr/bin/python3
$python -m compileall -q scripts tests resources
exec $python scripts/tidy.py --build build/release --passes checks \
    core/expr/*.cpp core/layout/*.cpp core/planner/*.cpp core/groups/*.cpp
