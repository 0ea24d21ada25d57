"""Fair deals: the house is bound before players cut, and a record proves it or is refused."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from tests.support.nim import GAME as NIM

from cloudtop.core.errors import BadRecord
from cloudtop.core.fair import Proof, is_cut, new_shuffle, prove, seal_of, seed_of
from cloudtop.core.record import Record, read_record

SHUFFLE, CUTS = "5a" * 32, {0: "0c" * 16, 1: "1d" * 16}
SHOWN = {
    "commitment": f"sha256 {seal_of(SHUFFLE)}",
    "shuffle": SHUFFLE,
    "cut 0": CUTS[0],
    "cut 1": CUTS[1],
}
FAIR = Record(NIM, 2, NIM.terms(2).options, seed_of(SHUFFLE, CUTS), notes=SHOWN)


def test_seal_and_seed_are_the_sums_that_anybody_can_make() -> None:
    """As docs/fair.md tells it: with sha256sum and nothing else."""
    seal = hashlib.sha256(f"cloudtop shuffle {SHUFFLE}".encode()).hexdigest()
    deal = hashlib.sha256(f"cloudtop deal {SHUFFLE} 0:{CUTS[0]} 1:{CUTS[1]}".encode()).hexdigest()
    assert seal_of(SHUFFLE) == seal
    assert seed_of(SHUFFLE, CUTS) == int(deal, 16)


def test_every_part_changes_the_seed() -> None:
    found = {
        seed_of(SHUFFLE, CUTS),
        seed_of(SHUFFLE, {}),
        seed_of("6b" * 32, CUTS),
        seed_of(SHUFFLE, {0: CUTS[0]}),
        seed_of(SHUFFLE, {0: CUTS[1], 1: CUTS[0]}),
        seed_of(SHUFFLE, {0: CUTS[0], 2: CUTS[1]}),
    }
    assert len(found) == 6


def test_shuffles_have_256_bits_and_differ() -> None:
    shuffles = {new_shuffle() for _ in range(20)}
    assert len(shuffles) == 20
    assert all(len(shuffle) == 64 for shuffle in shuffles)


@pytest.mark.parametrize("text", ["", "0" * 31, "0" * 33, "G" * 32, "A" * 32, "0" * 31 + "\n", "0" * 32 + "\n"])
def test_what_is_no_cut(text: str) -> None:
    assert not is_cut(text)
    assert is_cut("0" * 32)


def test_a_record_proves_its_deal_also_after_it_was_written_and_read() -> None:
    assert prove(FAIR) == Proof("cut", (0, 1))
    assert prove(read_record(FAIR.write(), lambda name: NIM)) == Proof("cut", (0, 1))


def test_a_deal_that_no_player_cut_is_proved_as_such() -> None:
    shown = {"commitment": SHOWN["commitment"], "shuffle": SHUFFLE}
    assert prove(replace(FAIR, seed=seed_of(SHUFFLE, {}), notes=shown)) == Proof("cut")


def test_records_of_before_players_cut_stay_valid_and_prove_less() -> None:
    seal = hashlib.sha256(b"salt7").hexdigest()
    old = Record(NIM, 2, NIM.terms(2).options, 7, notes={"commitment": f"sha256 {seal}", "salt": "salt"})
    assert prove(old) == Proof("sealed")
    with pytest.raises(BadRecord, match="not the one that the house had sealed"):
        prove(replace(old, seed=8))


def test_a_record_that_nobody_sealed_proves_nothing() -> None:
    assert prove(Record(NIM, 2, NIM.terms(2).options, 7, notes={"event": "tea"})) == Proof("none")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"commitment": None}, "'commitment' is missing"),
        ({"commitment": f"sha256 {'0' * 64}"}, "'commitment' is empty"),
        ({"commitment": ""}, "'commitment' is empty"),
        ({"commitment": "sha256 abc"}, "'commitment' is empty or no SHA-256"),
        ({"commitment": f"sha256 {'1' * 64}"}, "not the one that the house had sealed"),
        ({"shuffle": None}, "'shuffle' is missing"),
        ({"shuffle": None, "salt": "salt"}, "'shuffle' is missing"),
        ({"shuffle": "5b" * 32}, "not the one that the house had sealed"),
        ({"shuffle": ""}, "must be 64 digits"),
        ({"cut 1": None}, "dealt in another way"),
        ({"cut 1": "2e" * 16}, "dealt in another way"),
        ({"cut 1": "no"}, "must be 32 digits"),
        ({"cut 2": "2e" * 16}, "no seat 2"),
    ],
)
def test_a_proof_that_lacks_a_part_or_does_not_fit_is_refused(change: dict[str, str | None], reason: str) -> None:
    notes = {name: text for name, text in {**SHOWN, **change}.items() if text is not None}
    with pytest.raises(BadRecord, match=reason):
        prove(replace(FAIR, notes=notes))


def test_a_seal_without_a_seed_is_refused() -> None:
    with pytest.raises(BadRecord, match="no seed"):
        prove(Record(NIM, 2, NIM.terms(2).options, deal=NIM.deal_of(2, 1), notes=SHOWN))
