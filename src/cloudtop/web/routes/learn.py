"""Learning by playing: the lists of lessons, a lesson in play, pictures of its steps, what the coach says."""

from __future__ import annotations

import asyncio
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

from cloudtop.core.game import Game
from cloudtop.core.lesson import Step
from cloudtop.games import game as game_named
from cloudtop.games import games
from cloudtop.web.levels import levels
from cloudtop.web.routes.bodies import CoachTip, CoachTips, GameLessons, LessonPage, LessonsPage, LessonStep
from cloudtop.web.routes.errors import Answer, Bad
from cloudtop.web.routes.pictures import KEPT_A_DAY, board_only, drawing, paints_url, sprites_url
from cloudtop.web.templates import basics, page_response
from cloudtop.web.visitor import language_of, theme_of


async def lessons(request: Request) -> Response:
    """The steps of one game's lesson, and the lessons of the others."""
    language = language_of(request)
    found = tuple(lessons_told(game, language) for game in map(game_named, games()) if game.lessons().steps)
    wanted = request.path_params.get("game") or next((one.game for one in found), "")
    shown = lessons_told(taught(wanted), language)
    others = [one for one in found if one.game != shown.game]
    page = LessonsPage(**basics(language, "lessons"), game=shown.game, lessons=found)
    return page_response(request, "lessons", page, lesson=shown, others=others)


async def lesson(request: Request) -> Response:
    """A lesson in play, from one of its steps on."""
    game, language = taught(request.path_params["game"]), language_of(request)
    step = step_of(game, request.path_params["step"])
    players = step.position["players"]
    page = LessonPage(
        **basics(language, "table"),
        table="",
        game=game.name,
        title=game.title(language),
        sprites=sprites_url(game),
        live=f"/learn/{game.name}/live?step={step.id}",
        levels=levels(language),
        seal="",
        cutting="none",
        alone=(),
        points=game.bounds(players, game.terms(players).options).points,
        lesson=lessons_told(game, language),
        players=2 if 2 in game.player_counts else game.player_counts[0],
    )
    return page_response(request, "lesson", page, paints=paints_url(game), players=players)


async def picture(request: Request) -> Response:
    """The board of a step, to be recognised by."""
    game = taught(request.path_params["game"])
    step = step_of(game, request.path_params["step"])
    return drawing(request, await asyncio.to_thread(picture_of, game.name, step.id, theme_of(request)), KEPT_A_DAY)


async def tips(request: Request) -> Response:
    """What the coach says about a game; nothing where it says nothing."""
    game, language = game_named(request.path_params["game"]), language_of(request)
    found = (CoachTip(tip.step, tuple(tip.moves), tip.text.by(language)) for tip in game.lessons().tips)
    return Answer(CoachTips(tuple(found)))


def taught(name: str) -> Game:
    """The game of that name, if it has lessons."""
    game = game_named(name)
    if not game.lessons().steps:
        raise Bad(404, "no-lesson")
    return game


def step_of(game: Game, name: str) -> Step:
    """The step of that name."""
    for step in game.lessons().steps:
        if step.id == name:
            return step
    raise Bad(404, "no-lesson")


def lessons_told(game: Game, language: str) -> GameLessons:
    """The lesson of a game in a list."""
    found = game.lessons()
    steps = tuple(LessonStep(step.id, step.title.by(language)) for step in found.steps)
    return GameLessons(game.name, game.title(language), found.minutes, steps)


@lru_cache(maxsize=128)
def picture_of(name: str, step_id: str, theme: str) -> str:
    """The board of a step as the learner sees it at first."""
    game = game_named(name)
    step = step_of(game, step_id)
    return board_only(game, game.load(step.position), theme)
