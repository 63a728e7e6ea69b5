import collections
import json
import os
import subprocess
import sys
import warnings

import pytest
import sympy

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.environ.get("SPANSCOPE_SOURCE_DIR", os.path.dirname(os.path.dirname(HERE)))
MODULE_DIR = os.path.join(SOURCE, "resources", "capture")
sys.path.insert(0, MODULE_DIR)
sys.path.insert(0, HERE)

import spanscope_capture as capture  # noqa: E402
import stand_ins as s  # noqa: E402


@pytest.fixture(autouse=True)
def clean(monkeypatch):
    monkeypatch.delenv("SPANSCOPE_CAPTURE", raising=False)
    monkeypatch.setenv("TORCHINDUCTOR_FORCE_DISABLE_CACHES", "0")
    capture._plans.clear()
    yield
    capture.uninstall()


def named(name, ran=None):
    def entry(graph):
        if ran is not None:
            ran.append(name)

    entry.__name__ = name
    return entry


def lines_of(path):
    with open(path, encoding="utf-8") as source:
        return [json.loads(line) for line in source]


def recorded(monkeypatch, tmp_path, graph, **options):
    path = str(tmp_path / "graphs.jsonl")
    module, _ = s.compiler(monkeypatch, [named("assign_dim_hints"), named("span_reduction")], **options)
    assert capture.install(path)
    module.CustomPreSchedulingPasses()(graph)
    return lines_of(path)


def test_whole_record(monkeypatch, tmp_path):
    (document,) = recorded(monkeypatch, tmp_path, s.add_graph())
    assert document["format"] == "spyre-span-graph" and document["version"] == 1
    assert document["config"] == {
        "sencores": 32, "max_span_bytes": 268435456, "ignore_span_overflow_hints": False, "ignore_wsr_hints": False
    }
    assert "capture_problems" not in document
    (op,) = document["operations"]
    assert op["name"] == "buf0" and op["kind"] == "ComputedBuffer"
    assert op["data"] == {
        "type": "Pointwise", "ranges": [1, 8195, 256, 64], "reduction_ranges": [], "reduction_type": None
    }
    assert op["layout"] == {
        "type": "FixedTiledLayout", "dtype": "float16", "size": [1, 8195, 256, 64],
        "stride": [134266880, 16384, 64, 1],
        "device_layout": {
            "device_size": [8195, 256, 1, 1, 64], "stride_map": [16384, 64, 64, -1, 1], "elems_per_stick": 64,
            "device_dtype": "SEN169_FP16", "element_arrangement": "STANDARD",
        },
    }
    assert op["reads"][1] == {
        "buffer": "arg1_1", "index": "16384*d0 + 64*d1 + d2", "ranges": [["d0", 8195], ["d1", 256], ["d2", 64]],
        "indirect": False,
    }
    assert op["origin"] == {
        "fx_nodes": ["add"], "targets": ["aten.add.Tensor"], "source": "model.py:42", "code": "return x + y"
    }
    assert [b["name"] for b in document["buffers"]] == ["arg0_1", "arg1_1"]
    assert document["buffers"][0]["kind"] == "input" and document["buffers"][0]["layout"] == op["layout"]
    assert document["outputs"] == ["buf0"]


def test_position_in_the_pass_list(monkeypatch, tmp_path):
    ran = []
    names = ["propagate", "assign_dim_hints", "span_overflow_tile", "span_reduction"]
    module, _ = s.compiler(monkeypatch, [named(name, ran) for name in names])
    capture.install(str(tmp_path / "g.jsonl"))
    made = module.CustomPreSchedulingPasses()
    assert [capture._pass_name(p) for p in made.passes] == names[:2] + ["spanscope_record"] + names[2:]
    made(s.add_graph())
    assert ran == names
    again = module.CustomPreSchedulingPasses()  # made anew per compile, recorded once each
    assert [capture._pass_name(p) for p in again.passes].count("spanscope_record") == 1
    capture.uninstall()
    assert [capture._pass_name(p) for p in module.CustomPreSchedulingPasses().passes] == names


@pytest.mark.parametrize("names, at", [
    (["a", "span_overflow", "b"], 1), (["a", "coarse_tile"], 1), (["x", "span_reduction"], 1),
])
def test_position_without_hints_pass(names, at):
    entries = [named(name) for name in names]
    capture._insert(entries)
    assert capture._pass_name(entries[at]) == "spanscope_record"


