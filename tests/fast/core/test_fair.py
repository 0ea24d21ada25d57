"""Fair deals: the house is bound before players cut, and a record proves it or is refused."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from tests.support.nim import GAME as NIM

from cloudtop.core.errors import BadRecord
from cloudtop.core.fair import Noted, Proof, is_cut, new_shuffle, prove, seal_of, seal_of_cut, seed_of
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


# ---------------------------------------------------------------------- sealed cuts

SEALED = {
    "commitment": f"sha256 {seal_of(SHUFFLE)}",
    "bots": "none",
    "seal 0": seal_of_cut(CUTS[0]),
    "seal 1": seal_of_cut(CUTS[1]),
    "shuffle": SHUFFLE,
    "cut 0": CUTS[0],
    "cut 1": CUTS[1],
}
BLIND = replace(FAIR, notes=SEALED)
NOTE = Noted(seal_of(SHUFFLE), {seat: seal_of_cut(cut) for seat, cut in CUTS.items()}, {0: CUTS[0]})
OTHER = "2e" * 16


def changed(notes: dict[str, str | None], **more: object) -> Record:
    """The record of a fair deal with some headers as a house would like them, and a seed that fits."""
    shown = {name: text for name, text in {**SEALED, **notes}.items() if text is not None}
    cuts = {int(name[4:]): text for name, text in shown.items() if name.startswith("cut ")}
    return replace(FAIR, seed=seed_of(SHUFFLE, cuts), notes=shown, **more)  # type: ignore[arg-type]


def test_a_seal_is_the_sum_that_anybody_can_make() -> None:
    assert seal_of_cut(CUTS[0]) == hashlib.sha256(f"cloudtop cut {CUTS[0]}".encode()).hexdigest()


def test_sealed_cuts_are_proved_and_fit_a_players_note() -> None:
    assert prove(BLIND, NOTE) == Proof("sealed-cuts", (0, 1))
    assert prove(read_record(BLIND.write(), lambda name: NIM), NOTE) == Proof("sealed-cuts", (0, 1))


def test_bots_and_those_who_did_not_open_are_told() -> None:
    assert prove(changed({"bots": "1", "seal 1": None, "cut 1": None})) == Proof("sealed-cuts", (0,), (1,))
    assert prove(changed({"cut 1": None})) == Proof("sealed-cuts", (0,), (), (1,))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"bots": "1"}, "a bot played seat 1, and bots do not cut: the header 'cut 1' was invented"),
        ({"bots": "1", "cut 1": None}, "a bot played seat 1, and bots do not cut: the header 'seal 1' was invented"),
        ({"bots": None}, "the header 'bots' is missing"),
        ({"bots": "2"}, "names a seat that is not there"),
        ({"bots": "gale"}, "must be 'none' or numbers of seats"),
        ({"seal 1": None}, "seat 1 cut without a seal"),
        ({"seal 1": seal_of_cut(OTHER)}, "the cut of seat 1 is not the one that it had sealed"),
        ({"cut 1": OTHER}, "the cut of seat 1 is not the one that it had sealed"),
        ({"seal 1": "no"}, "must be 64 digits"),
        ({"seal 2": seal_of_cut(OTHER)}, "no seat 2"),
    ],
)
def test_a_seal_or_a_cut_that_cannot_be_is_refused(change: dict[str, str | None], reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        prove(changed(change))


@pytest.mark.parametrize(
    ("rigged", "change", "reason"),
    [
        ("own cut dropped", {"seal 0": None, "cut 0": None}, "seal of seat 0, and it is not in the record"),
        ("own cut replaced", {"seal 0": seal_of_cut(OTHER), "cut 0": OTHER}, "seal of seat 0 is not the one"),
        ("ground last", {"seal 1": seal_of_cut(OTHER), "cut 1": OTHER}, "seal of seat 1 is not the one"),
        ("own opening denied", {"cut 0": None}, f"the cut {CUTS[0]} of seat 0 is not in the deal"),
    ],
)
def test_a_rigged_deal_is_refused_by_whoever_noted_it(rigged: str, change: dict[str, str | None], reason: str) -> None:
    record = changed(change)
    assert prove(record).kind == "sealed-cuts", rigged
    with pytest.raises(BadRecord, match=reason):
        prove(record, NOTE)


def test_a_cut_that_was_added_later_is_refused() -> None:
    with pytest.raises(BadRecord, match="you noted no seal of seat 1"):
        prove(BLIND, NOTE._replace(seals={0: seal_of_cut(CUTS[0])}))


def test_another_shuffle_and_a_proof_of_the_old_kind_are_refused_by_a_note() -> None:
    with pytest.raises(BadRecord, match="the house swapped its shuffle"):
        prove(BLIND, NOTE._replace(seal="f" * 64))
    with pytest.raises(BadRecord, match="it is not in the record"):
        prove(FAIR, NOTE)


def test_a_cut_of_an_older_table_is_compared_as_well() -> None:
    assert prove(FAIR, Noted(seal_of(SHUFFLE), {}, {0: CUTS[0]})) == Proof("cut", (0, 1))
    with pytest.raises(BadRecord, match="the cut of seat 1 is not the one that you noted"):
        prove(FAIR, Noted(cuts={1: OTHER}))
    with pytest.raises(BadRecord, match="not in the deal: it was left out"):
        prove(changed({"cut 1": None, "seal 1": None}), Noted(cuts={1: CUTS[1]}))
