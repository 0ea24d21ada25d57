"""Every message between a browser and its table, as types; docs/wire.md tells when each is sent.

The browser's scripts are checked against the same types: `make wire-types` writes them to `static/js/wire.d.ts`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from cloudtop.core.game import Value
from cloudtop.core.scene import Box, Item, Picture, Slot
from cloudtop.core.teller import Counted, Rung, Sign
from cloudtop.table.events import SeatKind

FRAME = 8192
"""No message of a browser is longer, in bytes."""

Seq = Annotated[int, Meta(ge=0, le=2**31)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
Nonce = Annotated[str, Meta(min_length=1, max_length=40)]
Target = Annotated[str, Meta(max_length=60)]
Chosen = Annotated[list[Target], Meta(max_length=12)]
Plan = Annotated[list[Number], Meta(max_length=40)]
"""Moves of one turn, one after the other."""

CutText = Annotated[str, Meta(pattern="^[0-9a-f]{32}\\Z")]

# ---------------------------------------------------------------------------------------------- what a browser says


class Hello(msgspec.Struct, tag_field="do", tag="hello", forbid_unknown_fields=True):
    """Show me the table; said first, and again to change language, side or seat."""

    lang: Annotated[str, Meta(max_length=5)] = "en"
    side: Annotated[int, Meta(ge=0, le=3)] = 0
    """Which side of the board I look from, in quarter turns of the camera."""
    form: Target = ""
    """In which of its forms I want to see the board; empty is the usual one."""
    told: bool = False
    """Whether I want the position in words as well, after every move."""
    near: Number | None = None
    """Which of my seats looks, where I hold several."""
    since: Seq | None = None
    """The last `seq` I saw."""
    sealed: Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")] | None = None
    """The seal of my cut: the random part that I add to the deal. It counts once, and while seats may still seal."""
    cut: CutText | None = None
    """My cut: said again after a break when I have opened it, and at once where no other player seals one."""


class Unseal(msgspec.Struct, tag_field="do", tag="unseal", forbid_unknown_fields=True):
    """Open my cut, now that all seals are on the table and I have noted them."""

    cut: CutText


class Play(msgspec.Struct, tag_field="do", tag="play", forbid_unknown_fields=True):
    """Make the moves of a turn: all of them or none."""

    seq: Seq
    nonce: Nonce
    actions: Annotated[list[Number], Meta(min_length=1, max_length=40)]


class Undo(msgspec.Struct, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Take back my last decision."""

    seq: Seq
    nonce: Nonce


class Draft(msgspec.Struct, tag_field="do", tag="draft", forbid_unknown_fields=True):
    """Show the table as it would be after a plan, with targets picked for the move that follows it."""

    seq: Seq
    plan: Plan = []
    """Moves that are decided but not made."""
    chosen: Chosen = []
    action: Number | None = None
    """A move that is considered after the plan: it becomes a ghost, and what it brings is told."""
    number: Number = 0
    """Comes back with the answer, so that it is known what is answered."""


class WhyNot(msgspec.Struct, tag_field="do", tag="whynot", forbid_unknown_fields=True):
    """Why may this not be picked? It is named as a target, or as the items of a panel that were touched."""

    seq: Seq
    plan: Plan = []
    """The moves of the draft, after which it would be picked."""
    chosen: Chosen = []
    target: Target = ""
    panel: Target = ""
    items: Annotated[list[Target], Meta(max_length=40)] = []
    """Ids, front to back."""


class Hint(msgspec.Struct, tag_field="do", tag="hint", forbid_unknown_fields=True):
    """Tell what a strong player would do."""

    seq: Seq
    plan: Plan = []
    """The moves of the draft, after which it would be done."""


class Replay(msgspec.Struct, tag_field="do", tag="replay", forbid_unknown_fields=True):
    """Show the table after so many moves."""

    at: Number


class Locate(msgspec.Struct, tag_field="do", tag="locate", forbid_unknown_fields=True):
    """Show where a line of a score sheet comes from."""

    seat: Number
    line: Number
    """Its place on the sheet, from 0."""
    at: Number | None = None
    """After so many moves; null is now."""


class Inspect(msgspec.Struct, tag_field="do", tag="inspect", forbid_unknown_fields=True):
    """Tell about a piece, a card or a token: the first of some touched items that there is something to say about."""

    panel: Target
    items: Annotated[list[Target], Meta(min_length=1, max_length=40)]
    """Ids of items or slots, front to back."""
    at: Number | None = None
    """After so many moves; null is now."""


