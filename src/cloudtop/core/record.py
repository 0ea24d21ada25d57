"""A record: one readable text file that is save game, export, bug report and regression test.

    cloudtop record 1
    game: NAME
    rules: 1
    players: 2
    option city: square
    seat 0: Mira
    seed: 7
    result: 31 28

    ; what anybody wants to say
    1 0 bg1@g9
    2 0 draw:stack ; a comment on this move

Headers first, then a move a line: its number, its seat, its notation. Reading a record back plays it, so
every move is checked again. A record of a game that goes on elsewhere may be sealed: instead of the seed it has the
header `partial`, and what others chose in secret is left out. A game with another box than the printed one has that
box, as JSON, in the header `box` after `players`. The digest of the printed box stands there in the header `printed`;
records that were written before that header came stay without it. The header `rules` names the version that the moves
follow: a record of an older one stays as it is, and has no options that came later.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cloudtop.core.errors import BadPieces, BadRecord, CloudtopError, IllegalMove
from cloudtop.core.game import Game, Value, written
from cloudtop.core.printed import OtherBox, edition, is_printed, known
from cloudtop.core.state import Outcome, State, Terms
from cloudtop.core.view import plain

FIRST_LINE = "cloudtop record 1"
UNFINISHED = "unfinished"
MOVE = re.compile(r"(?P<number>[0-9]{1,9})\s+(?P<seat>[0-9]{1,9})\s+(?P<text>[^\s;]+)(?:\s*;\s?(?P<comment>.*))?$")
NAME = r"[a-z][a-z0-9_ ]*"
HEADER = re.compile(rf"(?P<name>{NAME}):(?: (?P<value>.*))?$")
PARTIAL = "the game goes on, the seed is sealed and secret moves are left out"
HIDDEN = "; a secret move"
OWN_HEADERS = re.compile(r"game|rules|players|box|printed|seed|deal|partial|result|option .+|seat [0-9]{1,9}")
"""The headers a record is made of; every other one is a note."""


@dataclass(frozen=True)
class Move:
    """A move as it was made, with what was said about it."""

    seat: int
    action: int
    comment: str = ""
    before: tuple[str, ...] = ()
    """Comments on lines of their own above the move."""
    hidden: bool = False
    """Whether a sealed record leaves out what was played."""


@dataclass(frozen=True)
class Record:
    """One play of a game, complete enough to be played again."""

    game: Game
    players: int
    options: Mapping[str, Value]
    seed: int | None = None
    deal: Mapping[str, Any] | None = None
    moves: tuple[Move, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    """Further headers, such as a date or an event."""
    closing: tuple[str, ...] = ()
    """Comments after the last move."""
    sealed: bool = False
    """Whether the seed is kept back while the game goes on: such a record can be read, but not played again."""
    rules: int = 0
    """The version of the rules that it follows; 0 stands for the present one."""
    printed: str | None = None
    """The digest of the printed box; None finds it, and empty is an old record that does not tell it."""

    def __post_init__(self) -> None:
        if self.rules == 0:
            object.__setattr__(self, "rules", self.game.rules_version)
        object.__setattr__(self, "game", _edition(self.game, self.rules, self.printed or ""))
        if self.printed is None:
            digest = known(self.game, self.rules) if is_printed(self.game, self.rules) else ""
            object.__setattr__(self, "printed", digest)
        if (self.seed is not None) + (self.deal is not None) + self.sealed != 1:
            raise BadRecord("a record has either a seed or a deal, or it is sealed")
        for seat in self.names:
            if seat not in range(self.players):
                raise BadRecord(f"there is no seat {seat} to name; this game has seats 0 to {self.players - 1}")
        for name in self.notes:
            if re.fullmatch(NAME, name) is None or OWN_HEADERS.fullmatch(name):
                raise BadRecord(f"{name!r} cannot be the header of a note")

    @property
    def terms(self) -> Terms:
        """What was agreed before the deal."""
        return self.game.terms(self.players, self.options, self.rules)

    def start(self) -> State:
        """The position before the first move; a sealed record does not tell it."""
        if self.sealed:
            raise BadRecord(f"this record cannot be played again yet: {PARTIAL}")
        state: State = self.game.deal(self.players, self.seed, self.options, self.deal, self.rules)
        return state

    def positions(self) -> Iterator[tuple[Move, State]]:
        """Every move with the position it leads to; each state is its own copy."""
        state = self.start()
        for move in self.moves:
            state = state.copy()
            state.play(move.seat, move.action)
            yield move, state

    def end(self) -> State:
        """The position after the last move."""
        state = self.start()
        for move in self.moves:
            state.play(move.seat, move.action)
        return state

    def upto(self, count: int) -> Record:
        """The record of the first moves alone."""
        return replace(self, moves=self.moves[:count], closing=())

    def with_move(self, seat: int, action: int, comment: str = "") -> Record:
        """The record with one move more."""
        return replace(self, moves=(*self.moves, Move(seat, action, comment)))

    def write(self) -> str:
        """The record as text."""
        lines = [FIRST_LINE, f"game: {self.game.name}", f"rules: {self.rules}", f"players: {self.players}"]
        if not is_printed(self.game, self.rules):
            lines.append(f"box: {compact(plain(self.game.box_data))}")
        elif self.printed:
            lines.append(f"printed: {self.printed}")
        options, known = self.terms.options, [option for option in self.game.options if option.since <= self.rules]
        lines += [f"option {option.name}: {written(options[option.name])}" for option in known]
        lines += [one_line(f"seat {seat}: {name}") for seat, name in sorted(self.names.items())]
        lines += [one_line(f"{name}: {value}") for name, value in self.notes.items()]
        outcome = None
        if self.sealed:
            lines.append(f"partial: {PARTIAL}")
        else:
            outcome = self.end().outcome()
            lines.append(f"seed: {self.seed}" if self.deal is None else f"deal: {compact(self.deal)}")
        lines += [f"result: {result_text(outcome)}", ""]
        for number, move in enumerate(self.moves, 1):
            lines += [one_line(f"; {comment}") for comment in move.before]
            said = f" ; {move.comment}" if move.comment.strip() else ""
            text = HIDDEN if move.hidden else f"{self.game.text(move.action)}{said}"
            lines.append(one_line(f"{number} {move.seat} {text}"))
        lines += [one_line(f"; {comment}") for comment in self.closing]
        return "\n".join(lines) + "\n"


def compact(data: object) -> str:
    """Plain data as one line of JSON."""
    return json.dumps(data, separators=(",", ":"))


def one_line(text: str) -> str:
    """The text as one line of a record, whatever was typed into it."""
    return " ".join(text.splitlines()).rstrip()


def result_text(outcome: Outcome | None) -> str:
    """The result header: points per seat, or that the game is not over."""
    return UNFINISHED if outcome is None else " ".join(str(score) for score in outcome.scores)


def read_record(text: str, find: Callable[[str], Game]) -> Record:
    """A record from its text, every move checked; `find` gives the game of a name."""
    lines = text.lstrip("\ufeff").splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise BadRecord(f"this is no Cloudtop record: the first line must be {FIRST_LINE!r}")
    blank = next((i for i, line in enumerate(lines) if not line.strip()), len(lines))
    headers = _headers(lines[1:blank])
    record = _begun(headers, find)
    return _checked(_with_moves(record, lines, blank + 1), headers["result"])


def _headers(lines: list[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for number, line in enumerate(lines, 2):
        match = HEADER.match(line.rstrip())
        if match is None:
            raise BadRecord(f"line {number}: expected a header such as 'players: 2', found {line!r}")
        if match["name"] in headers:
            raise BadRecord(f"line {number}: the header {match['name']!r} is given twice")
        headers[match["name"]] = match["value"] or ""
    for name in ("game", "rules", "players", "result"):
        if name not in headers:
            raise BadRecord(f"the header {name!r} is missing")
    if "partial" in headers:
        raise BadRecord(f"this record cannot be played again yet: {PARTIAL}")
    if ("seed" in headers) == ("deal" in headers):
        raise BadRecord("a record has either the header 'seed' or the header 'deal'")
    return headers


def _number(headers: Mapping[str, str], name: str) -> int:
    try:
        return int(headers[name])
    except ValueError:
        raise BadRecord(f"the header {name!r} must be a whole number, not {headers[name]!r}") from None


def _plain(headers: Mapping[str, str], name: str) -> dict[str, Any]:
    try:
        data = json.loads(headers[name])
    except (ValueError, RecursionError):
        raise BadRecord(f"the header {name!r} is not JSON") from None
    if not isinstance(data, dict):
        raise BadRecord(f"the header {name!r} is not a JSON object")
    return data


def _game(headers: Mapping[str, str], find: Callable[[str], Game]) -> Game:
    """The game of that name, with the box of the record."""
    game: Game = find(headers["game"])
    if "box" not in headers:
        return game
    try:
        return game.with_box(_plain(headers, "box"))
    except BadPieces as error:
        raise BadRecord(f"the box of this record cannot be played with: {error}") from None


def _edition(game: Game, rules: int, printed: str) -> Game:
    """The game with the printed box that a record began with."""
    try:
        return edition(game, rules, printed)
    except OtherBox as error:
        raise BadRecord(f"this record cannot be played here: {error}") from None


def _begun(headers: Mapping[str, str], find: Callable[[str], Game]) -> Record:
    game = _game(headers, find)
    rules = _number(headers, "rules")
    if not 1 <= rules <= game.rules_version:
        raise BadRecord(
            f"this record follows rules version {rules} of {game.name}; this program has version {game.rules_version}"
        )
    printed = headers.get("printed", "")
    game = _edition(game, rules, printed)
    options: dict[str, object] = {}
    names: dict[int, str] = {}
    notes: dict[str, str] = {}
    for name, value in headers.items():
        first, _, rest = name.partition(" ")
        if OWN_HEADERS.fullmatch(name) is None:
            notes[name] = value
        elif first == "option":
            options[rest] = value
        elif first == "seat":
            names[int(rest)] = value
    seed, deal = None, None
    if "seed" in headers:
        seed = _number(headers, "seed")
    else:
        deal = _plain(headers, "deal")
    terms = game.terms(_number(headers, "players"), options, rules)
    return Record(
        game, terms.players, terms.options, seed, deal, names=names, notes=notes, rules=rules, printed=printed
    )


def _with_moves(record: Record, lines: list[str], first: int) -> Record:
    state = record.start()
    moves: list[Move] = []
    before: list[str] = []
    for number, raw in enumerate(lines[first:], first + 1):
        line = raw.strip()
        if not line:
            continue
        if line.startswith(";"):
            before.append(line[1:].removeprefix(" "))
            continue
        match = MOVE.match(line)
        if match is None:
            raise BadRecord(f"line {number}: expected a move such as '1 0 {record.game.text(0)}', found {line!r}")
        if int(match["number"]) != len(moves) + 1:
            raise BadRecord(f"line {number}: expected move number {len(moves) + 1}, found {match['number']}")
        action = _played(record.game, state, int(match["seat"]), match["text"], number)
        moves.append(Move(int(match["seat"]), action, match["comment"] or "", tuple(before)))
        before.clear()
    return replace(record, moves=tuple(moves), closing=tuple(before))


def _played(game: Game, state: State, seat: int, text: str, line: int) -> int:
    try:
        action = game.parse(state, seat, text)
    except IllegalMove as error:
        why = game.explain(error)
        raise BadRecord(f"line {line}: seat {seat} may not play {text} ({error.rule}): {why}") from error
    except CloudtopError as error:
        raise BadRecord(f"line {line}: {error}") from error
    state.apply(seat, action)
    return action


def _checked(record: Record, result: str) -> Record:
    found = result_text(record.end().outcome())
    if result != found:
        raise BadRecord(f"the header 'result' says {result!r}, but the moves lead to {found!r}")
    return record
