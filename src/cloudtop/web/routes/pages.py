"""The pages that are no table: the library, setting up, my tables, the guides."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cloudtop.core.game import Game, Option
from cloudtop.core.guide import Chapter
from cloudtop.games import game as game_named
from cloudtop.games import games, left_out
from cloudtop.web.levels import levels
from cloudtop.web.live.table import LiveTable
from cloudtop.web.live.tables import Tables
from cloudtop.web.render.figures import shown_figures, with_icons
from cloudtop.web.render.phrases import names_seen
from cloudtop.web.routes.bodies import BoxOffer, ListedTable, OptionChoice, OptionValue, Page, SetupPage, TablesPage
from cloudtop.web.routes.pictures import paints_url
from cloudtop.web.templates import basics, page_response
from cloudtop.web.tokens import NAMED, hashed
from cloudtop.web.visitor import asker_of, is_at_home, language_of, token_of

LOG = logging.getLogger("cloudtop.web")
T = TypeVar("T")
LISTED = 60
"""No more tables are listed."""


async def library(request: Request) -> Response:
    """All games, and my running tables."""
    language = language_of(request)
    running = tuple(table for table in await my_tables(request) if not table.finished)
    page = TablesPage(**basics(language, "library"), tables=running)
    missing = left_out() if is_at_home(request) else ()
    return page_response(request, "library", page, games=all_game_cards(language), left_out=missing)


async def setup(request: Request) -> Response:
    """Choose seats and options."""
    game, language = game_named(request.path_params["game"]), language_of(request)
    card = game_card(game, language)
    page = SetupPage(
        **basics(language, "setup"),
        game=game.name,
        title=card.title,
        players=tuple(game.player_counts),
        minutes=card.minutes,
        options=option_choices(game, language),
        boxes=tuple(
            BoxOffer(box.id, box.name, tuple(box.game.player_counts), option_choices(box.game, language))
            for box in request.app.state.tables.boxes.get(game.name, ())
        ),
        forget=game.forgets,
        levels=levels(language),
    )
    box = game.guide(language).box
    return page_response(request, "setup", page, game=card, paints=paints_url(game), box=box)


async def tables(request: Request) -> Response:
    """My tables, running and finished."""
    page = TablesPage(**basics(language_of(request), "tables"), tables=tuple(await my_tables(request)))
    token = token_of(request)
    return page_response(request, "tables", page, key=hashed(token)[:NAMED] if token else "")


async def guides(request: Request) -> Response:
    """The guides of all games."""
    language = language_of(request)
    return page_response(request, "guides", Page(**basics(language)), games=all_game_cards(language))


async def guide(request: Request) -> Response:
    """The guide of a game; made beside the loop, as the first time it takes 50 ms."""
    game, language = game_named(request.path_params["game"]), language_of(request)

    def made() -> Response:
        return page_response(
            request,
            "guide",
            Page(**basics(language)),
            game=game_card(game, language),
            chapters=pictured_chapters(game, language),
            figures=shown_figures(game, language),
            has_card=bool(game.figures().card),
        )

    return await beside(request, made)


async def guide_card(request: Request) -> Response:
    """A game on one sheet of paper."""
    game, language = game_named(request.path_params["game"]), language_of(request)

    def made() -> Response | None:
        rules, figures = game.guide(language).rules, shown_figures(game, language)
        summed_up = [rules[rule] for rule in game.figures().card if rule in figures]
        if not summed_up:
            return None
        card = game_card(game, language)
        return page_response(
            request, "guide-card", Page(**basics(language)), game=card, rules=summed_up, figures=figures
        )

    page = await beside(request, made)
    if page is None:
        raise HTTPException(404)
    return page


async def beside(request: Request, work: Callable[[], T]) -> T:
    """The result of some work that is done beside the loop."""
    tables: Tables = request.app.state.tables
    return await tables.asides.ask(asker_of(request), work)


def pictured_chapters(game: Game, language: str) -> list[Chapter]:
    """The chapters of a game's guide with their icons."""
    return [
        chapter._replace(
            lead=with_icons(game, chapter.lead),
            sections=tuple(
                section._replace(lead=with_icons(game, section.lead), more=with_icons(game, section.more))
                for section in chapter.sections
            ),
        )
        for chapter in game.guide(language).chapters
    ]


