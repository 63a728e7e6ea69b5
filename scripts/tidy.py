#!/usr/bin/env python3
"""Run clang-tidy over the project's sources.

Two passes, the most recently changed files first: every check but the static analyzer, then the analyzer, which alone
takes three quarters of the whole time. Each pass starts no further file when its time is up, and says how many it did
not reach. A file whose preprocessed text passed the same checks before is not run again.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PASSES = {"checks": "-clang-analyzer-*", "analyzer": "-*,clang-analyzer-*"}


def recently_changed_first():
    """Tracked sources, the ones of the latest commits first."""
    tracked = subprocess.run(["git", "ls-files", "*.cpp"], cwd=ROOT, capture_output=True, text=True, check=True)
    known = set(tracked.stdout.split())
    log = subprocess.run(["git", "log", "--name-only", "--format="], cwd=ROOT, capture_output=True, text=True)
    ordered = dict.fromkeys(name for name in log.stdout.split("\n") if name in known)
    return list(ordered) + sorted(known - set(ordered))


def commands(build):
    """File (relative to the root) -> its compile command."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if path.is_relative_to(ROOT):
            found[str(path.relative_to(ROOT))] = entry
    return found


def fingerprint(entry, checks, config):
    """Hash of everything the verdict on a file depends on, or None when it cannot be preprocessed."""
    words = [w for w in shlex.split(entry["command"]) if not w.endswith("ccache")]
    if "-o" in words:
        at = words.index("-o")
        del words[at : at + 2]
    words = [w for w in words if w != "-c"]
    run = subprocess.run(words + ["-E", "-C"], cwd=entry["directory"], capture_output=True)
    if run.returncode != 0:
        return None
    return hashlib.sha256(run.stdout + checks.encode() + config).hexdigest()


def tidy(name, entry, checks, build, cache, config):
    """Output of clang-tidy on one file, empty when it is clean."""
    key = fingerprint(entry, checks, config)
    stamp = cache / key if key else None
    if stamp and stamp.exists():
        return ""
    run = subprocess.run(["clang-tidy-14", "-p", str(build), "--quiet", f"--checks={checks}", str(ROOT / name)],
                         capture_output=True, text=True)
    if run.returncode == 0:
        if stamp:
            stamp.touch()
        return ""
    return run.stdout or run.stderr


def run_pass(title, checks, names, known, build, cache, deadline):
    """Returns how many files are not clean."""
    config = (ROOT / ".clang-tidy").read_bytes()
    bad, done, began = 0, 0, time.monotonic()

    def one(name):
        if deadline and time.monotonic() > deadline:
            return name, None
        return name, tidy(name, known[name], checks, build, cache, config)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, text in pool.map(one, names):
            if text is None:
                continue
            done += 1
            if text:
                bad += 1
                print(f"--- {name}\n{text.rstrip()}", flush=True)
    left = f", {len(names) - done} not reached in the time allowed" if done < len(names) else ""
    print(f"clang-tidy {title}: {done} files in {time.monotonic() - began:.0f} s, {bad} not clean{left}", flush=True)
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build/release", help="a configured build folder")
    parser.add_argument("--checks-seconds", type=int, default=0, help="0: no limit")
    parser.add_argument("--analyzer-seconds", type=int, default=0, help="0: no limit")
    parser.add_argument("--passes", nargs=1, action="extend", choices=PASSES, help="only these passes")
    parser.add_argument("files", nargs="*", help="only these sources")
    args = parser.parse_args()
    build = (ROOT / args.build).resolve()
    cache = build / "tidy-clean"
    cache.mkdir(parents=True, exist_ok=True)
    known = commands(build)
    wanted = {str(pathlib.Path(f).resolve().relative_to(ROOT)) for f in args.files}
    names = [n for n in recently_changed_first() if n in known and (not wanted or n in wanted)]
    if not names:
        sys.exit("clang-tidy: no source to check; configure the build first")
    bad = 0
    for title, seconds in (("checks", args.checks_seconds), ("analyzer", args.analyzer_seconds)):
        if args.passes and title not in args.passes:
            continue
        deadline = time.monotonic() + seconds if seconds else None
        bad += run_pass(title, PASSES[title], names, known, build, cache, deadline)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
