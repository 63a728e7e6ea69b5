"""samples/README.md tells what the tool answers: every number and code it names must be in the answers."""

import json
import re
import shlex

import pytest

from runner import HERE, run

ROOT = HERE.parent.parent
TEXT = (ROOT / "samples/README.md").read_text()
SECTIONS = dict(re.findall(r"^### (\S+)\n(.*?)(?=^##|\Z)", TEXT, re.M | re.S))
# Sums and differences that the prose does itself.
OWN_ARITHMETIC = {"98304"}


def commands_of(name, prose):
    """The commands of a section, and what a reader would look at next."""
    sample = f"samples/{name}.json"
    ops = json.loads((ROOT / sample).read_text())["operations"]
    limit = re.search(r"under a limit of (\d+)", prose)
    yield ["plan", sample]
    yield ["plan", "--format", "json", "--fits", "--trace", sample]
    if limit:
        assert json.loads((ROOT / sample).read_text())["config"]["max_span_bytes"] == int(limit[1])
    for op in ops if len(ops) < 5 else []:
        yield ["explain", sample, op["name"]]
        yield ["explain", "--rules", "torch-spyre-2026-07", sample, op["name"]]
    for command in re.findall(r"`spanscope-cli ([^`]*)`", prose):
        yield shlex.split(command)


def answers(cli, name, prose):
    text = ""
    for arguments in commands_of(name, prose):
        arguments = [str(ROOT / a) if a.startswith("samples/") else a for a in arguments]
        done = run(cli, arguments)
        assert done.returncode == 0, (arguments, done.stderr)
        text += done.stdout.decode()
    return text


def test_every_sample_has_a_section():
    assert set(SECTIONS) == {path.stem for path in (ROOT / "samples").glob("*.json")}


@pytest.mark.parametrize("name", SECTIONS)
def test_section_is_true(cli, name):
    prose = SECTIONS[name]
    text = answers(cli, name, prose)
    plain = re.sub(r"`spanscope-cli [^`]*`", "", prose)
    numbers = set(re.findall(r"(?<![\w.])\d{5,}(?![\w.]*\d*x\d)", plain)) - OWN_ARITHMETIC
    for number in numbers:
        assert re.search(rf"(?<!\d){number}(?!\d)", text), number
    for code in re.findall(r"`([a-z]+(?:_[a-z]+)+)`", plain):
        assert code in text or code.replace("_", " ") in text, code
