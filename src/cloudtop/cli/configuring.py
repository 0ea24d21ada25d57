"""The command that shows which settings are in force, and where each comes from."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from cloudtop.cli.settings import (
    CONTEXT,
    Setting,
    faults_of_file,
    faults_of_variables,
    found_file,
    in_force,
    place_of_tables,
    serve_command,
    shown,
    unknown_variables,
    usual_files,
    variable_of,
)
from cloudtop.core.errors import CloudtopError

app = typer.Typer()


@app.command(context_settings=CONTEXT)
def config(
    path: Annotated[
        Path | None,
        typer.Option(
            "--config", metavar="FILE", envvar=variable_of("config"), help="The file of settings; without it the usual."
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only look for mistakes: one line for each, and exit code 1.")
    ] = False,
) -> None:
    """Show the settings of `cloudtop serve` as a TOML file, each with its source."""
    found = found_file(path)
    if check:
        faults = list(faults_of(found))
        for fault in faults:
            print(f"cloudtop: {fault}", file=sys.stderr)
        if faults:
            raise typer.Exit(1)
        print(f"All settings are good{'' if found is None else f'; file: {found}'}")
        return
    places = " or ".join(map(str, usual_files()))
    print(f"# Settings from {found}" if found else f"# No file of settings: none named with --config, none at {places}")
    lines = [(shown(setting), setting) for setting in settings_now(found)]
    width = min(48, max(len(line) for line, _ in lines))
    for line, setting in lines:
        print(f"{line:{width}}  # {source_of(setting)}")


def context_of_serve(found: Path | None) -> Any:
    """The command `serve` as it would run without arguments."""
    arguments = [] if found is None else ["--config", str(found)]
    return serve_command().make_context("serve", arguments)


def settings_now(found: Path | None) -> list[Setting]:
    """The settings that are in force; `CloudtopError` where one is wrong."""
    with context_of_serve(found) as context:
        return in_force(context)


def source_of(setting: Setting) -> str:
    """The source of a setting, with the variable that it comes from."""
    return setting.variable if setting.source == "variable" else setting.source


def faults_of(found: Path | None) -> Iterator[str]:
    """All mistakes in the file, in the variables, and in what both give together."""
    from cloudtop.cli.hosting import check_processes
    from cloudtop.web.addresses import networks
    from cloudtop.web.serving import admin_word, check_box_folder

    command = serve_command()
    with command.make_context("serve", [], resilient_parsing=True) as context:
        faults = [] if found is None else list(faults_of_file(found, context))
        faults += faults_of_variables(context)
    yield from (*faults, *unknown_variables())
    if faults:
        return
    with context_of_serve(found) as context:
        given = context.params
    for look in (
        lambda: check_processes(given["processes"], place_of_tables(context)),
        lambda: admin_word(given["admin_token"], given["admin_token_file"]),
        lambda: check_box_folder(given["boxes"]),
        lambda: networks(given["proxy"] or []),
        lambda: networks(given["trusted"] or [], "--trusted"),
    ):
        try:
            look()
        except CloudtopError as error:
            yield str(error)
        except OSError as error:
            yield f"{error.filename}: {error.strerror}"
