"""The capture module as a program and by its variable, in processes of their own."""

import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.environ.get("SPANSCOPE_SOURCE_DIR", os.path.dirname(os.path.dirname(HERE)))
MODULE_DIR = os.path.join(SOURCE, "resources", "capture")


def lines_of(path):
    with open(path, encoding="utf-8") as source:
        return [json.loads(line) for line in source]


SCRIPT = """
import sys
sys.path.insert(0, {here!r})
import stand_ins as s
import sys
from torch_spyre._inductor.passes import CustomPreSchedulingPasses
CustomPreSchedulingPasses()(s.add_graph())
assert sys.argv[1:] == ["--size", "3"]
assert __name__ == "__main__"
"""


def package(tmp_path):
    """torch_spyre as files, for child processes."""
    folder = tmp_path / "torch_spyre" / "_inductor"
    folder.mkdir(parents=True)
    (tmp_path / "torch_spyre" / "__init__.py").write_text("")
    (folder / "__init__.py").write_text("")
    (folder / "coarse_tile.py").write_text("def plan_span_overflow_tile(op):\n    return None\n")
    (folder / "passes.py").write_text(
        "def assign_dim_hints(graph):\n    pass\n\n\nclass CustomPreSchedulingPasses(list):\n"
        "    def __init__(self):\n        super().__init__([assign_dim_hints])\n\n"
        "    def __call__(self, graph):\n        for p in self:\n            p(graph)\n"
    )
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(here=HERE))
    return script


def child(tmp_path, arguments, **variables):
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(tmp_path), MODULE_DIR]), **variables)
    return subprocess.run([sys.executable] + arguments, env=environment, cwd=tmp_path, capture_output=True, text=True,
                          check=False)


def test_as_a_module(tmp_path):
    script = package(tmp_path)
    done = child(tmp_path, ["-m", "spanscope_capture", "-o", "out.jsonl", str(script), "--size", "3"])
    assert done.returncode == 0, done.stderr
    assert lines_of(tmp_path / "out.jsonl")[0]["operations"][0]["name"] == "buf0"
    assert child(tmp_path, ["-m", "spanscope_capture"]).returncode == 2


def test_by_the_variable(tmp_path):
    script = package(tmp_path)
    script.write_text("import spanscope_capture\n" + SCRIPT.format(here=HERE))
    done = child(tmp_path, [str(script), "--size", "3"], SPANSCOPE_CAPTURE="env.jsonl")
    assert done.returncode == 0, done.stderr
    assert len(lines_of(tmp_path / "env.jsonl")) == 1
    done = child(tmp_path, [str(script), "--size", "3"])  # without it the import does nothing
    assert done.returncode == 0 and "spanscope_capture" not in done.stderr