class Review(msgspec.Struct, tag_field="do", tag="review", forbid_unknown_fields=True):
    """Tell whether something else would have been much better than the moves that I am about to make."""

    seq: Seq
    plan: Annotated[list[Number], Meta(min_length=1, max_length=40)]


class Learn(msgspec.Struct, tag_field="do", tag="learn", forbid_unknown_fields=True):
    """Begin a step of the lesson, or begin it again."""

    step: Target


class Ping(msgspec.Struct, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Say that you are there."""


BrowserMessage = (
    Hello | Unseal | Play | Undo | Draft | WhyNot | Hint | Replay | Locate | Inspect | Review | Learn | Ping
)

# ---------------------------------------------------------------------------------------------- parts of a table


TextChange = str | list[int | str]
"""A text whole, or as steps along the old one: keep so many letters, skip so many (less than 0), put these in."""


class SeatStatus(msgspec.Struct, frozen=True, gc=False):
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
    chosen: bool
    """Whether it has chosen in secret and waits for the others."""
    score: int
    signs: tuple[Sign, ...]
    """What it is known by on the board, besides its mark."""


class Absence(msgspec.Struct, frozen=True, gc=False):
    """A player who is away."""

    seat: int
    since: int
    """In seconds since 1970."""
    grace: int
    """So many seconds later the host may let a bot play."""


class SeatCut(msgspec.Struct, frozen=True, gc=False):
    """What a seat added to the deal."""

    seat: int
    cut: str


class SeatSeal(msgspec.Struct, frozen=True, gc=False):
    """The seal of what a seat adds to the deal."""

    seat: int
    seal: str


class FairDeal(msgspec.Struct, frozen=True, gc=False):
    """How it is dealt: house and players seal what they add, then it is opened."""

    seal: str
    """SHA-256 of the shuffle, shown from the beginning; empty at a table where nothing was sealed."""
    dealt: bool
    cuts: tuple[SeatCut, ...]
    """The opened cuts."""
    awaited: tuple[int, ...]
    """Seats whose players have not sealed yet, or where the seals are closed not opened."""
    seals: tuple[SeatSeal, ...] = ()
    """The sealed cuts; none at older tables, where players cut in the open."""
    closed: bool = False
    """Whether all seals are on the table; from now on cuts are opened."""


class Panel(msgspec.Struct, frozen=True, gc=False):
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
    kind: str
    """`board`: a drawing; `slots`: places that never move; `notes`: cards told in words beside their picture."""
    slots: tuple[Slot, ...]
    forms: tuple[tuple[str, str], ...]
    """The ways in which it can be shown, the usual one first, each with its title."""


class PanelChange(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What changed in a panel; what is not named stays."""

    name: str
    seat: int | UnsetType | None = UNSET
    title: str | UnsetType = UNSET
    box: Box | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    forms: tuple[tuple[str, str], ...] | UnsetType = UNSET
    backdrop: TextChange | UnsetType = UNSET
    description: TextChange | UnsetType = UNSET
    set: tuple[Item, ...] | UnsetType = UNSET
    """Items to replace where they are, or to add at the end; then all are sorted by depth, stable."""
    slots: tuple[Slot, ...] | UnsetType = UNSET
    """Slots to replace where they are, or to add at the end; one that is dropped as well comes to the end."""
    drop: tuple[str, ...] | UnsetType = UNSET
    """Ids of items and slots that are gone."""
    after: tuple[tuple[str, str], ...] | UnsetType = UNSET
    """Then, one after the other, put this id behind that one, or first where that one is empty."""


class SceneChange(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What changed between two scenes."""

    added: tuple[Panel, ...] | UnsetType = UNSET
    changed: tuple[PanelChange, ...] | UnsetType = UNSET
    gone: tuple[str, ...] | UnsetType = UNSET
    """Names of panels."""
    order: tuple[str, ...] | UnsetType = UNSET
    """The names of all panels, where their order changed."""


class LegalMove(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A move of a decision."""

    step: int
    """Its number is the one before plus this, beginning with 0."""
    targets: tuple[str, ...]
    """What is touched to make it."""
    notation: str
    words: str


StepState = Literal["done", "now", "open", "next"]
"""Drafted, or made already; to be done now; may be done now or left out; comes later."""


class TurnStep(msgspec.Struct, frozen=True, gc=False):
    """A step of a turn."""

    name: str
    title: str
    ask: str
    """What there is to do, in a few words."""
    state: StepState
    done: tuple[str, ...]
    """What is drafted, in words."""
    moves: tuple[int, ...]
    """The same, as numbers."""
    points: int = 0
    """What is drafted adds so many points."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What a seat has to decide; without moves there, only taking back is possible."""

    prompt: str
    steps: tuple[TurnStep, ...]
    """None where a turn is one move."""
    actions: tuple[LegalMove, ...]
    labels: dict[str, str]
    """What to call the targets that no item answers to; they are shown as buttons."""
    undo: bool


class SheetLine(msgspec.Struct, frozen=True, gc=False):
    """One line of a score sheet."""

    text: str
    points: int
    rule: str


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """What a seat scores, as if the game ended now."""

    seat: int
    total: int
    lines: tuple[SheetLine, ...]


class Brought(msgspec.Struct, frozen=True, gc=False):
    """Something that a move brings about, besides points."""

    text: str
    good: bool | None
    """For whoever makes the move; null is neither."""
    marks: tuple[str, ...]
    """Items that it is about."""


class LogEntry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A move that was made."""

    seq: int
    seat: int
    text: str | None
    """In notation; null for what others chose in secret, until the game is over."""
    words: str
    """In the words of the game, exactly."""
    deed: str = ""
    """In short, without coordinates; empty where there are only words."""
    picture: Picture | None = None
    points: int = 0
    """What it brought its seat."""
    panel: str = ""
    """Where it happened."""
    marks: tuple[str, ...] = ()
    """Items of that panel that show it."""
    brings: tuple[Brought, ...] = ()
    round: int = 0
    """In which round, where rounds are counted."""


class ProgressTold(msgspec.Struct, frozen=True, gc=False):
    """How far a game has come."""

    now: int
    of: int
    text: str
    last: bool
    """Whether these are the last turns."""
    notice: str
    """What that means; empty where nothing is to be said."""


class RuleTold(msgspec.Struct, frozen=True, gc=False):
    """A rule in the player's language."""

    rule: str
    """As `game/rule`."""
    title: str
    why: str
    link: str
    """Where the guide tells it."""


class NextGame(msgspec.Struct, frozen=True, gc=False):
    """What whoever has finished a game is offered besides a rematch: the same with another value of an option."""

    option: str
    value: Value
    title: str
    """What the value is called."""
    text: str
    """Why, in a sentence."""


class TieTold(msgspec.Struct, frozen=True, gc=False):
    """How equal scores were told apart."""

    rule: RuleTold
    title: str
    """What was compared."""
    values: tuple[int | None, ...]
    """By seat; null for those it did not concern."""


class DecidedBy(msgspec.Struct, frozen=True, gc=False):
    """Something that decided a game."""

    seat: int
    """Whom it helped."""
    text: str
    rule: RuleTold


class Result(msgspec.Struct, frozen=True, gc=False):
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
    headline: str
    """Who won and how, in a sentence."""
    tie: TieTold | None
    """How equal scores were told apart."""
    trace: tuple[str, tuple[str, ...]]
    """A panel and its items in order that show what won, such as a road; no panel where points won."""
    decided: tuple[DecidedBy, ...]
    """What made the difference between the first and the second, as far as that is certain."""
    history: tuple[tuple[int, ...], ...]
    """Everybody's points after each round, where rounds are counted."""


class HintLine(msgspec.Struct, frozen=True, gc=False):
    """A move worth considering."""

    action: int
    targets: tuple[str, ...]
    notation: str
    words: str
    value: float
    """What the seat can expect, from 0 to 1; alone, points."""
    picture: Picture | None
    points: int
    """What it brings at once."""
    reasons: tuple[str, ...]
    """Why it is good, each of another kind."""
    panel: str
    """Where it would happen; empty where that is not told."""
    marks: tuple[str, ...]
    """Items of that panel that would show it."""
    scene: SceneChange
    """How the table looks with the move as a ghost, as a change to the last `state` or `moved`."""


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
    fair: FairDeal
    """How it is dealt; before that there are neither panels nor a position."""
    seats: tuple[SeatStatus, ...]
    away: tuple[Absence, ...] = ()
    """The players who are away."""
    panels: tuple[Panel, ...]
    decision: Decision | None
    sheets: tuple[Sheet, ...]
    titles: dict[str, str]
    """What the rules are called by which points are given now."""
    log: tuple[LogEntry, ...]
    outcome: Result | None
    progress: ProgressTold | None
    scale: tuple[Rung, ...]
    """For one player alone: the steps on which a result stands, the lowest first."""
    text: str
    """The position in words; empty unless they were asked for."""


class Moved(msgspec.Struct, tag_field="did", tag="moved", frozen=True, kw_only=True):
    """What changed at the table; what is not named stays."""

    seq: int
    secrets: bool | UnsetType = UNSET
    moves: int | UnsetType = UNSET
    fair: FairDeal | UnsetType = UNSET
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
    progress: ProgressTold | UnsetType | None = UNSET
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
    nonce: str | UnsetType = UNSET
    """Of the moves that were not made, if that was asked."""


class Illegal(msgspec.Struct, tag_field="did", tag="illegal", frozen=True):
    """The move breaks a rule, and was not made."""

    rule: RuleTold
    nonce: str
    """Of the moves."""


class Drafted(msgspec.Struct, tag_field="did", tag="draft", frozen=True):
    """How the table would look, as a change to the last `state` or `moved`, not to an earlier draft."""

    seq: int
    plan: tuple[int, ...]
    """As much of the plan as is possible; what is not is left out."""
    lost: int
    """How many moves of the plan had to be left out."""
    chosen: list[str]
    action: int | None
    ready: bool
    """Whether nothing can follow before it is made: the last move of the plan ends the turn, or reveals something."""
    goes_on: bool
    """Whether the same seat decides again after that."""
    end: str
    """What the button says that makes the moves of the plan."""
    scene: SceneChange
    decision: Decision | None
    """What is to be decided after the plan; null when it is complete."""
    steps: tuple[TurnStep, ...]
    """The steps of the turn, as far as they are drafted."""
    gains: tuple[SheetLine, ...]
    """The points that all of it adds or takes."""
    brings: tuple[Brought, ...]
    """What else it brings about."""
    number: int
    """Of the question."""


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


class Located(msgspec.Struct, tag_field="did", tag="locate", frozen=True):
    """Where a line of a score sheet comes from."""

    seat: int
    line: int
    at: int | None
    told: SheetLine
    rule: RuleTold
    panel: str
    """Empty where nothing on the table shows it."""
    counted: tuple[Counted, ...]
    """Items with points that add up to the line."""


class Inspected(msgspec.Struct, tag_field="did", tag="inspect", frozen=True):
    """A piece, a card or a token, seen close."""

    panel: str
    item: str
    """The one that was meant; empty where there is nothing to say about any."""
    title: str
    text: str
    rule: RuleTold | None
    picture: Picture


class Reviewed(msgspec.Struct, tag_field="did", tag="review", frozen=True):
    """Something else would have been much better; where nothing was, nothing is said."""

    seq: int
    text: str


LessonMood = Literal["task", "good", "again", "refused", "other", "done"]
"""What is to be done; what was asked for; a typical slip; against a rule; not what was asked for; the step is done."""


class LessonTold(msgspec.Struct, tag_field="did", tag="lesson", frozen=True, kw_only=True):
    """Where a learner stands, and what is said to the last try."""

    step: str
    coach: str
    task: str
    """What is to be done now; empty when the step is done."""
    mood: LessonMood
    said: str
    """What is said to the last try; empty where there was none."""
    rule: RuleTold | None
    """The rule that it breaks."""
    points: int
    """What it brought."""
    panel: str
    """Where that is seen; empty where it brought nothing."""
    counted: tuple[Counted, ...]
    """Items of that panel, with what each part of the points was gained by."""
    back: bool
    """Whether a move stands that was not asked for: it is to be taken back."""
    asked: tuple[tuple[str, ...], ...]
    """What is touched to make each of the moves that are asked for."""
    show: int | None
    """The move that "Show me" considers; null when the step is done."""


class Presence(msgspec.Struct, tag_field="did", tag="here", frozen=True):
    """Somebody has come or gone."""

    seats: tuple[SeatStatus, ...]
    away: tuple[Absence, ...]
    """The players who are away."""


class Notice(msgspec.Struct, tag_field="did", tag="notice", frozen=True, omit_defaults=True):
    """Something happened that everybody should know."""

    text: str
    """In the player's language."""
    stays: bool = False
    """Whether it is shown until the player puts it away."""


class Pong(msgspec.Struct, tag_field="did", tag="pong", frozen=True):
    """The server is there."""

    seq: int


class Failure(msgspec.Struct, tag_field="did", tag="error", frozen=True):
    """Something could not be done; nothing has changed."""

    code: str
    message: str
    """In the player's language."""
    detail: str | UnsetType = UNSET
    nonce: str | UnsetType = UNSET
    """Of the moves that were not made, if that was asked."""


ServerMessage = (
    TableState
    | Moved
    | PlayDone
    | UndoDone
    | MovedOn
    | Illegal
    | Drafted
    | Reason
    | Hinted
    | Replayed
    | Located
    | Inspected
    | Reviewed
    | LessonTold
    | Presence
    | Notice
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


def piece(part: object) -> msgspec.Raw:
    """A part of several messages, written once for all of them."""
    return msgspec.Raw(_ENCODER.encode(part))
