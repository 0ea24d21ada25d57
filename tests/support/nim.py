"""A stranger's game, as another package would write it: Nim with a coin under a cup.

First everybody calls heads or tails, all at once and in secret. Then the seats in turn take one to three stones
from a heap, one by one, and say when they stop. When the heap is gone the cup is lifted: a stone is worth a
point, a right call two. In the box are heaps of five and of seven stones; whoever likes puts in others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Any, Self

import msgspec

from cloudtop.core.chance import below
from cloudtop.core.errors import BadDeal, BadPieces, BadPosition
from cloudtop.core.figure import Figures, read_figures
from cloudtop.core.game import Bounds, Game, Option, Value
from cloudtop.core.guide import Guide, read_guide
from cloudtop.core.lesson import Lessons, read_lessons
from cloudtop.core.moves import Moves
from cloudtop.core.rulebook import Rulebook
from cloudtop.core.scene import Item, Panel, Part, Slot, Staging
from cloudtop.core.state import Outcome, ScoreLine, ScoreSheet, State, Terms, ranked
from cloudtop.core.teller import About, Brings, Counted, Deed, Where
from cloudtop.core.view import View
from cloudtop.core.words import Words, check_language

HEADS, TAILS, TAKE, STOP = range(4)


class Move(StrEnum):
    """All that can be done."""

    HEADS = "heads"
    TAILS = "tails"
    TAKE = "take"
    STOP = "stop"


MOVES = Moves(Move)
MOST = 3
"""Stones a seat may take in a turn."""


class CoinNim(State):
    """A position of Nim with a coin."""

    def __init__(
        self, terms: Terms, coin: int, heap: int, taken: list[int], calls: list[int], seat: int, run: int
    ) -> None:
        super().__init__(terms)
        self.coin = coin
        self.heap = heap
        self.taken = taken
        self.calls = calls
        """By seat: what it called, -1 while it has not."""
        self.seat = seat
        self.run = run
        """Stones the seat has taken in this turn."""

    def turn(self) -> list[int]:
        """All that have not called; then one seat at a time."""
        if self.heap == 0:
            return []
        return [seat for seat, call in enumerate(self.calls) if call < 0] or [self.seat]

    def mover(self) -> int:
        """The first of them."""
        return next(iter(self.turn()), -1)

    def choices(self, seat: int) -> list[int]:
        """Whatever nothing forbids."""
        return [action for action in range(len(MOVES)) if self.why_not(seat, action) is None]

    def apply(self, seat: int, action: int) -> None:
        """Call, take a stone, or pass the turn on."""
        if action in (HEADS, TAILS):
            self.calls[seat] = action
        elif action == TAKE:
            self.heap -= 1
            self.taken[seat] += 1
            self.run += 1
        else:
            self.seat = (seat + 1) % self.players
            self.run = 0

    def commits(self, seat: int, action: int) -> bool:
        """A stone may be put back until the seat stops or the cup is lifted."""
        return action != TAKE or self.heap == 1

    def secret(self, seat: int, action: int) -> bool:
        """A call is told when all have called."""
        return self.calls.count(-1) > 1

    def copy(self) -> Self:
        """An independent state in the same position."""
        return type(self)(self.terms, self.coin, self.heap, self.taken[:], self.calls[:], self.seat, self.run)

    def imagined(self, seat: int, rng: Random) -> Self:
        """Another coin under the cup, and other calls as long as they are secret."""
        drawn = [below(rng, 2) for _ in range(self.players + 1)]
        imagined = self.copy()
        if self.heap:
            imagined.coin = drawn.pop()
        if -1 in self.calls:
            for other, call in enumerate(self.calls):
                if other != seat and call >= 0:
                    imagined.calls[other] = drawn[other]
        return imagined

    def scores(self) -> list[int]:
        """Points per seat."""
        return [self.score_sheet(seat).total for seat in range(self.players)]

    def sheet(self, seat: int) -> ScoreSheet:
        """The stones and, once the cup is lifted, the call."""
        lines = [ScoreLine("coin-nim/score", "score.stones", {"stones": self.taken[seat]}, self.taken[seat])]
        if self.heap == 0 and self.calls[seat] == self.coin:
            lines.append(ScoreLine("coin-nim/score", "score.call", {}, 2))
        return ScoreSheet(seat, tuple(lines), sum(line.points for line in lines))

    def outcome(self) -> Outcome | None:
        """Over when the heap is gone."""
        if self.heap:
            return None
        ranking = ranked(self.scores())
        return Outcome(tuple(self.scores()), ranking, ranking[0], "coin-nim/end")


class Seated:
    """The table as one of the players asks about it."""

    def __init__(self, state: CoinNim, seat: int) -> None:
        self.state = state
        self.seat = seat


def end(table: Seated, move: Move) -> bool:
    """Nothing is played when the heap is gone."""
    return table.state.heap == 0


def call(table: Seated, move: Move) -> bool:
    """Everybody calls once, before anything else."""
    if move in (Move.HEADS, Move.TAILS):
        return table.state.calls[table.seat] >= 0
    return -1 in table.state.calls


def turn(table: Seated, move: Move) -> bool:
    """One seat at a time takes stones."""
    return move in (Move.TAKE, Move.STOP) and table.seat != table.state.seat


def take(table: Seated, move: Move) -> bool:
    """At most three stones are taken in a turn."""
    return move is Move.TAKE and table.state.run == MOST


def stop(table: Seated, move: Move) -> bool:
    """A seat stops after it has taken a stone."""
    return move is Move.STOP and table.state.run == 0


RULEBOOK: Rulebook[CoinNim, Move] = Rulebook("coin-nim", Seated, {Move: (end, call, turn, take, stop)})


class Facts(msgspec.Struct, frozen=True):
    """What a seat knows."""

    heap: int
    taken: tuple[int, ...]
    calls: tuple[int | str, ...]
    seat: int
    run: int
    coin: int | None


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything, the coin and the calls included."""

    heap: int
    taken: list[int]
    calls: list[int]
    seat: int
    run: int
    coin: int


