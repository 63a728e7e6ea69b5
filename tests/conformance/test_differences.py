"""The comparison finds every kind of difference, and none where there is none.

A stand-in for the command line prints the plan that a recorded answer stands for; each test spoils one thing in it.
"""
import copy
import gzip
import json
import os
import pathlib
import stat
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import check_answers  # noqa: E402
import differences  # noqa: E402

DATA = pathlib.Path(__file__).parent.parent / "data" / "conformance"


def read(name):
    with gzip.open(DATA / name, "rt") as lines:
        return [json.loads(line) for line in lines]


ANSWERS = read("answers-documented.jsonl.gz")


def plan_of(answer):
    """The plan document that says exactly what the recorded answer says."""
    operations = []
    for op in answer["expect"]["ops"]:
        operations.append({
            "name": op["name"], "outcome": op["outcome"], "reason": op["reason"],
            "code": differences.rejection_code(op["message"]) if op["outcome"] == "unsupported" else None,
            "levels": [{"host_dim": d, "split_count": n, "is_reduction": r} for d, n, r in op["levels"]],
            "candidates": op["candidates"],
            "splits": {d: s for d, s in op["splits"].items() if s is not None}})
    error = answer["expect"]["groups_error"]
    plan = {"operations": operations, "groups": [], "conflicts": [], "compiles": error is None}
    if error is None:
        plan["groups"] = [{"ops": g["ops"], "levels": [[h, n, False] for h, n, *_ in g["levels"]],
                           "dim_hints": g["dim_hints"]} for g in answer["expect"]["groups"]]
    elif "Cannot adapt" in error["message"]:
        plan["conflicts"] = [{"op": error["op"], "code": "no_single_loop_var"}]
    elif any(piece in error["message"] for piece in differences.GROUPING_CONFLICTS):
        plan["conflicts"] = [{"op": error["op"], "code": "reads_closed_group"}]
    return copy.deepcopy(plan)


def first(condition):
    return next(a for a in ANSWERS if condition(a))


def planned(answer):
    return answer["expect"]["ops"][0]["outcome"] == "planned" and answer["expect"]["groups_error"] is None


def fields(answer, plan):
    return {d.field for d in differences.of_answer(answer, plan)}


@pytest.mark.parametrize("name", ["answers-documented.jsonl.gz", "answers-divides-twice.jsonl.gz"])
def test_what_was_recorded_agrees_with_itself(name):
    answers = read(name)
    assert len(answers) == 2792
    switched_off = [a for a in answers if any(v for k, v in a["graph"]["config"].items() if k.startswith("ignore"))]
    for answer in answers:
        plan = plan_of(answer)
        if answer in switched_off:
            plan.update(groups=[], conflicts=[])
        assert differences.of_answer(answer, plan) == []


def spoil_level(plan):
    plan["operations"][0]["levels"][0]["split_count"] += 1


def spoil_reason(plan):
    plan["operations"][0]["reason"] = "because"


def spoil_outcome(plan):
    plan["operations"][0]["outcome"] = "none"


def spoil_candidate(plan):
    plan["operations"][0]["candidates"][0]["per_core_span"] += 1


def spoil_splits(plan):
    plan["operations"][0]["splits"] = {d: s + [9999] for d, s in plan["operations"][0]["splits"].items()}


def spoil_missing(plan):
    plan["operations"][0]["name"] = "someone else"


def spoil_groups(plan):
    plan["groups"][0]["levels"][0][1] += 1


def spoil_dim_hints(plan):
    next(iter(plan["groups"][0]["dim_hints"].values()))[0]["loop_var"] = "d99"


def spoil_problems(plan):
    plan["conflicts"] = [{"op": plan["operations"][0]["name"], "code": "reads_open_run"}]


@pytest.mark.parametrize("field, spoil", [
    ("levels", spoil_level), ("reason", spoil_reason), ("outcome", spoil_outcome), ("candidates", spoil_candidate),
    ("splits", spoil_splits), ("missing", spoil_missing), ("groups", spoil_groups), ("dim_hints", spoil_dim_hints),
    ("problems", spoil_problems)])
def test_a_spoiled_field_is_found(field, spoil):
    answer = first(planned)
    plan = plan_of(answer)
    spoil(plan)
    assert field in fields(answer, plan)


def error_of(answer):
    return (answer["expect"]["groups_error"] or {}).get("message", "")


def test_a_refusal_must_be_told_with_its_code_and_at_its_op():
    answer = first(lambda a: "no combined split" in error_of(a))
    plan = plan_of(answer)
    for op in plan["operations"]:
        op["code"] = "too_many_dims" if op["code"] else None
    plan["compiles"] = True
    assert {"code", "compiles"} <= fields(answer, plan)


def test_a_conflict_must_be_told_at_its_op_and_in_its_kind():
    answer = first(lambda a: "reads already auto-tiled" in error_of(a))
    plan = plan_of(answer)
    plan["conflicts"][0]["code"] = "no_single_loop_var"
    assert "conflict kind" in fields(answer, plan)
    plan["conflicts"] = []
    assert "conflict" in fields(answer, plan)


def test_groups_of_a_switched_off_graph_are_wrong():
    answer = first(lambda a: a["graph"]["config"]["ignore_wsr_hints"])
    plan = plan_of(answer)
    plan["groups"] = [{"ops": ["buf0"], "levels": [[10000, 2, False]], "dim_hints": {}}]
    assert "switched off" in fields(answer, plan)


def stand_in(folder, text, code=0):
    path = folder / "cli"
    path.write_text(f"#!{sys.executable}\nimport sys\nprint({text!r})\nsys.exit({code})\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return [os.fspath(path)]


def test_the_runner_counts(tmp_path, capsys):
    answer = first(planned)
    good = json.dumps(plan_of(answer))
    assert check_answers.check(stand_in(tmp_path, good), [answer]) == (1, 0)
    assert capsys.readouterr().out.endswith("1 passed, 0 failed\n")
    bad = plan_of(answer)
    spoil_level(bad)
    assert check_answers.check(stand_in(tmp_path, json.dumps(bad)), [answer]) == (0, 1)
    assert check_answers.check(stand_in(tmp_path, good, code=1), [answer]) == (0, 1)
    assert check_answers.check(stand_in(tmp_path, ""), [answer]) == (0, 1)
    assert capsys.readouterr().out.endswith("0 passed, 1 failed\n")
