"""Everything that is written obeys the schemas that are shipped, with no key beyond them."""

import subprocess
import sys

import pytest

from cases import CHAIN, HALF, LINEAR, LM_HEAD, RELU, TWO_STEPS
from runner import HERE, run

ROOT = HERE.parent.parent
SAMPLES = sorted((ROOT / "samples").rglob("*.json"))


def check(schema, text, tmp_path):
    document = tmp_path / "document.json"
    document.write_bytes(text)
    done = subprocess.run([sys.executable, "-B", str(HERE / "validate_schemas.py"), "--strict",
                           str(ROOT / f"resources/schemas/spyre-{schema}.schema.json"), str(document)],
                          capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()


@pytest.mark.parametrize("graph", [CHAIN, HALF, LINEAR, LM_HEAD, RELU, TWO_STEPS, *map(str, SAMPLES)])
def test_plans(cli, tmp_path, graph):
    for options in ([], ["--fits"], ["--trace"], ["--rules", "torch-spyre-2026-07"]):
        done = run(cli, ["plan", "--format", "json", *options, graph])
        assert done.returncode == 0
        check("span-plan", done.stdout, tmp_path)


@pytest.mark.parametrize("graph", [CHAIN, LINEAR, RELU, TWO_STEPS])
def test_hint_groups(cli, tmp_path, graph):
    for options in ([], ["--pin", "buf0:1=2"]):
        check("hint-groups", run(cli, ["export", "--as", "groups", *options, graph]).stdout, tmp_path)


@pytest.mark.parametrize("expression", [CHAIN, LM_HEAD])
def test_graphs(cli, tmp_path, expression):
    check("span-graph", run(cli, ["new", expression.removeprefix("new:")]).stdout, tmp_path)
