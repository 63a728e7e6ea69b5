#!/usr/bin/env bash
# Lays out all C++ sources by .clang-format; with --check only tells what differs.
#
# usage: scripts/format.sh [--check]
set -euo pipefail
cd "$(dirname "$0")/.."
mode=(-i)
if [ "${1:-}" = --check ]; then
    mode=(--dry-run -Werror)
fi
git ls-files -z '*.h' '*.cpp' | xargs -0 -r -P"$(nproc)" -n20 clang-format-14 "${mode[@]}"
