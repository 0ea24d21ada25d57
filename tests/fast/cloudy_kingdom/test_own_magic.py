"""Magic cards that a table writes for itself, in the same steps as the printed ones."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from tests.support.cloudy_kingdom.playing import Position, boxed, moves, play, refusal

from cloudtop.core.errors import BadPieces, BadPosition
from cloudtop.core.record import Record, read_record
from cloudtop.games.cloudy_kingdom.game import GAME, CloudyKingdomGame
from cloudtop.games.cloudy_kingdom.pieces import BOX, WORDS
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom
from cloudtop.testing import conformance

TWO_AXES = """
[magic.two-axes]
title = { en = "Two axes", fr = "Deux haches", ja = "二本の斧" }
steps = ["cut", "cut", "draw", "play crosswise"]
"""
MANY = """
[magic.stone-gate]
title = "Stone gate"
steps = [{ lay = "on empty", joins = ["abl"], fireproof = true }]

[magic.second-thought]
steps = ["draw", "take from discard", "others may swap", "discard", "play on empty"]

[magic.wild-growth]
steps = ["draw", "draw", "draw", "play anywhere", "discard", "play crosswise on last"]

[magic.bramble]
steps = [{ lay = "anywhere", joins = ["al"] }, "turn", "draw", "play crosswise on last"]
"""
SIDES = ["inspiration", "green-hand"]


def with_magic(
    position: Position, game: CloudyKingdomGame, own: str, field: str, hands: str, **more: object
) -> CloudyKingdom:
    """A position in which everybody has chosen a magic card of the table's own."""
    magic = [[*SIDES, own]] * 2
    return position(field, hands, game=game, rule_of_magic="choose", magic=magic, **more)


# ---------------------------------------------------------------------- played


@pytest.mark.rule("cloudy-kingdom/custom-magic", "allows")
def test_a_card_made_of_steps_alone_is_played_step_by_step(position: Position) -> None:
    game = boxed(TWO_AXES)
    state = with_magic(position, game, "two-axes", "b2 s:v t:w / b1 s:v", "x s", stack="f b")
    play(state, "magic:two-axes")
    assert moves(state) == {"cut@b1", "cut@b2"}
    play(state, "cut@b2")
    assert moves(state) == {"cut@b1", "cut@b2"}
    play(state, "cut@b1")
    assert moves(state) == {"f@b2w", "f@b2e"}
    play(state, "f@b2w")
    assert state.dump()["field"] == {"b2": ["s:v", "f:w"]}
    assert state.dump()["removed"] == ["t", "s"]
    assert state.turn() == [1]
    assert refusal(state, "magic:dead-end") == "hand"


@pytest.mark.rule("cloudy-kingdom/custom-magic", "refuses")
def test_its_steps_are_held_to(position: Position) -> None:
    state = with_magic(position, boxed(TWO_AXES), "two-axes", "b2 s:v t:w / b1 s:v", "x s", stack="f b")
    play(state, "magic:two-axes")
    assert refusal(state, "turn@b2") == "custom-magic"
    play(state, "cut@b2", "cut@b1")
    assert refusal(state, "f@a1w") == "custom-magic"
    assert refusal(state, "cut@b2") == "custom-magic"


def test_two_cuts_need_two_cards_and_one_more_to_lay_across(position: Position) -> None:
    game = boxed(TWO_AXES)
    assert "magic:two-axes" in moves(with_magic(position, game, "two-axes", "b2 s:v t:w s:v", "x s"))
    assert refusal(with_magic(position, game, "two-axes", "b2 s:v t:w", "x s"), "magic:two-axes") == "magic-possible"


def test_the_first_cut_can_be_taken_back_and_the_second_cannot(position: Position) -> None:
    state = with_magic(position, boxed(TWO_AXES), "two-axes", "b2 s:v t:w / b1 s:v", "x s")
    play(state, "magic:two-axes")
    assert not state.commits(0, state.legal(0)[0])
    play(state, "cut@b2")
    assert state.commits(0, state.legal(0)[0])  # a card is drawn


def test_a_card_laid_itself_joins_and_burns_as_it_says(position: Position) -> None:
    state = with_magic(position, boxed(MANY), "stone-gate", "b2 s:v", "x t")
    play(state, "magic:stone-gate")
    assert refusal(state, "stone-gate@b2w") == "custom-magic"
    play(state, "stone-gate@a1s")
    assert state.dump()["field"]["a1"] == ["stone-gate:s"]
    assert refusal(state, "t@a1w") == "magic-fire"
    assert "t@a2n" in moves(state)


