"""Moves in writing.

`t@b2n` lays a T-junction on b2 with its end a to the north; `s@a1h` a straight, which half a turn does not change,
horizontally. `cut@b2` and `turn@b2` are steps of magic, `magic:inspiration` plays a magic card, `swap` and `keep`
answer a Green hand, `discard:t` discards, `pick:replant+dead-end+green-hand` chooses three magic cards.

Reading is generous: case, spaces and punctuation hardly matter, names do as well as codes, and what only one legal
move can mean may be left out.
"""

from __future__ import annotations

import re
from typing import Final

from cloudtop.core.errors import IllegalMove
from cloudtop.games.cloudy_kingdom.board import (
    CELLS,
    CUT,
    DISCARD,
    KEEP,
    LAY,
    MAGIC,
    PICK,
    SWAP,
    TURN,
    Book,
)

CELL_NAMES: Final = tuple("abcd"[cell % 4] + str(cell // 4 + 1) for cell in range(CELLS))
CELL_OF: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}
WAYS: Final = "nesw"
"""Where end a points, by side."""
LYINGS: Final = "hv"
"""How a card lies that half a turn does not change."""
GENERIC: Final = {"h": "hwe", "v": "vns", "w": "wh", "e": "eh", "n": "nv", "s": "sv", "": "hvwens"}
"""By the direction a player writes, those of moves that it can mean."""


class Notation:
    """How the moves of a game are written and read."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.texts = tuple(self.written(move) for move in range(len(book.kind)))
        self.moves = {text: move for move, text in enumerate(self.texts)}
        self.design_of = {code: design for design, code in enumerate(book.codes)}
        self.design_of |= {name: design for design, name in enumerate(book.names)}
        self.magic_of = {side.name: number for number, side in enumerate(book.magic)}
        self.lay_move = self._reader([rf"(?P<card>{_any(self.design_of)})?", "(?P<cell>[a-d][1-4])", "(?P<way>[a-z]?)"])
        self.touch_move = self._reader(["(?P<verb>cut|turn)", "(?P<cell>[a-d][1-4])"])
        self.discard_move = self._reader(["discard", rf"(?P<card>{_any(book.codes[: book.routes])})?"])

    @staticmethod
    def _reader(parts: list[str]) -> re.Pattern[str]:
        return re.compile(r"[\s@:,]*".join(parts))

    # ------------------------------------------------------------------ writing

    def way(self, face: int) -> str:
        """How a card lies: where its end a points, or h or v if half a turn does not change it."""
        book = self.book
        if book.ways[book.design[face]] == 1:
            return LYINGS[book.lying[face]]
        return WAYS[book.end_a[face]]

    def card(self, face: int) -> str:
        """A card in the field: `t:n`."""
        return f"{self.book.codes[self.book.design[face]]}:{self.way(face)}"

    def face_of(self, card: object) -> int:
        """The face of a card in the field, -1 if there is none such."""
        code, _, way = card.partition(":") if isinstance(card, str) else ("", "", "")
        design = self.design_of.get(code, -1)
        if design < 0 or self.book.codes[design] != code:
            return -1
        first = self.book.first_face[design]
        faces = range(first, first + 2 * self.book.ways[design])
        return next((face for face in faces if self.way(face) == way), -1)

    def written(self, move: int) -> str:
        """A move in notation."""
        book = self.book
        kind, what = book.kind[move], book.what[move]
        cell = CELL_NAMES[book.cell[move]]
        if kind == LAY:
            return f"{book.codes[book.design[what]]}@{cell}{self.way(what)}"
        if kind == DISCARD:
            return f"discard:{book.codes[what]}"
        if kind == MAGIC:
            return f"magic:{book.magic[what].name}"
        if kind == PICK:
            return "pick:" + "+".join(book.magic[side].name for side in book.picks[what])
        return {CUT: f"cut@{cell}", TURN: f"turn@{cell}", SWAP: "swap", KEEP: "keep"}[kind]

    # ------------------------------------------------------------------ reading

    def readings(self, text: str) -> list[int]:
        """The moves that a text can mean, in ascending order; none if it is no move."""
        plain = " ".join(text.lower().split())
        if plain in self.moves:
            return [self.moves[plain]]
        if plain == "pass":
            raise IllegalMove("cloudy-kingdom/turn", "pass")
        found = self.touch_move.fullmatch(plain)
        if found is not None:
            return [self.moves[f"{found['verb']}@{found['cell']}"]]
        found = self.discard_move.fullmatch(plain)
        if found is not None:
            codes = [found["card"]] if found["card"] else self.book.codes[: self.book.routes]
            return [self.moves[f"discard:{code}"] for code in codes]
        found = self.lay_move.fullmatch(plain)
        if found is not None:
            return self.lays(found["card"], found["cell"], found["way"])
        return self.magic_readings(plain)

    def lays(self, card: str | None, cell: str, way: str) -> list[int]:
        """The moves that lay a card there; any card if none is named, any way round if none is given."""
        book = self.book
        designs = range(len(book.codes)) if card is None else [self.design_of[card]]
        texts = [f"{book.codes[design]}@{cell}{each}" for design in designs for each in GENERIC.get(way, "")]
        return sorted(self.moves[text] for text in texts if text in self.moves)

    def magic_readings(self, plain: str) -> list[int]:
        """The magic cards that a text names, with `magic`, `pick` or neither in front."""
        names = re.findall(r"[a-z-]+", plain)
        pick = bool(names) and names[0] == "pick"
        if names and names[0] in ("magic", "pick"):
            names = names[1:]
        joined = "-".join(names)
        if not pick and joined in self.magic_of:
            return [self.book.magic_move[self.magic_of[joined]]]
        if not pick or any(name not in self.magic_of for name in names):
            return []
        sides = sorted(self.magic_of[name] for name in names)
        return [self.book.pick_moves[self.book.picks.index(sides)]] if sides in self.book.picks else []


def _any(words: list[str] | dict[str, int]) -> str:
    """A pattern for any of the words, the longest first."""
    return "|".join(sorted((re.escape(word) for word in words), key=len, reverse=True))
