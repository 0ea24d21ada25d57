"""Every message between a browser and its table, as types; docs/wire.md tells when each is sent.

The browser's scripts are checked against the same types: `make wire-types` writes them to `static/js/wire.d.ts`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from cloudtop.core.game import Value
from cloudtop.core.scene import Box, Item
from cloudtop.table.events import SeatKind

FRAME = 8192
"""No message of a browser is longer, in bytes."""

Seq = Annotated[int, Meta(ge=0, le=2**31)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
Nonce = Annotated[str, Meta(min_length=1, max_length=40)]
Target = Annotated[str, Meta(max_length=60)]
Chosen = Annotated[list[Target], Meta(max_length=12)]

# ---------------------------------------------------------------------------------------------- what a browser says


class Hello(msgspec.Struct, tag_field="do", tag="hello", forbid_unknown_fields=True):
    """Show me the table; said first, and again to change language, side or seat."""

    lang: Annotated[str, Meta(max_length=5)] = "en"
    side: Annotated[int, Meta(ge=0, le=3)] = 0
    """Which side of the board I look from, in quarter turns of the camera."""
    near: Number | None = None
    """Which of my seats looks, where I hold several."""
    since: Seq | None = None
    """The last `seq` I saw."""


class Play(msgspec.Struct, tag_field="do", tag="play", forbid_unknown_fields=True):
    """Make a move."""

    seq: Seq
    nonce: Nonce
    action: Number


class Undo(msgspec.Struct, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Take back my last decision."""

    seq: Seq
    nonce: Nonce


class Preview(msgspec.Struct, tag_field="do", tag="preview", forbid_unknown_fields=True):
    """Show the table with these targets picked and, if one is named, a move as a ghost with what it would score."""

    seq: Seq
    chosen: Chosen = []
    action: Number | None = None


class WhyNot(msgspec.Struct, tag_field="do", tag="whynot", forbid_unknown_fields=True):
    """Why may this not be picked? It is named as a target, or as the items of a panel that were touched."""

    seq: Seq
    chosen: Chosen = []
    target: Target = ""
    panel: Target = ""
    items: Annotated[list[Target], Meta(max_length=40)] = []
    """Ids, front to back."""


class Hint(msgspec.Struct, tag_field="do", tag="hint", forbid_unknown_fields=True):
    """Tell what a strong player would do."""

    seq: Seq


class Replay(msgspec.Struct, tag_field="do", tag="replay", forbid_unknown_fields=True):
    """Show the table after so many moves."""

    at: Number


