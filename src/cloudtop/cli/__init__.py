"""The command `cloudtop`."""

from __future__ import annotations

import io
import sys
from typing import Annotated, NoReturn

import typer

from cloudtop.cli import (
    boxes,
    building,
    configuring,
    deploying,
    doctor,
    guests,
    hostacts,
    hosting,
    keeping,
    packages,
    playing,
    reporting,
    research,
)
from cloudtop.cli.settings import serve_command
from cloudtop.core.errors import CloudtopError
from cloudtop.program import this_program
from cloudtop.table.blame import guest_fault

app = typer.Typer(
    help="Cloudtop: four board games above the clouds, to play, to study and to train on.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(hosting.app)
app.add_typer(configuring.app)
app.add_typer(deploying.app)
app.add_typer(doctor.app)
app.add_typer(keeping.app)
app.add_typer(hostacts.app)
app.add_typer(playing.app)
app.add_typer(research.app)
app.add_typer(reporting.app)
app.add_typer(boxes.app)
app.add_typer(guests.app)
app.add_typer(building.app)
app.add_typer(packages.app)


def show_version(wanted: bool) -> None:
    """Print the version, the commit and the build."""
    if wanted:
        print(f"cloudtop {this_program()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def house(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Version, commit and build.")
    ] = False,
) -> None:
    """Cloudtop: four board games above the clouds, to play, to study and to train on.

    Without a command the house is opened in the browser.
    """
    if context.invoked_subcommand is None:
        command = serve_command()
        with command.make_context("serve", [], parent=context) as inner:
            command.invoke(inner)


def complain(message: str) -> NoReturn:
    """Say in one line what a user did wrong, and leave."""
    print(f"cloudtop: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)


def main() -> NoReturn:
    """Run the command; what a user did wrong is one line, never a traceback."""
    for stream in (sys.stdin, sys.stdout):
        # What a terminal cannot show, or types in another encoding, becomes a question mark.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = app(standalone_mode=False)
    except CloudtopError as error:
        complain(str(error))
    except typer.TyperException as error:
        # Where only a command is missing the help was shown already, and nothing is left to say.
        if message := error.format_message():
            complain(f"{message.rstrip('.')}; --help tells what there is")
        sys.exit(2)
    except typer.Abort:
        sys.exit(1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        if error.filename is None:
            raise
        complain(f"{error.filename} cannot be used: {error.strerror}")
    except Exception as error:
        # A game of another package is not the house: what it does wrong is told to whoever wrote it.
        if not (told := guest_fault(error)):
            raise
        complain(told)
    sys.exit(code)
