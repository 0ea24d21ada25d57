"""A game one can hold: it goes on, goes back, and is the record of itself."""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random

import pytest
from tests.support.lab.rooms import GAMES

import cloudtop
from cloudtop import Play
from cloudtop.core.errors import BadRecord, CloudtopError, IllegalMove, NotAMove
from cloudtop.core.game import Game
from cloudtop.core.record import read_record

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def played_out(game: Game, seed: int) -> Play:
    """A random play to its end."""
    play, rng = Play(game, players=2, seed=seed), Random(seed)
    while not play.over:
        play.push(rng.choice(play.legal()))
    return play


@each_game
def test_a_play_goes_to_its_end_and_all_the_way_back(game: Game) -> None:
    play = played_out(game, 3)
    assert play.result == play.record().end().outcome() is not None
    assert play.seat is None
    assert play.legal() == []
    positions = list(play.positions())
    assert positions[-1] == play.state
    assert len(positions) == len(play) + 1
    for before in reversed(positions[:-1]):
        last = play.peek()
        assert play.pop() == last
        assert play.state == before
        assert before.legal(last.seat)
    assert len(play) == 0
    assert play.state == game.deal(players=2, seed=3)
    with pytest.raises(IndexError, match="no move has been made that could be taken back"):
        play.pop()
    with pytest.raises(IndexError, match="no move has been made yet"):
        play.peek()


@each_game
def test_a_play_is_its_record(game: Game, tmp_path: Path) -> None:
    play = played_out(game, 4)
    text = play.record().write()
    assert Play.from_record(play.record()) == play
    assert read_record(text, lambda name: game).end() == play.state
    assert [move.action for move in play] == [move.action for move in play.moves]


def test_a_record_keeps_its_names_and_comments_on_the_way(tmp_path: Path) -> None:
    record = played_out(cloudtop.game("skybridge"), 1).record().upto(3)
    text = record.write().replace("seed:", "seat 0: Mira\nevent: a club evening\nseed:")
    text = text.replace("\n2 1", "\n; well\n2 1")
    file = tmp_path / "play.cloudtop"
    file.write_text(text, encoding="utf-8")
    for source in (text, file, cloudtop.read_record(text)):
        play = Play.from_record(source)
        assert play.record().write() == text
    with pytest.raises(BadRecord):
        Play.from_record("nothing")


def test_moves_are_numbers_or_texts_and_illegal_ones_change_nothing() -> None:
    play = Play("skybridge", players=2, seed=7)
    assert play.push("c3@b2", comment="the middle").comment == "the middle"
    before = play.copy()
    assert play.why_not("c3@b2") == "skybridge/supply"
    assert play.why_not(play.legal()[0]) is None
    for move, error in (("c3@b2", IllegalMove), ("nonsense", NotAMove), (9999, NotAMove)):
        with pytest.raises(error):
            play.push(move)
        assert play == before
        assert play.state == before.state
    assert play.text(play.legal()[0]) == "h3@a1"
    assert play.say(play.legal()[0]) != play.say(play.legal()[0], "fr")


def test_seats_that_choose_at_once_are_told_apart() -> None:
    play = Play("strange-world", players=2, seed=1)
    assert play.turn() == [0, 1]
    second = play.legal(1)[-1]
    assert play.push(second, seat=1).seat == 1
    assert play.turn() == [0]


def test_a_copy_goes_its_own_way() -> None:
    play = Play("cloud-city", players=2, seed=5)
    play.push(play.legal()[0])
    for other in (play.copy(), copy.copy(play)):
        assert other == play
        other.push(other.legal()[0])
        assert other != play
        assert len(play) == 1
    assert play != "a text"
    with pytest.raises(TypeError, match="unhashable"):
        hash(play)


def test_a_play_shows_itself() -> None:
    play = Play("skybridge", players=2, seed=7)
    assert repr(play) == "<play of skybridge, 2 players, 0 moves, seat 0 to decide>"
    play.push(play.legal()[0])
    assert "1 move, seat 1" in repr(play)
    assert str(play) == str(play.state)
    assert play._repr_svg_().startswith("<svg")
    assert play.view(0).seat == 0
    assert play.observe()[1].sum() == len(play.legal())
    assert play.scores == [0, 0]
    assert play.options["roof_on_foundation"] is False
    assert bool(play)
    assert "over>" in repr(played_out(cloudtop.game("skybridge"), 1))


def test_a_bot_chooses_and_a_play_that_is_over_takes_no_move() -> None:
    play = Play("skybridge", players=2, seed=7)
    assert play.choose("greedy", Random(1)) in play.legal()
    over = played_out(cloudtop.game("skybridge"), 1)
    for asked in (lambda: over.push(0), over.choose, over.observe):
        with pytest.raises(CloudtopError, match="this game is over"):
            asked()


def test_a_play_without_a_seed_can_still_be_dealt_again() -> None:
    play = Play("skybridge", players=3, options={"roof_on_foundation": True}, rules=1)
    assert play.players == 3
    assert play.record().start() == play.state
    deal = cloudtop.game("skybridge").deal_of(players=2, seed=9)
    assert Play("skybridge", players=2, deal=deal).state == cloudtop.game("skybridge").deal(players=2, seed=9)
