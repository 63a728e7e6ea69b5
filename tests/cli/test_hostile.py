"""Inputs that are wrong, contradictory or meant to harm."""

import copy
import csv
import io
import json

import pytest

from cases import HALF, LINEAR, RELU, TWO_STEPS
from runner import run

FORBIDDEN = ("\x1b", "\r", "\x07", "\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\u200b")
NAME = "a".join(FORBIDDEN)


def graph_of(cli, expression):
    return json.loads(run(cli, ["new", expression]).stdout)


def written(path, document):
    path.write_text(json.dumps(document))
    return str(path)


@pytest.fixture(name="plan")
def plan_of(cli):
    return json.loads(run(cli, ["plan", "--format", "json", LINEAR]).stdout)


def change(place, value):
    """A change of the plan: the last step of a place is set, or deleted for value `del`."""
    def apply(plan):
        *steps, last = place
        for step in steps:
            plan = plan[step]
        if value == "del":
            del plan[last]
        else:
            plan[last] = value
    return apply


@pytest.mark.parametrize("apply, pointer, reason", [
    (change(["operations"], None), "/operations", "must not be null"),
    (change(["operations"], {}), "/operations", "must be an array"),
    (change(["operations"], "del"), "", '"operations" is missing'),
    (change(["version"], 2), "/version", "version 2 is not known"),
    (change(["version"], 1.5), "/version", "must be an integer"),
    (change(["format"], "spyre-span-plan-2"), "/format", "must be"),
    (change(["graph"], 7), "/graph", "must be a string"),
    (change(["rules"], []), "/rules", "must be an object"),
    (change(["rules", "max_span_bytes"], -1), "/rules/max_span_bytes", "at least"),
    (change(["operations", 1, "name"], "buf0"), "/operations/1/name", "taken already by /operations/0"),
    (change(["operations", 0, "name"], None), "/operations/0/name", "must not be null"),
    (change(["operations", 0, "outcome"], "maybe"), "/operations/0/outcome", "planned, none or unsupported"),
    (change(["operations", 0, "outcome"], "none"), "/operations/0/levels", "only a planned op"),
    (change(["operations", 0, "levels"], []), "/operations/0/levels", "at least one level"),
    (change(["operations", 0, "levels", 0, "host_dim"], 4294967296), "/operations/0/levels/0/host_dim", "4294967296"),
    (change(["operations", 0, "levels", 0, "host_dim"], 2 ** 63), "/operations/0/levels/0/host_dim", "63 bits"),
    (change(["operations", 0, "levels", 0, "split_count"], 0), "/operations/0/levels/0/split_count", "at least 1"),
    (change(["operations", 0, "residual"], "del"), "/operations/0", '"residual" is missing'),
    (change(["operations", 0, "residual", 0, "span"], "x"), "/operations/0/residual/0/span", "must be an integer"),
    (change(["operations", 0, "cores_needed"], 0), "/operations/0/cores_needed", "at least 1"),
    (change(["groups", 0, "ops", 0], "nope"), "/groups/0/ops/0", "no op is named"),
    (change(["conflicts", 0, "op"], "nope"), "/conflicts/0/op", "no op is named"),
    (change(["conflicts", 0, "code"], 1), "/conflicts/0/code", "must be a string"),
    (change(["compiles"], "yes"), "/compiles", "must be true or false"),
])
def test_diff_refuses_what_is_no_plan(cli, tmp_path, plan, apply, pointer, reason):
    good = written(tmp_path / "good.json", plan)
    assert run(cli, ["diff", good, good]).returncode == 0
    apply(plan)
    bad = written(tmp_path / "bad.json", plan)
    for arguments in ([good, bad], [bad, good]):
        done = run(cli, ["diff", *arguments])
        message = done.stderr.decode()
        assert done.returncode == 1 and done.stdout == b"" and reason in message, message
        assert f"bad.json: {pointer}" in message, message


def test_diff_names_the_line_of_a_plan(cli, tmp_path, plan):
    bad = copy.deepcopy(plan)
    bad["version"] = 2
    lines = tmp_path / "plans.jsonl"
    lines.write_text(json.dumps(plan) + "\n" + json.dumps(bad) + "\n")
    done = run(cli, ["diff", str(lines), str(lines)])
    assert done.returncode == 1 and b"line 2, /version" in done.stderr


