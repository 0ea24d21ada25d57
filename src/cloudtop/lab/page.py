"""A report on the balance of a game, as one page that needs nothing else: to read, to print, to send."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from cloudtop.core.game import Game
from cloudtop.core.state import Terms
from cloudtop.core.teller import Thing
from cloudtop.core.words import Words, words_of
from cloudtop.lab import plots
from cloudtop.lab.balance import Balance
from cloudtop.lab.estimates import Estimate
from cloudtop.version import VERSION


class Fact(NamedTuple):
    """A number at the head of the page, one for each box."""

    title: str
    values: list[str]
    differ: bool


class Cell(NamedTuple):
    """A number in a table, one for each box."""

    values: list[str]
    differ: bool = False


class TableRow(NamedTuple):
    """A thing, what is known of it, and a picture of what counts most."""

    name: str
    cells: list[Cell]
    picture: Markup


class Grid(NamedTuple):
    """A table of things of one kind."""

    title: str
    heads: list[str]
    rows: list[TableRow]


class Plot(NamedTuple):
    """A plot, and what it shows."""

    title: str
    caption: str
    svg: Markup


class Figures:
    """Numbers as a language writes them."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def written(self, text: str) -> str:
        """A number with the language's own point and minus."""
        text = text.replace("-", "\u2212")
        return text.replace(".", ",").replace("%", "\u00a0%") if self.words.language == "fr" else text

    def told(self, found: Estimate | None, form: str) -> str:
        """A number with its interval."""
        if found is None:
            return "–"
        value, low, high = (self.written(format(part, form)) for part in found)
        return self.words("interval", value=value, low=low, high=high)


def differ(found: Sequence[Estimate | None]) -> bool:
    """Whether two boxes are farther apart than chance explains."""
    if len(found) < 2 or found[0] is None or found[1] is None:
        return False
    return found[0].differs(found[1])


