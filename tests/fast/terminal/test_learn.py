"""Learning in the terminal: what a newcomer types, and what is answered."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from tests.support.nim import GAME as NIM
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.errors import CloudtopError
from cloudtop.core.game import Game
from cloudtop.core.words import LANGUAGES
from cloudtop.terminal.learn import TerminalLesson, first_step


def learned(game: Game, typed: Iterable[str], language: str = "en", first: int = 0) -> str:
    """All that is said to a learner who types from a list; then the input ends."""
    lines, said = iter(typed), list[str]()

    def ask(prompt: str) -> str:
        for line in lines:
            return line
        raise EOFError

    TerminalLesson(game, language, ask, said.append).run(first)
    return "\n".join(said)


def solution(game: Game) -> list[str]:
    """What "show" would do, typed."""
    return [task.play for step in game.lessons().steps for task in step.do]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ROOMS)
def test_a_game_is_learned_from_the_first_step_to_the_last(name: str, language: str) -> None:
    game = cloudtop.game(name)
    said = learned(game, solution(game), language)
    for step in game.lessons().steps:
        assert step.coach.by(language) in said
        for task in step.do:
            assert f"> {task.task.by(language)}" in said
            assert f"✓ {task.good.by(language)}" in said
    assert f"cloudtop play {name} --seats human,calm" in said
    assert "✗" not in said


@pytest.mark.parametrize("name", ROOMS)
def test_show_does_what_is_asked_for(name: str) -> None:
    game = cloudtop.game(name)
    assert "cloudtop play" in learned(game, ["show"] * len(solution(game)))


def test_slips_refusals_and_other_moves_are_answered_and_not_made() -> None:
    said = learned(NIM, ["", "stop", "heads", "tails", "dance", "help", "?", "board", "take", "stop"])
    assert "✗ Not yet." in said
    assert "✗ You have called." in said
    assert "'dance' is not" in said
    assert "nothing can go wrong" in said
    assert "You: take (take a stone)." in said
    assert "Seat 1: take (take a stone)." in said
    assert said.rindex("✓ Well done.") < said.index("cloudtop play coin-nim --seats human,calm")


def test_whoever_leaves_is_told_how_to_come_back() -> None:
    assert "cloudtop learn skybridge --step 2" in learned(cloudtop.game("skybridge"), ["skip", "quit"])
    assert "cloudtop play" not in learned(NIM, ["take"])


def test_one_can_begin_with_any_step() -> None:
    game = cloudtop.game("skybridge")
    assert first_step(game, "roof") == first_step(game, "3") == 2
    assert "Step 3 of 6" in learned(game, [], first=2)
    for wrong in ("0", "7", "moon"):
        with pytest.raises(CloudtopError, match="expected 1 to 6, or one of lowest, contact"):
            first_step(game, wrong)
