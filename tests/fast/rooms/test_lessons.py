"""Every lesson can be taught as it is written, right and wrong, in every language; and a bad file says what is bad."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

import pytest
from tests.support.nim import GAME as NIM
from tests.support.nim import LESSONS as NIM_LESSONS
from tests.support.nim import CoinNimGame
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.game import Game
from cloudtop.core.lesson import Attempt, BadLesson, Lessons, Step, check_lessons, faults, read_lessons, wrong_texts
from cloudtop.core.words import LANGUAGES

GAMES: list[Game] = [*map(cloudtop.game, ROOMS), NIM]
STEPS = [pytest.param(game, step, id=f"{game.name}-{step.id}") for game in GAMES for step in game.lessons().steps]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_step = pytest.mark.parametrize(("game", "step"), STEPS)
each_language = pytest.mark.parametrize("language", LANGUAGES)


@each_step
def test_a_step_can_be_played_as_it_is_written(game: Game, step: Step) -> None:
    assert list(faults(game, step)) == []


@each_step
def test_a_step_is_told_in_every_language_and_names_no_place(game: Game, step: Step) -> None:
    assert list(wrong_texts(step)) == []


@each_game
def test_every_game_teaches_and_its_lessons_keep_the_promises(game: Game) -> None:
    check_lessons(game)
    assert game.lessons().steps
    assert game is NIM or len(game.lessons().tips) == 3
    assert game is NIM or 4 <= game.lessons().minutes <= 5


def shown_to_the_end(attempt: Attempt) -> Iterator[Attempt]:
    """An attempt before each of its tasks, each done as "Show me" does it."""
    while attempt.task is not None:
        yield attempt
        attempt.make(attempt.shown())


@each_language
@each_step
def test_every_try_gets_an_answer_in_every_language(game: Game, step: Step, language: str) -> None:
    for attempt in shown_to_the_end(Attempt(game, step)):
        task, before = attempt.task, attempt.state.dump()
        assert task is not None
        assert attempt.answer(attempt.shown(), language) == ("good", task.good.by(language), "")
        for action in attempt.state.legal(step.seat):
            assert (attempt.answer(action, language).kind == "good") == (action in attempt.accepted())
        for slip in (slip for slip in step.again if slip.task == attempt.number + 1):
            tried = [
                attempt.answer(action, language)
                for action in range(game.actions)
                if fnmatchcase(game.text(action), slip.move) and not attempt.accepts(action)
            ]
            # A slip that no number stands for is known by its text.
            tried.append(attempt.refusal(f"{game.name}/{slip.rule}", [slip.move], language) if slip.rule else tried[0])
            assert ("again", slip.say.by(language), slip.rule) in tried
        assert attempt.state.dump() == before, "a try changes nothing"


@each_language
@each_game
def test_a_refusal_without_a_slip_cites_the_rule_as_the_guide_states_it(game: Game, language: str) -> None:
    attempt = Attempt(game, game.lessons().steps[0])
    answers = [attempt.answer(action, language) for action in range(game.actions)]
    refused = [answer for answer in answers if answer.kind == "refused"]
    assert refused
    for answer in refused:
        assert answer.text == game.guide(language).rules[answer.rule].statement


@each_game
def test_lit_are_the_moves_that_are_asked_for_and_nothing_else(game: Game) -> None:
    for step in game.lessons().steps:
        for attempt in shown_to_the_end(Attempt(game, step)):
            accepted = attempt.accepted()
            assert attempt.shown() in accepted
            assert set(accepted) <= set(attempt.state.legal(step.seat))


def test_replies_are_made_and_told() -> None:
    attempt = Attempt(NIM, NIM.lessons().steps[0])
    assert [NIM.text(action) for _, action in attempt.make(attempt.shown())] == ["take"]
    assert [(seat, NIM.text(action)) for seat, action in attempt.make(attempt.shown())] == [
        (0, "stop"),
        (1, "take"),
        (1, "stop"),
    ]
    assert attempt.task is None


def test_a_game_without_a_file_has_no_lessons() -> None:
    from cloudtop.core.lesson import lessons_of

    assert lessons_of("cloudtop.core") == Lessons()
    assert lessons_of("") == Lessons()


# ---------------------------------------------------------------------------------------------- bad files

BAD_FILES = {
    "not a table": ("[[step]\n", "nim: "),
    "an unknown key": (NIM_LESSONS.replace("minutes", "hours"), "nim: there is no such key as hours"),
    "minutes in words": (NIM_LESSONS.replace("minutes = 1", 'minutes = "one"'), "nim: minutes: Expected `int`"),
    "a language is missing": (
        NIM_LESSONS.replace('fr = "Pas encore.", ', ""),
        "nim: step turn: Object missing required field `fr` - at `$.again[0].say`",
    ),
    "a key nobody knows": (NIM_LESSONS.replace("gain = 1", "points = 1"), "nim: step turn: Object contains unknown"),
    "a step without a name": (
        NIM_LESSONS.replace('id = "turn"\n', ""),
        "nim: step 1: Object missing required field `id`",
    ),
    "no task": (NIM_LESSONS.partition("[[step.do]]")[0] + "do = []\n", "nim: step turn"),
    "the same step twice": (
        NIM_LESSONS + NIM_LESSONS.partition("[[tip]]")[0].replace("minutes = 1", ""),
        "nim: two steps are called turn",
    ),
    "a tip about nothing": (NIM_LESSONS.replace('moves = ["take"]', "moves = 3"), "nim: tip 1: Expected `array`"),
}


@pytest.mark.parametrize("what", BAD_FILES)
def test_a_bad_file_gives_one_line_that_names_file_and_step(what: str) -> None:
    text, said = BAD_FILES[what]
    with pytest.raises(BadLesson) as caught:
        read_lessons(text, "nim")
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


BAD_LESSONS = {
    "an impossible position": ("heap = 6", "heap = 9", "the position cannot be loaded: the heap and what was taken"),
    "a seat too many": ('rules = ["take"', 'seat = 4\nrules = ["take"', "there is no seat 4"),
    "a rule that is none": ('"take", "stop"]', '"steal"]', "there is no rule steal"),
    "a move that is none": ('play = "take"', 'play = "give"', "task 1 cannot be played: "),
    "a move that is not asked for": ('accept = ["take"]', 'accept = ["stop"]', "task 1 does not accept"),
    "too few points": ("gain = 1", "gain = 2", "task 1 does not accept the move that it shows, take"),
    "a reply out of turn": ("replies = [{ seat = 1", "replies = [{ seat = 0", "a reply of task 2 cannot be played"),
    "a slip that is asked for": ('move = "stop"\nsay', 'move = "take"\nsay', "take is no legal move besides"),
    "a slip against another rule": ('rule = "call"', 'rule = "end"', "heads is refused by call, not by end"),
    "a slip in no task": ('move = "heads"', 'in = 3\nmove = "heads"', "a slip is in task 3"),
    "a wrong end": ('id = "turn"', 'id = "turn"\nends_with = 9', "it ends with 2 points, not with 9"),
    "nobody has won": ('id = "turn"', 'id = "turn"\nwins = 0', "seat 0 has not won in the end"),
    "an empty text": ('ja = "1点です。"', 'ja = ""', "good is missing in ja"),
    "a text too long": (
        'Take a stone.", fr = "Prenez un caillou.", ja = "石を1個',
        f'{"Take " * 20}", fr = "Prenez", ja = "石を1個',
        "task has 100 letters in en",
    ),
    "a place by its name": ("A stone, please.", "Not on b2.", "other names the place b2 in en"),
}


@pytest.mark.parametrize("what", BAD_LESSONS)
def test_what_cannot_be_taught_is_named_with_file_and_step(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new, said = BAD_LESSONS[what]
    assert old in NIM_LESSONS
    bad = read_lessons(NIM_LESSONS.replace(old, new, 1), "nim")
    monkeypatch.setattr(CoinNimGame, "lessons", lambda self: bad)
    with pytest.raises(BadLesson, match=r"^nim: step turn: ") as caught:
        check_lessons(NIM)
    assert said in str(caught.value)


def test_a_tip_is_about_a_move_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = read_lessons(NIM_LESSONS.replace('moves = ["take"]', 'moves = ["steal"]'), "nim")
    monkeypatch.setattr(CoinNimGame, "lessons", lambda self: bad)
    with pytest.raises(BadLesson, match="nim: tip take: no move of the game is one of steal"):
        check_lessons(NIM)


def test_the_conformance_suite_holds_a_game_to_its_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    from cloudtop.core.errors import ContractBreach
    from cloudtop.testing import conformance

    bad = read_lessons(NIM_LESSONS.replace("gain = 1", "gain = 2"), "nim")
    monkeypatch.setattr(CoinNimGame, "lessons", lambda self: bad)
    with pytest.raises(ContractBreach, match="lessons can be taught"):
        conformance(NIM, games=1)
