"""Fair deals: the house shuffles in secret and seals it, every player cuts, and in the end everybody can check.

    the seal   sha256("cloudtop shuffle SHUFFLE")                  shown when the table is opened
    the seed   sha256("cloudtop deal SHUFFLE 0:CUT 1:CUT ...")     a whole number; the deal follows from it

The house is bound by the seal before it sees a cut, and nobody who cuts knows the shuffle: so nobody can choose the
deal. docs/fair.md tells what that proves and what it does not.
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
SEAL = re.compile(r"sha256 (?P<digest>[0-9a-f]{64})")
CUT_HEADER = re.compile(r"cut (?P<seat>[0-9]{1,9})")
HEADERS = ("commitment", "shuffle", "salt")
"""The headers of a record that tell how it was dealt, besides those of the cuts."""


def new_shuffle() -> str:
    """The house's part of a deal: 256 bits from the operating system's generator."""
    return secrets.token_hex(32)


def is_cut(text: str) -> bool:
    """Whether a text can be a player's part of a deal: 128 bits, written as a browser writes them."""
    return re.fullmatch(CUT, text) is not None


@lru_cache(maxsize=256)
def digest(text: str) -> str:
    """The SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def seal_of(shuffle: str) -> str:
    """What may be shown of a shuffle before the game: it binds the house, and tells nothing."""
    return digest(f"cloudtop shuffle {shuffle}")


def seed_of(shuffle: str, cuts: Mapping[int, str]) -> int:
    """The seed that the house's shuffle and the players' cuts make together.

    >>> seed_of("ab", {1: "ef", 0: "cd"}) == int(digest("cloudtop deal ab 0:cd 1:ef"), 16)
    True
    """
    parts = [f"{seat}:{cut}" for seat, cut in sorted(cuts.items())]
    return int(digest(" ".join(["cloudtop deal", shuffle, *parts])), 16)


class Proof(NamedTuple):
    """What a record proves about its deal."""

    kind: Literal["cut", "sealed", "none"]
    """The house was bound and the players cut; the house was bound alone, as in older tables; nobody was bound."""
    cut: tuple[int, ...] = ()
    """The seats that cut."""


def prove(record: Record) -> Proof:
    """What a record proves about its deal; `BadRecord` says what is missing in a proof, or does not fit."""
    notes = record.notes
    cuts = {int(found["seat"]): text for name, text in notes.items() if (found := CUT_HEADER.fullmatch(name))}
    if not cuts and not any(name in notes for name in HEADERS):
        return Proof("none")
    if "commitment" not in notes:
        raise BadRecord("the header 'commitment' is missing: nothing shows that the house was bound before the deal")
    seal = SEAL.fullmatch(notes["commitment"])
    if seal is None or set(seal["digest"]) == {"0"}:
        raise BadRecord("the header 'commitment' is empty or no SHA-256: nothing shows that the house was bound")
    if record.seed is None:
        raise BadRecord("the header 'commitment' is there, but no seed that it could belong to")
    if "shuffle" in notes:
        return _prove_cut(notes["shuffle"], cuts, seal["digest"], record)
    if "salt" not in notes:
        raise BadRecord("the seal was not opened: the header 'shuffle' is missing")
    if cuts:
        raise BadRecord("the players cut, but the header 'shuffle' is missing")
    if digest(f"{notes['salt']}{record.seed}") != seal["digest"]:
        raise BadRecord("the seed is not the one that the house had sealed: the header 'commitment' does not fit")
    return Proof("sealed")


def _prove_cut(shuffle: str, cuts: Mapping[int, str], seal: str, record: Record) -> Proof:
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
    return Proof("cut", tuple(sorted(cuts)))
