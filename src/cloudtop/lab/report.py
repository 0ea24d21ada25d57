"""Reports: games are played and watched, with one box or with two, and told on one page."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cloudtop.bots.own import AnyBot, entered
from cloudtop.core.box import differences, read_box
from cloudtop.core.errors import CloudtopError
from cloudtop.core.game import Game
from cloudtop.core.view import plain
from cloudtop.core.words import words_of
from cloudtop.lab.balance import Balance, balance_of
from cloudtop.lab.experiment import Progress
from cloudtop.lab.extras import needed
from cloudtop.lab.page import Report
from cloudtop.lab.simulate import games_of
from cloudtop.lab.teams import Team
from cloudtop.lab.watch import Watched, watch

FEWEST = 2
"""Of one game no interval can be told."""


class Boxed(NamedTuple):
    """A game with a box, and what the box is called."""

    game: Game
    title: str = ""
    """Empty for the printed one."""


def watched(
    game: Game,
    games: int,
    seats: Sequence[AnyBot],
    seed: int,
    options: Mapping[str, object] | None,
    team: Team,
    progress: Progress = lambda done, total: None,
) -> list[Watched]:
    """So many games, watched, in the order of their numbers."""
    jobs = games_of(game, games, seats, seed, options)
    found: list[Watched] = []
    for one in team(watch, jobs):
        found.append(one)
        progress(len(found), games)
    return sorted(found, key=lambda one: one.row.number)


def report(
    boxes: Sequence[Boxed],
    games: int,
    seats: Sequence[AnyBot],
    seed: int,
    options: Mapping[str, object] | None,
    team: Team,
    command: Sequence[str],
    language: str = "en",
    progress: Progress = lambda done, total: None,
) -> str:
    """The page on one box, or on two side by side, as HTML."""
    needed("matplotlib", "report")
    if games < FEWEST:
        raise CloudtopError(f"a report needs {FEWEST} games or more: of one game no interval can be told")
    words = words_of("cloudtop.lab", language)
    terms = [boxed.game.terms(len(seats), options) for boxed in boxes]
    balances: list[Balance] = []
    for number, boxed in enumerate(boxes):
        before = games * number

        def hear(done: int, total: int, before: int = before) -> None:
            progress(before + done, games * len(boxes))

        found = watched(boxed.game, games, seats, seed, options, team, hear)
        balances.append(balance_of(boxed.title or words("printed"), found))
    changes = list(differences(content(boxes[0].game), content(boxes[1].game))) if len(boxes) > 1 else []
    return Report(terms, entered(seats).names, balances, language).html(shlex.join(command), changes)


def content(game: Game) -> dict[str, object]:
    """What is in the box of a game."""
    return dict(plain(game.box_data)) if game.box_data is not None else read_box(game.box_text())
