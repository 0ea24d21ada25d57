"""What can be said of a table whose rules are not here: who sits there, and its record as far as it is no secret."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from cloudtop.core.fair import digest, seal_of
from cloudtop.core.game import written
from cloudtop.core.record import FIRST_LINE, HIDDEN, PARTIAL, UNFINISHED, compact, one_line


class Kept:
    """The rows of a table, read without its rules. Kinds of events that are not known are passed over."""

    def __init__(self, rows: list[str]) -> None:
        """The table that these rows are about."""
        self.events: list[dict[str, Any]] = [json.loads(row) for row in rows]
        self.opened = self.events[0]
        self.game = str(self.opened["game"])
        self.rules = int(self.opened["rules"])
        self.host = str(self.opened.get("host", ""))

    def held_by(self, holder: str) -> list[int]:
        """The seats that a browser holds."""
        held = [seat for seat, place in enumerate(self.opened["places"]) if holder and place.get("holder") == holder]
        for event in self.events:
            if event.get("holder") == holder and event["type"] == "sat-down":
                held.append(event["seat"])
            elif event.get("holder") == holder and event["type"] == "sent-away":
                held = [seat for seat in held if seat != event["seat"]]
        return sorted(set(held))

    @property
    def closed(self) -> bool:
        """Whether nothing is played here any more, as whoever runs the server decided."""
        closings = [event for event in self.events if event["type"] == "closed"]
        return bool(closings) and not closings[-1].get("again", False)

    @property
    def moves(self) -> list[tuple[int, str]]:
        """The moves that stand, each with its seat, in notation."""
        moves: list[tuple[int, str]] = []
        for event in self.events:
            if event["type"] == "played":
                moves.append((event["seat"], event["move"]))
            elif event["type"] == "taken-back":
                del moves[event["keep"] :]
        return moves

    def record_for(self, seats: Collection[int]) -> str:
        """The game as those who hold these seats may have it, as text.

        Whether the game is over, and which move was made in secret, only its rules know; and it may go on where they
        are. So nothing is told of the deal, and of the moves only one's own.
        """
        opened, names = self.opened, dict(enumerate(place.get("name", "") for place in self.opened["places"]))
        names |= {event["seat"]: event["name"] for event in self.events if event["type"] == "renamed"}
        lines = [FIRST_LINE, f"game: {self.game}", f"rules: {self.rules}", f"players: {len(opened['places'])}"]
        if opened.get("box") is not None:
            lines.append(f"box: {compact(opened['box'])}")
        elif opened.get("printed"):
            lines.append(f"printed: {opened['printed']}")
        lines += [f"option {name}: {written(value)}" for name, value in opened["options"].items()]
        lines += [one_line(f"seat {seat}: {name}") for seat, name in sorted(names.items()) if name]
        lines += [f"commitment: sha256 {self.commitment}"] if self.commitment else []
        lines += [f"partial: {PARTIAL}", f"result: {UNFINISHED}", ""]
        for number, (seat, move) in enumerate(self.moves, 1):
            lines.append(one_line(f"{number} {seat} {move if seat in seats else HIDDEN}"))
        return "\n".join(lines) + "\n"

    @property
    def commitment(self) -> str:
        """What binds the house; it tells nothing."""
        shuffle, salt = self.opened.get("shuffle", ""), self.opened.get("salt", "")
        return seal_of(shuffle) if shuffle else digest(f"{salt}{self.opened.get('seed')}") if salt else ""