class Ping(msgspec.Struct, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Say that you are there."""


BrowserMessage = Hello | Play | Undo | Preview | WhyNot | Hint | Replay | Ping

# ---------------------------------------------------------------------------------------------- parts of a table


TextChange = str | list[int | str]
"""A text whole, or as steps along the old one: keep so many letters, skip so many (less than 0), put these in."""


class SeatStatus(msgspec.Struct, frozen=True):
    """Who sits somewhere, and how they stand."""

    seat: int
    name: str
    kind: SeatKind
    """What the seat was opened as."""
    level: str
    """The bot that plays it at present; empty for a person."""
    here: bool
    free: bool
    """Whether somebody may still sit down there."""
    deciding: bool
    score: int


class Panel(msgspec.Struct, frozen=True):
    """One area of a table: a board, a hand, a market."""

    name: str
    seat: int | None
    """Whose it is; null is everybody's."""
    title: str
    box: Box
    items: tuple[Item, ...]
    """From back to front; each has an id of its own within the panel."""
    backdrop: str
    """SVG behind the items."""
    description: str
    """The panel in words."""


class PanelChange(msgspec.Struct, frozen=True, kw_only=True):
    """What changed in a panel; what is not named stays."""

    name: str
    seat: int | UnsetType | None = UNSET
    title: str | UnsetType = UNSET
    box: Box | UnsetType = UNSET
    backdrop: TextChange | UnsetType = UNSET
    description: TextChange | UnsetType = UNSET
    set: tuple[Item, ...] | UnsetType = UNSET
    """Items to replace where they are, or to add at the end; then all are sorted by depth, stable."""
    drop: tuple[str, ...] | UnsetType = UNSET
    """Ids that are gone."""
    after: tuple[tuple[str, str], ...] | UnsetType = UNSET
    """Then, one after the other, put this id behind that one, or first where that one is empty."""


class SceneChange(msgspec.Struct, frozen=True, kw_only=True):
    """What changed between two scenes."""

    added: tuple[Panel, ...] | UnsetType = UNSET
    changed: tuple[PanelChange, ...] | UnsetType = UNSET
    gone: tuple[str, ...] | UnsetType = UNSET
    """Names of panels."""
    order: tuple[str, ...] | UnsetType = UNSET
    """The names of all panels, where their order changed."""


class LegalMove(msgspec.Struct, frozen=True, array_like=True):
    """A move of a decision."""

    step: int
    """Its number is the one before plus this, beginning with 0."""
    targets: tuple[str, ...]
    """What is touched to make it."""
    notation: str
    words: str


class Decision(msgspec.Struct, frozen=True):
    """What a seat has to decide; without moves there, only taking back is possible."""

    prompt: str
    actions: tuple[LegalMove, ...]
    labels: dict[str, str]
    """What to call the targets that no item answers to; they are shown as buttons."""
    undo: bool


class SheetLine(msgspec.Struct, frozen=True):
    """One line of a score sheet."""

    text: str
    points: int
    rule: str


class Sheet(msgspec.Struct, frozen=True):
    """What a seat scores, as if the game ended now."""

    seat: int
    total: int
    lines: tuple[SheetLine, ...]


class LogEntry(msgspec.Struct, frozen=True):
    """A move that was made."""

    seq: int
    seat: int
    text: str | None
    """In notation; null for what others chose in secret, until the game is over."""
    words: str


class RuleTold(msgspec.Struct, frozen=True):
    """A rule in the player's language."""

    rule: str
    """As `game/rule`."""
    title: str
    why: str
    link: str
    """Where the guide tells it."""


class NextGame(msgspec.Struct, frozen=True):
    """What whoever has finished a game is offered besides a rematch: the same with another value of an option."""

    option: str
    value: Value
    title: str
    """What the value is called."""
    text: str
    """Why, in a sentence."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    """Groups of seats that share a place, the best first."""
    winners: tuple[int, ...]
    reason: RuleTold
    verdict: str
    """What the game says about the result; empty where it says nothing."""
    again: NextGame | None
    """What is offered next besides a rematch."""


class HintLine(msgspec.Struct, frozen=True):
    """A move worth considering."""

    action: int
    targets: tuple[str, ...]
    notation: str
    words: str
    value: float
    """What the seat can expect, from 0 to 1; alone, points."""
    why: str


# ---------------------------------------------------------------------------------------------- what the server says


class TableState(msgspec.Struct, tag_field="did", tag="state", frozen=True, kw_only=True):
    """The whole table as one browser may see it."""

    seq: int
    """What happened at the table is numbered; this is the last."""
    you: int | None
    """The seat it is seen from; null for a spectator."""
    mine: tuple[int, ...]
    """The seats this browser holds."""
    host: bool
    """Whether this browser opened the table."""
    secrets: bool
    """Whether seats that share a browser see different things."""
    moves: int
    missed: int | UnsetType = UNSET
    """Moves since the `since` of the hello."""
    rules: int
    """The version of the rules that the table follows; it keeps to the one it began with."""
    present: int
    """The version that new tables follow."""
    boxed: bool
    """Whether it is played with another box than the printed one."""
    forget: bool
    """Whether the page hides what everybody saw and has to keep in mind."""
    seats: tuple[SeatStatus, ...]
    panels: tuple[Panel, ...]
    decision: Decision | None
    sheets: tuple[Sheet, ...]
    titles: dict[str, str]
    """What the rules are called by which points are given now."""
    log: tuple[LogEntry, ...]
    outcome: Result | None
    text: str
    """The position in words."""


class Moved(msgspec.Struct, tag_field="did", tag="moved", frozen=True, kw_only=True):
    """What changed at the table; what is not named stays."""

    seq: int
    secrets: bool | UnsetType = UNSET
    moves: int | UnsetType = UNSET
    seats: tuple[SeatStatus, ...] | UnsetType = UNSET
    scene: SceneChange
    decision: Decision | UnsetType | None = UNSET
    sheets: tuple[Sheet, ...] | UnsetType = UNSET
    titles: dict[str, str] | UnsetType = UNSET
    log: tuple[LogEntry, ...]
    """The new entries."""
    told: tuple[LogEntry, ...] | UnsetType = UNSET
    """Entries that were secret until now; they replace those with the same `seq`."""
    outcome: Result | UnsetType | None = UNSET
    text: TextChange | UnsetType = UNSET


class PlayDone(msgspec.Struct, tag_field="did", tag="played", frozen=True):
    """The move was made."""

    nonce: str


class UndoDone(msgspec.Struct, tag_field="did", tag="undone", frozen=True):
    """The move was taken back."""

    nonce: str


class MovedOn(msgspec.Struct, tag_field="did", tag="stale", frozen=True):
    """The table has moved on; a `state` follows."""

    seq: int


class Illegal(msgspec.Struct, tag_field="did", tag="illegal", frozen=True):
    """The move breaks a rule, and was not made."""

    rule: RuleTold
    nonce: str | None = None
    """Of the move; null where it was only to be previewed."""


class Previewed(msgspec.Struct, tag_field="did", tag="preview", frozen=True):
    """How the table would look, as a change to the last `state` or `moved`, not to an earlier preview."""

    seq: int
    chosen: list[str]
    action: int | None
    scene: SceneChange
    gains: tuple[SheetLine, ...]
    """The points that the move adds or takes."""


class Reason(msgspec.Struct, tag_field="did", tag="whynot", frozen=True):
    """Why something may not be picked."""

    seq: int
    chosen: list[str]
    target: str
    rule: RuleTold | None
    """Null for what can never be touched, or may be picked."""


class Hinted(msgspec.Struct, tag_field="did", tag="hint", frozen=True):
    """What a strong player would do, the best first."""

    seq: int
    lines: tuple[HintLine, ...]


class Replayed(msgspec.Struct, tag_field="did", tag="replay", frozen=True):
    """The table as it was after so many moves."""

    at: int
    move: LogEntry | None
    panels: tuple[Panel, ...]
    scores: tuple[int, ...]
    sheets: tuple[Sheet, ...]
    titles: dict[str, str]
    text: str


class Presence(msgspec.Struct, tag_field="did", tag="here", frozen=True):
    """Somebody has come or gone."""

    seats: tuple[SeatStatus, ...]


class Pong(msgspec.Struct, tag_field="did", tag="pong", frozen=True):
    """The server is there."""

    seq: int


class Failure(msgspec.Struct, tag_field="did", tag="error", frozen=True):
    """Something could not be done; nothing has changed."""

    code: str
    message: str
    """In the player's language."""
    detail: str | UnsetType = UNSET


ServerMessage = (
    TableState
    | Moved
    | PlayDone
    | UndoDone
    | MovedOn
    | Illegal
    | Previewed
    | Reason
    | Hinted
    | Replayed
    | Presence
    | Pong
    | Failure
)

_DECODER: msgspec.json.Decoder[BrowserMessage] = msgspec.json.Decoder(BrowserMessage)
_ENCODER = msgspec.json.Encoder()


def read_message(text: str | bytes) -> BrowserMessage:
    """A browser's message; `msgspec.DecodeError` says what is wrong with it."""
    try:
        return _DECODER.decode(text)
    except RecursionError:
        raise msgspec.DecodeError("JSON is nested too deeply") from None


def kind_of(message: BrowserMessage | None) -> str:
    """What a message says, in a word; `bad` for one that could not be read."""
    return "bad" if message is None else str(message.__struct_config__.tag)


def write_message(message: ServerMessage) -> str:
    """A message to a browser."""
    return _ENCODER.encode(message).decode()
