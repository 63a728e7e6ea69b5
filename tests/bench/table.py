#!/usr/bin/env python3
"""Turn Google Benchmark's JSON (from files) into the Markdown table of the README's performance section."""
import argparse
import json
import platform
import re

UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}


def readable(seconds):
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def ops_of(name):
    return f"{int(name.split('/')[1]):,} ops"


def jobs_of(name):
    jobs = int(name.split("/")[2])
    return f"{jobs} thread" + ("s" if jobs > 1 else "")


def window_row(name, result, seconds, label):
    """A row about the window; times end when the change is painted."""
    if name == "bench_to_verdict_recorded":
        return "key on the split bench to painted verdict, slowest recorded op", readable(seconds), label
    if name == "first_paint":
        return "start of the window's process to its first paint", readable(seconds), ""
    if name.startswith("open"):
        return f"open a graph file to its sorted, painted table, {ops_of(name)}", readable(seconds), ""
    if name.startswith("filter"):
        return (f"filter the table after a keystroke, {ops_of(name)}", readable(seconds),
                f"longest {readable(result['longest_seconds'])}")
    if name.startswith("peak"):
        return (f"open a graph and show every page, {ops_of(name)}", readable(seconds),
                f"peak memory {result['peak_bytes'] / 1e6:.0f} MB")
    raise ValueError(f"no row is known for window_{name}")


def row(name, result):
    """(what, how long, note) of one benchmark."""
    seconds = result["real_time"] * UNITS[result["time_unit"]]
    label = result.get("label", "")
    rate = f"{result['bytes_per_second'] / 1e6:.0f} MB/s" if "bytes_per_second" in result else ""
    if name == "plan_recorded":
        per_op = 1 / result["items_per_second"]
        return "plan one op, mean of the recorded ones, one thread", readable(per_op), f"{readable(seconds)} for all"
    if name == "trace_slowest_recorded":
        return "plan the slowest recorded op and keep every combination", readable(seconds), label
    if name == "fit_hardest_recorded":
        return "what would fit, hardest recorded op", readable(seconds), label
    if name.startswith("read_graph"):
        return f"read a graph file, {ops_of(name)}", readable(seconds), rate
    if name.startswith("run_graph"):
        per_op = readable(1 / result["items_per_second"]) + " an op"
        return f"plan, group and audit, {ops_of(name)}, {jobs_of(name)}", readable(seconds), per_op
    if name.startswith("write_plan"):
        return f"write the plan as JSON, {ops_of(name)}", readable(seconds), rate
    if name.startswith("window_"):
        return window_row(name.removeprefix("window_"), result, seconds, label)
    raise ValueError(f"no row is known for {name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", help="outputs of --benchmark_out")
    results = []
    for file in parser.parse_args().files:
        with open(file, encoding="utf-8") as text:
            report = json.load(text)
        results += report["benchmarks"]
    medians = [r for r in results if r.get("aggregate_name") == "median"] or results
    print("| what | time | |\n|---|---|---|")
    for result in medians:
        if result.get("error_occurred"):
            raise SystemExit(f"{result['name']}: {result['error_message']}")
        name = re.sub(r"(_median|/real_time|/iterations:\d+|/repeats:\d+)", "", result["name"])
        print("| " + " | ".join(row(name, result)) + " |")
    print(f"\nMedian of {results[0].get('repetitions', 1)} runs on {processor()}, "
          f"{report['context']['num_cpus']} cores, {report['context']['date'][:10]}.")


if __name__ == "__main__":
    main()
