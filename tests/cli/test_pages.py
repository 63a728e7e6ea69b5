"""The manual page and the completions name every command and option there is."""

import re
import shutil
import subprocess

import pytest

from runner import HERE, run

RESOURCES = HERE.parent.parent / "resources"
COMMANDS = ["plan", "explain", "try", "export", "import", "new", "diff", "capture-module"]


def options_of(cli, command):
    text = run(cli, [command, "--help"]).stdout.decode()
    return set(re.findall(r"^ +(?:-\w,)?(--[a-z-]+)", text, re.M))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_documented_and_completed(cli, command):
    options = options_of(cli, command)
    assert "--help" in options and len(options) >= 2
    manual = (RESOURCES / "man/spanscope-cli.1").read_text().replace("\\-", "-")
    bash = (RESOURCES / "completions/spanscope-cli.bash").read_text()
    zsh = (RESOURCES / "completions/_spanscope-cli").read_text()
    for option in options - {"--help"}:
        assert option in manual, option
        assert option in zsh, option
    done = subprocess.run(["bash", "-c", """
        _init_completion() { words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=${words[cword]}; prev=${words[cword-1]}; }
        _filedir() { :; }
        source "$1"; COMP_WORDS=(spanscope-cli "$2" --); COMP_CWORD=2; _spanscope_cli; echo "${COMPREPLY[@]}"
        """, "bash", str(RESOURCES / "completions/spanscope-cli.bash"), command],
                          capture_output=True, check=True)
    assert set(done.stdout.decode().split()) == options, bash


def test_bash_completes_commands_and_values():
    script = """
        _init_completion() { words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=${words[cword]}; prev=${words[cword-1]}; }
        source "$1"; COMP_WORDS=(spanscope-cli plan --rules t); COMP_CWORD=3; _spanscope_cli; echo "${COMPREPLY[@]}"
        COMP_WORDS=(spanscope-cli ex); COMP_CWORD=1; _spanscope_cli; echo "${COMPREPLY[@]}"
        """
    done = subprocess.run(["bash", "-c", script, "bash", str(RESOURCES / "completions/spanscope-cli.bash")],
                          capture_output=True, check=True)
    assert done.stdout.decode().splitlines() == ["torch-spyre-2026-07", "explain export"]


def test_manual_page_has_no_markup_errors():
    if shutil.which("man") is None:
        pytest.skip("no man here")
    done = subprocess.run(["man", "--warnings", "-l", str(RESOURCES / "man/spanscope-cli.1")], capture_output=True,
                          env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "100"}, check=False)
    assert done.returncode == 0 and done.stderr == b""
    assert b"EXIT STATUS" in done.stdout
