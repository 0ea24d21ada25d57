"""System packages are installed by `tools/services.sh` only where that was agreed to, and named everywhere else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "tools" / "services.sh"
ALL = "chromium fonts-noto-cjk postgresql nginx-light prometheus buildah debootstrap"

AT_A_TERMINAL = "import pty, sys; pty.spawn(['/bin/sh', sys.argv[1]])"


@pytest.fixture
def machine(tmp_path: Path) -> dict[str, str]:
    """A machine of the superuser's that has none of the packages; what it would install is written to a file."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, does in {
        "apt-get": f'echo "$@" >> {tmp_path}/installed',
        "id": "echo 0",
        "ls": "exit 1",
        "grep": "exit 1",
        "fc-list": "exit 1",
    }.items():
        (programs / name).write_text(f"#!/bin/sh\n{does}\n")
        (programs / name).chmod(0o755)
    # Programs of the real machine are not looked at.
    script = SCRIPT.read_text().replace("/usr/sbin/", f"{tmp_path}/sbin/")
    (tmp_path / "services.sh").write_text(script)
    return {"PATH": str(programs)}


def installed(tmp_path: Path) -> str:
    """The packages that were installed."""
    file = tmp_path / "installed"
    return file.read_text().split("recommends ")[1].strip() if file.exists() else ""


@pytest.mark.parametrize("agreed", [{"CI": "true"}, {"TEST_SERVICES": "install"}])
def test_packages_are_installed_where_that_was_agreed(
    machine: dict[str, str], tmp_path: Path, agreed: dict[str, str]
) -> None:
    subprocess.run(["/bin/sh", tmp_path / "services.sh"], env=machine | agreed, check=True, capture_output=True)
    assert installed(tmp_path) == ALL


def test_without_a_terminal_packages_are_named_and_none_is_installed(machine: dict[str, str], tmp_path: Path) -> None:
    # A session of its own has no terminal.
    command = ["/bin/sh", str(tmp_path / "services.sh")]
    done = subprocess.run(command, env=machine, check=True, capture_output=True, text=True, start_new_session=True)
    assert [
        line.split()[1].rstrip(":") for line in done.stdout.splitlines() if line.startswith("MISSING")
    ] == ALL.split()
    assert "Nothing is installed unasked" in done.stdout
    assert installed(tmp_path) == ""


@pytest.mark.parametrize(("answer", "expected"), [("y", ALL), ("n", ""), ("", "")])
def test_at_a_terminal_it_is_asked_first(machine: dict[str, str], tmp_path: Path, answer: str, expected: str) -> None:
    command = [sys.executable, "-c", AT_A_TERMINAL, str(tmp_path / "services.sh")]
    said = subprocess.run(command, env=machine, input=f"{answer}\n", capture_output=True, text=True, check=True)
    assert "[y/N]" in said.stdout
    assert installed(tmp_path) == expected
