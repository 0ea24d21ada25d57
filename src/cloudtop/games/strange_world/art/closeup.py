"""Pieces seen close: what a thing is called, what it does, which rule tells more, and its picture in large."""

from __future__ import annotations

from functools import reduce

from cloudtop.core.scene import Picture
from cloudtop.core.teller import About
from cloudtop.core.words import Words
from cloudtop.games.strange_world.art.brush import ROOM
from cloudtop.games.strange_world.art.hands import card_picture, pile_picture
from cloudtop.games.strange_world.art.laid import land_sprite
from cloudtop.games.strange_world.art.naming import card_name, traveller_called, wish_name
from cloudtop.games.strange_world.art.position import Face, Pile, Side
from cloudtop.games.strange_world.art.supply import CITY_FRAME, PORTAL_FRAME, SUN_FRAME, TRAVELLER_FRAME, alone
from cloudtop.games.strange_world.pieces import Box

RULES = {"V": "eruption", "W": "water-apart", "T": "wind-row", "P": "portal"}
"""By terrain, the rule that tells more."""


def card(face: Face, box: Box, words: Words) -> About:
    """A card by its icons: what each of them does, and what it counts."""
    shown, stars = face.card, {"V": box.stars.volcano, "W": box.stars.water, "T": box.stars.wind}
    told = [words(f"about.{terrain}", stars=stars.get(terrain, 0)) for terrain in shown.terrains]
    if shown.mountains:
        told.append(words("about.M", stars=box.stars.mountain))
    if shown.animals:
        told.append(words("about.animal", stars=box.stars.animal))
    rule = RULES[shown.terrains[0]] if shown.terrains else "score-mountains" if shown.mountains else "score-animals"
    text = reduce(lambda one, other: words("note.two", one=one, other=other), told)
    return About(card_name(shown, words), text, rule, card_picture(land_sprite(face)))


def start(face: Face, box: Box, words: Words) -> About:
    """A start card."""
    told = card(face, box, words)
    edge = told.picture.items[0]._replace(id="start", sprite=f"{ROOM}-start", depth=2)
    return told._replace(
        title=words("card.start", card=told.title),
        text=words("note.two", one=told.text, other=words("about.start")),
        picture=told.picture._replace(items=(*told.picture.items, edge)),
    )


def sprite(name: str, rule: str, words: Words) -> About:
    """What is a card of its own: a Tzimime, a fumarole, the back of a card."""
    return About(words(f"card.{name}"), words(f"about.{name}"), rule, card_picture(f"{ROOM}-{name}"))


def portal(words: Words) -> About:
    """A completed portal."""
    return About(words("card.portal"), words("about.portal"), "portal", alone("portal", PORTAL_FRAME))


def city(worth: int, words: Words) -> About:
    """A Dark City."""
    title, text = words("card.city", worth=worth), words("about.city", worth=worth)
    return About(title, text, "dark-city", alone(f"city-{worth}", CITY_FRAME))


def sun(way: Side, words: Words) -> About:
    """The Sun card, turned to a side; without one, as two players have it."""
    name = f"sun-{way}" if way else "sun"
    return About(words("scene.sun"), words("about.sun" if way else "about.sun-across"), "sun", alone(name, SUN_FRAME))


def traveller(name: str, box: Box, words: Words) -> About:
    """A traveller with its wish."""
    wish = wish_name(box.travellers[name.capitalize()], words)
    text = words("about.traveller", stars=box.stars.traveller, wish=wish)
    picture = alone(f"traveller-{name}", TRAVELLER_FRAME)
    return About(traveller_called(name, words), text, "score-travellers", picture)


def pile(number: int, given: Pile, box: Box, words: Words) -> About:
    """A pile of the solo game, with its top card."""
    title, text = words("about.pile-title", number=number), words("about.pile")
    if given.top is None:
        picture = pile_picture("", given.cards) if given.cards else Picture()
        return About(title, text, "solo", picture)
    told = card(given.top, box, words)
    text = words("note.three", one=text, other=words("about.top", card=told.title), third=told.text)
    return About(title, text, "solo", told.picture)
