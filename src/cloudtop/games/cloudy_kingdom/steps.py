"""What a magic card is: a list of steps in a small vocabulary, read from a file and checked.

The printed cards in `magic.toml` and the cards a table writes for itself go through the same door.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from cloudtop.core.errors import BadPieces

PLACES = ("anywhere", "on empty", "crosswise", "crosswise on last")
"""Where a step lays a card; board.py numbers them in this order."""
WORDS = (
    "draw",
    "take from discard",
    "discard",
    "others may swap",
    "cut",
    "turn",
    *(f"play {place}" for place in PLACES),
)
"""Every step but one: to lay the magic card itself is written `{ lay = PLACE, joins = [...], fireproof = ... }`."""
MOST_STEPS = 12
MOST_CARDS = 8
"""A table may add so many cards of its own."""
NAME = re.compile(r"[a-z]+(-[a-z]+)*")
LANGUAGES = ("en", "fr", "ja")


class Laid(NamedTuple):
    """What a magic card is in the field, where it is laid there itself."""

    code: str
    """What it is called in notation."""
    joins: tuple[str, ...]
    fireproof: bool


class Step(NamedTuple):
    """One step: what is done, and, where a card is laid, in which places."""

    verb: str
    """draw, take, discard, swap, cut, turn, play (a card of the hand) or lay (this card)."""
    place: str = ""

    def __str__(self) -> str:
        text = {"take": "take from discard", "swap": "others may swap", "lay": "lay this"}.get(self.verb, self.verb)
        return f"{text} {self.place}".rstrip()


class Magic(NamedTuple):
    """One side of a magic card."""

    name: str
    rule: str
    """The rule that a wrong place or step breaks."""
    steps: tuple[Step, ...]
    laid: Laid | None
    titles: Mapping[str, str]
    """Its name on a card that a table wrote, by language; empty for the printed ones."""


def read_magic(table: Mapping[str, Any], rule: str | None = None) -> tuple[Magic, ...]:
    """The magic cards of a table of them; `rule` is the rule of cards that name none."""
    return tuple(one_magic(str(name), entry, rule) for name, entry in table.items())


def one_magic(name: str, entry: Any, rule: str | None) -> Magic:
    """One magic card, or `BadPieces` with what is wrong with it."""
    if NAME.fullmatch(name) is None or len(name) < 3:
        raise BadPieces(f"magic {name!r}: a name is three or more lower-case letters, with hyphens between words")
    if not isinstance(entry, Mapping) or not isinstance(entry.get("steps"), list):
        raise BadPieces(f"magic {name}: a list of 'steps' is missing")
    unknown = sorted(set(entry) - ({"steps", "title"} if rule else {"steps", "rule", "code"}))
    if unknown:
        raise BadPieces(f"magic {name}: there is no entry {unknown[0]!r}")
    code = str(entry.get("code", name))
    laid: Laid | None = None
    steps: list[Step] = []
    for written in entry["steps"]:
        if isinstance(written, Mapping):
            if laid is not None:
                raise BadPieces(f"magic {name}: the card can be laid only once")
            laid = read_laid(name, code, written)
            steps.append(Step("lay", written["lay"]))
        else:
            steps.append(read_step(name, written))
    check_steps(name, steps, laid)
    own_rule = rule or str(entry.get("rule"))
    return Magic(name, own_rule, tuple(steps), laid, read_titles(name, entry.get("title", {})))


def read_step(name: str, written: object) -> Step:
    """A step written as words."""
    if written not in WORDS:
        known = ", ".join(WORDS)
        raise BadPieces(f"magic {name}: there is no step {written!r}; the steps are {known}, and a table with 'lay'")
    text = str(written)
    if text.startswith("play "):
        return Step("play", text.removeprefix("play "))
    return Step({"take from discard": "take", "others may swap": "swap"}.get(text, text))


def read_laid(name: str, code: str, written: Mapping[str, Any]) -> Laid:
    """The card itself, as it will lie in the field."""
    if set(written) - {"lay", "joins", "fireproof"} or written.get("lay") not in PLACES:
        raise BadPieces(f"magic {name}: to lay the card, say 'lay' ({', '.join(PLACES)}), 'joins' and 'fireproof'")
    fireproof = written.get("fireproof", False)
    if not isinstance(fireproof, bool):
        raise BadPieces(f"magic {name}: 'fireproof' is true or false, not {fireproof!r}")
    return Laid(code, read_joins(f"magic {name}", written.get("joins")), fireproof)


def read_joins(card: str, joins: object) -> tuple[str, ...]:
    """What a card's centre joins: groups of its ends a, b and sides l, r."""
    if not isinstance(joins, list) or not all(isinstance(group, str) for group in joins):
        raise BadPieces(f"{card}: 'joins' is a list of groups such as 'ab', perhaps an empty one")
    ends = "".join(joins)
    if len(set(ends)) != len(ends) or set(ends) - set("ablr") or any(len(group) < 2 for group in joins):
        raise BadPieces(f"{card}: 'joins' has groups of two or more of a, b, l, r, each at most once, not {joins!r}")
    return tuple(joins)


def read_titles(name: str, given: object) -> dict[str, str]:
    """The name of a card in each language: one text for all, or a table of languages."""
    titles = given if isinstance(given, Mapping) else dict.fromkeys(LANGUAGES, given)
    if not all(language in LANGUAGES and isinstance(text, str) and text for language, text in titles.items()):
        raise BadPieces(f"magic {name}: 'title' is a text, or a table with a text for {', '.join(LANGUAGES)}")
    return {str(language): str(text) for language, text in titles.items()}


def check_steps(name: str, steps: list[Step], laid: Laid | None) -> None:
    """Refuse steps that cannot be carried out one after the other, or that leave cards in the hand."""
    if not 1 <= len(steps) <= MOST_STEPS:
        raise BadPieces(f"magic {name}: a card has 1 to {MOST_STEPS} steps, not {len(steps)}")
    hand = 0
    open_top = False
    for number, step in enumerate(steps, 1):
        if step.verb in ("draw", "take"):
            hand += 1
        elif step.verb in ("play", "discard"):
            hand -= 1
        if hand < 0:
            raise BadPieces(f"magic {name}: step {number}, '{step}', finds no card in the hand")
        if step.place == "crosswise on last" and not open_top:
            raise BadPieces(f"magic {name}: step {number}, '{step}', finds no card laid before that may be covered")
        if step.verb in ("play", "lay"):
            open_top = step.verb == "play" or laid is None or not laid.fireproof
    if hand:
        raise BadPieces(
            f"magic {name}: the steps cannot leave the hand empty: {hand} more drawn or taken than played or discarded"
        )


def read_custom(text: str, taken: Iterable[str]) -> tuple[Magic, ...]:
    """The magic cards that a table wrote, from a TOML file with one table `[magic.NAME]` for each.

    `taken` are names that other cards have.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPieces(f"magic of your own: this is no TOML: {error}") from None
    cards = table.get("magic")
    if set(table) != {"magic"} or not isinstance(cards, dict) or not 1 <= len(cards) <= MOST_CARDS:
        raise BadPieces(f"magic of your own: expected 1 to {MOST_CARDS} tables [magic.NAME] and nothing else")
    twice = sorted(set(cards) & set(taken))
    if twice:
        raise BadPieces(f"magic {twice[0]}: this name is taken already")
    return read_magic(cards, "custom-magic")