WORDS: dict[str, tuple[str, str, str]] = {
    "title": ("Nim with a coin", "Nim à la pièce", "コインのニム"),
    "minutes": ("5", "5", "5"),
    "tagline": ("Take the stones.", "Prenez les cailloux.", "石を取りましょう。"),
    "option.stones.title": ("Stones", "Cailloux", "石の数"),
    "option.stones.5": ("five", "cinq", "5個"),
    "option.stones.7": ("seven", "sept", "7個"),
    "move.heads": ("call heads", "annoncer face", "表と言う"),
    "move.tails": ("call tails", "annoncer pile", "裏と言う"),
    "move.take": ("take a stone", "prendre un caillou", "石を1個取る"),
    "move.stop": ("stop", "s’arrêter", "やめる"),
    "score.stones": ("{stones} stones", "{stones} cailloux", "石{stones}個"),
    "score.call": ("a right call", "une bonne annonce", "正しい予想"),
    "again.stones": ("Now with a larger heap.", "Et maintenant un tas plus gros.", "次はもっと多くの石で。"),
    "step.call": ("Call", "Annonce", "予想"),
    "step.call.ask": ("Heads or tails?", "Pile ou face ?", "表か裏か"),
    "step.take": ("Stones", "Cailloux", "石"),
    "step.take.ask": ("Take up to three.", "Prenez-en jusqu’à trois.", "3個まで取ります"),
    "end.call": ("Call", "Annoncer", "予想する"),
    "end.take": ("Go on", "Continuer", "進む"),
    "brings.end": ("The heap is gone", "Il n’y a plus de cailloux", "石がなくなります"),
    "about.taken": ("Stones", "Cailloux", "石"),
    "about.taken.text": ("Each is a point.", "Chacun vaut un point.", "1個1点です。"),
    "seat": ("seat {seat}", "place {seat}", "席{seat}"),
    "board": ("{heap} stones, taken {taken}", "{heap} cailloux, pris {taken}", "残り{heap}個、取った数{taken}"),
}
RULES: dict[str, tuple[str, str, str]] = {
    "call": ("Call once, first of all.", "Annoncez une fois, avant tout.", "最初に一度だけ予想します。"),
    "turn": ("Play in your turn.", "Jouez à votre tour.", "自分の番に行動します。"),
    "take": ("Take at most three stones.", "Prenez au plus trois cailloux.", "取れるのは3個までです。"),
    "stop": ("Take a stone before you stop.", "Prenez un caillou d’abord.", "1個取ってからやめます。"),
    "end": ("The game ends with the heap.", "La partie finit avec le tas.", "石がなくなれば終わりです。"),
    "score": ("A stone is a point.", "Un caillou vaut un point.", "石は1個1点です。"),
}
FIGURES = """
[position.run]
players = 2
heap = 5
taken = [2, 0]
calls = [0, 1]
seat = 0
run = 2
coin = 0

[[figure]]
rule = "take"
[[figure.example]]
position = "run"
allowed = "take"
en = "A third stone."
fr = "Un troisième caillou."
ja = "3個目の石。"
[[figure.example]]
first = ["take"]
refused = "take"
en = "A fourth one."
fr = "Un quatrième."
ja = "4個目。"

[[figure]]
rule = "score"
[[figure.example]]
position = "run"
points = [[2]]
en = "Two stones, two points."
fr = "Deux cailloux, deux points."
ja = "石2個で2点。"
"""
NOT_SHOWN = "Words alone tell it."
LANGUAGES = ("en", "fr", "ja")
LESSONS = """
minutes = 1

[[step]]
id = "turn"
title = { en = "One turn", fr = "Un tour", ja = "手番" }
rules = ["take", "stop"]
coach = { en = "Take up to three stones.", fr = "Prenez jusqu’à trois cailloux.", ja = "石を3個まで取れます。" }
other = { en = "A stone, please.", fr = "Un caillou, svp.", ja = "石を取りましょう。" }
[step.position]
players = 2
heap = 6
taken = [1, 0]
calls = [0, 1]
seat = 0
run = 1
coin = 0
[[step.do]]
task = { en = "Take a stone.", fr = "Prenez un caillou.", ja = "石を1個取りましょう。" }
accept = ["take"]
gain = 1
play = "take"
good = { en = "A point.", fr = "Un point.", ja = "1点です。" }
[[step.do]]
task = { en = "Stop.", fr = "Arrêtez.", ja = "やめましょう。" }
accept = ["stop"]
play = "stop"
good = { en = "Well done.", fr = "Bravo.", ja = "よくできました。" }
replies = [{ seat = 1, move = "take" }, { seat = 1, move = "stop" }]
[[step.again]]
move = "stop"
say = { en = "Not yet.", fr = "Pas encore.", ja = "まだです。" }
[[step.again]]
move = "heads"
rule = "call"
say = { en = "You have called.", fr = "C’est annoncé.", ja = "もう予想しました。" }

[[tip]]
step = "take"
moves = ["take"]
text = { en = "Take a stone.", fr = "Prenez un caillou.", ja = "石を取りましょう。" }
"""