def test_diff_under_two_presets(cli, tmp_path):
    done = run(cli, ["diff", "--against", "torch-spyre-2026-07", HALF])
    assert done.returncode == 0 and b"buf0: planned dim 1 / 4 -> planned dim 1 / 2" in done.stdout
    # The same as two plans compared by hand.
    plans = []
    for preset in ("documented", "torch-spyre-2026-07"):
        plans.append(written(tmp_path / preset, json.loads(
            run(cli, ["plan", "--rules", preset, "--format", "json", HALF]).stdout)))
    assert run(cli, ["diff", *plans]).stdout == done.stdout
    graph = run(cli, ["new", "add(bf16[98000,4096], bf16[98000,4096])"]).stdout
    assert run(cli, ["diff", "--against", "torch-spyre-2026-07", "-"], stdin=graph).stdout == done.stdout
    assert run(cli, ["diff", HALF]).returncode == 2
    assert run(cli, ["diff", "--against", "documented", HALF, HALF]).returncode == 2


def hostile(cli, expression, name):
    """A graph in which every text is the name."""
    graph = graph_of(cli, expression)
    graph["name"] = name
    op = graph["operations"][0]
    op["name"] = op["writes"][0]["buffer"] = name
    op["origin"] = {"fx_nodes": [name], "targets": [name], "source": name, "code": name}
    graph["buffers"][0]["name"] = op["reads"][0]["buffer"] = name + "_in"
    graph["outputs"] = [name]
    return graph


@pytest.mark.parametrize("arguments", [
    ["plan"], ["plan", "--format", "json", "--fits", "--trace"], ["plan", "--trace", "--fits"],
    ["export", "--as", "markdown"], ["export", "--as", "html"], ["export", "--as", "csv"],
    ["export", "--as", "python"], ["export", "--as", "groups"], ["diff", RELU], ["diff", "--against", "documented"],
])
def test_nothing_obeys_a_name(cli, tmp_path, arguments):
    path = written(tmp_path / "g.json", hostile(cli, "add(bf16[98000,4096], bf16[98000,4096])", NAME))
    done = run(cli, [*arguments, path])
    assert done.returncode == 0
    for stream in (done.stdout.decode(), done.stderr.decode()):
        for bad in FORBIDDEN:
            assert bad not in stream
        assert [c for c in stream if ord(c) < 0x20 and c not in "\n\t"] == []


@pytest.mark.parametrize("command", ["explain", "try"])
@pytest.mark.parametrize("output", ["text", "json"])
def test_no_answer_about_an_op_obeys_its_name(cli, tmp_path, command, output):
    path = written(tmp_path / "g.json", hostile(cli, "add(bf16[98000,4096], bf16[98000,4096])", NAME))
    done = run(cli, [command, "--split", "1=2", "--format", output, path, NAME])
    assert done.returncode == 0
    for bad in FORBIDDEN:
        assert bad not in done.stdout.decode() and bad not in done.stderr.decode()


def test_diff_of_plans_with_hostile_names(cli, tmp_path, plan):
    other = copy.deepcopy(plan)
    for document, outcome in ((plan, "none"), (other, "unsupported")):
        op = document["operations"][0]
        op.update(name="\x1b[2J\u202e", outcome=outcome, levels=[], code="\x1b[31m")
        document["groups"] = []
    paths = [written(tmp_path / "a", plan), written(tmp_path / "b", other)]
    done = run(cli, ["diff", *paths])
    assert done.returncode == 0 and b"\\x1b[2J\\u202e: none" in done.stdout
    assert b"\x1b" not in done.stdout and "\u202e" not in done.stdout.decode()


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r=", "\uff1d"])
def test_no_cell_is_a_formula(cli, tmp_path, start):
    name = start + "cmd|' /C calc'!A0"
    path = written(tmp_path / "g.json", hostile(cli, "add(bf16[98000,4096], bf16[98000,4096])", name))
    rows = list(csv.reader(io.StringIO(run(cli, ["export", "--as", "csv", path]).stdout.decode())))
    assert len(rows) > 2
    for row in rows[1:]:
        assert len(row) == len(rows[0])
        assert row[0] != name and row[0].endswith("!A0")
        for cell in row:
            assert cell == "" or cell[0] not in "=+-@\t\r\uff1d", cell
        int(row[8]), int(row[9]), float(row[10]) # numbers stay numbers


def broken(cli, part, value):
    graph = graph_of(cli, "add(bf16[98000,4096], bf16[98000,4096])")
    op = graph["operations"][0]
    {"write": lambda: op["writes"][0].update(ranges=value), "data": lambda: op["data"].update(ranges=value),
     "size": lambda: op["layout"].update(size=value)}[part]()
    return graph


