"""Whole outputs against files, and that they do not depend on threads or chance."""

import pytest

from cases import CASES, CHAIN, LINEAR
from runner import EXPECTED, run, transcript


@pytest.mark.parametrize("name", CASES)
def test_output(cli, name):
    assert transcript(cli, CASES[name]) == (EXPECTED / f"{name}.txt").read_text(encoding="utf-8")


def test_every_expected_file_has_a_case():
    assert {path.stem for path in EXPECTED.glob("*.txt")} == set(CASES)


@pytest.mark.parametrize("graph", [CHAIN, LINEAR])
def test_threads_change_nothing(cli, graph):
    outputs = {run(cli, ["plan", "--format", "json", "--trace", "--jobs", jobs, graph]).stdout
               for jobs in ("1", "2", "7")}
    assert len(outputs) == 1
