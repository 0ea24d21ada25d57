"""What the lab needs comes with its extra, is asked for by name, and is no burden to those who play."""

from __future__ import annotations

import subprocess
import sys

import pytest


def run(script: str) -> str:
    """What a fresh process prints, or the last line of what went wrong."""
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    return (found.stdout or found.stderr).strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("gym", "gymnasium", "lab"),
        ("zoo", "pettingzoo", "lab"),
        ("vector", "numpy", "lab"),
        ("layouts", "librt", "lab"),
        ("spiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_package_is_named_with_the_extra_that_brings_it(module: str, missing: str, extra: str) -> None:
    said = run(f"import sys; sys.modules[{missing!r}] = None; import cloudtop.lab.{module}")
    assert said == f"cloudtop.core.errors.MissingExtra: this needs {missing}: pip install 'cloudtop[{extra}]'"


def test_whoever_plays_needs_nothing_of_it() -> None:
    script = (
        "import sys; import cloudtop;"
        "states = [cloudtop.game(name).deal(seed=1) for name in cloudtop.games()];"
        "print(sorted({'librt', 'numpy', 'gymnasium'} & set(sys.modules)))"
    )
    assert run(script) == "[]"
