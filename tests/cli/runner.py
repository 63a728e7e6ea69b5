"""Runs spanscope-cli and writes a run down."""

import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
EXPECTED = HERE / "expected"


def run(cli, arguments, stdin=b"", **more):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", **more.pop("env", {})}
    return subprocess.run([cli, *arguments], input=stdin, capture_output=True, cwd=HERE, env=environment,
                          timeout=300, check=False, **more)


def transcript(cli, arguments):
    """Exit status, standard error and standard output in one text."""
    done = run(cli, arguments)
    return (f"exit {done.returncode}\n--- standard error\n{done.stderr.decode()}"
            f"--- standard output\n{done.stdout.decode()}")