def test_a_card_taken_from_the_pile_is_known_to_all_and_drawn_ones_are_not(position: Position) -> None:
    state = with_magic(position, boxed(MANY), "second-thought", "b2 s:v", "x s", stack="f b", discard=["t"])
    play(state, "magic:second-thought")
    assert state.turn() == [1]
    assert state.view(1).facts.hands == ((None, "t"), ("s",))
    play(state, "keep")
    assert moves(state) == {"discard:t", "discard:f"}
    imagined = {tuple(state.imagine(1, Random(i)).dump()["hands"][0]) for i in range(40)}
    assert {hand[1] for hand in imagined} == {"t"}
    assert len({hand[0] for hand in imagined}) > 3
    assert refusal(state, "f@a1w") == "custom-magic"
    play(state, "discard:f", "t@a1n")
    assert state.dump()["discard"] == ["x", "f"]


def test_a_draw_after_swaps_needs_a_card_for_everybody_who_may_swap() -> None:
    game = boxed('[magic.late]\nsteps = ["others may swap", "draw", "play anywhere"]')
    assert [game.box.own[0].draws(players) for players in (2, 3, 4)] == [2, 3, 4]


def test_a_step_that_finds_nothing_is_passed_over(position: Position) -> None:
    # After the wall the turn finds no stack that may be touched, and the card nothing to cross: it is stuck.
    text = (
        '[magic.wall]\nsteps = [{ lay = "anywhere", joins = [], fireproof = true }, "turn", "draw", "play crosswise"]'
    )
    state = with_magic(position, boxed(text), "wall", "b2 s:v", "x s", stack="t f")
    play(state, "magic:wall", "wall@b2h")
    assert moves(state) == {"discard:t"}
    play(state, "discard:t")
    assert state.turn() == [1]


def test_custom_cards_are_offered_only_where_magic_is_chosen() -> None:
    game = boxed(TWO_AXES)
    for magic in ("first-game", "random"):
        assert "two-axes" not in str(game.deal(players=2, seed=3, options={"magic": magic}).dump()["magic"])
    state = game.deal(players=2, seed=3, options={"magic": "choose"})
    assert len(state.legal(0)) == 32 + 24
    assert game.text(state.legal(0)[0]) == GAME.text(531)  # printed picks keep their numbers


@pytest.mark.slow("plays whole games and checks every promise on the way")
def test_whole_games_keep_every_promise() -> None:
    for text in (TWO_AXES, MANY):
        trials = conformance(boxed(text), games=6, terms=[(n, {"magic": "choose"}) for n in (2, 3, 4)])
        assert sum(trial.games for trial in trials) == 18


def test_a_record_of_such_a_game_is_read_with_that_game() -> None:
    game = boxed(TWO_AXES)
    record = Record(game, 2, {"magic": "choose", "layout": "fixed"}, seed=3)
    state = record.start()
    pick = state.game.parse(state, 0, "pick:two-axes+replant+dead-end")
    text = record.with_move(0, pick).write()
    assert read_record(text, lambda name: game).moves[0].action == pick


def test_a_game_with_own_magic_travels_and_speaks() -> None:
    game = boxed(TWO_AXES)
    state = game.deal(players=2, seed=3, options={"magic": "choose"})
    back = pickle.loads(pickle.dumps(state))
    assert back.dump() == state.dump()
    assert back.game.actions == game.actions == 563 + 1 + 24
    pick = game.parse(state, 0, "pick dead-end, two-axes, replant")
    assert game.say(pick, game.words("fr")) == "choisir Cul-de-sac, Repiquage, Deux haches"
    assert boxed(MANY).words("ja")("magic.bramble") == "bramble"


def test_a_position_brings_its_magic_along_and_is_not_read_without_it() -> None:
    state = boxed(TWO_AXES).deal(players=2, seed=3, options={"magic": "choose"})
    state.play(0, state.game.parse(state, 0, "pick:inspiration+green-hand+two-axes"))
    dump = state.dump()
    assert GAME.load(dump).game.actions == 563 + 1 + 24
    with pytest.raises(BadPosition, match="'magic' has lists of magic cards out of cut-it-all"):
        GAME.load({key: value for key, value in dump.items() if key != "box"})
    dump["box"]["magic"]["two-axes"]["steps"] = ["draw"]
    with pytest.raises(BadPosition, match=r"a box that cannot be played with: magic two-axes: .* the hand empty"):
        GAME.load(dump)


