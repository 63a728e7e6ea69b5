#!/usr/bin/env python3
"""Writes the expected outputs anew: regenerate.py PATH/TO/spanscope-cli [NAME...]

Read `git diff tests/cli/expected` afterwards: what is written here is what the tests believe.
"""

import sys

from cases import CASES
from runner import EXPECTED, transcript


def main():
    cli, wanted = sys.argv[1], sys.argv[2:]
    EXPECTED.mkdir(exist_ok=True)
    for name, arguments in CASES.items():
        if not wanted or name in wanted:
            (EXPECTED / f"{name}.txt").write_text(transcript(cli, arguments))
    if not wanted:
        for path in EXPECTED.glob("*.txt"):
            if path.stem not in CASES:
                path.unlink()


if __name__ == "__main__":
    main()
