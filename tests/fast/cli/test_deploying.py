"""`cloudtop deploy` prints the files for running a server, so that a wheel is enough."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import cloudtop
from cloudtop.cli.deploying import FOLDER, RECIPES, app, deploy_files, purpose
from cloudtop.core.errors import CloudtopError


def printed(*arguments: str) -> str:
    """The output of `cloudtop deploy` with these arguments."""
    done = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


@pytest.mark.parametrize("name", deploy_files())
def test_a_file_is_printed_as_it_is_by_either_name_and_says_its_purpose(name: str) -> None:
    path = deploy_files()[name]
    assert printed(name) == printed(path.name) == path.read_text("utf-8")
    assert purpose(path) in printed().splitlines()[list(deploy_files()).index(name)]
    assert len(purpose(path)) > 15


def test_the_files_are_part_of_the_package() -> None:
    assert FOLDER.parent == Path(cloudtop.__file__).parent
    assert {"systemd", "nginx", "container"} <= set(deploy_files()) & set(RECIPES)


def test_another_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(CloudtopError, match=r"no deploy file 'helm'; expected one of .*nginx"):
        CliRunner().invoke(app, ["helm"], catch_exceptions=False)
