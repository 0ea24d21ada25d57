"""The front desk: pages and requests over plain HTTP."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cloudtop.bots.levels import LEVELS
from cloudtop.core.game import Game, written
from cloudtop.core.words import LANGUAGES
from cloudtop.games import game as game_named
from cloudtop.games import games
from cloudtop.web import pictures
from cloudtop.web.guides import guide_html
from cloudtop.web.listing import my_tables
from cloudtop.web.live.tables import Tables
from cloudtop.web.page import filled, whole
from cloudtop.web.render.phrases import level_name
from cloudtop.web.tokens import COOKIE, is_token

LANGUAGE_COOKIE = "lang"


def language_of(request: Request) -> str:
    """The language a page is shown in: asked for, remembered, or the first the browser understands and we speak."""
    for wished in (request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE)):
        if wished in LANGUAGES:
            return str(wished)
    accepted = [part.strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")]
    return next((language for language in accepted if language in LANGUAGES), "en")


def token_of(request: Request) -> str | None:
    """The browser's token, if it has one."""
    cookie = request.cookies.get(COOKIE)
    return cookie if is_token(cookie) else None


def asked_game(request: Request) -> Game:
    """The game in the address."""
    return game_named(request.path_params["game"])


def minutes(game: Game) -> str:
    """About how long a game takes: the room's own word, or half a minute a decision of the longest table."""
    words = game.words()
    if "minutes" in words:
        return words("minutes")
    moves = len_of(game)
    return str(max(10, 5 * round(moves / 10)))


def len_of(game: Game) -> int:
    """How many decisions a game has at most, between two."""
    players = 2 if 2 in game.player_counts else game.player_counts[0]
    return game.bounds(players, game.terms(players).options).moves


def card_fields(game: Game, language: str) -> dict[str, str]:
    """What a game's card tells."""
    counts = game.player_counts
    return {
        "name": game.name,
        "title": game.title(language),
        "tagline": game.words(language)("tagline"),
        "players": str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}",
        "minutes": minutes(game),
    }


def cards(language: str) -> str:
    """A card for every game."""
    return "".join(filled("game-card", language, card_fields(game_named(name), language)) for name in games())


def page_response(
    name: str, request: Request, fields: dict[str, str], page: dict[str, Any], status: int = 200
) -> Response:
    """A page, in the language asked for."""
    language = language_of(request)
    response = HTMLResponse(whole(name, language, fields, page), status)
    if request.query_params.get("lang") in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, language, max_age=400 * 24 * 3600, samesite="lax")
    return response


async def library(request: Request) -> Response:
    """All games, and my running tables."""
    tables: Tables = request.app.state.tables
    language = language_of(request)
    mine = await my_tables(tables, token_of(request), language)
    running = [row for row in mine if not row["finished"]]
    fields = {"games": cards(language), "hero": games()[0]}
    return page_response("library", request, fields, {"tables": running})


def levels(language: str) -> list[dict[str, str]]:
    """The bots, from the weakest to the strongest."""
    return [{"level": level.name, "title": level_name(level.name, language)} for level in LEVELS]


async def setup(request: Request) -> Response:
    """Choose seats and options."""
    game, language = asked_game(request), language_of(request)
    words = game.words(language)
    options = [
        {
            "name": option.name,
            "title": words(f"option.{option.name}.title"),
            "default": option.default,
            "values": [
                {"value": value, "title": words(f"option.{option.name}.{written(value)}")} for value in option.values
            ],
        }
        for option in game.options
    ]
    page = {
        "game": game.name,
        "title": game.title(language),
        "players": game.player_counts,
        "minutes": minutes(game),
        "options": options,
        "levels": levels(language),
    }
    fields = card_fields(game, language) | {"paints": pictures.paints_url(game.name)}
    return page_response("setup", request, fields, page)


async def tables_page(request: Request) -> Response:
    """My tables, running and finished."""
    tables: Tables = request.app.state.tables
    return page_response(
        "tables", request, {}, {"tables": await my_tables(tables, token_of(request), language_of(request))}
    )


async def guides(request: Request) -> Response:
    """The guides of all games."""
    return page_response("guides", request, {"games": cards(language_of(request))}, {})


async def guide(request: Request) -> Response:
    """The guide of a game."""
    game, language = asked_game(request), language_of(request)
    fields = {"name": game.name, "title": game.title(language), "guide": guide_html(game.name, language)}
    return page_response("guide", request, fields, {"game": game.name, "title": game.title(language)})


# ---------------------------------------------------------------------------------------------- drawings


KEPT_FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
KEPT_A_DAY = {"cache-control": "public, max-age=86400"}


async def sheet_svg(request: Request) -> Response:
    """The sprites of a game."""
    return Response(pictures.sprites(asked_game(request).name), media_type="image/svg+xml", headers=KEPT_FOR_EVER)


async def sheet_css(request: Request) -> Response:
    """The colours of a game."""
    return Response(pictures.paints(asked_game(request).name), media_type="text/css", headers=KEPT_FOR_EVER)


def theme_of(request: Request) -> str:
    """Day or dusk."""
    return "dusk" if request.query_params.get("theme") == "dusk" else "day"


async def game_picture(request: Request) -> Response:
    """A picture of a game in play."""
    part = "board" if request.query_params.get("part") == "board" else ""
    # The first time a whole game is played for it; others need not wait for that.
    drawn = await asyncio.to_thread(pictures.game_picture, asked_game(request).name, theme_of(request), part)
    return Response(drawn, media_type="image/svg+xml", headers=KEPT_A_DAY)


async def sky_picture(request: Request) -> Response:
    """The sky alone."""
    theme = request.path_params["theme"]
    if theme not in ("day", "dusk"):
        raise HTTPException(404)
    return Response(pictures.sky_picture(theme), media_type="image/svg+xml", headers=KEPT_A_DAY)