class Report:
    """What the page tells: the runs of one box, or of two side by side."""

    def __init__(
        self, terms: Sequence[Terms], seats: Sequence[str], balances: Sequence[Balance], language: str
    ) -> None:
        """Terms and balances by box."""
        self.games: list[Game] = [one.game for one in terms]
        self.game = self.games[0]
        self.terms = terms[0]
        self.seats = seats
        self.balances = balances
        self.words = words_of("cloudtop.lab", language)
        self.figures = Figures(self.words)
        self.points = self.game.bounds(self.terms.players, self.terms.options).points

    def cell(self, found: Sequence[Estimate | None], form: str) -> Cell:
        """A number for each box."""
        return Cell([self.figures.told(one, form) for one in found], differ(found))

    def facts(self) -> list[Fact]:
        """The numbers at the head."""
        found: list[tuple[str, list[Estimate | None], str]] = [
            ("length", [one.length for one in self.balances], ".1f"),
            ("width", [one.width for one in self.balances], ".1f"),
        ]
        if len(self.seats) > 1:
            found.append(("draws", [one.draws for one in self.balances], ".1%"))
            found.append(("shared", [one.shared for one in self.balances], ".1%"))
            if self.points:
                found.append(("margin", [one.margin for one in self.balances], ".1f"))
        return [Fact(self.words(name), *self.cell(of_boxes, form)) for name, of_boxes, form in found]

    def plots(self) -> list[Plot]:
        """The plots, each with what it shows."""
        drawn = [("lengths", plots.lengths(self.balances))]
        if len(self.seats) > 1:
            drawn.append(("wins", plots.wins(self.balances, self.seats)))
        if self.points:
            drawn.append(("scores", plots.scores(self.balances, self.seats)))
        drawn.append(("widths", plots.widths(self.balances)))
        words = self.words
        return [Plot(words(f"plot.{name}"), words(f"plot.{name}.text"), Markup(svg)) for name, svg in drawn]

    def grids(self) -> list[Grid]:
        """Seats, ends, and every kind of thing."""
        return [self.by_seat(), self.by_end(), *self.used(), *self.scored()]

    def by_seat(self) -> Grid:
        """What each seat wins and scores."""
        rows = []
        for seat, name in enumerate(self.seats):
            cells = [self.cell([one.wins[seat] for one in self.balances], ".1%")] if len(self.seats) > 1 else []
            if self.points:
                cells.append(self.cell([one.scores[seat] for one in self.balances], ".1f"))
            rows.append(TableRow(f"{seat} · {name}", cells, Markup()))
        heads = [*(["head.wins"] if len(self.seats) > 1 else []), *(["head.score"] if self.points else [])]
        return Grid(self.words("seats"), [self.words(head) for head in heads], rows)

    def by_end(self) -> Grid:
        """Which rules ended the games."""
        guide = self.game.guide(self.words.language)
        rows = []
        for reason in sorted({reason for one in self.balances for reason in one.ends}):
            rule = reason.partition("/")[2]
            title = guide.rules[rule].title if rule in guide.rules else rule
            rows.append(TableRow(title, [self.cell([one.ends.get(reason) for one in self.balances], ".1%")], Markup()))
        return Grid(self.words("ends"), [self.words("head.games")], rows)

    def used(self) -> Iterable[Grid]:
        """What pieces and cards are worth to whoever uses them."""
        words, alone = self.words, len(self.seats) == 1
        for kind in sorted({thing.kind for one in self.balances for thing in one.used}):
            things = sorted({thing for one in self.balances for thing in one.used if thing.kind == kind})
            worths = {thing: [one.used.get(thing) for one in self.balances] for thing in things}
            told = {
                thing: [None if one is None else (one.lead if self.points else one.wins) for one in found]
                for thing, found in worths.items()
            }
            rows = []
            reach = reach_of(told.values())
            for thing, found in worths.items():
                cells = [self.cell([one and one.times for one in found], ".2f")]
                if self.points:
                    cells.append(self.cell([one and one.points for one in found], "+.2f"))
                    cells.append(self.cell(told[thing], "+.2f"))
                if not alone:
                    cells.append(self.cell([one and one.wins for one in found], "+.1%"))
                rows.append(TableRow(self.name(thing), cells, Markup(plots.intervals(told[thing], reach))))
            heads = ["times", *(["points", "lead"] if self.points else []), *([] if alone else ["won"])]
            yield Grid(self.title(kind), [words(f"head.{head}") for head in heads], rows)

    def scored(self) -> Iterable[Grid]:
        """What is on the score sheets."""
        if not self.points:
            return
        for kind in sorted({thing.kind for one in self.balances for thing in one.scored}):
            things = sorted({thing for one in self.balances for thing in one.scored if thing.kind == kind})
            found = {thing: [one.scored.get(thing) for one in self.balances] for thing in things}
            reach = reach_of(found.values())
            rows = [
                TableRow(self.name(thing), [self.cell(of_boxes, "+.2f")], Markup(plots.intervals(of_boxes, reach)))
                for thing, of_boxes in found.items()
            ]
            yield Grid(self.title(kind), [self.words("head.sheet")], rows)

    def title(self, kind: str) -> str:
        """What things of a kind are called together."""
        own = self.game.words(self.words.language)
        return own(f"things.{kind}") if f"things.{kind}" in own else self.words("things")

    def name(self, thing: Thing) -> str:
        """What a thing is called, with a capital where the language has them."""
        # A box may have things that the other has not.
        there = [
            one for one, found in zip(self.games, self.balances, strict=True) if thing in {*found.used, *found.scored}
        ]
        said = there[0].say_thing(thing, there[0].words(self.words.language))
        return said[:1].upper() + said[1:]

    def html(self, command: str, changes: Sequence[str]) -> str:
        """The whole page."""
        own = self.game.words(self.words.language)
        options = [
            (own(f"option.{option.name}.title"), self.game.say_option(option, self.terms.options[option.name], own))
            for option in self.game.options
        ]
        return template().render(
            words=self.words,
            title=self.game.title(self.words.language),
            report=self,
            options=options,
            command=command,
            changes=changes,
            version=VERSION,
        )


def reach_of(found: Iterable[Sequence[Estimate | None]]) -> float:
    """How far a picture of intervals has to reach: to the farthest value, with some room."""
    return max((abs(one.value) + 2 * one.error for of_boxes in found for one in of_boxes if one), default=1.0)


@cache
def template() -> Template:
    """The page without its numbers."""
    text = (files("cloudtop.lab") / "report.html").read_text(encoding="utf-8")
    return Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True).from_string(
        text
    )