def test_unknown_pass_list_is_told(monkeypatch, tmp_path):
    module, _ = s.compiler(monkeypatch, [named("something_else")])
    capture.install(str(tmp_path / "g.jsonl"))
    with pytest.warns(RuntimeWarning, match="not recorded"):
        module.CustomPreSchedulingPasses()(s.add_graph())


def test_factory_instead_of_class(monkeypatch, tmp_path):
    assert len(recorded(monkeypatch, tmp_path, s.add_graph(), as_factory=True)) == 1


def test_two_compiles_append(monkeypatch, tmp_path):
    recorded(monkeypatch, tmp_path, s.add_graph())
    sys.modules["torch_spyre._inductor.passes"].CustomPreSchedulingPasses()(s.add_graph())
    documents = lines_of(tmp_path / "graphs.jsonl")
    assert len(documents) == 2 and documents[0]["name"] != documents[1]["name"]


def test_kinds_of_ops(monkeypatch, tmp_path):
    d0, d1 = sympy.symbols("d0 d1", integer=True, nonnegative=True)
    s0 = sympy.Symbol("s0", integer=True, positive=True)
    ranges = collections.OrderedDict([(d0, s0), (d1, 64)])
    layout = s.FixedTiledLayout([s0, 64], [64, 1], [1, s0, 64], [64, 64, 1])
    reduction = s.ComputedBuffer(
        "buf1", s.SpyreReduction([s0], [64], "batchmatmul"), layout,
        [s.MemoryDep("buf0", sympy.Mod(d0, 32) * 2 + sympy.floor(d1 / 64), ranges), s.StarDep("arg0_1")],
        [s.MemoryDep("buf1", d0, ranges)],
        hints=[s.DimHint(["H"], sympy.Integer(5), d0, False, 3)],
    )
    scatter = s.ComputedBuffer(
        "buf2", s.Scatter([64]), s.MutationLayoutSHOULDREMOVE(layout),
        [s.MemoryDep("const0", d0, ranges, indirect=True)], [s.MemoryDep("buf2", d0, ranges)])
    graph = s.Graph([reduction, scatter], {"arg0_1": layout})
    graph.get_buffer = lambda name: type("B", (), {"get_layout": lambda self: layout})()
    (document,) = recorded(monkeypatch, tmp_path, graph)
    first, second = document["operations"]
    assert first["data"]["type"] == "Reduction" and first["data"]["reduction_type"] == "batchmatmul"
    assert first["data"]["ranges"] == ["s0"] and first["layout"]["size"] == ["s0", 64]
    assert first["reads"][0]["index"] == str(sympy.Mod(d0, 32) * 2 + sympy.floor(d1 / 64))
    assert first["reads"][0]["ranges"] == [["d0", "s0"], ["d1", 64]]
    assert first["reads"][1] == {"buffer": "arg0_1"}
    assert first["dim_hints"] == [
        {"dim_names": ["H"], "split_count": 5, "loop_var": "d0", "is_reduction": False, "hint_id": 3}
    ]
    assert second["data"]["type"] == "Scatter" and second["reads"][0]["indirect"] is True
    assert second["layout"]["type"] == "MutationLayoutSHOULDREMOVE" and "device_layout" not in second["layout"]
    assert {b["name"]: b["kind"] for b in document["buffers"]} == {
        "arg0_1": "input", "buf0": "constant", "const0": "constant"
    }


class Counter:
    """Raises at the n-th attribute read of everything it watches."""

    def __init__(self, fail_at):
        self.reads = 0
        self.fail_at = fail_at


def watched(value, counter):
    """The same object, but of a subclass whose attribute reads are counted."""
    cls = type(value)
    if cls.__module__ not in ("stand_ins",) or isinstance(value, (s.DataFormats, s.Arrangement)):
        return value

    def getattribute(self, name, counter=counter, cls=cls):
        if not name.startswith("__"):
            counter.reads += 1
            if counter.reads == counter.fail_at:
                raise RuntimeError("read number %d: %s" % (counter.reads, name))
        return cls.__getattribute__(self, name)

    for name, inner in list(vars(value).items()):
        if isinstance(inner, list):
            inner[:] = [watched(entry, counter) for entry in inner]
        elif hasattr(inner, "reads"):
            inner.reads = [watched(entry, counter) for entry in inner.reads]
            inner.writes = [watched(entry, counter) for entry in inner.writes]
        else:
            setattr(value, name, watched(inner, counter))
    value.__class__ = type(cls.__name__, (cls,), {"__getattribute__": getattribute})
    return value


