"""Failures that engineers saw, planned by the command line (its path in SPANSCOPE_CLI) and held against their numbers."""
import csv
import io
import json
import os
import pathlib
import subprocess

import pytest

CASES = json.loads((pathlib.Path(__file__).parent.parent / "data" / "conformance" / "real-failures.json").read_text())
TYPED = [case for case in CASES["cases"] if "new" in case]
LOGGED = [case for case in CASES["cases"] if "log" in case]


def run(*arguments):
    done = subprocess.run([os.environ["SPANSCOPE_CLI"], *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def plan(case, *rules):
    return json.loads(run("plan", "--fits", "--format", "json", *rules, "new:" + case["new"]))


def op_of(document, name=None):
    """The named op, or the first that is not simply fine."""
    ops = document["operations"]
    return next(op for op in ops if op["name"] == name) if name else ops[0]


def levels(record):
    return [[level["host_dim"], level["split_count"], level["is_reduction"]] for level in record["levels"]]


def fit_of(op, kind):
    return next(fit for fit in op["fits"] if fit["kind"] == kind)


def check_decision(op, want):
    """Outcome, levels, rejection and its cause of one op."""
    if "levels" in want:
        assert op["outcome"] == "planned"
        assert levels(op) == want["levels"]
        assert op["cause"] is None
    else:
        assert (op["outcome"], op["code"]) == (want["outcome"], want["code"])
        assert op["cause"]["kind"] == want["cause"]
        got = [[level["host_dim"], level["split_count"], level["is_reduction"]] for level in op["cause"]["would_fit"]]
        assert got == want["would_fit"]
    if "worst_tile_span" in want and not want.get("residual"):
        assert fit_of(op, "covered")["worst_span"] == want["worst_tile_span"]
        assert op["outcome"] == "unsupported" or levels(fit_of(op, "covered")) == want["levels"]
    if isinstance(want.get("residual"), dict):
        assert {row["source"]: row["span"] for row in op["residual"]} == want["residual"]
    elif want.get("residual"):
        assert op["residual"]
        if "worst_tile_span" in want:
            assert max(row["span"] for row in op["residual"]) == want["worst_tile_span"]
    if "cores_needed" in want:
        assert op["cores_needed"] == want["cores_needed"]
    if "candidate_span" in want:
        assert max(c["per_core_span"] for c in op["candidates"]) == want["candidate_span"]


@pytest.mark.parametrize("preset", ["documented", "torch-spyre-2026-07"])
@pytest.mark.parametrize("case", TYPED, ids=lambda case: case["id"])
def test_decision(case, preset):
    if preset not in case:
        pytest.skip("this case says nothing under these rules")
    want = case[preset]
    document = plan(case, "--rules", preset)
    by_op = {name: value for name, value in want.items() if name.startswith("buf")}
    for name, expected in by_op.items():
        check_decision(op_of(document, name), expected)
    if not by_op:
        check_decision(op_of(document, want.get("op")), want)
    if "conflicts" in want:
        assert [[c["op"], c["code"], c["producers"]] for c in document["conflicts"]] == want["conflicts"]


@pytest.mark.parametrize("case", TYPED, ids=lambda case: case["id"])
def test_what_the_case_says_beside_the_decision(case):
    document = plan(case)
    op = op_of(document)
    if "candidate_span" in case:
        assert {c["per_core_span"] for c in op["candidates"]} == {case["candidate_span"]}
    if "legal_splits" in case:
        assert op["splits"] == case["legal_splits"]
    if "complete_fit" in case:
        assert levels(fit_of(op, "complete")) == case["complete_fit"]
        assert fit_of(op, "complete")["worst_span"] == case["complete_fit_worst_span"]
    if "complete_fit_buf0" in case:
        assert levels(fit_of(op, "complete")) == case["complete_fit_buf0"]
    if "untiled_rows_over" in case:
        assert {row["source"]: row["span"] for row in op["residual"]} == case["untiled_rows_over"]
    if "reader" in case:
        reader = case["reader"]
        got = op_of(document, reader["op"])
        assert (got["outcome"], got["code"]) == (reader["outcome"], reader["code"])
        assert [(row["span"], row["why_unchecked"]) for row in got["residual"]] == [
            (reader["residual_span"], reader["why"])]
    if "reduction_join" in case:
        joined = plan(case, "--reduction-join", "on")
        assert [group["ops"] for group in joined["groups"]] == case["reduction_join"]["groups"]
        assert joined["compiles"]


@pytest.mark.parametrize("case", [c for c in TYPED if "untiled" in c], ids=lambda case: case["id"])
def test_untiled_spans(case):
    """The exported table has every coordinate with its span before tiling."""
    rows = list(csv.reader(io.StringIO(run("export", "--as", "csv", "new:" + case["new"]))))
    for tensor, coordinates in case["untiled"].items():
        for device_dim, coordinate, span in coordinates:
            wanted = {tensor, str(device_dim), coordinate, str(span)}
            assert any(wanted <= set(row) for row in rows), wanted


@pytest.mark.parametrize("case", LOGGED, ids=lambda case: case["id"])
def test_the_log_line_is_read(case, tmp_path):
    """The span is told in exact bytes where the line has them, else in the MB as printed."""
    log = tmp_path / "compile.log"
    log.write_text(case["log"] + "\n")
    graphs = [json.loads(line) for line in run("import", str(log)).splitlines()]
    facts = [fact for graph in graphs for fact in graph["reported"]]
    figures = {value for fact in facts for value in fact.get("figures", {}).values()}
    printed = [fact["details"]["span_mb"] for fact in facts if "span_mb" in fact.get("details", {})]
    assert case["work_division_span"] in figures or "Best span=" not in case["log"], facts
    assert printed
    for text in printed:
        assert text == f"{case['work_division_span'] / 2**20:.{len(text.split('.')[1])}f}"