class CoinNimGame(Game[CoinNim, View[Facts], Position, Move]):
    """Nim with a coin, as one object."""

    name = "coin-nim"
    rules_version = 3
    player_counts = (2, 3)
    options: tuple[Option, ...] = (Option("stones", 7, (5, 7)),)
    rule_ids = tuple(RULES)
    moves = MOVES
    rulebook = RULEBOOK
    position_type = Position
    state_type: type[CoinNim] = CoinNim

    next_option: Mapping[str, tuple[Value, Value]] = {"stones": (5, 7)}

    def __reduce__(self) -> tuple[Any, ...]:
        return remade, (type(self), self.box_data)

    def boxed(self, box: Mapping[str, Any]) -> Game[CoinNim, View[Facts], Position, Move]:
        """Heaps of other sizes; the last is the usual one."""
        heaps = box.get("stones")
        if not isinstance(heaps, list) or not heaps or set(box) != {"stones"}:
            raise BadPieces("a box of coin-nim is a list of heaps", *box)
        for number, heap in enumerate(heaps):
            if type(heap) is not int or heap < 1:
                raise BadPieces(f"a heap has at least one stone, not {heap!r}", "stones", number)
        game = type(self)()
        game.options = (Option("stones", heaps[-1], tuple(heaps)),)
        game.box_data = {"stones": heaps}
        return game

    def box_text(self) -> str:
        """The printed box."""
        return "# How many stones a heap can have.\nstones = [5, 7]\n"

    def option_values(self, option: Option, players: int) -> tuple[Value, ...]:
        """A heap has a stone for everybody."""
        return tuple(value for value in option.values if int(value) >= players)

    def say_option(self, option: Option, value: Value, words: Words) -> str:
        """A number, where there is no word for it."""
        return words(f"option.stones.{value}") if f"option.stones.{value}" in words else str(value)

    def forgotten(self, facts: Facts) -> Facts:
        """Everybody saw how many stones each has taken."""
        return msgspec.structs.replace(facts, taken=())

    def words(self, language: str = "en") -> Words:
        """Words that are kept in this module."""
        column = LANGUAGES.index(check_language(language))
        return Words(language, {key: texts[column] for key, texts in WORDS.items()})

    def guide(self, language: str = "en") -> Guide:
        """A guide that is kept in this module."""
        column = LANGUAGES.index(check_language(language))
        sections = [f"### {rule} {{#{rule}}}\n\n{texts[column]}\n" for rule, texts in RULES.items()]
        return read_guide(language, f"# {self.title(language)}\n\n" + "\n".join(sections))

    def lessons(self) -> Lessons:
        """Lessons that are kept in this module."""
        return read_lessons(LESSONS, "nim")

    def figures(self) -> Figures:
        """Figures that are kept in this module, and a reason for each rule that has none."""
        others = [f'[[figure]]\nrule = "{rule}"\nnone = "{NOT_SHOWN}"\n' for rule in ("call", "turn", "stop", "end")]
        return read_figures(FIGURES + "".join(others))

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """Everybody calls, every stone is taken, and a stop follows each but the last."""
        stones = int(options["stones"])
        return Bounds(moves=players + 2 * stones - 1, legal=2, lowest=0, highest=stones + 2)

    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """The coin under the cup."""
        return {"coin": below(rng, 2)}

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> CoinNim:
        """A full heap."""
        if deal not in ({"coin": HEADS}, {"coin": TAILS}):
            raise BadDeal("a deal of coin-nim is the coin, 0 or 1")
        heap = int(terms.options["stones"])
        return self.state_type(terms, deal["coin"], heap, [0] * terms.players, [-1] * terms.players, 0, 0)

    def facts(self, state: CoinNim, seat: int | None) -> Facts:
        """The coin once the cup is lifted, the calls once all have called."""
        calling = -1 in state.calls
        calls = tuple(
            call if other == seat or not calling or call < 0 else "secret" for other, call in enumerate(state.calls)
        )
        coin = state.coin if state.heap == 0 else None
        return Facts(state.heap, tuple(state.taken), calls, state.seat, state.run, coin)

    def position(self, state: CoinNim) -> Position:
        """Everything."""
        return Position(state.heap, list(state.taken), list(state.calls), state.seat, state.run, state.coin)

    def restore(self, terms: Terms, position: Position) -> CoinNim:
        """The state of a written position."""
        stones = int(terms.options["stones"])
        if len(position.taken) != terms.players or len(position.calls) != terms.players:
            raise BadPosition(f"everybody of {terms.players} has taken some stones and called")
        if position.heap + sum(position.taken) != stones or min(position.heap, *position.taken) < 0:
            raise BadPosition(f"the heap and what was taken are {stones} stones together")
        if position.coin not in (HEADS, TAILS) or set(position.calls) - {-1, HEADS, TAILS}:
            raise BadPosition("a coin shows 0 or 1, and a call is one of them, or -1 while there is none")
        state = self.state_type(
            terms,
            position.coin,
            position.heap,
            list(position.taken),
            list(position.calls),
            position.seat,
            position.run,
        )
        if not 0 <= position.seat < terms.players or not 0 <= position.run <= MOST:
            raise BadPosition("a seat of this game is to play, and takes three stones at most")
        if position.run > position.taken[position.seat] or (-1 in position.calls and position.heap < stones):
            raise BadPosition("nobody has taken stones before all have called, nor more in a turn than altogether")
        return state

    def say_move(self, move: Move, words: Words) -> str:
        """A move in words."""
        return words(f"move.{move}")

    def say_board(self, view: View[Facts], words: Words) -> str:
        """The heap and who took how many."""
        return words("board", heap=view.facts.heap, taken=list(view.facts.taken))

    def draw(self, view: View[Facts], words: Words, theme: str, staging: Staging[Move]) -> str:
        """The heap as a row of stones."""
        stones = "".join(f'<circle cx="{10 + 20 * n}" cy="10" r="8"/>' for n in range(view.facts.heap))
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 140 20">{stones}</svg>'

    def sprites(self) -> str:
        """A stone and a coin."""
        names = ("coin-nim-stone", "coin-nim-coin")
        return "".join(f'<symbol id="{name}"><circle r="8"/></symbol>' for name in names)

    def parts(self, view: View[Facts], words: Words, staging: Staging[Move]) -> Sequence[Part]:
        """The heap as stones, and what everybody has taken."""
        heap, taken = view.facts.heap, view.facts.taken
        names = tuple(staging.names) or tuple(words("seat", seat=seat) for seat in range(view.players))
        return [
            Part("heap", heap, lambda: heap_panel(heap, words)),
            Part("taken", (taken, names), lambda: taken_panel(taken, names, words)),
        ]

    def steps(self, view: View[Facts]) -> tuple[str, ...]:
        """Everybody calls; later a turn is stones."""
        return ("call",) if -1 in view.facts.calls else ("take",)

    def step(self, move: Move) -> str:
        """A call, or stones."""
        return "call" if move in (Move.HEADS, Move.TAILS) else "take"

    def tell(self, before: CoinNim, seat: int, move: Move, after: CoinNim, words: Words) -> Deed:
        """What was done; the last stone ends the game."""
        marks = (taken_id(seat),) if move is Move.TAKE else ()
        brings = (Brings(words("brings.end"), None, marks),) if after.heap == 0 else ()
        return Deed(words(f"move.{move}"), panel="taken", marks=marks, brings=brings)

    def where(self, view: View[Facts], seat: int, line: ScoreLine) -> Where | None:
        """The stones that a seat has taken."""
        return Where("taken", (Counted((taken_id(seat),), line.points),)) if line.key == "score.stones" else None

    def about(self, view: View[Facts], words: Words, panel: str, item: str) -> About | None:
        """What somebody has taken."""
        if panel != "taken" or item not in map(taken_id, range(view.players)):
            return None
        return About(words("about.taken"), words("about.taken.text"), "score")


def taken_id(seat: int) -> str:
    """The place of what a seat has taken."""
    return f"taken-{seat}"


def heap_panel(heap: int, words: Words) -> Panel:
    """A row of stones."""
    stones = tuple(Item(f"stone-{number}", "coin-nim-stone", 20.0 * number, 0, number) for number in range(heap))
    return Panel("heap", None, words("title"), (0, 0, 140, 20), stones, description=words("step.take"))


def taken_panel(taken: Sequence[int], names: Sequence[str], words: Words) -> Panel:
    """A place for each seat; without numbers where those have to be kept in mind."""
    numbers = dict(enumerate(taken))
    slots = tuple(Slot(taken_id(seat), name, number=numbers.get(seat)) for seat, name in enumerate(names))
    return Panel("taken", None, words("step.take"), (0, 0, 0, 0), (), kind="slots", slots=slots)


def remade(kind: type[CoinNimGame], box: Mapping[str, Any] | None) -> Game:
    """The game that travelled, with its box."""
    return kind().with_box(box)


def stumble(state: object, seat: int, action: int) -> None:
    """An `apply` with a mistake in it: what this module raises is a fault of the game."""
    raise ZeroDivisionError("a mistake in the rules")


GAME = CoinNimGame()
