"""Exit codes, streams and files."""

import os
import pty
import signal
import stat
import subprocess
import time

import pytest

from cases import CHAIN, HALF, LM_HEAD, RELU, TWO_STEPS
from runner import HERE, run


@pytest.mark.parametrize("arguments, code", [
    (["plan", RELU], 0), (["plan", "--strict", RELU], 0), (["plan", LM_HEAD], 0), (["plan", "--strict", LM_HEAD], 3),
    (["plan", "--strict", CHAIN], 3), (["plan", "--strict", TWO_STEPS], 0), (["plan", "--strict", RELU, LM_HEAD], 3),
    (["explain", "--strict", LM_HEAD, "buf0"], 3), (["explain", "--strict", HALF, "buf0"], 0),
    (["try", "--strict", "--split", "1=4", HALF, "buf0"], 0), (["try", "--strict", "--split", "1=2", HALF, "buf0"], 3),
    (["export", "--strict", "--as", "csv", LM_HEAD], 3), (["plan"], 2), (["plan", "--nope", RELU], 2),
    (["export", RELU], 2), (["plan", "data/no_such_file.json"], 1),
])
def test_exit_code(cli, arguments, code):
    assert run(cli, arguments).returncode == code


def test_standard_input(cli):
    graph = run(cli, ["new", "relu(f16[8,64])"]).stdout
    done = run(cli, ["plan", "-"], stdin=graph)
    assert done.returncode == 0
    assert done.stdout == run(cli, ["plan", RELU]).stdout


def test_several_graphs_of_one_input(cli, tmp_path):
    graphs = tmp_path / "graphs.jsonl"
    lines = []
    for name, expression in (("first", "relu(f16[8,64])"), ("second", "linear(f16[2,4096], f16[49216,4096])")):
        text = run(cli, ["new", "--name", name, expression]).stdout.decode()
        lines.append("".join(line.strip() for line in text.splitlines()))
    graphs.write_text("\n".join(lines) + "\n")
    done = run(cli, ["plan", "--format", "json", str(graphs)])
    assert [line.split(b'"graph":')[1][:9] for line in done.stdout.splitlines()] == [b'"first","', b'"second",']
    assert b"2 graphs have an op buf0" in run(cli, ["explain", str(graphs), "buf0"]).stderr
    assert b"restickify" in run(cli, ["explain", "--graph", "second", str(graphs), "buf0"]).stdout
    assert b"restickify" in run(cli, ["explain", "--graph", "1", str(graphs), "buf0"]).stdout
    refused = run(cli, ["export", "--as", "csv", str(graphs)])
    assert refused.returncode == 1 and b"--graph" in refused.stderr


def test_messages_stay_off_standard_output(cli):
    done = run(cli, ["plan", "data/broken.json"])
    assert done.stdout == b"" and b"broken.json" in done.stderr


def test_no_escape_codes_in_a_pipe(cli):
    done = run(cli, ["explain", LM_HEAD, "buf0"])
    assert b"\x1b" not in done.stdout and b"\x1b" not in done.stderr


@pytest.mark.parametrize("environment, coloured", [({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False)])
def test_colour_on_a_terminal(cli, environment, coloured):
    main, side = pty.openpty()
    with subprocess.Popen([cli, "plan", LM_HEAD], stdout=side, stderr=subprocess.DEVNULL,
                          env={**os.environ, **environment}) as process:
        os.close(side)
        output = b""
        while True:
            try:
                piece = os.read(main, 65536)
            except OSError:
                break
            if not piece:
                break
            output += piece
        process.wait(60)
    os.close(main)
    assert (b"\x1b[" in output) == coloured


def test_output_file_keeps_permissions_and_links(cli, tmp_path):
    target = tmp_path / "plan.json"
    target.write_text("old")
    target.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(target)
    assert run(cli, ["plan", "--format", "json", "-o", str(link), RELU]).returncode == 0
    assert link.is_symlink()
    assert target.read_bytes() == run(cli, ["plan", "--format", "json", RELU]).stdout
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.json", "plan.json"]


def test_new_output_file_obeys_umask(cli, tmp_path):
    target = tmp_path / "plan.txt"
    run(cli, ["plan", "-o", str(target), RELU], umask=0o027)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_failed_run_leaves_the_old_file(cli, tmp_path):
    target = tmp_path / "plan.json"
    target.write_text("old")
    done = run(cli, ["plan", "-o", str(target), RELU, "data/broken.json"])
    assert done.returncode == 1
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["plan.json"]


@pytest.mark.parametrize("path, reason", [
    ("/no/such/folder/plan.json", "No such file or directory"), ("/proc/plan.json", ""), (".", "Is a directory")])
def test_unwritable_output(cli, path, reason):
    done = run(cli, ["plan", "-o", path, RELU])
    assert done.returncode == 1
    assert f"cannot write {path}: {reason}" in done.stderr.decode()


def test_full_disk(cli):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([cli, "plan", RELU], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1 and b"No space left on device" in done.stderr
    done = run(cli, ["plan", "-o", "/dev/full", RELU])
    assert done.returncode == 1 and b"No space left on device" in done.stderr


def test_broken_pipe(cli):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([cli, "plan", RELU], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert done.returncode == 1 and b"Broken pipe" in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_leaves_the_old_file(cli, tmp_path, number):
    target = tmp_path / "plan.json"
    target.write_text("old")
    with subprocess.Popen([cli, "plan", "-o", str(target), "-"], stdin=subprocess.PIPE, cwd=HERE) as process:
        deadline = time.monotonic() + 60
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(list(tmp_path.iterdir())) == 2  # the temporary file is there: the run waits for its input
        process.send_signal(number)
        assert process.wait(60) == -number
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["plan.json"]


def test_capture_module_is_the_file(cli):
    done = run(cli, ["capture-module"])
    assert done.returncode == 0
    assert done.stdout == (HERE.parent.parent / "resources/capture/spanscope_capture.py").read_bytes()
