"""Settings: one declaration, four sources, and an order among them that nobody has to guess."""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from cloudtop.cli import main
from cloudtop.cli.settings import as_variables, options, variable_of


class Answer(NamedTuple):
    code: int | str | None
    out: str
    err: str


Command = Callable[..., Answer]


@pytest.fixture
def cloud(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run `cloudtop` with arguments and variables, and with no other variables of ours."""

    def run(*arguments: str, **variables: str) -> Answer:
        with monkeypatch.context() as here:
            for name in [name for name in os.environ if name.startswith("CLOUDTOP_")]:
                here.delenv(name)
            here.setenv("XDG_CONFIG_HOME", os.devnull)
            for name, value in variables.items():
                here.setenv(name, value)
            here.setattr(sys, "argv", ["cloudtop", *arguments])
            with pytest.raises(SystemExit) as left:
                main()
        return Answer(left.value.code or 0, *capsys.readouterr())

    return run


def settings_file(folder: Path, text: str) -> str:
    """A file of settings."""
    path = folder / "cloudtop.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def source_of(answer: Answer, name: str) -> str:
    """Where a setting comes from, as told by `cloudtop config`."""
    (line,) = (line for line in answer.out.splitlines() if line.removeprefix("# ").startswith(f"{name} "))
    return line.rpartition("# ")[2]


def test_variables_come_before_the_file_and_the_file_before_the_default(cloud: Command, tmp_path: Path) -> None:
    file = settings_file(tmp_path, 'port = 9001\nhost = "0.0.0.0"\nproxy = ["10.0.0.1", "10.1.0.0/16"]\n')
    told = cloud("config", "--config", file, CLOUDTOP_PORT="9002", CLOUDTOP_BROWSER="no")
    assert told.code == 0, told.err
    found = tomllib.loads(told.out)
    assert (found["port"], source_of(told, "port")) == (9002, "CLOUDTOP_PORT")
    assert (found["host"], source_of(told, "host")) == ("0.0.0.0", "file")
    assert (found["processes"], source_of(told, "processes")) == (1, "default")
    assert (found["browser"], found["proxy"]) == (False, ["10.0.0.1", "10.1.0.0/16"])


def test_the_command_line_comes_before_everything(cloud: Command, tmp_path: Path) -> None:
    file = settings_file(tmp_path, f"data = {json.dumps(str(tmp_path / 'of-the-file.sqlite'))}\n")
    variable, line = str(tmp_path / "of-the-variable.sqlite"), str(tmp_path / "of-the-line.sqlite")
    copy = str(tmp_path / "copy.sqlite")
    for more, named in (
        ([], "of-the-file"),
        ([("CLOUDTOP_DATA", variable)], "of-the-variable"),
        ([("CLOUDTOP_DATA", variable), ("--data", line)], "of-the-line"),
    ):
        typed = [part for name, value in more if name.startswith("--") for part in (name, value)]
        variables = {name: value for name, value in more if not name.startswith("--")}
        answer = cloud("backup", "--config", file, copy, *typed, **variables)
        assert (answer.code, named in answer.err) == (2, True), answer


def test_a_file_is_found_where_it_usually_is_or_where_a_variable_says(cloud: Command, tmp_path: Path) -> None:
    settings_file(tmp_path / "own" / "cloudtop", "port = 9001\n")
    usual = cloud("config", XDG_CONFIG_HOME=str(tmp_path / "own"))
    assert tomllib.loads(usual.out)["port"] == 9001
    named = cloud(
        "config", XDG_CONFIG_HOME=str(tmp_path / "own"), CLOUDTOP_CONFIG=settings_file(tmp_path, "port = 9002\n")
    )
    assert tomllib.loads(named.out)["port"] == 9002


def test_every_option_has_a_variable_and_a_key(cloud: Command, tmp_path: Path) -> None:
    told = cloud("config")
    assert [line.removeprefix("# ").split()[0] for line in told.out.splitlines()[1:]] == list(options())
    assert {"host", "port", "data", "database", "forget_after", "proxy", "log_level", "log_requests"} <= set(options())
    helped = cloud("serve", "--help", COLUMNS="200")
    assert all(variable_of(name) in helped.out for name in options())


def test_every_mistake_is_told_in_a_line_with_its_place(cloud: Command, tmp_path: Path) -> None:
    file = settings_file(
        tmp_path,
        'port = 70000\nfogret_after = 2\nproxy = "10.0.0.1"\nbrowser = "maybe"\nlog_format = "xml"\nprocesses = true\n',
    )
    answer = cloud("config", "--check", "--config", file, CLOUDTOP_FORGET_AFTER="never", CLOUDTOP_PRT="1")
    assert answer.code == 1
    lines = answer.err.splitlines()
    assert len(lines) == 8
    for line, wanted in zip(
        lines,
        (
            f"{file}: port: ",
            f"{file}: there is no setting fogret_after; did you mean forget_after?",
            f"{file}: proxy takes a list",
            f"{file}: browser: ",
            f"{file}: log_format: 'xml' is not one of 'text', 'json'",
            f"{file}: processes: ",
            "CLOUDTOP_FORGET_AFTER: ",
            "the variable CLOUDTOP_PRT sets nothing; did you mean CLOUDTOP_PORT?",
        ),
        strict=True,
    ):
        assert line.startswith(f"cloudtop: {wanted}"), line


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("processes = 2\n", "--processes needs --database"),
        ('boxes = "/nowhere"\n', "/nowhere is no folder of boxes"),
        ('admin_token_file = "/nowhere"\n', "/nowhere: No such file"),
        ('proxy = ["somewhere"]\n', "--proxy wants an address"),
        ('data = "a"\ndatabase = "postgresql://b/c"\n', "not both"),
        ("port = \n", "no TOML file"),
    ],
)
def test_settings_that_do_not_work_together_are_found(cloud: Command, tmp_path: Path, text: str, wanted: str) -> None:
    answer = cloud("config", "--check", "--config", settings_file(tmp_path, text))
    assert answer.code in (1, 2)
    assert wanted in answer.err
    assert len(answer.err.splitlines()) == 1


def test_good_settings_are_said_to_be_good(cloud: Command, tmp_path: Path) -> None:
    file = settings_file(tmp_path, "port = 9001\n")
    assert cloud("config", "--check", "--config", file) == (0, f"All settings are good; file: {file}\n", "")


def test_a_server_does_not_start_with_a_mistake_and_names_its_place(cloud: Command, tmp_path: Path) -> None:
    file = settings_file(tmp_path, "prot = 9001\n")
    answer = cloud("serve", "--config", file)
    assert answer == (2, "", f"cloudtop: {file}: there is no setting prot; did you mean port?\n")
    answer = cloud("serve", CLOUDTOP_PORT="high")
    assert (answer.code, answer.err.startswith("cloudtop: CLOUDTOP_PORT: ")) == (2, True)


def test_the_password_of_a_database_is_never_shown(cloud: Command) -> None:
    told = cloud("config", CLOUDTOP_DATABASE="postgresql://me:a-secret@db.example/tables")
    assert "db.example" in told.out
    assert "a-secret" not in told.out
    assert source_of(told, "database") == "CLOUDTOP_DATABASE"
    told = cloud("config", CLOUDTOP_ADMIN_TOKEN="a-word-that-is-secret")
    assert "a-word-that-is-secret" not in told.out


def test_a_stronger_source_chooses_between_file_and_database(cloud: Command, tmp_path: Path) -> None:
    missing, folder, nowhere = str(tmp_path / "missing.sqlite"), str(tmp_path / "out"), "postgresql:///t?host=/nowhere"
    answer = cloud("export", "--data", missing, folder, CLOUDTOP_DATABASE=nowhere)
    assert f"{missing} is no file of tables" in answer.err
    answer = cloud("export", "--database", nowhere, folder, CLOUDTOP_DATA=missing)
    assert "the database postgresql:///t cannot be reached" in answer.err
    answer = cloud("export", "--database", nowhere, "--data", missing, folder)
    assert "not both" in answer.err


def test_another_process_gets_the_same_settings_by_variables(cloud: Command, tmp_path: Path) -> None:
    file = settings_file(tmp_path, 'proxy = ["10.0.0.1", "10.0.0.2"]\nlog_requests = true\nforget_after = 9\n')
    first = cloud("config", "--config", file, CLOUDTOP_PORT="9002")
    again = cloud("config", **as_variables(tomllib.loads(first.out)))
    assert tomllib.loads(again.out) == tomllib.loads(first.out)
