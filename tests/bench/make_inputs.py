#!/usr/bin/env python3
"""Write the inputs of the benchmarks into a folder: graph-N.json of N ops, and recorded.jsonl.

Recorded graphs come from the answers of the conformance tests, each with its limit in its config.
"""
import argparse
import gzip
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
ANSWERS = HERE.parent / "data" / "conformance" / "answers-documented.jsonl.gz"


def write_recorded(path):
    with gzip.open(ANSWERS, "rt", encoding="utf-8") as answers, open(path, "w", encoding="utf-8") as out:
        for line in answers:
            answer = json.loads(line)
            answer["graph"].setdefault("config", {})["max_span_bytes"] = answer["limit"]
            out.write(json.dumps(answer["graph"]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--ops", type=int, nargs="+", default=[1000, 10000, 100000])
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    write_recorded(args.folder / "recorded.jsonl")
    for count in args.ops:
        path = args.folder / f"graph-{count}.json"
        if not path.exists():
            partial = path.with_suffix(".partial")
            with open(partial, "w", encoding="utf-8") as out:
                subprocess.run([sys.executable, str(HERE / "make_graph.py"), str(count)], stdout=out, check=True)
            partial.rename(path)


if __name__ == "__main__":
    main()
