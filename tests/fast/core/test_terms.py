"""What is agreed before the deal: players, options, a seed or a deal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.support.nim import GAME as NIM
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.errors import BadDeal, BadLanguage, BadOption, BadPlayers, BadPosition, BadSeed, UnknownGame
from cloudtop.core.game import Option, written

each_game = pytest.mark.parametrize("game", [cloudtop.game(name) for name in ROOMS], ids=lambda game: game.name)

FLAG = Option("flag", False, (False, True))
COUNT = Option("count", 1, (0, 1, 2))
WORD = Option("word", "free", ("free", "strict"))


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (FLAG, True, True),
        (FLAG, "on", True),
        (FLAG, "off", False),
        (COUNT, 2, 2),
        (COUNT, "2", 2),
        (WORD, "strict", "strict"),
    ],
)
def test_an_option_reads_its_values_and_their_texts(option: Option, given: object, value: object) -> None:
    read = option.read(given)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("option", "given"),
    [
        (FLAG, 1),
        (FLAG, 0),
        (FLAG, "True"),
        (FLAG, "yes"),
        (FLAG, None),
        (COUNT, True),
        (COUNT, False),
        (COUNT, 1.0),
        (COUNT, 3),
        (COUNT, "01"),
        (COUNT, [1]),
        (WORD, "Free"),
        (WORD, ""),
        (WORD, b"free"),
    ],
)
def test_an_option_refuses_everything_else_and_says_what_it_takes(option: Option, given: object) -> None:
    allowed = ", ".join(written(value) for value in option.values)
    with pytest.raises(BadOption) as caught:
        option.read(given)
    assert str(caught.value) == f"option {option.name} does not take {given!r}; expected one of {allowed}"


@each_game
def test_defaults_are_allowed_values_and_are_filled_in(game: cloudtop.Game) -> None:
    terms = game.terms()
    assert terms.players == game.player_counts[0]
    assert terms.options == {option.name: option.default for option in game.options}


@each_game
def test_an_unknown_option_is_refused_and_the_known_ones_are_named(game: cloudtop.Game) -> None:
    with pytest.raises(BadOption) as caught:
        game.terms(options={"gravity": "off"})
    assert f"{game.name} has no option 'gravity'; it has " in str(caught.value)
    assert all(option.name in str(caught.value) for option in game.options)


@pytest.mark.parametrize("options", [["stones"], "stones", 5])
def test_options_that_are_no_mapping_are_refused(options: Any) -> None:
    with pytest.raises(BadOption, match="options are a mapping of names to values"):
        NIM.terms(2, options)
    with pytest.raises(BadPosition, match="options are a mapping of names to values"):
        NIM.load({**NIM.deal(seed=1).dump(), "options": options})


@each_game
@pytest.mark.parametrize("players", [0, -1, 99, True, False, 2.0, 3.0, "2", [2]])
def test_a_number_of_players_the_game_does_not_have_is_refused(game: cloudtop.Game, players: Any) -> None:
    with pytest.raises(BadPlayers) as caught:
        game.terms(players)
    allowed = ", ".join(str(number) for number in game.player_counts)
    assert str(caught.value) == f"{game.name} is not played by {players!r}; expected one of {allowed} players"


@each_game
@pytest.mark.parametrize("seed", ["7", 7.0, True, [7], b"7"])
def test_a_seed_that_is_no_whole_number_is_refused(game: cloudtop.Game, seed: Any) -> None:
    with pytest.raises(BadSeed, match="a seed is a whole number, not "):
        game.deal(seed=seed)
    with pytest.raises(BadSeed, match="a seed is a whole number, not "):
        game.deal_of(seed=seed)


@each_game
def test_a_seed_and_a_deal_together_are_refused(game: cloudtop.Game) -> None:
    with pytest.raises(BadSeed, match="give a seed or a deal, not both"):
        game.deal(seed=1, deal=game.deal_of(seed=1))


@each_game
@pytest.mark.parametrize("seed", [0, -7, 2**53, 10**40])
def test_a_seed_deals_the_same_game_again(game: cloudtop.Game, seed: int) -> None:
    for players in game.player_counts:
        first = game.deal(players=players, seed=seed)
        assert first.dump() == game.deal(players=players, seed=seed).dump()
        assert first.dump() == game.deal(players=players, deal=game.deal_of(players, seed)).dump()


@each_game
def test_without_a_seed_the_deal_is_a_surprise(game: cloudtop.Game) -> None:
    players = game.player_counts[-1]
    assert len({str(game.deal(players=players).dump()) for _ in range(60)}) > 1


@each_game
@pytest.mark.parametrize("deal", [{}, {"nonsense": 1}, [], 3, "deal", {"nonsense": [1, [2]]}])
def test_a_deal_that_no_shuffle_gives_is_refused(game: cloudtop.Game, deal: Any) -> None:
    with pytest.raises(BadDeal):
        game.deal(deal=deal)


@each_game
@pytest.mark.parametrize(
    "dump", [None, [], "towers", 3, {}, {"players": 2, "game": "chess"}, {"players": 2, "rules": 0}]
)
def test_what_is_no_position_is_refused(game: cloudtop.Game, dump: Any) -> None:
    with pytest.raises(BadPosition):
        game.load(dump)


def test_an_unknown_game_is_refused_and_the_library_is_named() -> None:
    with pytest.raises(UnknownGame, match=r"there is no game 'chess'; the library has .*skybridge"):
        cloudtop.game("chess")


@each_game
def test_an_unknown_language_is_refused(game: cloudtop.Game) -> None:
    for ask in (game.words, game.guide, game.title):
        with pytest.raises(BadLanguage, match="unknown language 'de'; expected one of en, fr, ja"):
            ask("de")
    with pytest.raises(BadLanguage):
        game.board_text(game.deal(seed=1).view(None), "de")


def test_a_shuffle_is_drawn_from_the_given_generator_alone() -> None:
    terms = NIM.terms(3)
    assert [NIM.shuffle(terms, Random(seed)) for seed in range(9)] == [
        NIM.shuffle(terms, Random(seed)) for seed in range(9)
    ]
