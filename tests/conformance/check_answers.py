#!/usr/bin/env python3
"""Run the command line over recorded answers of the compiler's planner and tell what differs.

Each line of an answers file holds a graph, the limit and rules it was planned under, and the answer. Graphs under the
same limit and rules are planned in one run. The last line is `N passed, N failed`.
"""
import argparse
import collections
import concurrent.futures
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import differences


def read_answers(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def switch(value):
    return "on" if value else "off"


def rules_of(answer):
    rules = answer["rules"]
    return answer["limit"], rules["reduction_join"], rules["validation_divides_twice"]


def plan_all(cli, rules, answers):
    """The plans of the answers' graphs, in order. Raises RuntimeError when the run itself fails."""
    limit, join, twice = rules
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "graphs.jsonl")
        path.write_text("".join(json.dumps(a["graph"]) + "\n" for a in answers), encoding="utf-8")
        command = cli + ["plan", "--limit", str(limit), "--reduction-join", switch(join), "--validation-divides-twice",
                         switch(twice), "--format", "json", str(path)]
        run = subprocess.run(command, capture_output=True, text=True)
    plans = [json.loads(line) for line in run.stdout.splitlines() if line.strip()] if run.returncode == 0 else []
    if len(plans) != len(answers):
        raise RuntimeError(f"{' '.join(command)}: exit {run.returncode}, {len(plans)} plans of {len(answers)} graphs; "
                           f"{run.stderr[-400:]}")
    return plans


def check_batch(cli, rules, answers):
    """[(answer, its differences)] of the answers under the same rules."""
    try:
        plans = plan_all(cli, rules, answers)
    except (OSError, RuntimeError, ValueError) as error:
        return [(a, [differences.Difference("run", "run", "plans", str(error))]) for a in answers]
    return [(a, differences.of_answer(a, plan)) for a, plan in zip(answers, plans)]


def describe(answer, found):
    lines = [f"--- {answer['id']} ({answer['family']}) limit={answer['limit']} {answer['rules']}"]
    for d in found[:4]:
        lines += [f"  {d.op}: {d.field}", f"    want {d.want}", f"    got  {d.got}"]
    return "\n".join(lines)


def check(cli, answers, show=5):
    """Checks all answers and prints the outcome. Returns (passed, failed)."""
    batches = collections.defaultdict(list)
    for answer in answers:
        batches[rules_of(answer)].append(answer)
    fields, families = collections.Counter(), collections.Counter()
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for results in pool.map(lambda item: check_batch(cli, *item), batches.items()):
            for answer, found in results:
                if not found:
                    continue
                failed += 1
                fields.update({d.field for d in found})
                families[answer["family"]] += 1
                if failed <= show:
                    print(describe(answer, found))
    if failed:
        print("fields that differ:", dict(fields))
        print("families:", dict(families))
    print(f"{len(answers) - failed} passed, {failed} failed")
    return len(answers) - failed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cli", help="the spanscope-cli program")
    parser.add_argument("answers", nargs="+", help=".jsonl or .jsonl.gz")
    parser.add_argument("--show", type=int, default=5, help="how many failures to print in full")
    parser.add_argument("--family", help="only the answers of one family")
    args = parser.parse_args()
    answers = [a for path in args.answers for a in read_answers(path) if args.family in (None, a["family"])]
    passed, failed = check([args.cli], answers, args.show)
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
