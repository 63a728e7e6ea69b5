# What the scripts share. Sourced from the repository's root with `set -euo pipefail` in force.
# shellcheck shell=bash

say() {
    printf '\n== %s\n' "$*"
}

# Whole minutes and seconds since the script began.
elapsed() {
    printf '%dm%02ds' $((SECONDS / 60)) $((SECONDS % 60))
}

# The listed packages that dpkg does not know as installed, one a line.
missing_packages() {
    local package
    while read -r package; do
        case "$package" in '' | '#'*) continue ;; esac
        if [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)" != installed ]; then
            echo "$package"
        fi
    done <resources/debian-packages.txt
}

# Installs what is missing; touches nothing and needs no network when all is there.
install_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        echo "No apt here: this expects what resources/debian-packages.txt lists to be installed."
        return 0
    fi
    local missing sudo='' log
    mapfile -t missing < <(missing_packages)
    if [ ${#missing[@]} -eq 0 ]; then
        return 0
    fi
    say "Installing ${#missing[@]} packages: ${missing[*]}"
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "Installing needs root or sudo. As root: apt-get install ${missing[*]}" >&2
            return 1
        fi
        sudo=sudo
    fi
    # The log stays in a file: it names the mirrors this machine happens to use.
    log=$(mktemp)
    if ! { $sudo apt-get update && $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y \
        --no-install-recommends "${missing[@]}"; } </dev/null >"$log" 2>&1; then
        echo "apt-get failed; the whole log is in $log. Its errors:" >&2
        grep '^E:' "$log" | sed -E "s#[a-z]+://[^ ]+#(mirror)#g; s#'[^' ]+\.[^' ]+'#(host)#g" >&2 || true
        return 1
    fi
    rm -f "$log"
}

# build_preset PRESET [TARGET...]: configures and builds, one job a core.
build_preset() {
    local preset=$1
    shift
    cmake --preset "$preset" >"build/$preset-configure.log" 2>&1 || {
        cat "build/$preset-configure.log"
        return 1
    }
    cmake --build --preset "$preset" -j"$(nproc)" ${1:+--target "$@"}
}
