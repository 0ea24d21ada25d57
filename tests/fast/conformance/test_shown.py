"""Planted mistakes in what is drawn and told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from tests.support.conformance.planted import Planted, check_told
from tests.support.nim import (
    CoinNim,
    CoinNimGame,
    Facts,
    Move,
)

from cloudtop.core.game import Value, drawn
from cloudtop.core.scene import Item, Panel, Part, Slot, Staging
from cloudtop.core.state import ScoreLine
from cloudtop.core.teller import About, Counted, Deed, Tie, Where
from cloudtop.core.view import View
from cloudtop.core.words import Words


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
        return [replace(part, key=part.name) for part in super().parts(*args, **more)]


class Impostor(CoinNimGame):
    """Calls a part otherwise than its panel."""

    def parts(self, *args: Any, **more: Any) -> Sequence[Part]:
        return [replace(part, name=part.name.upper()) for part in super().parts(*args, **more)]


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


class Twice(CoinNimGame):
    """Has a step twice in a turn."""

    def steps(self, view: View[Facts]) -> tuple[str, ...]:
        return super().steps(view) * 2


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


class Undrawn(CoinNimGame):
    """Places a sprite that its sheet lacks."""

    def sprites(self) -> str:
        return super().sprites().replace("coin-nim-stone", "coin-nim-pebble")


class Speechless(CoinNimGame):
    """Asks for a word that no language has."""

    def parts(self, view: View[Facts], words: Words, staging: Staging[Move]) -> Sequence[Part]:
        return [drawn(Panel("heap", None, words("scene.heap"), (0, 0, 1, 1), ()))]


FAULTS: list[tuple[Planted, str]] = [
    (Stutterer, "every item of a panel has an id of its own: ('board', ['coin'])"),
    (Namesake, "every panel of a scene has a name of its own"),
    (Jumbler, "the items of a panel come from back to front"),
    (Keyless, "parts with equal keys look the same: 'taken'"),
    (Impostor, "a part is called as its panel"),
    (Repeater, "every item of a panel has an id of its own: ('taken', ['taken'])"),
    (Blank, "every slot has a label: 'taken'"),
    (Vague, "panels, items and slots are of the kinds and in the states that pages know: 'taken'"),
    (Shapeless, "a form has words"),
    (Pointer, "a move marks what is seen after it"),
    (Spendthrift, "the parts of a line add up"),
    (Dowser, "what a line counts is on the table"),
    (Twice, "every step of a turn comes once"),
    (Expert, "what is seen close names a rule of the guide, by its id"),
    (Bewildered, "anything can be asked about"),
    (Arbiter, "what tells equals apart is a rule of the guide, by its id"),
    (Tracer, "what won is seen on its panel: ('heap', ('stone-0',))"),
    (Painter, "every seat has a colour of the page's: ('mauve', 'mauve')"),
    (Undrawn, "every sprite is on the sheet: panel 'heap' places ['coin-nim-stone'], which sprites() does not draw"),
    (Speechless, "a position is shown in every language: English has no word for 'scene.heap'"),
]


@pytest.mark.parametrize(("fault", "promise"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_broken_promise_is_found_told_and_shown_again(fault: Planted, promise: str) -> None:
    check_told(fault, promise)
