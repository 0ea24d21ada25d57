"""Fair deals: the house and every player seal what they add, then all of it is opened, and everybody can check it.

    the house's seal   sha256("cloudtop shuffle SHUFFLE")                  shown when the table is opened
    a player's seal    sha256("cloudtop cut CUT")                          shown before any cut is opened
    the seed           sha256("cloudtop deal SHUFFLE 0:CUT 1:CUT ...")     a whole number; the deal follows from it

Nobody who opens a cut can still choose it, and nobody who seals one knows another: so nobody can choose the deal.
docs/fair.md tells what that proves, and against whom.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from cloudtop.core.errors import BadRecord
from cloudtop.core.record import Record

SHUFFLE = r"[0-9a-f]{64}"
CUT = r"[0-9a-f]{32}"
DIGEST = r"[0-9a-f]{64}"
SEAL = re.compile(rf"sha256 (?P<digest>{DIGEST})")
CUT_HEADER = re.compile(r"cut (?P<seat>[0-9]{1,9})")
SEAL_HEADER = re.compile(r"seal (?P<seat>[0-9]{1,9})")
NO_BOTS = "none"
"""The value of the header `bots` where people play all seats."""
HEADERS = ("commitment", "shuffle", "salt", "bots")
"""The headers of a record that tell how it was dealt, besides those of the seals and cuts."""


def new_shuffle() -> str:
    """The house's part of a deal: 256 bits from the operating system's generator."""
    return secrets.token_hex(32)


def is_cut(text: str) -> bool:
    """Whether a text can be a player's part of a deal: 128 bits, written as a browser writes them."""
    return re.fullmatch(CUT, text) is not None


def is_seal(text: str) -> bool:
    """Whether a text can be a seal: a SHA-256, written as a browser writes it."""
    return re.fullmatch(DIGEST, text) is not None


@lru_cache(maxsize=256)
def digest(text: str) -> str:
    """The SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def seal_of(shuffle: str) -> str:
    """The house's seal: it binds the house to a shuffle, and tells nothing about it."""
    return digest(f"cloudtop shuffle {shuffle}")


def seal_of_cut(cut: str) -> str:
    """A player's seal: it binds the player to a cut, and tells nothing about it."""
    return digest(f"cloudtop cut {cut}")


def seed_of(shuffle: str, cuts: Mapping[int, str]) -> int:
    """The seed that the house's shuffle and the players' cuts make together.

    >>> seed_of("ab", {1: "ef", 0: "cd"}) == int(digest("cloudtop deal ab 0:cd 1:ef"), 16)
    True
    """
    parts = [f"{seat}:{cut}" for seat, cut in sorted(cuts.items())]
    return int(digest(" ".join(["cloudtop deal", shuffle, *parts])), 16)


class Proof(NamedTuple):
    """The proof that a record carries about its deal."""

    kind: Literal["sealed-cuts", "cut", "sealed", "none"]
    """House and players sealed their parts first; only the house did, and players cut in the open; players did not cut
    at all, as in the oldest tables; nobody was bound."""
    cut: tuple[int, ...] = ()
    """The seats whose cut is in the deal."""
    bots: tuple[int, ...] = ()
    """The seats that bots played when it was dealt."""
    unopened: tuple[int, ...] = ()
    """The seats that sealed a cut and did not open it."""


class Noted(NamedTuple):
    """A player's own note of a deal, made before it: a record is compared with it."""

    seal: str = ""
    """The house's seal."""
    seals: Mapping[int, str] = {}
    """The players' seals, by seat; where one is noted, all are."""
    cuts: Mapping[int, str] = {}
    """The cuts that are known, by seat: the player's own."""


def prove(record: Record, noted: Noted | None = None) -> Proof:
    """The proof that a record carries about its deal, compared with a player's note of it.

    `BadRecord` says what is missing in the proof, does not fit, or is not what was noted.
    """
    proof = _prove(record)
    if noted is not None:
        _compare(record, noted)
    return proof


def by_seat(notes: Mapping[str, str], header: re.Pattern[str]) -> dict[int, str]:
    """The values of the headers that name a seat, by seat."""
    return {int(found["seat"]): text for name, text in notes.items() if (found := header.fullmatch(name))}


