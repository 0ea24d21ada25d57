"""What a draft is told to bring: every consequence once, as it stands at the end of the draft, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import cloudtop
from cloudtop.table import Table
from cloudtop.table.events import Opened, Place
from cloudtop.web.render.draft import after_plan, brought, gained_in_words
from cloudtop.web.render.moment import Moment
from cloudtop.web.render.questions import touches

POSSIBLE = "becomes possible"


def drafts(seeds: int = 12) -> Iterator[tuple[Moment, int, int]]:
    """Turns of Cloud City that begin now: the table, the seat, a tile that makes a walkway possible."""
    for seed in range(seeds):
        table = Table("t", Opened("cloud-city", 1, {}, [Place("me"), Place("me")], seed))
        dice = Random(seed)
        while not table.over:
            (seat,) = table.state.turn()
            moment = Moment(table, table.state)
            legal = table.state.legal(seat)
            if table.game.step(table.game.moves[legal[0]]) == "lay":
                for lay in dice.sample(legal, min(6, len(legal))):
                    if any(POSSIBLE in one.text for one in brought(moment, seat, [lay], "en")):
                        yield moment, seat, lay
                        break
            table.play(seat, dice.choice(legal))


def following(moment: Moment, seat: int, plan: list[int], step: str) -> list[int]:
    """The moves of a step that can follow a plan."""
    then = after_plan(moment, seat, plan)
    return [action for action in then.legal(seat) if then.game.step(then.game.moves[action]) == step]


def test_a_walkway_is_possible_until_one_is_drafted() -> None:
    tried = 0
    for moment, seat, lay in drafts(3):
        ways, draws = (following(moment, seat, [lay], step) for step in ("walkways", "draw"))
        if not ways:
            continue
        tried += 1
        assert any(POSSIBLE in one.text for one in brought(moment, seat, [lay, draws[0]], "en"))
        assert not any(POSSIBLE in one.text for one in brought(moment, seat, [lay, ways[0]], "en"))
        assert not any(POSSIBLE in one.text for one in brought(moment, seat, [lay, ways[0], draws[0]], "en"))
    assert tried > 5


def test_the_same_is_told_once_of_everything_that_it_is_about() -> None:
    most = 0
    for moment, seat, lay in drafts():
        plan = [lay]
        while ways := following(moment, seat, plan, "walkways"):
            plan.append(ways[0])
        told = brought(moment, seat, plan, "en")
        assert len({one.text for one in told}) == len(told)
        assert all(len(set(one.marks)) == len(one.marks) for one in told)
        most = max(most, *(len(one.marks) for one in told if "two walkways" in one.text), 0)
    assert most > 2, "several roofs are full, and it is said once"


def test_points_of_several_lines_are_told_line_by_line() -> None:
    several = 0
    for moment, seat, lay in drafts():
        plan = [lay]
        while ways := following(moment, seat, plan, "walkways"):
            plan.append(ways[-1])
        gains = gained_in_words(moment, seat, plan, "en")
        state = moment.table.imagined(seat)
        before = state.scores()[seat]
        for action in plan:
            state.apply(seat, action)
        assert sum(line.points for line in gains) == state.scores()[seat] - before
        assert all(line.text.endswith("walkways") for line in gains)
        several += len(gains) > 1
    assert several


def test_steps_that_were_made_before_the_draft_are_done() -> None:
    table = Table("t", Opened("cloud-city", cloudtop.game("cloud-city").rules_version, {}, [Place("me")] * 2, 3))
    (seat,) = table.state.turn()
    assert [step.state for step in Moment(table, table.state).steps(seat, "en")] == ["now", "next", "next"]
    table.play(seat, table.state.legal(seat)[0])
    first, *later = Moment(table, table.state).steps(seat, "en")
    assert first.state == "done"
    assert "done" not in [step.state for step in later]


def test_a_seat_s_last_plan_is_followed_once() -> None:
    moment, seat, lay = next(drafts())
    then = after_plan(moment, seat, [lay])
    assert touches(after_plan(moment, seat, [lay]), seat) is touches(then, seat)
    assert after_plan(moment, seat, []) is moment
    assert after_plan(moment, seat, [lay]).plan == (lay,)
