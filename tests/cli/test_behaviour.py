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
    (["export", RELU], 2), (["try", "--split", "7=3", HALF, "buf0"], 1), (["plan", "--max-combos", "0"], 2), (["plan", "data/no_such_file.json"], 1),
])
def test_exit_code(cli, arguments, code):
    assert run(cli, arguments).returncode == code


def test_standard_input(cli):
    graph = run(cli, ["new", "relu(f16[8,64])"]).stdout
    done = run(cli, ["plan", "-"], stdin=graph)
    assert done.returncode == 0
    assert done.stdout == run(cli, ["plan", RELU]).stdout


def test_standard_input_only_once(cli):
    graph = run(cli, ["new", "relu(f16[8,64])"]).stdout
    for command in (["plan", "-", "-"], ["import", "-", "-"]):
        done = run(cli, command, stdin=graph)
        assert done.returncode == 1 and b"standard input: is given twice" in done.stderr, (command, done.stderr)


def test_log_in_utf16(cli):
    log = (HERE / "data/lone_critical.log").read_text()
    plain = run(cli, ["explain", "-", "buf0"], stdin=log.encode()).stdout
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        done = run(cli, ["explain", "-", "buf0"], stdin=mark + log.encode(encoding))
        assert done.returncode == 0 and done.stdout == plain
        assert b"UTF-16" in done.stderr


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


@pytest.mark.parametrize("kind", ["graph", "plan"])
def test_diff_of_pipes(cli, kind):
    inputs = [run(cli, ["new", "relu(f16[8,64])"]).stdout, run(cli, ["new", "relu(f16[16,64])"]).stdout]
    if kind == "plan":
        inputs = [run(cli, ["plan", "--format", "json", "-"], stdin=graph).stdout for graph in inputs]
    ends = []
    for data in inputs:
        read, write = os.pipe()
        os.write(write, data)
        os.close(write)
        ends.append(read)
    done = run(cli, ["diff", *(f"/dev/fd/{end}" for end in ends)], pass_fds=ends)
    for end in ends:
        os.close(end)
    assert done.returncode == 0 and b"no difference" in done.stdout, done.stderr


def test_diff_of_a_deep_document(cli, tmp_path):
    deep = tmp_path / "deep.json"
    deep.write_text('{"format": "spyre-span-plan", "rules": {"x": ' + "[" * 500_000 + "]" * 500_000 + "}}")
    done = run(cli, ["diff", str(deep), str(deep)])
    assert done.returncode == 1 and b"deeper than 64" in done.stderr


@pytest.mark.parametrize("jobs, code", [("1024", 0), ("1025", 2), ("-1", 2), ("4294967295", 2)])
def test_jobs(cli, jobs, code):
    assert run(cli, ["plan", "--jobs", jobs, RELU]).returncode == code


def test_combination_of_splits_that_do_not_divide(cli):
    done = run(cli, ["try", "--split", "0=9", "--format", "json", RELU, "buf0"])
    assert b'"answer":"does_not_fit"' in done.stdout and b'"combo":null' in done.stdout, done.stdout


def test_no_control_characters_in_messages(cli):
    done = run(cli, ["plan", "no\x1b[2Jsuch"])
    assert done.returncode == 1 and b"\\x1b[2J" in done.stderr and b"\x1b" not in done.stderr


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


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_full_disk_for_help(cli, option):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([cli, option], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1 and b"standard output" in done.stderr


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
