"""A record: written, read back with every move checked, and an answer to every broken one."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.nim import GAME as NIM
from tests.support.nim import CoinNimGame
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.chance import pick
from cloudtop.core.errors import BadOption, BadRecord, BadRules, CloudtopError, IllegalMove
from cloudtop.core.game import Game, Option
from cloudtop.core.record import Move, Record, read_record

SKYBRIDGE = cloudtop.game("skybridge")
GAMES: list[Game] = [*(cloudtop.game(name) for name in ROOMS), NIM]
BY_NAME = {game.name: game for game in GAMES}


def read(text: str) -> Record:
    return read_record(text, BY_NAME.__getitem__)


def played(game: cloudtop.Game, seed: int, moves: int = 10_000, players: int | None = None) -> Record:
    """A random game, or its first moves."""
    terms = game.terms(players)
    record = Record(game, terms.players, terms.options, seed)
    state = record.start()
    rng = Random(seed)
    while state.turn() and len(record.moves) < moves:
        seat = pick(rng, state.turn())
        action = pick(rng, state.legal(seat))
        state.play(seat, action)
        record = record.with_move(seat, action)
    return record


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("moves", [0, 1, 7, 10_000])
def test_a_record_reads_back_as_it_was_written(game: cloudtop.Game, moves: int) -> None:
    for players in game.player_counts:
        record = played(game, seed=players, moves=moves, players=players)
        back = read(record.write())
        assert back == record
        assert back.write() == record.write()
        assert back.end().dump() == record.end().dump()


def test_a_record_keeps_names_notes_and_comments() -> None:
    record = played(SKYBRIDGE, seed=7, moves=3)
    first, second, third = record.moves
    record = replace(
        record,
        names={0: "greedy", 1: "屋根: a name; with signs"},
        notes={"date": "2031-05-04", "event": "a rainy afternoon"},
        moves=(
            replace(first, before=("what anybody wants to say", "", "  indented")),
            replace(second, comment="élégant ; with a semicolon"),
            third,
        ),
        closing=("and so it went on", "橋"),
    )
    back = read(record.write())
    assert back == record
    assert back.write() == record.write()


def test_a_record_of_an_explicit_deal_reads_back() -> None:
    record = Record(SKYBRIDGE, 3, SKYBRIDGE.terms(3).options, deal={"starter": 2})
    record = record.with_move(2, SKYBRIDGE.parse(record.start(), 2, "i3@b2"))
    assert 'deal: {"starter":2}\n' in record.write()
    assert read(record.write()) == record


def test_a_record_looks_like_this() -> None:
    record = Record(SKYBRIDGE, 2, SKYBRIDGE.terms(2).options, deal={"starter": 0}, names={1: "greedy"})
    record = record.with_move(0, SKYBRIDGE.parse(record.start(), 0, "c3@b2"), "in the middle")
    assert record.write() == (
        "cloudtop record 1\n"
        "game: skybridge\n"
        "rules: 1\n"
        "players: 2\n"
        "printed: bb90618478e091a4\n"
        "option roof_on_foundation: off\n"
        "option bridge_on_foundation: off\n"
        "option bridge_over_bridge: not-directly\n"
        "option two_player_colours: free\n"
        "seat 1: greedy\n"
        'deal: {"starter":0}\n'
        "result: unfinished\n"
        "\n"
        "1 0 c3@b2 ; in the middle\n"
    )


@pytest.mark.parametrize("text", ["", " ", "two\nlines", "a\r\nb\x0bc\u2028d", "trailing  ", "  leading", "; ;", "\t"])
def test_whatever_is_typed_as_a_name_or_a_comment_can_be_written_and_read(text: str) -> None:
    record = replace(
        played(SKYBRIDGE, seed=1, moves=2),
        names={0: text},
        notes={"event": text},
        closing=(text,),
    )
    move = record.moves[0]
    record = replace(record, moves=(replace(move, comment=text, before=(text,)), record.moves[1]))
    written = record.write()
    back = read(written)
    assert back.write() == written
    assert [(move.seat, move.action) for move in back.moves] == [(move.seat, move.action) for move in record.moves]
    assert back.names[0].split() == text.split()
    assert back.moves[0].comment.split() == text.split()


@pytest.mark.parametrize("name", ["seed", "option gravity", "seat 0", "Event", "two words:", "", "9", "a\nb"])
def test_a_note_whose_header_would_not_read_back_is_refused(name: str) -> None:
    with pytest.raises(BadRecord, match="cannot be the header of a note"):
        Record(SKYBRIDGE, 2, SKYBRIDGE.terms(2).options, seed=1, notes={name: "x"})


@pytest.mark.parametrize(("seed", "deal"), [(None, None), (1, {"starter": 0})])
def test_a_record_says_in_one_way_how_it_was_dealt(seed: int | None, deal: dict[str, int] | None) -> None:
    with pytest.raises(BadRecord, match="either a seed or a deal"):
        Record(SKYBRIDGE, 2, SKYBRIDGE.terms(2).options, seed, deal)


@pytest.mark.parametrize("seat", [-1, 2, 10])
def test_a_name_for_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    with pytest.raises(BadRecord, match=f"there is no seat {seat} to name; this game has seats 0 to 1"):
        Record(SKYBRIDGE, 2, SKYBRIDGE.terms(2).options, seed=1, names={seat: "greedy"})


def test_reading_forgives_a_byte_order_mark_blank_lines_and_windows_line_ends() -> None:
    record = played(SKYBRIDGE, seed=3, moves=4)
    text = record.write()
    head, moves = text.split("\n\n")
    for variant in ("\ufeff" + text, text.replace("\n", "\r\n"), f"{head}\n\n\n{moves}\n\n", f"{head}\n\n  {moves}"):
        assert read(variant) == record


def test_positions_are_snapshots_and_upto_cuts() -> None:
    record = played(SKYBRIDGE, seed=5, moves=6)
    positions = list(record.positions())
    assert [move for move, _ in positions] == list(record.moves)
    for count, (_, state) in enumerate(positions, 1):
        assert state.dump() == record.upto(count).end().dump()
    assert record.upto(0).end().dump() == record.start().dump()


def test_a_record_of_an_illegal_move_cannot_be_replayed() -> None:
    record = Record(SKYBRIDGE, 2, SKYBRIDGE.terms(2).options, deal={"starter": 0}).with_move(1, 0)
    with pytest.raises(IllegalMove, match="skybridge/turn"):
        record.end()


# ---------------------------------------------------------------------- broken records

SOUND = """cloudtop record 1
game: skybridge
rules: 1
players: 2
option roof_on_foundation: off
option bridge_on_foundation: off
option bridge_over_bridge: not-directly
option two_player_colours: free
seat 0: greedy
deal: {"starter":0}
result: unfinished

