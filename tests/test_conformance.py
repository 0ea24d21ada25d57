"""The conformance suite: the games of the library keep the contract, and whoever breaks it is found out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Self

import msgspec
import pytest
from tests.nim import GAME as NIM
from tests.nim import (
    HEADS,
    MOVES,
    RULEBOOK,
    STOP,
    TAILS,
    TAKE,
    CoinNim,
    CoinNimGame,
    Facts,
    Move,
    Position,
    Seated,
    call,
    end,
    stop,
    take,
    turn,
)

import cloudtop
from cloudtop.core.errors import ContractBreach
from cloudtop.core.game import Bounds, Value, drawn
from cloudtop.core.guide import Guide
from cloudtop.core.rulebook import Rulebook
from cloudtop.core.scene import Item, Panel, Part, Slot
from cloudtop.core.state import Outcome, ScoreLine, ScoreSheet, Terms
from cloudtop.core.teller import About, Counted, Deed, Progress, Tie, Where
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.testing import conformance
from cloudtop.testing.conformance import all_terms

GAMES_TO_BE_SURE = 60


@pytest.mark.parametrize("name", cloudtop.games())
def test_a_game_of_the_library_keeps_the_contract(name: str) -> None:
    game = cloudtop.game(name)
    terms = list(all_terms(game))
    # A few sets of terms, another few whenever a game gains an option; `make conformance` plays under all.
    sample = terms[:: max(1, len(terms) // 6)]
    trials = conformance(game, games=1, terms=sample)
    assert [(trial.players, trial.options) for trial in trials] == sample
    assert all(trial.moves > 0 for trial in trials)


def test_a_stranger_s_game_keeps_the_contract() -> None:
    trials = conformance(NIM, games=GAMES_TO_BE_SURE)
    assert [(trial.players, trial.options["stones"]) for trial in trials] == [(2, 5), (2, 7), (3, 5), (3, 7)]
    for trial in trials:
        assert trial.games == GAMES_TO_BE_SURE
        assert trial.widest == 2
        assert 0 <= trial.lowest <= trial.highest <= int(trial.options["stones"]) + 2
        assert trial.longest <= NIM.bounds(trial.players, trial.options).moves


def test_the_same_seed_plays_the_same_games() -> None:
    first, again, other = (conformance(NIM, games=5, seed=seed)[0].digest for seed in (1, 1, 2))
    assert first == again != other


def test_progress_is_told_game_by_game() -> None:
    told: list[int] = []
    conformance(NIM, games=3, terms=[(2, {"stones": 5})], progress=told.append)
    assert told == [1, 1, 1]


# ---------------------------------------------------------------------- those who break it


class Strict(CoinNim):
    """Lists moves by itself, without asking the rulebook."""

    def legal(self, seat: int) -> list[int]:
        return [action for action, move in enumerate(MOVES) if RULEBOOK.why_not(self, seat, move) is None]


class Forgetful(CoinNim):
    """Does not list a move that it allows."""

    def legal(self, seat: int) -> list[int]:
        return super().legal(seat)[-1:]


class Unordered(CoinNim):
    """Lists moves in no order."""

    def legal(self, seat: int) -> list[int]:
        return super().legal(seat)[::-1]


class Lender(CoinNim):
    """Hands out one and the same list of moves."""

    def legal(self, seat: int) -> list[int]:
        kept: dict[tuple[int, ...], list[int]] = self.terms.options.setdefault("kept", {})
        found = super().legal(seat)
        return kept.setdefault((seat, *found), found)


class Twin(CoinNim):
    """A copy shares a list with the original."""

    def copy(self) -> Self:
        return type(self)(self.terms, self.coin, self.heap, self.taken, self.calls[:], self.seat, self.run)


class Counting(CoinNim):
    """Counts how often it is asked."""

    asked = 0

    def why_not(self, seat: int, action: int) -> str | None:
        self.asked += 1
        return super().why_not(seat, action)


class Peeker(CoinNim):
    """Imagines what is there."""

    def imagine(self, seat: int, rng: Random) -> Self:
        return self.copy()


class Cheater(CoinNim):
    """Imagines something else, but lets what is there decide what."""

    def imagine(self, seat: int, rng: Random) -> Self:
        imagined = super().imagine(seat, rng)
        if self.heap:
            imagined.coin = 1 - self.coin
        return imagined


class Dreamer(CoinNim):
    """Forgets what the seat itself has done."""

    def imagine(self, seat: int, rng: Random) -> Self:
        imagined = super().imagine(seat, rng)
        if -1 in self.calls and self.calls[seat] >= 0:
            imagined.calls[seat] = 1 - self.calls[seat]
        return imagined


class Miser(CoinNim):
    """Leaves a line out of the score sheet."""

    def score_sheet(self, seat: int) -> ScoreSheet:
        sheet = super().score_sheet(seat)
        return sheet._replace(lines=sheet.lines[1:])


class Silent(CoinNim):
    """Does not say how the game ended."""

    def outcome(self) -> Outcome | None:
        return None


class Partial(CoinNim):
    """Leaves a seat out of the ranking."""

    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and outcome._replace(ranking=outcome.ranking[:1], winners=())


class Endless(CoinNim):
    """All stones go back to the heap."""

    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        if action == STOP:
            self.heap = int(self.terms.options["stones"])
            self.taken = [0] * self.players


def mood(table: Seated, move: Move) -> bool:
    """No game has such a rule."""
    return table.state.heap == 1 and move is Move.TAKE


class Lawless(CoinNimGame):
    """Has a rule in its rulebook that it does not keep."""

    rulebook = Rulebook("coin-nim", Seated, {Move: (end, call, turn, take, stop, mood)})
    state_type = Strict


def stop_it(table: Seated, move: Move) -> bool:
    """The guide calls this rule something else."""
    return stop(table, move)


class Nameless(CoinNimGame):
    """Refuses, rightly, in the name of a rule that is not there."""

    rulebook = Rulebook("coin-nim", Seated, {Move: (end, call, turn, take, stop_it)})


class Lax(CoinNimGame):
    """Has left a rule out of its rulebook."""

    rulebook = Rulebook("coin-nim", Seated, {Move: (end, call, turn, take)})
    state_type = Strict


class Stuck(CoinNim):
    """Asks a seat that can do nothing."""

    def why_not(self, seat: int, action: int) -> str | None:
        return super().why_not(seat, action) or ("coin-nim/turn" if action in (TAKE, STOP) else None)


class Hasty(CoinNim):
    """`play` does not do what `apply` does."""

    def play(self, seat: int, action: int) -> None:
        super().play(seat, action)
        if action == TAKE and self.heap > 1:
            self.run = 0


class Careless(CoinNim):
    """`play` lets everything pass."""

    def play(self, seat: int, action: int) -> None:
        if self.why_not(seat, action) is None:
            self.apply(seat, action)


class Touchy(CoinNimGame):
    """Being asked changes the position."""

    state_type = Counting

    def position(self, state: CoinNim) -> Position:
        assert isinstance(state, Counting)
        return msgspec.structs.replace(super().position(state), run=state.asked)


class Gossip(CoinNimGame):
    """Shows the coin under the cup."""

    def facts(self, state: CoinNim, seat: int | None) -> Facts:
        return msgspec.structs.replace(super().facts(state, seat), coin=state.coin)


class Whisperer(CoinNimGame):
    """Tells spectators what was called in secret."""

    def facts(self, state: CoinNim, seat: int | None) -> Facts:
        facts = super().facts(state, seat)
        return msgspec.structs.replace(facts, calls=tuple(state.calls)) if seat is None else facts


class OpenHouse(CoinNimGame):
    """Hands out its own list in a view."""

    def facts(self, state: CoinNim, seat: int | None) -> Facts:
        return msgspec.structs.replace(super().facts(state, seat), taken=state.taken)


class Secretary(CoinNimGame):
    """Writes a position down and does not read all of it."""

    def restore(self, terms: Terms, position: Position) -> CoinNim:
        return super().restore(terms, msgspec.structs.replace(position, run=0))


class Mumbler(CoinNimGame):
    """Writes two moves alike."""

    def text(self, action: int) -> str:
        return super().text(HEADS if action == TAILS else action)


class Babbler(CoinNimGame):
    """Writes a move that nobody can read."""

    def text(self, action: int) -> str:
        return "grab" if action == TAKE else super().text(action)


class Chatterer(CoinNimGame):
    """Writes a move in two words."""

    def text(self, action: int) -> str:
        return f"please {super().text(action)}"


class Modest(CoinNimGame):
    """Promises lower scores than there are."""

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        return super().bounds(players, options)._replace(highest=2)


class Narrow(CoinNimGame):
    """Promises fewer moves than there are."""

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        return super().bounds(players, options)._replace(legal=1)


class Gambler(CoinNimGame):
    """Deals another game from the deal than from the seed."""

    begun = 0

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> CoinNim:
        state = super().begin(terms, deal)
        self.begun += 1
        state.seat = self.begun % 2
        return state


class Untold(CoinNimGame):
    """Has a rule that one guide does not tell."""

    def guide(self, language: str = "en") -> Guide:
        guide = super().guide(language)
        told = {rule: text for rule, text in guide.rules.items() if (language, rule) != ("ja", "score")}
        return guide._replace(rules=told)


def a_panel(*items: Item) -> Panel:
    """The coins on a table."""
    return Panel("board", None, "", (0, 0, 1, 1), items)


def a_coin(name: str, depth: float) -> Item:
    """A coin that lies there."""
    return Item(name, "coin-nim-coin", 0, 0, depth)


class Stutterer(CoinNimGame):
    """Gives two items of a panel the same id."""

    def parts(self, *args: Any, **more: Any) -> Sequence[Part]:
        return [drawn(a_panel(a_coin("coin", 1), a_coin("coin", 2)))]


class Namesake(CoinNimGame):
    """Gives two panels the same name."""

    def parts(self, *args: Any, **more: Any) -> Sequence[Part]:
        return [drawn(a_panel()), drawn(a_panel())]


class Jumbler(CoinNimGame):
    """Lists what is in front first."""

    def parts(self, *args: Any, **more: Any) -> Sequence[Part]:
        return [drawn(a_panel(a_coin("front", 2), a_coin("back", 1)))]


class Keyless(CoinNimGame):
    """Forgets that a panel tells the names of the players."""

    def parts(self, *args: Any, **more: Any) -> Sequence[Part]:
        return [part._replace(key=part.name) for part in super().parts(*args, **more)]


class Impostor(CoinNimGame):
    """Calls a part otherwise than its panel."""

    def parts(self, *args: Any, **more: Any) -> Sequence[Part]:
        return [part._replace(name=part.name.upper()) for part in super().parts(*args, **more)]


def with_slots(parts: Sequence[Part], change: Callable[[Slot], Slot]) -> list[Part]:
    """The same panels with other slots."""
    panels = [part.draw() for part in parts]
    return [drawn(panel._replace(slots=tuple(map(change, panel.slots)))) for panel in panels]


class Repeater(CoinNimGame):
    """Gives all slots the same id."""

    def parts(self, *args: Any, **more: Any) -> Sequence[Part]:
        return with_slots(super().parts(*args, **more), lambda slot: slot._replace(id="taken"))


class Blank(CoinNimGame):
    """Has slots that are called nothing."""

    def parts(self, *args: Any, **more: Any) -> Sequence[Part]:
        return with_slots(super().parts(*args, **more), lambda slot: slot._replace(label=""))


class Vague(CoinNimGame):
    """Has slots in a state that no page knows."""

    def parts(self, *args: Any, **more: Any) -> Sequence[Part]:
        return with_slots(super().parts(*args, **more), lambda slot: slot._replace(state="lost"))


class Shapeless(CoinNimGame):
    """Has a form without words."""

    def parts(self, *args: Any, **more: Any) -> Sequence[Part]:
        return [drawn(part.draw()._replace(forms=("pile",))) for part in super().parts(*args, **more)]


class Blabber(CoinNimGame):
    """Tells with every move what is under the cup."""

    def tell(self, before: CoinNim, seat: int, move: Move, after: CoinNim, words: Words) -> Deed:
        return super().tell(before, seat, move, after, words)._replace(text=f"{move}, {after.coin}")


class Tattler(CoinNimGame):
    """Tells with the first stone what was called in secret: nothing that all do not know by then; with a call, all."""

    def tell(self, before: CoinNim, seat: int, move: Move, after: CoinNim, words: Words) -> Deed:
        return super().tell(before, seat, move, after, words)._replace(text=f"{move}, {before.calls}")


class Pointer(CoinNimGame):
    """Points at something that is not there."""

    def tell(self, before: CoinNim, seat: int, move: Move, after: CoinNim, words: Words) -> Deed:
        return super().tell(before, seat, move, after, words)._replace(marks=("pebble",))


class Spendthrift(CoinNimGame):
    """Shows a line of the score sheet as more than it is."""

    def where(self, view: View[Facts], seat: int, line: ScoreLine) -> Where | None:
        return Where("taken", (Counted((f"taken-{seat}",), line.points), Counted((f"taken-{seat}",), 1)))


class Dowser(CoinNimGame):
    """Finds points where nothing is."""

    def where(self, view: View[Facts], seat: int, line: ScoreLine) -> Where | None:
        return Where("cellar", (Counted(("taken-0",), line.points),))


class Wordless(CoinNimGame):
    """Has a step that one language does not tell."""

    def words(self, language: str = "en") -> Words:
        words = super().words(language)
        kept = {key: text for key, text in words.texts.items() if (language, key) != ("fr", "step.take.ask")}
        return Words(language, kept)


class Buttonless(CoinNimGame):
    """Has moves of a step whose button says nothing."""

    def step(self, move: Move) -> str:
        return "rest" if move is Move.STOP else super().step(move)


class Twice(CoinNimGame):
    """Has a step twice in a turn."""

    def steps(self, view: View[Facts]) -> tuple[str, ...]:
        return super().steps(view) * 2


class Uncounted(CoinNimGame):
    """Counts something that has no words."""

    def progress(self, view: View[Facts]) -> Progress:
        return Progress(1, 2, "stone")


class Expert(CoinNimGame):
    """Cites a rule with the name of the game."""

    def about(self, view: View[Facts], words: Words, panel: str, item: str) -> About | None:
        about = super().about(view, words, panel, item)
        return about and about._replace(rule="coin-nim/score")


class Bewildered(CoinNimGame):
    """Cannot answer when asked about what is not there."""

    def about(self, view: View[Facts], words: Words, panel: str, item: str) -> About | None:
        return super().about(view, words, panel, f"taken-{int(item.rpartition('-')[2])}")


class Arbiter(CoinNimGame):
    """Tells equals apart by a rule that is not there."""

    def tie(self, view: View[Facts], words: Words) -> Tie:
        return Tie("coin-nim/score", "Stones", view.facts.taken)


class Tracer(CoinNimGame):
    """Shows what won on a panel that does not show it."""

    def trace(self, view: View[Facts]) -> tuple[str, tuple[str, ...]]:
        return "heap", ("stone-0",)


class Painter(CoinNimGame):
    """Marks seats in a colour that no page has."""

    def hues(self, players: int, options: Mapping[str, Value] | None = None) -> tuple[str, ...]:
        return ("mauve",) * players


BREACHES: list[tuple[type[CoinNim] | type[CoinNimGame], str]] = [
    (Forgetful, "legal moves are those that break no rule; take breaks nothing"),
    (Lax, "legal moves are those that break no rule; stop breaks nothing"),
    (Unordered, "legal moves come once, in ascending order"),
    (Lender, "a list of moves is the caller's own"),
    (Twin, "playing on a copy leaves the original alone"),
    (Touchy, "asking changes nothing"),
    (Peeker, "imagine draws anew what is secret"),
    (Cheater, "the same view and generator imagine the same position"),
    (Dreamer, "an imagined position looks the same to the seat"),
    (Miser, "a sheet adds up"),
    (Silent, "a game without a seat to decide has an outcome"),
    (Partial, "the ranking has every seat once"),
    (Endless, "no game is longer than declared"),
    (Lawless, "legal moves are those that break no rule; take breaks coin-nim/mood"),
    (Nameless, "a refusal names a rule: 'coin-nim/stop-it'"),
    (Stuck, "exactly the seats to decide have legal moves"),
    (Hasty, "play and apply lead to the same position"),
    (Careless, "play refuses what is not legal"),
    (Gossip, "an imagined position looks the same to the seat"),
    (Whisperer, "a spectator knows nothing that a seat does not"),
    (OpenHouse, "a view shares nothing with the game"),
    (Secretary, "a dump reads back"),
    (Mumbler, "notation reads back"),
    (Babbler, "notation reads back: 'grab'"),
    (Chatterer, "notation has no white space and no semicolon"),
    (Modest, "scores keep within their bounds"),
    (Narrow, "no decision is wider than declared"),
    (Gambler, "a deal written out gives the same game as its seed"),
    (Untold, "the guide tells every rule: {'score'}"),
    (Painter, "every seat has a colour of the page's: ('mauve', 'mauve')"),
    (Keyless, "parts with equal keys look the same: 'taken'"),
    (Impostor, "a part is called as its panel"),
    (Repeater, "every item of a panel has an id of its own: ('taken', ['taken'])"),
    (Blank, "every slot has a label: 'taken'"),
    (Vague, "panels, items and slots are of the kinds and in the states that pages know: 'taken'"),
    (Shapeless, "a form has words"),
    (Blabber, "a move is told alike on an imagined position"),
    (Tattler, "a move is told alike on an imagined position"),
    (Pointer, "a move marks what is seen after it"),
    (Spendthrift, "the parts of a line add up"),
    (Dowser, "what a line counts is on the table"),
    (Wordless, "the steps of a turn have words: ('fr', ['step.take.ask'])"),
    (Buttonless, "the steps of a turn have words: ('en', ['end.rest'])"),
    (Twice, "every step of a turn comes once"),
    (Uncounted, "how far a game has come has words: ('en', ['progress.stone'])"),
    (Expert, "what is seen close names a rule of the guide, by its id"),
    (Bewildered, "anything can be asked about"),
    (Arbiter, "what tells equals apart is a rule of the guide, by its id"),
    (Tracer, "what won is seen on its panel: ('heap', ('stone-0',))"),
    (Stutterer, "every item of a panel has an id of its own: ('board', ['coin'])"),
    (Namesake, "every panel of a scene has a name of its own"),
    (Jumbler, "the items of a panel come from back to front"),
]


def game_with(fault: type[CoinNim] | type[CoinNimGame]) -> CoinNimGame:
    """Nim with one thing wrong."""
    if issubclass(fault, CoinNimGame):
        return fault()
    game = CoinNimGame()
    game.state_type = fault
    return game


@pytest.mark.parametrize(("fault", "promise"), BREACHES, ids=[fault.__name__ for fault, _ in BREACHES])
def test_a_broken_promise_is_found_and_named(fault: type[CoinNim] | type[CoinNimGame], promise: str) -> None:
    with pytest.raises(ContractBreach) as caught:
        conformance(game_with(fault), games=GAMES_TO_BE_SURE)
    assert str(caught.value).startswith(f"broken promise: {promise}")


# ---------------------------------------------------------------------- a stranger in the library


def test_an_installed_package_brings_its_game_along(guest: str) -> None:
    assert guest in cloudtop.games()
    game = cloudtop.game(guest)
    state = game.deal(players=2, seed=1)
    record = cloudtop.Record(game, 2, state.options, seed=1).with_move(1, HEADS)
    assert cloudtop.read_record(record.write()).end().dump() == record.end().dump()


def test_a_guest_does_not_displace_a_game_of_the_house(guest: str) -> None:
    assert cloudtop.game("skybridge").package == "cloudtop.games.skybridge"
    assert list(cloudtop.games()) == sorted(cloudtop.games())


def test_without_the_package_the_game_is_gone() -> None:
    assert NIM.name not in cloudtop.games()
