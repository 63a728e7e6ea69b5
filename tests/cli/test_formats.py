"""What other programs rely on: JSON per line, CSV, Python that runs, HTML that parses."""

import contextlib
import csv
import html.parser
import io
import json
import re
import xml.etree.ElementTree

from cases import CHAIN, LINEAR, LM_HEAD, RELU, TWO_STEPS
from runner import run

PLAN_KEYS = ["format", "version", "graph", "rules", "operations", "groups", "conflicts", "compiles"]
OP_KEYS = ["name", "outcome", "manual", "code", "message", "levels", "cost", "reason", "candidates", "skipped",
           "splits", "cause", "cores_needed", "residual"]


def numbers(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, float):
        yield value


def test_plan_is_one_document_a_line(cli):
    done = run(cli, ["plan", "--format", "json", RELU, LM_HEAD, LINEAR])
    plans = [json.loads(line) for line in done.stdout.splitlines()]
    assert [len(plan["operations"]) for plan in plans] == [1, 2, 2]
    for plan in plans:
        assert list(plan) == PLAN_KEYS
        assert plan["format"] == "spyre-span-plan" and plan["version"] == 1
        assert not list(numbers(plan))
        for op in plan["operations"]:
            assert list(op) == OP_KEYS


def test_plan_of_the_lm_head(cli):
    """A weight of 49216 = 64 * 769 rows: no split up to 64 keeps the stick whole."""
    plan = json.loads(run(cli, ["plan", "--format", "json", "--fits", LM_HEAD]).stdout)
    weight, product = plan["operations"]
    assert (weight["outcome"], weight["code"]) == ("unsupported", "no_combo_fits")
    assert weight["cause"]["kind"] == "cap"
    assert weight["cause"]["would_fit"] == [{"host_dim": 0, "split_count": 769, "is_reduction": False}]
    assert weight["splits"] == {"0": [1]}
    assert [row["span"] for row in weight["residual"]] == [403177472, 403177472]
    complete = next(fit for fit in weight["fits"] if fit["kind"] == "complete")
    assert (complete["tiles"], complete["worst_span"]) == (1538, 201588736)
    assert (product["outcome"], product["residual"][0]["why_unchecked"]) == ("none", "no_legal_split")
    assert plan["compiles"] is False


def test_hint_groups(cli):
    document = json.loads(run(cli, ["export", "--as", "groups", TWO_STEPS]).stdout)
    assert document["format"] == "spyre-hint-groups"
    assert document["groups"] == [[["buf0", "buf1"], [[10000, 5, False]]]]
    assert [hint["split_count"] for hint in document["dim_hints"]["buf1"]] == [5]


def test_pin_leaves_its_group(cli):
    document = json.loads(run(cli, ["export", "--as", "groups", "--pin", "buf0:1=11", TWO_STEPS]).stdout)
    ops = [ops for ops, levels in document["groups"]]
    assert ["buf0"] in ops and ["buf0", "buf1"] not in ops
    assert document["dim_hints"]["buf0"][0]["split_count"] == 11
    ids = [level[0] for ops, levels in document["groups"] for level in levels]
    assert len(ids) == len(set(ids))


def executed(text):
    """Runs a snippet with stand-ins and returns what it declared, named and opened."""
    seen = {"declared": {}, "named": {}, "scopes": [], "open": []}

    @contextlib.contextmanager
    def spyre_hint(num_tiles_per_dim):
        seen["open"].append(num_tiles_per_dim)
        seen["scopes"].append(list(seen["open"]))
        yield
        seen["open"].pop()

    def name_tensor_dims(tensor, names):
        assert all(name in seen["declared"] for name in names)
        seen["named"][tensor] = names

    tensors = {f"arg{i}_1": f"arg{i}_1" for i in range(8)}
    exec(compile(text, "snippet", "exec"), {  # pylint: disable=exec-used
        "spyre_hint": spyre_hint, "name_tensor_dims": name_tensor_dims,
        "declare_tensor_dim": seen["declared"].__setitem__, **tensors})
    return seen


def test_python_runs_and_nests(cli):
    text = run(cli, ["export", "--as", "python", "--pin", "buf0:0=769,1=2", "--alias", "buf0:0=N", LM_HEAD]).stdout
    seen = executed(text.decode())
    assert seen["declared"] == {"N": 49216, "D1": 4096}
    assert seen["named"] == {"arg1_1": ["N", "D1"]}
    assert seen["scopes"][-1] == [{"N": 769}, {"D1": 2}]


def test_python_names_skip_dims_of_one(cli):
    seen = executed(run(cli, ["export", "--as", "python", "--alias", "buf0:1=H", TWO_STEPS]).stdout.decode())
    assert seen["declared"]["H"] == 8195
    assert all(len(names) == 3 and names[0] == "H" for names in seen["named"].values())
    assert seen["scopes"] == [[{"H": 5}]]


def test_csv(cli):
    text = run(cli, ["export", "--as", "csv", LM_HEAD]).stdout.decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    over = {(row["op"], row["tensor"]) for row in rows if row["over_limit"] == "yes"}
    assert over == {("buf0", "output"), ("buf0", "input:arg1_1"), ("buf1", "input:buf0")}
    assert {row["span_before"] for row in rows if row["over_limit"] == "yes"} == {"403177472"}
    assert {row["ratio_before"] for row in rows if row["over_limit"] == "yes"} == {"1.5019"}


class Balance(html.parser.HTMLParser):
    VOID = {"meta", "img", "br", "rect", "line", "path", "circle"}

    def __init__(self):
        super().__init__()
        self.stack = []

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.stack.pop() == tag


def test_html_is_self_contained(cli):
    text = run(cli, ["export", "--as", "html", CHAIN]).stdout.decode()
    checker = Balance()
    checker.feed(text)
    assert checker.stack == []
    assert "prefers-color-scheme: dark" in text
    assert not re.search(r'(src|href)="http', text)
    pictures = re.findall(r"<svg.*?</svg>", text, re.S)
    assert pictures
    for picture in pictures:
        xml.etree.ElementTree.fromstring(picture)


def test_names_are_escaped(cli):
    graph = json.loads(run(cli, ["new", "relu(f16[8,64])"]).stdout)
    graph["name"] = "<script>alert(1)</script>"
    graph["operations"][0]["origin"] = {"targets": ["aten.<b>&.x"], "source": "a|b", "code": "x\n*y*"}
    source = json.dumps(graph).encode()
    page = run(cli, ["export", "--as", "html", "-"], stdin=source).stdout.decode()
    assert "<script>" not in page and "&lt;script&gt;" in page and "<b>" not in page
    issue = run(cli, ["export", "--as", "markdown", "-"], stdin=source).stdout.decode()
    assert "\\<script\\>" in issue
    snippet = run(cli, ["export", "--as", "python", "--limit", "256", "-"], stdin=source).stdout.decode()
    executed(snippet)