; the first two blocks
1 0 c3@b2
2 1 h3@c2 ; beside it
3 0 i2@a1
"""

BROKEN: list[tuple[str, str, str]] = [
    (
        "cloudtop record 1",
        "cloudtop record 2",
        "this is no Cloudtop record: the first line must be 'cloudtop record 1'",
    ),
    ("cloudtop record 1\n", "", "this is no Cloudtop record: the first line must be 'cloudtop record 1'"),
    ("rules: 1\n", "rules: 1\nrules: 1\n", "line 4: the header 'rules' is given twice"),
    ("rules: 1\n", "rules: 1\nrules = 1\n", "line 4: expected a header such as 'players: 2', found 'rules = 1'"),
    ("rules: 1\n", "Rules: 1\n", "line 3: expected a header such as 'players: 2', found 'Rules: 1'"),
    ("game: skybridge\n", "", "the header 'game' is missing"),
    ("rules: 1\n", "", "the header 'rules' is missing"),
    ("players: 2\n", "", "the header 'players' is missing"),
    ("result: unfinished\n", "", "the header 'result' is missing"),
    ('deal: {"starter":0}\n', "", "a record has either the header 'seed' or the header 'deal'"),
    ("players: 2\n", "players: 2\nseed: 1\n", "a record has either the header 'seed' or the header 'deal'"),
    ("game: skybridge", "game: chess", "there is no game 'chess'; the library has "),
    ("rules: 1", "rules: 99", "this record follows rules version 99 of skybridge; this program has version 1"),
    ("rules: 1", "rules: one", "the header 'rules' must be a whole number, not 'one'"),
    ("players: 2", "players: two", "the header 'players' must be a whole number, not 'two'"),
    ("players: 2", "players: 7", "skybridge is not played by 7; expected one of 2, 3, 4 players"),
    ("players: 2", "players:", "the header 'players' must be a whole number, not ''"),
    ('deal: {"starter":0}', "seed: lucky", "the header 'seed' must be a whole number, not 'lucky'"),
    ('deal: {"starter":0}', "deal: {starter}", "the header 'deal' is not JSON"),
    ('deal: {"starter":0}', "deal: " + "[" * 100_000, "the header 'deal' is not JSON"),
    ('deal: {"starter":0}', 'deal: {"starter":5}', "'starter' is a seat from 0 to 1, not 5"),
    ('deal: {"starter":0}', "deal: null", "the header 'deal' is not a JSON object"),
    ('deal: {"starter":0}', "deal: {}", "a deal of skybridge has one key, 'starter'"),
    (
        "roof_on_foundation: off",
        "roof_on_foundation: no",
        "option roof_on_foundation does not take 'no'; expected one of",
    ),
    (
        "option roof_on_foundation: off",
        "option gravity: off",
        "skybridge has no option 'gravity'; it has roof_on_foundation",
    ),
    ("seat 0: greedy", "seat 2: greedy", "there is no seat 2 to name; this game has seats 0 to 1"),
    ("2 1 h3@c2", "3 1 h3@c2", "line 15: expected move number 2, found 3"),
    ("2 1 h3@c2", "2 7 h3@c2", "line 15: there is no seat 7; this game has seats 0 to 1"),
    ("2 1 h3@c2", "2 0 c3@c2", "line 15: seat 0 may not play c3@c2 (skybridge/turn): "),
    ("2 1 h3@c2", "2 1 h3@b2", "line 15: seat 1 may not play h3@b2 (skybridge/block-lowest): "),
    ("2 1 h3@c2", "2 1 z9@c2", "line 15: 'z9@c2' is no move of skybridge; expected something like h3@a1"),
    ("2 1 h3@c2", "2 1 3@c2", "line 15: '3@c2' can mean several moves; say which: h3@c2, j3@c2"),
    ("2 1 h3@c2", "2 1", "line 15: expected a move such as '1 0 c3@a1', found '2 1 ; beside it'"),
    ("2 1 h3@c2", "h3@c2", "line 15: expected a move such as '1 0 c3@a1', found 'h3@c2 ; beside it'"),
    ("2 1 h3@c2", "9" * 5000 + " 1 h3@c2", "line 15: expected a move such as "),
    ("result: unfinished", "result: 3 4", "the header 'result' says '3 4', but the moves lead to 'unfinished'"),
    (
        "result: unfinished\n\n",
        "result: unfinished\n",
        "line 12: expected a header such as 'players: 2', found '; the first",
    ),
]


def test_the_sound_record_is_sound() -> None:
    assert cloudtop.read_record(SOUND).write() == SOUND


@pytest.mark.parametrize(("old", "new", "reason"), BROKEN, ids=[reason[:60] for _, _, reason in BROKEN])
def test_a_broken_record_is_refused_in_one_clear_sentence(old: str, new: str, reason: str) -> None:
    assert SOUND.count(old) == 1
    with pytest.raises(CloudtopError) as caught:
        cloudtop.read_record(SOUND.replace(old, new))
    assert str(caught.value).startswith(reason)
    assert "\n" not in str(caught.value)


def test_a_false_result_of_a_finished_game_is_refused() -> None:
    text = played(SKYBRIDGE, seed=4).write()
    with pytest.raises(BadRecord, match="the header 'result' says '999 0', but the moves lead to"):
        cloudtop.read_record(re.sub(r"result: .*", "result: 999 0", text))


def test_a_move_after_the_end_is_refused() -> None:
    record = played(SKYBRIDGE, seed=4)
    text = record.write() + f"{len(record.moves) + 1} 0 c3@a1\n"
    with pytest.raises(BadRecord, match=r"seat 0 may not play c3@a1 \(skybridge/end\)"):
        cloudtop.read_record(text)


@pytest.mark.parametrize(
    "text", ["", "\n\n", "\x00\x01\xff", "{}", "<svg/>", "cloudtop record", "\ufeff", "MZ\x90\x00" * 9]
)
def test_what_is_no_record_at_all_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="this is no Cloudtop record"):
        cloudtop.read_record(text)


def sound_or_refused(text: str) -> Record | None:
    """The record, None for one that is refused as it should be; every other exception fails the test."""
    try:
        return cloudtop.read_record(text)
    except CloudtopError:
        return None


@pytest.mark.parametrize("kept", range(0, len(SOUND), 7))
def test_a_truncated_record_is_read_as_far_as_it_is_sound_or_refused(kept: int) -> None:
    record = sound_or_refused(SOUND[:kept])
    head, _, moves = SOUND.partition("\n\n")
    assert (record is not None) <= (kept >= len(head))
    assert record is None or len(record.moves) <= moves[: kept - len(head)].count("@")


@pytest.mark.slow("tries hundreds of damaged records")
@given(
    places=st.lists(st.tuples(st.integers(0, len(SOUND)), st.integers(0, 4)), min_size=1, max_size=4),
    pieces=st.lists(st.one_of(st.text(max_size=5), st.sampled_from(SOUND.splitlines(keepends=True))), min_size=4),
)
def test_no_damage_to_a_record_makes_anything_but_a_clear_error(
    places: list[tuple[int, int]], pieces: list[str]
) -> None:
    text = SOUND
    for (place, dropped), piece in zip(places, pieces, strict=False):
        text = text[:place] + piece + text[place + dropped :]
    record = sound_or_refused(text)
    assert record is None or cloudtop.read_record(record.write()) == record


@given(
    name=st.sampled_from(["game", "rules", "players", "seat 0", "deal", "result", "option two_player_colours"]),
    value=st.one_of(st.text(max_size=12), st.integers().map(str), st.floats().map(repr)),
)
def test_no_header_value_makes_anything_but_a_clear_error(name: str, value: str) -> None:
    text = re.sub(rf"^{name}: .*$", lambda _: f"{name}: {value}", SOUND, flags=re.MULTILINE)
    record = sound_or_refused(text)
    assert record is None or cloudtop.read_record(record.write()) == record


def test_comments_stay_with_their_moves() -> None:
    record = cloudtop.read_record(SOUND)
    assert record.moves[0].before == ("the first two blocks",)
    assert [move.comment for move in record.moves] == ["", "beside it", ""]
    assert record.moves[2] == Move(0, SKYBRIDGE.parse(record.upto(2).end(), 0, "i2@a1"))


# ---------------------------------------------------------------------- boxes and older rules


def test_a_record_carries_its_box_and_needs_nothing_else() -> None:
    boxed = NIM.with_box({"stones": [4, 9]})
    record = played(boxed, seed=3)
    text = record.write()
    assert text.splitlines()[3:6] == ["players: 2", 'box: {"stones":[4,9]}', "option stones: 9"]
    back = read(text)
    assert back == record
    assert back.write() == text
    assert back.game.box_data == {"stones": [4, 9]}
    assert back.end().dump() == record.end().dump()
    assert sum(back.end().score_sheet(seat).lines[0].points for seat in range(2)) == 9


BOX = 'box: {"stones":[4,9]}'


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ("box: {", "the header 'box' is not JSON"),
        ("box: [4, 9]", "the header 'box' is not a JSON object"),
        ('box: {"stones":[4,0]}', "the box of this record cannot be played with: a heap has at least one stone, not 0"),
        ('box: {"stones":[4]}', "option stones does not take '9'; expected one of 4"),
        (f"{BOX}\n{BOX}", "line 6: the header 'box' is given twice"),
    ],
)
def test_a_record_with_a_box_that_cannot_be_is_refused(header: str, why: str) -> None:
    text = played(NIM.with_box({"stones": [4, 9]}), seed=3).write()
    with pytest.raises(CloudtopError, match=re.escape(why)):
        read(text.replace(BOX, header))


def test_a_box_that_a_game_does_not_take_is_told() -> None:
    class Sealed(CoinNimGame):
        boxed = cloudtop.Game.boxed

    text = played(NIM.with_box({"stones": [4, 9]}), seed=3).write()
    with pytest.raises(BadRecord, match="coin-nim is played with its own box alone"):
        read_record(text, {"coin-nim": Sealed()}.__getitem__)


class GrownNim(CoinNimGame):
    """The toy after two more choices came with versions 2 and 3."""

    options = (
        *CoinNimGame.options,
        Option("cup", "glass", ("glass", "tin"), since=2, before="clay", former=("clay",)),
        Option("loud", True, (False, True), since=3),
    )


GROWN = GrownNim()


@pytest.mark.parametrize(
    ("rules", "lines", "options"),
    [
        (1, ["option stones: 7"], {"stones": 7, "cup": "clay", "loud": False}),
        (2, ["option stones: 7", "option cup: glass"], {"stones": 7, "cup": "glass", "loud": False}),
        (3, ["option stones: 7", "option cup: glass", "option loud: on"], {"stones": 7, "cup": "glass", "loud": True}),
    ],
)
def test_an_older_record_stays_as_it_is(rules: int, lines: list[str], options: dict[str, object]) -> None:
    head = ["cloudtop record 1", "game: coin-nim", f"rules: {rules}", "players: 2"]
    text = "\n".join([*head, *lines, "seed: 5", "result: unfinished", "", "1 0 heads", ""])
    record = read_record(text, {"coin-nim": GROWN}.__getitem__)
    assert record.rules == rules
    assert record.options == options
    assert record.end().terms.rules == rules
    assert record.write() == text
    assert record.with_move(1, 0).write().startswith("\n".join([*head, *lines]))


def test_a_record_follows_the_present_rules_unless_it_says_otherwise() -> None:
    assert Record(GROWN, 2, {}, 5).rules == 3
    assert Record(GROWN, 2, {}, 5, rules=1).start().options["cup"] == "clay"
    with pytest.raises(BadRules, match="coin-nim has the rules versions 1 to 3, not 4"):
        Record(GROWN, 2, {}, 5, rules=4).write()


def test_an_older_record_has_no_options_that_came_later() -> None:
    text = Record(GROWN, 2, {}, 5).write().replace("rules: 3", "rules: 1")
    with pytest.raises(BadOption, match="option cup came with rules version 2 of coin-nim"):
        read_record(text, {"coin-nim": GROWN}.__getitem__)


@pytest.mark.parametrize("rules", [0, 4, 99])
def test_a_record_of_rules_that_nobody_here_knows_is_refused(rules: int) -> None:
    text = Record(NIM, 2, {}, 5).write().replace("rules: 3", f"rules: {rules}")
    why = f"this record follows rules version {rules} of coin-nim; this program has version 3"
    with pytest.raises(BadRecord, match=why):
        read(text)
