"""The command that makes installed games as fast as the house's own."""

from __future__ import annotations

from typing import Annotated

import typer

import cloudtop
from cloudtop import build as builds
from cloudtop.core.game import Game

app = typer.Typer()


@app.command()
def build(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="Installed games; `cloudtop games` lists them.")
    ] = None,
    forget: Annotated[bool, typer.Option("--forget", help="Run the house's own build again.")] = False,
) -> None:
    """Compile installed games together with the house; it takes some minutes and a C compiler."""
    from cloudtop.lab import together

    if forget:
        gone = together.forget()
        print("The house runs its own build again." if gone else "There was no build with other games.")
        return
    wanted = [cloudtop.game(name) for name in games or []]
    if not wanted:
        raise together.CannotBuild("say which games to build; `cloudtop games` lists them")
    everything = [*wanted, *built_before(wanted)]
    folder = together.build_together(everything)
    print(f"{', '.join(game.name for game in everything)}: compiled together with the house, in {folder}")


def built_before(wanted: list[Game]) -> list[Game]:
    """The games of the present build that are still installed: they are built again with the others."""
    before = builds.made_together()
    packages = set() if before is None else set(before.guests) - {game.package for game in wanted}
    return [cloudtop.game(name) for name in cloudtop.games() if cloudtop.game(name).package in packages]