def run_failing(monkeypatch, tmp_path, fail_at):
    counter = Counter(0)
    graph = watched(s.add_graph(), counter)
    counter.reads, counter.fail_at = 0, fail_at
    path = str(tmp_path / ("g%d.jsonl" % fail_at))
    ran = []
    module, _ = s.compiler(monkeypatch, [named("assign_dim_hints"), named("span_reduction", ran)])
    capture.uninstall()
    assert capture.install(path)
    module.CustomPreSchedulingPasses()(graph)
    assert ran == ["span_reduction"]  # the compile went on
    return counter.reads, lines_of(path)


def test_failure_at_every_attribute(monkeypatch, tmp_path):
    reads, (whole,) = run_failing(monkeypatch, tmp_path, 0)
    assert reads > 40
    assert "capture_problems" not in whole
    partial = 0
    documents_of = {0: whole}
    for fail_at in range(1, reads + 1):
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # even then
            _, documents = run_failing(monkeypatch, tmp_path, fail_at)
        assert len(documents) == 1, fail_at
        assert documents[0]["format"] == "spyre-span-graph"
        partial += "capture_problems" in documents[0]
        documents_of[fail_at] = documents[0]
    assert partial > reads // 2
    nothing_firmer_than_the_whole(tmp_path, documents_of)


def nothing_firmer_than_the_whole(tmp_path, documents_of):
    """What is missing in a record makes the answer unknown, never another one."""
    if not os.path.exists(CLI):
        return  # nobody to plan them
    path = tmp_path / "all.jsonl"
    path.write_text("".join(json.dumps(document) + "\n" for document in documents_of.values()))
    done = subprocess.run([CLI, "plan", "--format", "json", str(path)], capture_output=True, text=True, check=True)
    plans = dict(zip(documents_of, map(json.loads, done.stdout.splitlines())))
    assert len(plans) == len(documents_of)
    whole = plans[0]
    assert whole["compiles"] is True
    unknown = 0
    for fail_at, plan in plans.items():
        if plan["compiles"] is None:
            unknown += 1
        else:
            decided = [(op["name"], op["outcome"], op["levels"], op["code"]) for op in plan["operations"]]
            expected = [(op["name"], op["outcome"], op["levels"], op["code"]) for op in whole["operations"]]
            assert (plan["compiles"], decided) == (True, expected), (fail_at, documents_of[fail_at])
    assert unknown > len(plans) // 4


def test_unwritable_file_and_missing_compiler(monkeypatch, tmp_path):
    ran = []
    module, _ = s.compiler(monkeypatch, [named("assign_dim_hints"), named("after", ran)])
    capture.install(str(tmp_path / "no" / "such" / "folder.jsonl"))
    with pytest.warns(RuntimeWarning, match="could not be recorded"):
        module.CustomPreSchedulingPasses()(s.add_graph())
    assert ran == ["after"]
    capture.uninstall()
    monkeypatch.setitem(sys.modules, "torch_spyre._inductor.passes", None)
    with pytest.warns(RuntimeWarning, match="nothing will be recorded"):
        assert capture.install(str(tmp_path / "x.jsonl")) is False


def test_caches_are_switched_off_and_it_is_said(monkeypatch, tmp_path, capsys):
    recorded(monkeypatch, tmp_path, s.add_graph())
    assert os.environ["TORCHINDUCTOR_FORCE_DISABLE_CACHES"] == "1"
    assert "TORCHINDUCTOR_FORCE_DISABLE_CACHES=1" in capsys.readouterr().err


