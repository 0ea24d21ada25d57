"""Strange World alone: piles, verdicts, and what may be taken back."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.support.strange_world.maps import dealt, deck, moves, open_facts, phase, play, random_game, refusal, solo

from cloudtop.games.strange_world.game import GAME
from cloudtop.games.strange_world.score import verdict_on

# ---------------------------------------------------------------------- piles


@pytest.mark.rule("strange-world/solo", "allows")
def test_alone_a_pile_is_chosen_its_top_laid_and_then_the_other_two_in_either_order() -> None:
    first = [["MMg", "Wc", "Tf"], ["MMh", "Wd", "Tg"]]
    rest = sorted((deck(1) - Counter(first[0] + first[1])).elements())
    piles = first + [rest[i : i + 3] for i in range(0, 15, 3)]
    state = GAME.deal(players=1, deal={"starts": ["Mc"], "piles": piles, "travellers": ["Burk", "Roro", "Rumph"]})
    assert moves(state) == {f"pile-{number}" for number in range(1, 8)}
    assert [pile.top for pile in GAME.facts(state, 0).piles or ()][:2] == ["MMg", "MMh"]
    play(state, "pile-2")
    assert {move[:3] for move in moves(state)} == {"MMh"}
    play(state, "MMh@c4")
    assert GAME.facts(state, 0).hand == ("Wd", "Tg")
    assert {move[:2] for move in moves(state)} == {"Wd", "Tg"}
    play(state, "Tg@d3", "Wd@e4")
    assert moves(state) == {f"pile-{number}" for number in (1, 3, 4, 5, 6, 7)}
    assert GAME.facts(state, 0).travellers == ("Burk", "Roro", "Rumph")


@pytest.mark.rule("strange-world/solo", "refuses")
def test_alone_there_is_no_sun_no_draft_and_no_second_pile() -> None:
    state = solo("*Ma", "Va")
    assert (open_facts(state).sun, open_facts(state).draft) == (None, None)
    assert refusal(state, "sun-left") == "sun"
    assert refusal(state, "keep-Va") == "draft"
    assert refusal(state, "pile-2") == "solo"
    assert refusal(dealt(2), "pile-2") == "solo"


def test_the_other_two_cards_are_seen_only_when_the_top_card_is_settled() -> None:
    # The top card of a pile completes a portal: while a traveller is asked for, the hand is empty.
    state = play(solo("Pe *Ma\nWc Tf", "Pf"), "Pf@b4")
    assert (phase(state), GAME.facts(state, 0).held) == ("traveller", (0,))
    hidden = next(pile for pile in state.dump()["piles"] if len(pile) == 2)
    assert sum(pile.cards for pile in GAME.facts(state, 0).piles or ()) == 17
    play(state, "decline")
    assert sorted(GAME.facts(state, 0).hand or ()) == sorted(hidden)


def test_a_solo_game_leaves_two_piles() -> None:
    state = random_game(1, seed=4)
    assert sum(pile.cards for pile in GAME.facts(state, 0).piles or ()) == 6


# ---------------------------------------------------------------------- verdicts

SCALE = [
    (59, "wobbly"),
    (60, "promising"),
    (69, "promising"),
    (70, "handsome"),
    (74, "handsome"),
    (75, "marvel"),
    (79, "marvel"),
    (80, "legend"),
]


@pytest.mark.rule("strange-world/solo-scale", "allows")
@pytest.mark.parametrize(("stars", "verdict"), SCALE)
def test_five_verdicts_from_59_to_80(stars: int, verdict: str) -> None:
    assert verdict_on(GAME.kit, stars) == f"verdict.{verdict}"
    for language in ("en", "fr", "ja"):
        assert GAME.words(language)(verdict_on(GAME.kit, stars)) in GAME.guide(language).text


@pytest.mark.rule("strange-world/solo-scale", "refuses")
def test_a_verdict_is_passed_on_a_game_alone_only() -> None:
    alone = random_game(1, seed=2).outcome()
    together = random_game(2, seed=2).outcome()
    assert alone is not None
    assert together is not None
    assert alone.verdict == "verdict.wobbly"
    assert (alone.ranking, alone.winners) == (((0,),), (0,))
    assert together.verdict == ""


# ---------------------------------------------------------------------- what may be taken back


def test_what_commits_and_what_can_be_taken_back() -> None:
    state = dealt(2, "Va Vb VM", "Wc Wd We")
    keep = GAME.parse(state, 0, "keep-Va")
    assert state.commits(0, keep)
    assert state.secret(0, keep)
    play(state, "keep-Va", "keep-Wc", "pass-Wd", "pass-Vb")
    lay = GAME.parse(state, 0, "Va@c4")
    assert state.commits(0, lay)
    assert not state.secret(0, lay)


def test_alone_a_pile_and_an_open_question_commit_to_nothing() -> None:
    state = solo("MMg *Ma\nTf  .", "Vb")
    ask = GAME.parse(state, 0, "Vb@d5")
    assert not state.commits(0, ask)
    play(state, "Vb@d5")
    assert state.commits(0, GAME.parse(state, 0, "fumarole@d4"))
    fresh = GAME.deal(players=1, seed=1)
    assert not any(fresh.commits(0, action) for action in fresh.legal(0))
    # The top card shows the other two, the second nothing, the third ends the turn.
    assert solo("*Ma", "Wc").commits(0, GAME.parse(solo("*Ma", "Wc"), 0, "Wc@c4"))
    assert not solo("Tf *Ma", "Wc We").commits(0, GAME.parse(solo("Tf *Ma", "Wc We"), 0, "Wc@d3"))
    assert solo("Tf MMg *Ma", "Wc").commits(0, GAME.parse(solo("Tf MMg *Ma", "Wc"), 0, "Wc@d3"))