@pytest.mark.parametrize("part, value, place", [
    ("write", [["d0", 0], ["d1", 4096]], "/operations/0/writes/0/ranges"),
    ("data", [2 ** 63 - 1, 4096], "/operations/0/data/ranges"),
    ("size", [0, 4096], "/operations/0/data/ranges"),
])
def test_contradictions_are_told(cli, tmp_path, part, value, place):
    path = written(tmp_path / "g.json", broken(cli, part, value))
    table = run(cli, ["plan", path])
    assert b"Unknown" in table.stdout and b"contradictory" in table.stdout
    for arguments in (["plan", path], ["plan", "--format", "json", path], ["export", "--as", "groups", path],
                      ["export", "--as", "csv", path], ["explain", "--format", "json", path, "buf0"]):
        done = run(cli, arguments)
        assert done.returncode == 0 and f"warning: buf0: " in done.stderr.decode() and place in done.stderr.decode()
    assert run(cli, ["plan", "--strict", path]).returncode == 3
    op = json.loads(run(cli, ["plan", "--format", "json", path]).stdout)["operations"][0]
    assert op["contradictions"][0]["meaningless"] and op["contradictions"][0]["place"] == place
    assert "contradict" in run(cli, ["explain", path, "buf0"]).stdout.decode()


def test_warnings_of_the_reader_come_with_json(cli, tmp_path):
    graph = graph_of(cli, TWO_STEPS.removeprefix("new:"))
    graph["operations"].reverse()
    done = run(cli, ["plan", "--format", "json", written(tmp_path / "g.json", graph)])
    assert done.returncode == 0 and b"warning: buf1 reads buf0, which only a later op defines" in done.stderr


@pytest.mark.parametrize("index", [
    "9223372036854775808*d0 + d1", "4096*d0 + d1 + 99999999999999999999999999", "4294967296*4294967296*d0 + d1",
    "d0*" + "*".join(["(d0 + d1 + 2*d0*d1 + 3)"] * 40),
])
def test_an_index_beyond_63_bits_makes_only_its_access_unknown(cli, tmp_path, index):
    graph = graph_of(cli, "h = add(bf16[98000,4096], bf16[98000,4096]); relu(bf16[98000,4096])")
    graph["operations"][0]["reads"][0]["index"] = index
    done = run(cli, ["plan", "--format", "json", written(tmp_path / "g.json", graph)])
    assert done.returncode == 0, done.stderr
    first, second = json.loads(done.stdout)["operations"]
    # How the input is read is unknown, so every split counts as cutting its stick.
    assert first["outcome"] == "unsupported" and second["outcome"] == "planned"
    assert [row["source"] for row in first["unknown"]] == ["input:arg0_1"] and "unknown" not in second


def test_a_number_of_json_beyond_63_bits_is_refused(cli, tmp_path):
    graph = graph_of(cli, "relu(f16[8,64])")
    graph["operations"][0]["data"]["ranges"][0] = 2 ** 63
    done = run(cli, ["plan", written(tmp_path / "g.json", graph)])
    assert done.returncode == 1 and b"/operations/0/data/ranges/0: the integer exceeds 63 bits" in done.stderr


@pytest.mark.parametrize("command", [["plan", RELU], ["explain", RELU, "buf0"], ["export", "--as", "csv", RELU],
                                     ["try", "--split", "0=2", RELU, "buf0"], ["new", "relu(f16[8,64])"],
                                     ["diff", RELU, RELU], ["capture-module"]])
def test_an_empty_output_name_is_refused(cli, command):
    done = run(cli, [command[0], "-o", "", *command[1:]])
    assert done.returncode == 2 and done.stdout == b"" and b"empty" in done.stderr


def test_explain_refuses_what_try_refuses(cli):
    for arguments in (["--split", "9=2"], ["--split", "0=1,9=2"]):
        for command in ("explain", "try"):
            done = run(cli, [command, *arguments, RELU, "buf0"])
            assert done.returncode == 1 and b"(dim 9)" in done.stderr, (command, done.stderr)


def test_a_renamed_alias_is_told(cli):
    done = run(cli, ["export", "--as", "python", "--alias", "buf0:1=H", "--alias", "buf1:1=H", "--pin", "buf1:1=2",
                     "h = add(f16[1,8195,256,64], f16[1,8195,256,64]); relu(f16[64,8192])"])
    assert done.returncode == 0
    told = "the alias H of buf1 dim 1 is written H_buf1: H is taken for a dim of size 8195"
    assert told in done.stderr.decode() and told in done.stdout.decode()