def test_the_compilers_own_plans(monkeypatch, tmp_path):
    class Unsupported(Exception):
        pass

    def plan(op, limit=0):
        if limit == 1:
            raise Unsupported("Cannot auto-tile " + op.get_name())
        return type("Plan", (), {"levels": [(1, 5)], "reason": "output span overflow"})() if limit else None

    module, tile = s.compiler(monkeypatch, [named("assign_dim_hints")], plan=plan)
    capture.install(str(tmp_path / "g.jsonl"))
    graph = s.add_graph()
    module.CustomPreSchedulingPasses()(graph)
    assert tile.plan_span_overflow_tile(graph.operations[0], limit=9).levels == [(1, 5)]
    (document,) = capture.planned(str(tmp_path / "plans.jsonl"))
    assert document["format"] == "spyre-span-plan" and document["version"] == 1
    assert document["graph"] == lines_of(tmp_path / "g.jsonl")[0]["name"]
    (entry,) = document["operations"]
    assert entry["outcome"] == "planned" and entry["reason"] == "output span overflow"
    assert entry["levels"] == [{"host_dim": 1, "split_count": 5, "is_reduction": False}]
    assert lines_of(tmp_path / "plans.jsonl") == [document]
    with pytest.raises(Unsupported):  # the compiler's own error is not swallowed
        tile.plan_span_overflow_tile(graph.operations[0], limit=1)
    assert capture.planned()[0]["operations"][0]["outcome"] == "unsupported"
    assert tile.plan_span_overflow_tile(graph.operations[0]) is None
    assert capture.planned()[0]["operations"][0]["outcome"] == "none"


def groups_file(tmp_path, **changes):
    document = {
        "format": "spyre-hint-groups", "version": 1, "graph": "graph0", "rules": {},
        "groups": [[["buf0"], [[10000, 5, False]]]],
        "dim_hints": {"buf0": [{"dim_names": ["_span_overflow"], "split_count": 5, "loop_var": "d0",
                                "is_reduction": False, "hint_id": 10000}]},
    }
    document.update(changes)
    path = tmp_path / "groups.json"
    path.write_text(json.dumps(document))
    return str(path)


def test_apply_groups(monkeypatch, tmp_path):
    s.compiler(monkeypatch, [])
    graph = s.add_graph()
    groups = capture.apply_groups(graph, groups_file(tmp_path))
    op = graph.operations[0]
    assert groups == [([op], [(10000, 5, False)])]
    (hint,) = op.dim_hints
    assert type(hint) is s.DimHint
    assert (hint.dim_names, hint.split_count, hint.hint_id) == (["_span_overflow"], 5, 10000)
    assert hint.loop_var in op.get_read_writes().writes[0].ranges  # the op's own symbol


@pytest.mark.parametrize("changes, words", [
    ({"format": "other"}, "not a spyre-hint-groups"),
    ({"groups": [[["buf0"], [[10000, 5, False]]], [["buf0"], [[10000, 2, False]]]]}, "hint id 10000"),
    ({"dim_hints": {}}, "KeyError"),
    ({"groups": [[["buf9"], [[10000, 5, False]]]]}, "no such op: buf9"),
])
def test_wrong_groups_change_nothing(monkeypatch, tmp_path, changes, words):
    s.compiler(monkeypatch, [])
    graph = s.add_graph()
    with pytest.warns(RuntimeWarning, match=words):
        assert capture.apply_groups(graph, groups_file(tmp_path, **changes)) == []
    assert graph.operations[0].dim_hints == []


def test_manual_hints_stay(monkeypatch, tmp_path):
    s.compiler(monkeypatch, [])
    graph = s.add_graph()
    own = s.DimHint(["H"], 2, "d0", False, 1)
    graph.operations[0].dim_hints = [own]
    with pytest.warns(RuntimeWarning, match="has hints already"):
        assert capture.apply_groups(graph, groups_file(tmp_path)) == []
    assert graph.operations[0].dim_hints == [own]
    with pytest.raises(OSError):
        capture.apply_groups(graph, str(tmp_path / "missing.json"), strict=True)


CLI = os.environ.get("SPANSCOPE_CLI", "")


@pytest.mark.skipif(not os.path.exists(CLI), reason="no command line given (SPANSCOPE_CLI)")
def test_round_trip(monkeypatch, tmp_path):
    graph = s.add_graph()
    recorded(monkeypatch, tmp_path, graph)
    path = str(tmp_path / "graphs.jsonl")
    plan = subprocess.run([CLI, "plan", "--format", "json", path], capture_output=True, text=True, check=True)
    (op,) = json.loads(plan.stdout)["operations"]
    assert op["levels"] == [{"host_dim": 1, "split_count": 5, "is_reduction": False}]
    groups = str(tmp_path / "groups.json")
    subprocess.run([CLI, "export", "--as", "groups", "-o", groups, path], check=True, capture_output=True)
    assert capture.apply_groups(graph, groups, strict=True) == [([graph.operations[0]], [(10000, 5, False)])]
    assert str(graph.operations[0].dim_hints[0].loop_var) == "d0"
