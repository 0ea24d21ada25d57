"""Play a record and sum up every byte that it leads to: pages, drafts, questions, replays, pictures, positions.

No room is imported here, so that the same file compares two checkouts of the project, whatever their rooms look like.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from msgspec.structs import replace as changed

import cloudtop
from cloudtop.bots.hints import Hint
from cloudtop.core.game import Game
from cloudtop.core.observe import observation
from cloudtop.core.record import Record
from cloudtop.core.scene import Staging
from cloudtop.core.state import State
from cloudtop.core.words import LANGUAGES
from cloudtop.table import Table
from cloudtop.web.render.chronicle import Chronicle
from cloudtop.web.render.difference import Found, continues, moved
from cloudtop.web.render.draft import drafted
from cloudtop.web.render.hinting import hinted
from cloudtop.web.render.moment import Sight
from cloudtop.web.render.questions import inspected, located, reason
from cloudtop.web.render.screen import Screen, replayed, seen, whole
from cloudtop.web.socket.messages import Draft, WhyNot, write_message

EVERY = 10
"""Moves between two positions that are asked about, drawn as pictures and sent whole."""
SIDES = 4
THEMES = ("day", "dusk")
TRIES = 4
"""Moves, legal or not, that are asked about in one position."""
HERE = frozenset([0])
"""The seats whose players are connected."""


class Sums:
    """Hashes of what was written, by name."""

    def __init__(self) -> None:
        self.by_name: dict[str, Any] = {}

    def add(self, name: str, *data: object) -> None:
        """Append data to what a name stands for: bytes, text, or anything that JSON can write."""
        if name not in self.by_name:
            self.by_name[name] = hashlib.sha256()
        for part in data:
            written = part if isinstance(part, bytes | str) else json.dumps(part, ensure_ascii=False)
            self.by_name[name].update(written.encode() if isinstance(written, str) else written)
            self.by_name[name].update(b"\0")

    def message(self, name: str, message: Any) -> None:
        """Append a message as the server sends it, or null for no answer."""
        self.add(name, write_message(message))

    def digests(self) -> dict[str, str]:
        """The hashes in hexadecimal digits, by name."""
        return {name: found.hexdigest() for name, found in sorted(self.by_name.items())}


def digests(path: Path) -> dict[str, str]:
    """The sums of one record, by what is summed: each viewpoint, its questions, positions, pictures."""
    sums = Sums()
    play(cloudtop.read_record(path.read_text(encoding="utf-8")), crc32(path.stem.encode()), sums)
    return sums.digests()


def one_sum(found: Mapping[str, str]) -> str:
    """The sum of all sums of a record: 16 hexadecimal digits."""
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()[:16]


def play(record: Record, number: int, sums: Sums) -> None:
    """Play a record to its end, and sum up what its table shows to every viewpoint on the way."""
    game, rng = record.game, Random(number)
    table = opened(record, forget=game.forgets and number % 3 == 0)
    chronicle = Chronicle(table)
    screens = dict.fromkeys(sights(game, table.state, number))
    sums.add("sprites", game.sprites(), game.paints())
    for made, move in enumerate([None, *record.moves]):
        if move is not None:
            table.play(move.seat, move.action, move.comment, move.before)
        often = made % EVERY == 0 or made == len(record.moves)
        sum_position(sums, table.state)
        show(sums, chronicle, screens, often)
        if often:
            ask(sums, chronicle, {sight: screen for sight, screen in screens.items() if screen}, rng)
            draw(sums, table.state, rng)
        chronicle.shown()
    for at in sorted({0, len(record.moves) // 2, len(record.moves)}):
        for sight in screens:
            sums.message("replayed", replayed(table, sight, at))


def opened(record: Record, forget: bool) -> Table:
    """The table of a record before its first move; players may have to keep in mind what they saw."""
    table = Table.of_record(replace(record, moves=()))
    table.opened = changed(table.opened, forget=forget)
    return table


def sights(game: Game, state: State, number: int) -> Iterator[Sight]:
    """Every seat and a spectator, each in two of four sides for every language; the others take turns by record."""
    forms = forms_of(game, state)
    for place, you in enumerate((None, *range(state.players))):
        for index, language in enumerate(LANGUAGES):
            for side in range(SIDES):
                turn = number + place + index + side
                if turn % 2 == 0:
                    yield Sight(you, language, side, forms[turn // 2 % len(forms)], turn // 4 % 2 == 0)


def forms_of(game: Game, state: State) -> list[str]:
    """The ways in which panels of a game can be drawn."""
    scene = game.scene(state.view(None), game.words("en"), Staging())
    return sorted({form for panel in scene.panels for form in panel.forms}) or [""]


def label(sight: Sight) -> str:
    """A viewpoint as part of the name of a sum."""
    return f"{sight.you} {sight.lang} {sight.side} {sight.form} {'told' if sight.told else ''}".rstrip()


def show(sums: Sums, chronicle: Chronicle, screens: dict[Sight, Screen | None], often: bool) -> None:
    """Show every viewpoint the table as it is now, as a change of what it saw before and sometimes whole."""
    changes = Found()
    for sight, old in screens.items():
        new = seen(chronicle.now(), chronicle, sight, HERE)
        if old is None or not continues(old, new) or often:
            sums.message(label(sight), whole(new, [0], True))
        if old is not None:
            sums.message(label(sight), moved(old, new, changes))
        screens[sight] = new


def ask(sums: Sums, chronicle: Chronicle, screens: Mapping[Sight, Screen], rng: Random) -> None:
    """Ask everything that a guest can ask: close looks, origins of points, drafts, ghosts, refusals, hints."""
    moment = chronicle.now()
    state = moment.state
    for sight, screen in screens.items():
        name = f"ask {label(sight)}"
        for panel in screen.panels.values():
            ids = [*[item.id for item in panel.items], *[slot.id for slot in panel.slots]]
            for item in dict.fromkeys(ids):
                sums.message(name, inspected(moment, sight, panel.name, [item]))
            sums.message(name, inspected(moment, sight, panel.name, ["x", "card-x", "piece-a1-9", "place-b2"]))
        for seat in range(state.players):
            for line in range(len(state.score_sheet(seat).lines)):
                sums.message(name, located(moment, sight, seat, line, None))
        if sight.you is not None:
            refusals(sums, name, chronicle, screen, sight.you, rng)
            if sight.you in state.turn():
                drafts(sums, name, chronicle, screen, sight.you, rng)


def refusals(sums: Sums, name: str, chronicle: Chronicle, screen: Screen, seat: int, rng: Random) -> None:
    """Ask why something may not be picked: moves by chance, and what lies in front on every panel."""
    moment = chronicle.now()
    for _ in range(TRIES):
        targets = list(moment.touched(seat, rng.randrange(moment.game.actions)))
        if targets:
            sums.message(name, reason(moment, screen, seat, WhyNot(moment.seq, [], targets[:-1], targets[-1])))
    for panel in screen.panels.values():
        ids = [item.id for item in panel.items][-3:]
        if ids:
            sums.message(name, reason(moment, screen, seat, WhyNot(moment.seq, [], [], "", panel.name, ids)))


def drafts(sums: Sums, name: str, chronicle: Chronicle, screen: Screen, seat: int, rng: Random) -> None:
    """Pick targets, consider moves, plan moves and ask for hints, as a player who has to decide."""
    moment = chronicle.now()
    legal = moment.state.legal(seat)
    actions = list(dict.fromkeys([legal[0], legal[-1], rng.choice(legal)]))
    for action in actions:
        targets = list(moment.touched(seat, action))
        for chosen in ([], targets[:1], targets):
            sums.message(name, drafted(moment, screen, seat, Draft(moment.seq, [], chosen, None, 1)))
        sums.message(name, drafted(moment, screen, seat, Draft(moment.seq, [], targets, action, 2)))
        sums.message(name, drafted(moment, screen, seat, Draft(moment.seq, [action], [], None, 3)))
    if screen.sight.side < 2:
        sums.message(name, hinted(moment, screen, seat, [Hint(action, 0.5, None) for action in actions]))


def sum_position(sums: Sums, state: State) -> None:
    """Sum up what needs no page: dumps, views, texts, observations, score sheets."""
    game = state.game
    dump = state.dump()
    sums.add("dump", dump, game.load(dump).dump())
    observer = game.observer(state.terms)
    for seat in (None, *range(state.players)):
        view = state.view(seat)
        sums.add("view", view.to_dict())
        sums.add("text", *[game.board_text(view, language) for language in LANGUAGES])
        if seat is not None:
            sheet = state.score_sheet(seat)
            sums.add("observation", observation(observer, state, seat))
            sums.add("sheet", [list(map(list, sheet.lines)), sheet.total])


def draw(sums: Sums, state: State, rng: Random) -> None:
    """Draw pictures for every language, theme and side, and ask about every move that the game has."""
    game = state.game
    for seat in range(state.players):
        view = state.view(seat)
        sums.add("why not", [state.why_not(seat, action) or "" for action in range(game.actions)])
        sums.add("targets", [list(game.targets(view, action)) for action in range(game.actions)])
    names = [f"Name {number}" for number in range(state.players)]
    for language in LANGUAGES:
        for theme in THEMES:
            side = rng.randrange(SIDES)
            view = state.view(rng.choice((None, *range(state.players))))
            picture = game.picture(view, language, theme, side, names if side % 2 else ())
            sums.add(f"picture {language}", picture)


def names_of(folders: Sequence[Path]) -> dict[str, Path]:
    """All records below folders, by the name under which their sums are kept: `skybridge/2p-mixed`."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.cloudtop")):
            found[path.relative_to(folder).with_suffix("").as_posix()] = path
    return found