def _prove(record: Record) -> Proof:
    notes = record.notes
    cuts, seals = by_seat(notes, CUT_HEADER), by_seat(notes, SEAL_HEADER)
    if not cuts and not seals and not any(name in notes for name in HEADERS):
        return Proof("none")
    if "commitment" not in notes:
        raise BadRecord("the header 'commitment' is missing: nothing shows that the house was bound before the deal")
    seal = SEAL.fullmatch(notes["commitment"])
    if seal is None or set(seal["digest"]) == {"0"}:
        raise BadRecord("the header 'commitment' is empty or no SHA-256: nothing shows that the house was bound")
    if record.seed is None:
        raise BadRecord("the header 'commitment' is there, but no seed that it could belong to")
    if "shuffle" in notes:
        bots = _check_seals(record, seals, cuts) if seals or "bots" in notes else None
        _check_seed(notes["shuffle"], cuts, seal["digest"], record)
        if bots is None:
            return Proof("cut", tuple(sorted(cuts)))
        return Proof("sealed-cuts", tuple(sorted(cuts)), bots, tuple(sorted(seals.keys() - cuts.keys())))
    if "salt" not in notes:
        raise BadRecord("the seal was not opened: the header 'shuffle' is missing")
    if cuts or seals:
        raise BadRecord("the players cut, but the header 'shuffle' is missing")
    if digest(f"{notes['salt']}{record.seed}") != seal["digest"]:
        raise BadRecord("the seed is not the one that the house had sealed: the header 'commitment' does not fit")
    return Proof("sealed")


def _check_seals(record: Record, seals: Mapping[int, str], cuts: Mapping[int, str]) -> tuple[int, ...]:
    """Check every seal and cut against its seat; returns the seats of bots."""
    bots = bots_in(record)
    for seat, seal in seals.items():
        if seat >= record.players:
            raise BadRecord(f"there is no seat {seat} that could have sealed a cut")
        if not is_seal(seal):
            raise BadRecord(f"the header 'seal {seat}' must be 64 digits from 0 to f")
    for seat in sorted(seals.keys() | cuts.keys()):
        if seat in bots and seat in cuts:
            raise BadRecord(f"a bot played seat {seat}, and bots do not cut: the header 'cut {seat}' was invented")
        if seat in bots:
            raise BadRecord(f"a bot played seat {seat}, and bots do not cut: the header 'seal {seat}' was invented")
        if seat not in seals:
            raise BadRecord(f"seat {seat} cut without a seal: the header 'seal {seat}' is missing")
        if seat in cuts and seal_of_cut(cuts[seat]) != seals[seat]:
            raise BadRecord(f"the cut of seat {seat} is not the one that it had sealed: 'seal {seat}' does not fit")
    return bots


def bots_in(record: Record) -> tuple[int, ...]:
    """The seats that bots played when it was dealt, as the header `bots` tells them."""
    text = record.notes.get("bots")
    if text is None:
        raise BadRecord("the header 'bots' is missing: nothing shows which seats could cut")
    if text == NO_BOTS:
        return ()
    if re.fullmatch(r"[0-9]{1,9}( [0-9]{1,9})*", text) is None:
        raise BadRecord(f"the header 'bots' must be {NO_BOTS!r} or numbers of seats, not {text!r}")
    bots = tuple(int(seat) for seat in text.split(" "))
    if any(seat >= record.players for seat in bots):
        raise BadRecord("the header 'bots' names a seat that is not there")
    return bots


def _check_seed(shuffle: str, cuts: Mapping[int, str], seal: str, record: Record) -> None:
    if re.fullmatch(SHUFFLE, shuffle) is None:
        raise BadRecord("the header 'shuffle' must be 64 digits from 0 to f")
    for seat, cut in cuts.items():
        if seat >= record.players:
            raise BadRecord(f"there is no seat {seat} that could have cut")
        if not is_cut(cut):
            raise BadRecord(f"the header 'cut {seat}' must be 32 digits from 0 to f")
    if seal_of(shuffle) != seal:
        raise BadRecord("the shuffle is not the one that the house had sealed: the header 'commitment' does not fit")
    if seed_of(shuffle, cuts) != record.seed:
        raise BadRecord("the seed does not come from this shuffle and these cuts: it was dealt in another way")


def _compare(record: Record, noted: Noted) -> None:
    """Compare a record with a player's note; `BadRecord` says what was changed after the note was made."""
    notes = record.notes
    if noted.seal and notes.get("commitment") != f"sha256 {noted.seal}":
        raise BadRecord("the house's seal is not the one that you noted: the house swapped its shuffle")
    seals, cuts = by_seat(notes, SEAL_HEADER), by_seat(notes, CUT_HEADER)
    for seat, seal in sorted(noted.seals.items()):
        if seat not in seals:
            raise BadRecord(f"you noted a seal of seat {seat}, and it is not in the record: it was left out")
        if seals[seat] != seal:
            raise BadRecord(f"the seal of seat {seat} is not the one that you noted: it was swapped")
    for seat in sorted(seals.keys() - noted.seals.keys()) if noted.seals else ():
        raise BadRecord(f"you noted no seal of seat {seat}: it was added after you had opened your cut")
    for seat, cut in sorted(noted.cuts.items()):
        if seat not in cuts:
            raise BadRecord(f"the cut {cut} of seat {seat} is not in the deal: it was left out")
        if cuts[seat] != cut:
            raise BadRecord(f"the cut of seat {seat} is not the one that you noted: it was swapped")
