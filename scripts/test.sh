#!/usr/bin/env bash
# Everything CI runs, on a fresh Debian 12 or a developer's machine: installs what is missing,
# builds and tests with the sanitizers, fuzzes for a while, lints, and closes with the release tests.
# All steps run even when one fails; the exit code tells whether all passed.
#
# usage: scripts/test.sh
#   SPANSCOPE_FUZZ_SECONDS=5        time for each fuzz target
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh
mkdir -p build

failed=()
# step NAME COMMAND...: runs one step and remembers whether it failed.
step() {
    local name=$1
    shift
    say "$name ($(elapsed))"
    if ! "$@"; then
        failed+=("$name")
        echo "FAILED: $name"
    fi
}

# LeakSanitizer stops the world with ptrace, which some sandboxes forbid. The other checks stay on.
leaks_can_be_found() {
    local dir
    dir=$(mktemp -d)
    echo 'int main() { return 0; }' >"$dir/probe.cpp"
    local result=0
    g++ -fsanitize=address "$dir/probe.cpp" -o "$dir/probe" && ASAN_OPTIONS=detect_leaks=1 "$dir/probe" \
        >/dev/null 2>&1 || result=1
    rm -rf "$dir"
    return $result
}

sanitizer_tests() {
    local leaks=1
    if ! leaks_can_be_found; then
        leaks=0
        echo "LeakSanitizer cannot work in this sandbox: leaks are not looked for."
    fi
    ASAN_OPTIONS="detect_leaks=$leaks:strict_string_checks=1:detect_stack_use_after_return=1" \
        UBSAN_OPTIONS=print_stacktrace=1 \
        LSAN_OPTIONS="suppressions=$PWD/tests/leaks-of-libraries.txt:print_suppressions=0" \
        ctest --preset sanitize -j"$(nproc)"
}

install_packages
step "Formatting" scripts/format.sh --check
step "Release build" build_preset release
step "Sanitizer build" build_preset sanitize
step "Sanitizer tests" sanitizer_tests
step "Fuzzing" scripts/fuzz.sh "${SPANSCOPE_FUZZ_SECONDS:-5}"
step "Lint" scripts/lint.sh

if [ ${#failed[@]} -gt 0 ]; then
    say "These steps failed so far: $(printf '%s; ' "${failed[@]}")"
fi
say "Release tests ($(elapsed))"
ctest --preset release -j"$(nproc)" || exit 1
[ ${#failed[@]} -eq 0 ]
