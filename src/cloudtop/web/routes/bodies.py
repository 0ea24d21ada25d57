"""What requests and answers over HTTP carry as JSON, as types; docs/wire.md tells when each is sent."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from cloudtop.core.game import Value
from cloudtop.table.events import GRACE, SeatKind
from cloudtop.table.seats import NAME

Level = Annotated[str, Meta(max_length=20)]
Short = Annotated[str, Meta(max_length=40)]
BoxId = Annotated[str, Meta(max_length=200)]

# ---------------------------------------------------------------------------------------------- what is asked


class SeatWanted(msgspec.Struct, forbid_unknown_fields=True):
    """A seat as the set-up page asks for it."""

    kind: SeatKind
    level: Level = ""
    name: Annotated[str, Meta(max_length=NAME)] = ""


class TableWanted(msgspec.Struct, forbid_unknown_fields=True):
    """A table as the set-up page asks for it."""

    game: Short
    seats: Annotated[list[SeatWanted], Meta(min_length=1, max_length=8)]
    options: dict[Short, bool | int | Short] = {}
    language: Annotated[str, Meta(max_length=5)] = "en"
    box: BoxId = ""
    """One of the boxes that the house offers; empty for the printed one."""
    forget: bool = False
    """Whether the pages hide what everybody saw and has to keep in mind."""
    grace: Annotated[int, Meta(ge=30, le=604_800)] = GRACE
    """Seconds a player may be away before the host may let a bot play."""


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """A request that needs no more than its address."""


class DeviceNamed(msgspec.Struct, forbid_unknown_fields=True):
    """Which of the devices that hold a seat."""

    device: Short


class BotWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Which bot shall play for a seat."""

    level: Level


class NameWanted(msgspec.Struct, forbid_unknown_fields=True):
    """What a player wants to be called."""

    name: Annotated[str, Meta(min_length=1, max_length=NAME)]
    seat: int | None = None


# ---------------------------------------------------------------------------------------------- what is answered


class SeatLink(msgspec.Struct, frozen=True):
    """A link that leads to a seat."""

    seat: int
    kind: SeatKind
    url: str


class TableLinks(msgspec.Struct, frozen=True):
    """The links of a table: to every seat that is still free, and to watch."""

    links: tuple[SeatLink, ...]
    watch: str


class TableOpened(TableLinks, frozen=True):
    """A table was opened."""

    table: str
    url: str


class SeatPlayed(msgspec.Struct, frozen=True):
    """Who plays a seat now."""

    seat: int
    level: str
    """The bot; empty for its person."""


class Device(msgspec.Struct, frozen=True):
    """A browser that holds a seat."""

    device: str
    """What it is called here; it opens nothing."""
    since: int
    """When it came, in seconds since 1970; 0 where nobody noted it."""
    this: bool
    """Whether it is the one that asks."""
    here: bool
    """Whether it is connected."""
    may_go: bool
    """Whether the one that asks may send it away: itself and those that came later, but not the last one."""


class SeatDevices(msgspec.Struct, frozen=True):
    """The browsers that hold a seat, in the order in which they came."""

    seat: int
    devices: tuple[Device, ...]


class TableDealt(msgspec.Struct, frozen=True):
    """It was dealt."""

    table: str


class SeatNamed(msgspec.Struct, frozen=True):
    """What the player of a seat is called now."""

    seat: int
    name: str


class Refusal(msgspec.Struct, frozen=True):
    """A request was refused; nothing has changed."""

    error: str
    message: str
    """In the player's language."""
    detail: str | UnsetType = UNSET


# ---------------------------------------------------------------------------------------------- what pages are told


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """What every page tells its script."""

    lang: str
    static: str
    """Where static files are."""
    words: dict[str, str]


class ListedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list of tables."""

    table: str
    url: str
    game: str
    title: str
    finished: bool
    yours: bool
    """Whether it waits for this browser."""
    deciding: tuple[str, ...]
    """The names of those it waits for."""
    names: tuple[str, ...]
    moves: int
    won: bool | None
    """Null while it goes on, and for a spectator."""
    when: str
    """When it changed last, as ISO 8601 writes it."""


class TablesPage(Page, frozen=True, kw_only=True):
    """The library, with my running tables, and the list of all of mine."""

    tables: tuple[ListedTable, ...]


class BotLevel(msgspec.Struct, frozen=True):
    """How strong a bot is."""

    level: str
    title: str
    line: str
    """What it is like to play against."""
    share: str
    """How often it wins against the next weaker one, as measured."""


class OptionValue(msgspec.Struct, frozen=True):
    """One value of an option."""

    value: Value
    title: str


class OptionChoice(msgspec.Struct, frozen=True):
    """A choice made before the deal."""

    name: str
    title: str
    default: Value
    values: tuple[OptionValue, ...]
    fits: dict[str, tuple[int, ...]]
    """By number of players, which of the values they can choose; where nothing is said, all. One is no choice."""
    note: str
    """What is good to know before choosing; often nothing."""


class BoxOffer(msgspec.Struct, frozen=True):
    """Another box that the house offers, and what can be chosen with it."""

    id: str
    title: str
    players: tuple[int, ...]
    options: tuple[OptionChoice, ...]


class SetupPage(Page, frozen=True, kw_only=True):
    """The page on which a table is set up."""

    game: str
    title: str
    players: tuple[int, ...]
    """How many may play."""
    minutes: str
    options: tuple[OptionChoice, ...]
    boxes: tuple[BoxOffer, ...]
    """Besides the printed one."""
    forget: bool
    """Whether a table can hide what everybody saw and has to keep in mind."""
    levels: tuple[BotLevel, ...]
    """From the weakest to the strongest."""


Cutting = Literal["none", "open", "sealing", "opening"]
"""How a browser takes part in the deal: not at all; with a cut in the open, as at older tables; with a sealed cut; or
by opening one that it has sealed."""


class TablePage(Page, frozen=True, kw_only=True):
    """The page of a table, and that of its replay."""

    table: str
    game: str
    title: str
    sprites: str
    """Where the game's sprites are."""
    live: str
    """Where the table's socket is."""
    seal: str
    """The house's seal; empty at a table where nothing was sealed."""
    cutting: Cutting
    alone: tuple[int, ...]
    """The browser's seats where nobody else cuts, so that it may open its cut at once."""
    points: bool
    """Whether points are counted: in a race there are none, there is only whoever gets there."""
    levels: tuple[BotLevel, ...]


class SeatDeal(msgspec.Struct, frozen=True):
    """The part of a seat in the deal."""

    seat: int
    name: str
    bot: bool
    """Whether a bot plays it, and cannot cut."""
    seal: str
    """Empty where nothing was sealed."""
    cut: str
    """Empty where nothing was added, or while it is sealed."""


DealKind = Literal["sealed-cuts", "cut", "sealed", "none"]


class FairPage(Page, frozen=True, kw_only=True):
    """The page that tells how a table was dealt, and checks it."""

    table: str
    title: str
    kind: DealKind
    """How older tables were dealt: with cuts in the open (`cut`), by the house alone (`sealed`); `none`: no seal."""
    closed: bool
    """Whether no seat can seal any more."""
    dealt: bool
    over: bool
    seal: str
    seats: tuple[SeatDeal, ...]
    shuffle: str
    """Empty until the game is over."""
    salt: str
    """What was sealed with the seed at the oldest tables."""
    seed: str
    """A whole number as text; empty until the game is over."""
    sound: bool | None
    """Whether the house, dealing and playing all of it again, came to the same end; null until the game is over."""


class LessonStep(msgspec.Struct, frozen=True):
    """A step of a lesson in a list."""

    id: str
    title: str


class GameLessons(msgspec.Struct, frozen=True):
    """The lesson of a game, as a list tells it."""

    game: str
    title: str
    minutes: int
    steps: tuple[LessonStep, ...]


class LessonsPage(Page, frozen=True, kw_only=True):
    """The lists of lessons: of one game, and how far one has come in the others."""

    game: str
    """The one whose steps are shown."""
    lessons: tuple[GameLessons, ...]


class LessonPage(TablePage, frozen=True, kw_only=True):
    """A lesson in play: a table of one's own, and a bubble beside it."""

    lesson: GameLessons
    players: int
    """How many sit at the real table that follows."""


class CoachTip(msgspec.Struct, frozen=True):
    """What the coach says when such a move can be made for the first time."""

    step: str
    moves: tuple[str, ...]
    """Notations; * and ? stand for anything, [..] for one of some letters."""
    text: str


class CoachTips(msgspec.Struct, frozen=True):
    """All that the coach says about a game."""

    tips: tuple[CoachTip, ...]