# ---------------------------------------------------------------------------------------------- games


class GameCard(NamedTuple):
    """What a page tells about a game."""

    name: str
    title: str
    tagline: str
    players: str
    minutes: str
    lessons: bool
    """Whether it can be learned by playing."""
    counts: tuple[int, ...]
    """For how many it is."""
    longest: int
    """Minutes at most."""
    mood: str
    """What one should be in the mood for: `build`, `race`, `puzzle`; empty where the game does not say."""
    hidden: bool
    """Whether players know different things."""


def game_card(game: Game, language: str) -> GameCard:
    """What a page tells about a game, in a language."""
    counts = game.player_counts
    return GameCard(
        name=game.name,
        title=game.title(language),
        tagline=game.words(language)("tagline"),
        players=str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}",
        lessons=bool(game.lessons().steps),
        minutes=game.words(language)("minutes"),
        counts=tuple(counts),
        longest=int(re.split(r"\D+", game.words()("minutes"))[-1]),
        mood=game.words()("mood") if "mood" in game.words() else "",
        hidden=has_secrets(game),
    )


def has_secrets(game: Game) -> bool:
    """Whether players know different things when a game begins."""
    state = game.deal(seed=0)
    return any(state.view(seat).known != state.view(None).known for seat in range(state.players))


def all_game_cards(language: str) -> list[GameCard]:
    """A card for every game that can be shown."""
    found = []
    for name in games():
        try:
            found.append(game_card(game_named(name), language))
        except (Exception, SystemExit):
            LOG.exception("the game %s cannot be shown", name)
    return found


def option_choices(game: Game, language: str) -> tuple[OptionChoice, ...]:
    """What can be chosen before the deal."""
    words = game.words(language)
    return tuple(
        OptionChoice(
            name=option.name,
            title=words(f"option.{option.name}.title"),
            default=option.default,
            values=tuple(OptionValue(value, game.say_option(option, value, words)) for value in option.values),
            fits=fitting(game, option),
            note=words(f"option.{option.name}.note") if f"option.{option.name}.note" in words else "",
        )
        for option in game.options
    )


def fitting(game: Game, option: Option) -> dict[str, tuple[int, ...]]:
    """For the numbers of players who cannot choose every value: which of them they can."""
    found = {}
    for players in game.player_counts:
        values = game.option_values(option, players)
        if len(values) < len(option.values):
            found[str(players)] = tuple(i for i, value in enumerate(option.values) if value in values)
    return found


# ---------------------------------------------------------------------------------------------- my tables


async def my_tables(request: Request) -> list[ListedTable]:
    """The tables a browser may come to, the one that changed last first; one that is broken is left out."""
    tables: Tables = request.app.state.tables
    token, language = token_of(request), language_of(request)
    if token is None:
        return []
    found: list[ListedTable] = []
    for name, when in await tables.names_of(token, LISTED):
        try:
            found.append(listed(await tables.find(name), hashed(token), language, when))
        except (Exception, SystemExit):
            LOG.exception("table %s cannot be listed", name)
    return found


def listed(live: LiveTable, holder: str, language: str, when: str) -> ListedTable:
    """A table in the list of the browser that holds seats under that hash."""
    table = live.table
    mine = table.held_by(holder)
    outcome, deciding = (table.state.outcome(), table.state.turn()) if table.dealt else (None, table.awaited)
    names = names_seen(table, mine[0] if len(mine) == 1 else None, language)
    return ListedTable(
        table=table.name,
        url=f"/t/{table.name}",
        game=table.game.name,
        title=table.game.title(language),
        finished=outcome is not None,
        yours=any(seat in mine for seat in deciding),
        deciding=tuple(names[seat] for seat in deciding),
        names=tuple(names),
        moves=len(table.log),
        won=None if outcome is None or not mine else any(seat in outcome.winners for seat in mine),
        when=when,
    )
