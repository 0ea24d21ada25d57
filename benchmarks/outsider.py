"""Let our strongest bot play OpenSpiel's search at equal time: `python benchmarks/outsider.py skybridge`."""

from __future__ import annotations

from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import cloudtop
from cloudtop.core.errors import CloudtopError
from cloudtop.lab.facts import hides
from openspiel.match import Played, Terms, match
from openspiel.report import in_words, report_of, row_of, with_row
from openspiel.settings import Settings, settings_of

app = typer.Typer(add_completion=False)


@app.command()
def outsider(
    game: Annotated[str, typer.Argument(help="The game.")],
    games: Annotated[int, typer.Option(help="At least so many games; deals are played in both seat orders.")] = 100,
    seconds: Annotated[float, typer.Option(help="Seconds for a decision, the same for both.")] = 0.1,
    seed: Annotated[int, typer.Option(help="The match's seed.")] = 1,
    workers: Annotated[int, typer.Option(help="Processes; not more than there are idle cores.", min=1)] = 1,
    out: Annotated[Path | None, typer.Option(help="Keep finished games here, and go on from them.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Put the match into the table of this page.")] = None,
    exploration: Annotated[float | None, typer.Option(help="The outsider's uct_c; as settled if not given.")] = None,
    margin: Annotated[bool | None, typer.Option(help="Whether it counts the margin; as settled if not given.")] = None,
) -> None:
    """Play mirrored games of two between hurricane and OpenSpiel's search."""
    if find_spec("pyspiel") is None:
        raise SystemExit("OpenSpiel is not installed: pip install --editable '.[openspiel]'")
    settled = settings_of(game)
    settings = Settings(
        settled.exploration if exploration is None else exploration, settled.margin if margin is None else margin
    )
    terms = Terms(game, seconds, settings)
    try:
        hidden = hides(cloudtop.game(game))
    except CloudtopError as error:
        raise SystemExit(str(error)) from None
    report = report_of(with_progress(terms, games, seed, workers, out))
    print(in_words(report))
    if markdown is not None:
        page = markdown.read_text(encoding="utf-8") if markdown.exists() else ""
        row = row_of(terms, hidden, report, f"{date.today():%Y-%m-%d}")
        markdown.write_text(with_row(page, row), encoding="utf-8")


def with_progress(terms: Terms, games: int, seed: int, workers: int, out: Path | None) -> list[Played]:
    """Play the match and show how far it is."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(terms.game, total=games + games % 2)

        def show(done: list[Played]) -> None:
            rate = f" {report_of(done).win_rate:.0%}" if done else ""
            progress.update(task, completed=len(done), description=terms.game + rate)

        return match(terms, games, seed, workers, out, show)


if __name__ == "__main__":
    app()
