"""Secrecy of lessons on real sockets: what one learner is sent is the same, byte by byte, whatever others do meanwhile.

A lesson is taken twice in the same way: in a house where nobody else is, and in one where others learn the same game in
other languages and people play it at a table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.fast.web.test_server_lessons import come, learning, tried
from tests.support.rooms import ROOMS
from tests.support.web.visitors import HERE, ME, House, Line, Visitor

import cloudtop
from cloudtop.web.live.lesson import LiveLesson
from cloudtop.web.socket.messages import LessonTold
from fuzz_wire import without_limits

STEPS = 3
"""So many steps are learned, from the first on."""

Meanwhile = Callable[[], None]


def nothing() -> None:
    """Nobody else does anything."""


def learned(line: Line, game: str, meanwhile: Meanwhile) -> list[str | bytes]:
    """All that a learner is sent who tries and asks everything; before each of it others do something."""

    def ask(do: str, *dids: str, **more: Any) -> dict[str, Any]:
        meanwhile()
        answer = line.ask(do, *dids, **more)
        # Whatever has come besides is heard before the answer to this.
        line.ask("ping", "pong")
        return answer

    told = ask("hello", "lesson", lang="fr", side=1, told=True)
    for step in cloudtop.game(game).lessons().steps[:STEPS]:
        if told["step"] != step.id:
            told = ask("learn", "lesson", step=step.id)
        while told["task"]:
            shown, other = told["show"], [action for action in line.actions if action != told["show"]]
            target = told["asked"][0][0]
            ask("draft", "draft", "error", seq=line.seq, plan=[shown], number=1)
            ask("whynot", "lesson", seq=line.seq, target=target, chosen=[target])
            ask("inspect", "inspect", "error", panel="board", items=[target])
            ask("locate", "locate", "error", seat=step.seat, line=0)
            ask("replay", "replay", "error", at=0)
            ask("hint", "error", seq=line.seq)
            ask("review", "error", seq=line.seq, plan=[shown])
            if other:
                told = ask("play", "lesson", seq=line.seq, nonce=f"{line.seq} other", actions=[other[0]])
                if told["back"]:
                    ask("undo", "lesson", seq=line.seq, nonce=f"{line.seq} back")
            if told["task"]:
                told = ask("play", "lesson", seq=line.seq, nonce=f"{line.seq} shown", actions=[told["show"] or shown])
    return line.texts


def others(game: str, visitor: Visitor, stranger: Visitor) -> Meanwhile:
    """What others do, one thing after the other: a learner with the same browser, a stranger, and two at a table."""
    table = visitor.open(game, ME, HERE)["table"]
    seats = [visitor.connect(table, {"near": seat}) for seat in range(2)]
    (beside, _), (apart, told) = learning(visitor, game, lang="ja"), learning(stranger, game)
    names = count()

    def deeds() -> Iterator[None]:
        nonlocal told
        steps = cloudtop.game(game).lessons().steps
        for step in steps * 100:
            for seat in seats:
                seat.ask("ping", "pong")
                if seat.actions:
                    seat.play()
            yield
            beside.ask("learn", "lesson", step=step.id)
            beside.ask("hello", "lesson", lang="en", side=3)
            yield
            if told["show"] is not None:
                told = tried(apart, told["show"])
            else:
                told = apart.ask("learn", "lesson", step=step.id)
            visitor.http.post(f"/t/{table}/nick", json={"name": f"Mira {next(names)}"})
            yield

    going_on = deeds()
    return lambda: next(going_on)


def compare(folder: Path, game: str) -> int:
    """Take a lesson alone and among others; how many texts were compared."""
    found: list[list[str | bytes]] = []
    for alone in (True, False):
        with House(folder / f"{alone}.sqlite") as house, ExitStack() as leaving:
            house.tables.limits = without_limits()
            learner, stranger = (leaving.enter_context(house.visitor()) for _ in range(2))
            meanwhile = nothing if alone else others(game, learner, stranger)
            found.append(learned(come(learner, game), game, meanwhile))
    for first, second in zip(*found, strict=True):
        assert first == second
    return len(found[0])


@pytest.mark.slow("compares all that is sent in a whole lesson")
@pytest.mark.parametrize("game", ROOMS)
def test_no_text_of_a_lesson_depends_on_what_others_do(tmp_path: Path, game: str) -> None:
    assert compare(tmp_path, game) > 20 * STEPS


def test_the_comparison_would_notice_a_lesson_that_tells_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lessons, tell = defaultdict[object, set[LiveLesson]](set), LiveLesson.told

    def telling(lesson: LiveLesson, language: str) -> LessonTold:
        lessons[lesson.store].add(lesson)
        told = tell(lesson, language)
        return replace(told, coach=f"{told.coach} {len(lessons[lesson.store])}")

    monkeypatch.setattr(LiveLesson, "told", telling)
    with pytest.raises(AssertionError):
        compare(tmp_path, "skybridge")
