"""Counting stars: whole worlds counted by hand, every line by itself, and a slow count beside the quick one."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.strange_world.maps import built, open_facts, play_out, solo
from tests.support.strange_world.worlds import WORLDS

from cloudtop.core.chance import pick
from cloudtop.games.strange_world.game import GAME
from cloudtop.games.strange_world.score import (
    score_animals,
    score_cities,
    score_mountains,
    score_travellers,
    score_volcano,
    score_water,
    score_wind,
    stars,
)
from cloudtop.games.strange_world.view import WrittenWorld, newly_written


@pytest.mark.parametrize("name", WORLDS)
def test_a_world_counted_by_hand(name: str) -> None:
    counted = WORLDS[name]
    world = built(counted.map, counted.travellers, counted.side, counted.cities)
    lines = [[int(number) for number in line.split()] for line in counted.lines.split("|")]
    assert lines == [
        [score_mountains(world)],
        score_volcano(world),
        [score_water(world)],
        [score_animals(world)],
        score_wind(world),
        score_cities(world),
        score_travellers(world),
    ]
    assert sum(sum(line) for line in lines) == counted.total == stars(world)


# ---------------------------------------------------------------------- line by line


@pytest.mark.rule("strange-world/score-mountains", "allows")
def test_the_range_with_the_most_icons_counts() -> None:
    # Two cards with four icons beat three cards with three.
    assert score_mountains(built("MMg MMh Wc .\n. . *Ma .\n. . VM TM")) == 4
    assert score_mountains(built("*Ma TM\nVM MMg")) == 5


@pytest.mark.rule("strange-world/score-mountains", "refuses")
def test_corners_covered_and_devoured_mountains_do_not_count() -> None:
    assert score_mountains(built("*Ma Wc\nPe MMg")) == 2
    assert score_mountains(built("*Ma MMg#")) == 1
    assert score_mountains(built("*Ma TM!")) == 1


@pytest.mark.rule("strange-world/score-volcano", "allows")
def test_a_volcano_counts_every_neighbour_even_a_tzimime_under_a_fumarole() -> None:
    assert score_volcano(built(". Tf .\nWM! V *Ma\n. Wc .")) == [3]
    assert score_volcano(built(". Tf .\nWM!# V *Ma\n. Wc .")) == [4]


@pytest.mark.rule("strange-world/score-volcano", "refuses")
def test_a_visible_tzimime_a_gap_and_a_covered_volcano_count_nothing() -> None:
    assert score_volcano(built("WM! V *Ma")) == [1]
    assert score_volcano(built("Tf V# *Ma")) == []
    assert score_volcano(built("Tf V! *Ma")) == []


@pytest.mark.rule("strange-world/score-water", "allows")
def test_each_visible_water_is_worth_three() -> None:
    assert score_water(built("Wc *Ma WM")) == 6


@pytest.mark.rule("strange-world/score-water", "refuses")
def test_hidden_water_is_worth_nothing() -> None:
    assert score_water(built("Wc# *Ma WM!")) == 0


@pytest.mark.rule("strange-world/score-animals", "allows")
def test_each_different_animal_is_worth_two() -> None:
    assert score_animals(built("Wc *Ma Tb")) == 6


@pytest.mark.rule("strange-world/score-animals", "refuses")
def test_a_second_one_of_a_kind_or_a_hidden_one_is_worth_nothing() -> None:
    assert score_animals(built("Va *Ma Wa")) == 2
    assert score_animals(built("Vb# *Ma Wc!")) == 2


@pytest.mark.rule("strange-world/score-wind", "allows")
def test_wind_counts_each_kind_below_that_shows_again_in_the_column() -> None:
    # Below: volcano and snail; the start card has the snail too, the wind nothing of it.
    assert score_wind(built("TM\nVa\n*Ma")) == [2]
    # The wind card itself counts: mountain and serpent.
    assert score_wind(built("Tg\nMMg\n*Ma")) == [4]
    # Wind below wind: the upper one sees a wind again, itself; the lower one the mountain of the upper one.
    assert score_wind(built("TM\nTf\n*Ma")) == [2, 2]


@pytest.mark.rule("strange-world/score-wind", "refuses")
def test_wind_above_nothing_a_fumarole_or_a_tzimime_counts_nothing() -> None:
    assert score_wind(built("*Ma\nTM")) == [0]
    assert score_wind(built("TM\nMMg#\n*Ma")) == [0]
    assert score_wind(built("TM\nWM!\n*Ma")) == [0]
    # Two mountains on one card are one kind and do not repeat themselves; covered cards repeat nothing.
    assert score_wind(built("Tf\nMMg\nWM!\n*Ma#")) == [0]
    # The next column does not count.
    assert score_wind(built("Tf .\nMMg *Ma")) == [0]


@pytest.mark.rule("strange-world/score-cities", "allows")
def test_cities_count_what_is_written_on_them() -> None:
    assert score_cities(built("Tf# *Ma#\nMMg# Wc#", cities="9 c4 d4 7 c5 d5")) == [9, 7]


@pytest.mark.rule("strange-world/score-cities", "refuses")
def test_fumaroles_without_a_city_count_nothing() -> None:
    assert score_cities(built("Tf# *Ma#")) == []


@pytest.mark.rule("strange-world/score-travellers", "allows")
def test_a_traveller_counts_five_always_and_more_if_its_wish_is_fulfilled() -> None:
    assert score_travellers(built("Pe= PM\n*Ma TM", "Burk 3")) == [5]
    assert score_travellers(built("Pe= PM Tf\n*Ma TM .", "Burk 3")) == [9]


# The traveller aims at rows 4 and 5: the row of the start card and the one below.
WISHES = [
    ("Splash", "Wc *Ma Wd .\n.  Pe= PM We", 5),
    ("Splash", "Wc *Ma Wd\n.  Pe= PM\n.  We  .", 0),
    ("Burk", "Tf *Ma .\nPe= PM Tg", 4),
    ("Burk", "Tf *Ma .\nPe= PM Tg#", 0),
    ("Kark", "*Ma MMg MMh\nPe= PM .", 6),
    ("Kark", "*Ma MMg\nPe= PM", 0),
    ("Floulou", "Wc *Ma TM .\nPe= PM Wd Tf", 8),
    ("Floulou", "Wc *Ma TM\nPe= PM Wd", 0),
    ("Pshit", "V# *Ma# Va#\nPe= PM .", 5),
    ("Pshit", "V# *Ma# Va\nPe= PM .", 0),
    ("Boung", "*Ma Pf= Ph\nPe= PM .", 8),
    ("Boung", "*Ma Pf= Ph#\nPe= PM .", 0),
    ("Roro", "Vb *Ma Wc\nPe= PM .", 4),
    ("Roro", "Va *Ma Wc\nPe= PM .", 0),
    ("Rumph", "V *Ma Va\nPe= PM Vb", 6),
    ("Rumph", "V *Ma Va#\nPe= PM Vb", 0),
]


@pytest.mark.rule("strange-world/score-travellers", "refuses")
@pytest.mark.parametrize(("name", "map_", "bonus"), WISHES)
def test_a_wish_is_fulfilled_by_what_shows_in_its_two_rows(name: str, map_: str, bonus: int) -> None:
    assert score_travellers(built(map_, f"{name} 4")) == [5 + bonus]


def test_the_score_sheet_says_it_all_in_words() -> None:
    counted = WORLDS["the brief"]
    state = solo(
        counted.map.replace("Wd#", "We#").replace("TM!#", "Tf!#"), travellers="Burk 2", cities="9 e3 e4", phase="over"
    )
    sheet = state.score_sheet(0)
    said = [(line.points, GAME.say_score(line, GAME.words("en"))) for line in sheet.lines]
    assert said == [
        (5, "largest mountain range"),
        (6, "volcanoes: 4 + 2"),
        (9, "water cards: 3"),
        (14, "animals: house snail, sky whale, sprout bear, flame fox, jelly cap, loop serpent, moth hare"),
        (4, "winds: 2 + 2"),
        (9, "Dark Cities: 9"),
        (9, "Burk, wish fulfilled"),
    ]
    assert sheet.total == 56


# ---------------------------------------------------------------------- a slow count, straight from the rules


def slow_count(world: WrittenWorld) -> dict[str, int]:
    """The stars of a world of the facts, line by line, in the words of the rules."""
    grid = {("abcdefg".index(name[0]), int(name[1])): card for name, card in world.land.items()}
    seen = {at: card.rstrip("=") for at, card in grid.items() if not set(card) & set("#!")}

    def around(at: tuple[int, int]) -> list[tuple[int, int]]:
        x, y = at
        return [near for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if near in grid]

    ranges, waiting = [0], {at for at, card in seen.items() if "M" in card}
    while waiting:
        group, edge = 0, [waiting.pop()]
        while edge:
            at = edge.pop()
            group += seen[at].count("M")
            nearby = set(around(at)) & waiting
            waiting -= nearby
            edge += nearby
        ranges.append(group)
    count = {"mountains": max(ranges)}
    tzimimes = {at for at, card in grid.items() if "!" in card and "#" not in card}
    count["volcano"] = sum(
        len([near for near in around(at) if near not in tzimimes]) for at, card in seen.items() if card[0] == "V"
    )
    count["water"] = 3 * sum(card[0] == "W" for card in seen.values())
    count["animals"] = 2 * len({card[-1] for card in seen.values()} & set("abcdefgh"))
    count["wind"] = 0
    for (x, y), card in seen.items():
        if card[0] == "T" and (x, y + 1) in seen:
            others = [other for (column, row), other in seen.items() if column == x and row != y + 1]
            count["wind"] += 2 * len([kind for kind in set(seen[x, y + 1]) if any(kind in other for other in others)])
    count["cities"] = sum(city.stars for city in world.cities)
    count["travellers"] = 0
    for guest in world.travellers:
        upper = guest.row
        rows = [[card for (_, row), card in seen.items() if row == number] for number in (upper, upper + 1)]
        both = rows[0] + rows[1]
        covered = [at for at, card in grid.items() if "#" in card and at[1] in (upper, upper + 1)]
        portals = [
            at
            for at, card in grid.items()
            if "=" in card and at[1] in (upper, upper + 1) and {at, (at[0] + 1, at[1])} <= set(seen)
        ]
        water, wind = sum("W" in card for card in both), sum("T" in card for card in both)
        mountains = sum(card.count("M") for card in both)
        bonus = {
            "Splash": 5 * (water >= 3),
            "Burk": 4 * all(any("T" in card for card in row) for row in rows),
            "Kark": 6 * (mountains >= 5),
            "Floulou": 8 * (water >= 2 and mountains >= 2 and wind >= 2),
            "Pshit": 5 * (len(covered) >= 3),
            "Boung": 8 * (len(portals) >= 2),
            "Roro": 4 * (len({card[-1] for card in both} & set("abcdefgh")) >= 4),
            "Rumph": 6 * (sum("V" in card for card in both) >= 3),
        }
        count["travellers"] += 5 + bonus[guest.name]
    return count


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_quick_count_and_the_slow_one_agree(players: int) -> None:
    for seed in range(40 // players):
        rng = Random(seed)
        state = GAME.deal(players=players, seed=seed, options={"portal_adjacency": ("all", "sideways")[seed % 2]})
        while state.turn():
            state.play(state.seat, pick(rng, state.legal(state.seat)))
            if rng.random() < 0.2 or not state.turn():
                for seat, world in enumerate(open_facts(state).worlds):
                    found: dict[str, int] = {}
                    for line in state.score_sheet(seat).lines:
                        name = line.rule.rpartition("score-")[2]
                        found[name] = found.get(name, 0) + line.points
                    slow = slow_count(world)
                    assert found | {"travellers": found.get("travellers", 0)} == slow
                    assert state.scores()[seat] == sum(slow.values())


def test_random_play_alone_is_worth_about_forty_stars() -> None:
    rng = Random(11)
    total = 0
    for seed in range(300):
        state = GAME.deal(players=1, seed=seed)
        total += play_out(state, lambda legal: pick(rng, legal)).scores()[0]
    assert 37 < total / 300 < 43


@pytest.mark.parametrize("seed", range(6))
def test_what_is_remembered_of_worlds_is_what_would_be_made_anew(seed: int) -> None:
    rng = Random(seed)
    state = GAME.deal(2, seed)
    while turn := state.turn():
        # Asked at some moves only, and of copies as well, so that what is remembered is of any age.
        if rng.random() < 0.7:
            again = GAME.load(state.dump())
            for seat in (0, 1):
                assert state.score_sheet(seat) == again.score_sheet(seat) == state.copy().score_sheet(seat)
                assert (
                    open_facts(state).worlds[seat]
                    == open_facts(again).worlds[seat]
                    == newly_written(state.worlds[seat])
                )
        seat = turn[0]
        kept, before = state, (state.score_sheet(seat), open_facts(state).worlds)
        state = state.copy()
        state.apply(seat, pick(rng, state.legal(seat)))
        assert (kept.score_sheet(seat), open_facts(kept).worlds) == before
