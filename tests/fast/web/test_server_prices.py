"""Who pays for what: a player for the own moves, a network for all its addresses, everybody more on a slow machine."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from tests.support.web.visitors import FRIEND, HERE, ME, House, Visitor, until

from cloudtop.web.door import Door, room_for
from cloudtop.web.limits import (
    ALLOWANCES,
    COSTS,
    DEAREST,
    GUESSES,
    KNOCKS,
    LATE,
    NETWORKS,
    SOCKETS,
    Buckets,
    Limits,
    Whose,
    address_group,
    networks_of,
)

SCHOOL: dict[Whose, str] = {"address": "192.0.2.7"}
PLAYER: dict[Whose, str] = {**SCHOOL, "guest": "mira", "seat": "mira"}


def frozen() -> Limits:
    """Limits at which no time passes."""
    return Limits(clock=lambda: 0.0)


def used_up(limits: Limits, who: dict[Whose, str], kind: str = "page") -> int:
    """How often somebody may ask for something at once."""
    return next(times for times in count() if not limits.take(kind, who))


@pytest.mark.parametrize("kind", ["play", "undo", "hello", "draft", "whynot", "ping", "connect", "page"])
def test_a_flood_from_the_same_address_takes_nothing_from_a_players_own_seat(kind: str) -> None:
    limits = frozen()
    used_up(limits, SCHOOL)
    assert not limits.take(kind, SCHOOL)
    assert not limits.take(kind, {**SCHOOL, "guest": "mira"})
    assert limits.take(kind, PLAYER) == "mira", "a player waits in a queue of the own, not in that of the address"


@pytest.mark.parametrize("kind", ["hint", "replay", "review", "static", "open", "picture"])
def test_whatever_a_player_need_not_have_is_paid_by_the_address(kind: str) -> None:
    limits = frozen()
    used_up(limits, SCHOOL, "static")
    assert not limits.take(kind, PLAYER)


def test_a_player_who_asks_for_more_than_playing_takes_pays_as_everybody() -> None:
    limits = frozen()
    times = used_up(limits, PLAYER, "play")
    assert times == ALLOWANCES["guest"].size // COSTS["play"]
    limits = frozen()
    used_up(limits, SCHOOL)
    assert used_up(limits, PLAYER, "play") == ALLOWANCES["seat"].size // COSTS["play"]


def test_every_browser_of_an_address_together_is_bounded_by_its_sockets() -> None:
    bound = SOCKETS["address"] * ALLOWANCES["seat"].rate
    assert bound <= 1.3 * ALLOWANCES["address"].rate


def test_moves_are_made_while_the_address_has_used_up_everything(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    noor.follow(opened["links"][0]["url"])
    lines = [visitor.connect(opened["table"], {}) for visitor in (mira, noor)]
    for line in lines:
        line.dealt()
    house.tables.limits.common["address"] = Buckets(0.0, 0.0)
    assert mira.http.get("/guide").status_code == 429
    assert mira.http.get(f"/t/{opened['table']}").status_code == 200
    mover = next(line for line in lines if line.actions)
    assert mover.ask("draft", "draft", "error", seq=mover.seq, plan=[])["did"] == "draft"
    assert mover.play()["did"] == "played"
    assert mira.connect(opened["table"], {}).you == 0, "and who comes back finds the door open"


def test_who_only_looks_on_pays_with_the_address(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, HERE)
    noor.follow(opened["watch"])
    line = noor.connect(opened["table"], {})
    house.tables.limits.common["address"] = Buckets(0.0, 0.0)
    assert line.ask("hello", "error", "state")["did"] == "error"


# ---------------------------------------------------------------------------------------------- networks


def addresses(form: str = "2001:db8:0:12{:02x}::1") -> list[str]:
    """Two hundred addresses of a network, each a /64 of its own."""
    return [address_group(form.format(number)) for number in range(200)]


@pytest.mark.parametrize(("form", "times"), [("2001:db8:0:12{:02x}::1", 1.5), ("2001:db8:0:{:02x}00::1", 2.0)])
def test_a_network_asks_little_more_than_an_address(form: str, times: float) -> None:
    limits, places = frozen(), addresses(form)
    network = sum(used_up(limits, {"address": place}) for place in places)
    assert network == int(times * ALLOWANCES["address"].size / COSTS["page"])
    assert limits.take("page", {"address": address_group("2001:db8:1::1")}), "another network has its own"


def test_a_network_opens_few_more_sockets_than_an_address() -> None:
    limits = frozen()
    places = addresses()
    opened = [place for place in places for _ in range(10) if limits.come({"address": place})]
    assert len(opened) == int(1.5 * SOCKETS["address"])
    for place in opened:
        limits.go({"address": place})
    assert not limits.sockets


def test_a_network_says_few_more_wrong_words_than_an_address() -> None:
    guesses = Buckets(*GUESSES, clock=lambda: 0.0)
    said = 0
    for place in addresses():
        buckets = guesses.all_of(place)
        if all(bucket.holds() for bucket in buckets):
            said += all(bucket.take() for bucket in buckets)
    assert said == 1.5 * GUESSES.size


def test_a_network_has_few_more_connections_than_an_address() -> None:
    door = Door()
    door.room = room_for(20000)
    door.knocks = Buckets(*KNOCKS, clock=lambda: 0.0)
    places = addresses()
    callers: list[Any] = []
    while door.welcomes(place := places[len(callers) % len(places)]):
        # A connection of which only the counting matters.
        caller = type("Caller", (), {"setsockopt": lambda *args: None})()
        door.let_in(caller, place)
        callers.append(caller)
    assert len(callers) == int(1.5 * door.room.each)
    for caller in callers:
        caller.left()
    assert (door.inside, dict(door.inside_from)) == (0, {})
    door.close()


def test_an_address_of_the_old_kind_is_one_network() -> None:
    assert networks_of("192.0.2.7") == [("192.0.2.7", 1.0)]
    assert [length for length, _ in NETWORKS] == [64, 56, 48]


# ---------------------------------------------------------------------------------------------- a slow machine


def late_by(seconds: float) -> Limits:
    """Limits of a house whose loop has been late for a while."""
    limits = frozen()
    for _ in range(100):
        limits.note_lag(seconds)
    return limits


def test_an_address_gets_less_the_later_the_loop_is() -> None:
    punctual = used_up(late_by(LATE), SCHOOL)
    assert used_up(late_by(2 * LATE), SCHOOL) == punctual // 2
    assert used_up(late_by(100 * LATE), SCHOOL) == int(punctual / DEAREST)
    assert used_up(late_by(100 * LATE), PLAYER, "play") >= ALLOWANCES["seat"].size // COSTS["play"]


def test_prices_fall_again_when_the_loop_is_punctual() -> None:
    limits = late_by(1.0)
    assert limits.dearness == DEAREST
    for _ in range(100):
        limits.note_lag(0.0)
    assert limits.dearness == 1.0


def test_a_page_with_all_its_parts_is_had_even_at_the_dearest() -> None:
    page = COSTS["page"] + COSTS["connect"] + 40 * COSTS["static"] + 2 * COSTS["drawing"]
    assert page * DEAREST <= ALLOWANCES["address"].size


def test_the_house_sees_how_late_its_loop_is(house: House) -> None:
    looks: list[float] = []
    house.tables.limits.note_lag = looks.append
    until(lambda: len(looks) > 2)
    assert min(looks) >= 0.0