def test_whoever_has_a_view_alone_is_told_what_such_cards_do() -> None:
    custom = boxed(MANY).deal(players=2, seed=3).view(None).to_dict()["facts"]["custom"]
    assert custom["stone-gate"] == {"steps": ["lay this on empty"], "joins": ["abl"], "fireproof": True}
    assert "custom" not in GAME.deal(players=2, seed=3).view(None).to_dict()["facts"]


# ---------------------------------------------------------------------- loaded


def test_the_printed_cards_are_written_in_the_same_words() -> None:
    used = {str(step) for side in BOX.magic for step in side.steps}
    assert used <= {*WORDS, "lay this anywhere", "lay this crosswise"}
    assert len(BOX.magic) == 8


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ('steps = ["fly"]', "there is no step 'fly'; the steps are draw, "),
        ('steps = ["draw"]', "cannot leave the hand empty: 1 more drawn or taken"),
        ('steps = ["draw", "take from discard", "play anywhere"]', "cannot leave the hand empty"),
        ('steps = ["play anywhere"]', "step 1, 'play anywhere', finds no card in the hand"),
        ('steps = ["draw", "discard", "discard"]', "step 3, 'discard', finds no card in the hand"),
        ('steps = ["draw", "play crosswise on last"]', "step 2, .* finds no card laid before that may be covered"),
        ("steps = []", "a card has 1 to 12 steps, not 0"),
        ("steps = [" + '"turn",' * 13 + "]", "a card has 1 to 12 steps, not 13"),
        ('title = "x"', "missing required field `steps`"),
        ('steps = ["cut"]\ncolour = "red"', "unknown field `colour`"),
        ('steps = ["cut"]\ntitle = 7', r"Expected `str . object`, got `int` - at `\$.title`"),
        ('steps = ["cut"]\ntitle = { de = "Axt" }', r"Invalid enum value 'de' - at .*\$.title"),
        ('steps = [{ lay = "under", joins = [] }]', r"Invalid enum value 'under' - at `\$.steps\[0\].lay`"),
        ('steps = [{ lay = "anywhere" }]', "missing required field `joins`"),
        ('steps = [{ lay = "anywhere", joins = ["a"] }]', "groups of two or more of a, b, l, r"),
        ('steps = [{ lay = "anywhere", joins = ["ab", "al"] }]', "each at most once"),
        ('steps = [{ lay = "anywhere", joins = ["ax"] }]', "groups of two or more of a, b, l, r"),
        (
            'steps = [{ lay = "anywhere", joins = [], fireproof = 1 }]',
            r"Expected `bool`, got `int` - at `\$.steps\[0\].fireproof`",
        ),
        (
            'steps = [{ lay = "anywhere", joins = [] }, { lay = "anywhere", joins = [] }]',
            "the card can be laid only once",
        ),
        (
            'steps = [{ lay = "anywhere", joins = [], fireproof = true }, "draw", "play crosswise on last"]',
            "step 3, .* finds no card laid before that may be covered",
        ),
    ],
)
def test_nonsense_is_refused_with_the_reason(card: str, reason: str) -> None:
    with pytest.raises(BadPieces, match=f"magic strange: .*{reason}"):
        boxed(f"[magic.strange]\n{card}")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("magic = ", "this is no TOML"),
        ("", "expected 1 to 8 tables"),
        ("[trick.axe]\nsteps = ['cut']", "unknown field `trick`"),
        ("".join(f"[magic.axe{chr(97 + i)}]\nsteps = ['cut']\n" for i in range(9)), "expected 1 to 8 tables"),
        ("[magic.replant]\nsteps = ['cut']", "magic replant: this name is taken already"),
        ("[magic.fork]\nsteps = ['cut']", "magic fork: this name is taken already"),
        ("[magic.fire]\nsteps = ['cut']", "magic fire: this name is taken already"),
        ("[magic.ax]\nsteps = ['cut']", "a name is three or more lower-case letters"),
        ("[magic.Axe]\nsteps = ['cut']", "a name is three or more lower-case letters"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadPieces, match=reason):
        boxed(text)
