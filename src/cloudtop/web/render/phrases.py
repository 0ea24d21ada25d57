"""Things in the words of a language: moves, rules, names. Whatever is said again and again is put together once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from msgspec import UNSET, UnsetType

from cloudtop.core.game import Game
from cloudtop.core.words import Words, words_of
from cloudtop.table import Table
from cloudtop.web.levels import level_name
from cloudtop.web.socket.messages import Failure, Notice, RuleTold


def server_words(language: str) -> Words:
    """The words of the server."""
    return words_of("cloudtop.web", language)


@lru_cache(maxsize=1 << 16)
def move_in_words(game: Game, action: int, language: str) -> str:
    """A move in the game's words; it is the same in every position."""
    return game.say(action, game.words(language))


@cache
def rule_in_words(game: Game, rule: str, language: str) -> RuleTold:
    """A rule, named as `game/rule` or by its id alone, with its title, its statement and where the guide tells it."""
    rule_id = rule.rpartition("/")[2]
    told = game.guide(language).rules[rule_id]
    return RuleTold(f"{game.name}/{rule_id}", told.title, told.statement, f"/guide/{game.name}#{rule_id}")


# ---------------------------------------------------------------------------------------------- names


def seat_name(table: Table, number: int, language: str) -> str:
    """What a seat's player is called."""
    seat = table.seats[number]
    return seat.name or nameless(number, seat.kind, seat.level, language)


@cache
def nameless(number: int, kind: str, level: str, language: str) -> str:
    """What somebody is called who gave no name."""
    return level_name(level, language) if kind == "bot" else server_words(language)("seat", number=number + 1)


def names_of(table: Table, language: str) -> list[str]:
    """What the players are called, seat by seat."""
    return [seat_name(table, number, language) for number in range(len(table.seats))]


def names_seen(table: Table, you: int | None, language: str) -> list[str]:
    """The same as one of the players sees them: you are you, unless you have a name or share a device."""
    names = names_of(table, language)
    if you is not None and not table.seats[you].name and all(seat.kind != "here" for seat in table.seats):
        names[you] = server_words(language)("you")
    return names


def notice(table: Table, word: str, seat: int, level: str, language: str) -> Notice:
    """What happened to a seat, for everybody."""
    words = server_words(language)
    named = {"name": seat_name(table, seat, language), "bot": level_name(level, language)}
    return Notice(words(f"notice.{word}", **named))


def house_notice(word: str, language: str, text: str = "") -> Notice:
    """What whoever runs the server tells the players; it stays until it is put away."""
    return Notice(server_words(language)(f"house.{word}", text=text), stays=True)


def failure(code: str, language: str, detail: str | UnsetType = UNSET, nonce: str | UnsetType = UNSET) -> Failure:
    """An error, by the key of its words; with the nonce of the moves that were not made, if it is about some."""
    return Failure(code, server_words(language)(f"error.{code}"), detail, nonce)


def signed(points: int) -> str:
    """Points with their sign, as they are printed: with a true minus."""
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}")


def in_a_row(names: Sequence[str], language: str) -> str:
    """One name, two with "and", or more with commas before it."""
    words = server_words(language)
    rows = [words("headline.comma").join(names[:-1]), names[-1]]
    return words("headline.and").join(row for row in rows if row)
