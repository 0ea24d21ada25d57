"""The promises about what people are shown and told, each as a check of one position."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from random import Random

from msgspec.structs import replace

from cloudtop.core.chance import pick
from cloudtop.core.game import Game
from cloudtop.core.scene import KINDS, SLOT_STATES, STATES, Panel, Staging
from cloudtop.core.state import State
from cloudtop.core.teller import Deed
from cloudtop.core.view import View
from cloudtop.core.wording import SPOKEN
from cloudtop.core.words import LANGUAGES
from cloudtop.testing.breach import Fact, promise
from cloudtop.testing.secrecy import played

SOME = 8
"""So many things of a panel are looked at closely."""
GUESSES = 40
"""So many names are tried that a guest may make up."""
ODD_NAMES = ("", "-", ":", "?", "card", "card-", "card-x", "card--1", "piece-a1-x", "castle-", "magic-99", "²", "a:b:c")
"""Names of panels and of items that are not there."""

SPRITE = re.compile(r'<\w+ id="([\w-]+)"')

Panels = dict[str, Panel]


def check_shown(state: State, rng: Random) -> None:
    """Every promise about what a position shows and tells."""
    check_text(state)
    check_languages(state.game, state.view(None))
    mover = pick(rng, state.turn()) if state.turn() else None
    for seat in (None, *range(state.players)):
        view = state.view(seat)
        panels = check_scene(state, view)
        check_points(state, view, panels)
        if seat in (None, mover):
            check_close(state.game, view, panels, rng)
    if state.game.forgets:
        view = forgetful(state.game, state.view(mover))
        check_close(state.game, view, check_scene(state, view), rng)
    if mover is not None:
        check_steps(state, mover)
        check_drawn_once(state, mover, rng)
        check_deed(state, mover, rng)


def check_ending(state: State) -> None:
    """What a finished game tells: where its points came from, what told equals apart, what shows who won."""
    for seat in (None, *range(state.players)):
        view = state.view(seat)
        check_points(state, view, check_scene(state, view))
    game, view = state.game, state.view(None)
    for language in LANGUAGES:
        tie = game.tie(view, game.words(language))
        if tie is not None:
            promise(tie.rule in game.rule_ids, "what tells equals apart is a rule of the guide, by its id", tie)
            promise(len(tie.values) == state.players, "what is compared is told seat by seat", tie)
    panel, items = game.trace(view)
    if panel:
        promise(set(items) <= ids_of(drawn(state, view), panel), "what won is seen on its panel", (panel, items))


def forgetful(game: Game, view: View) -> View:
    """A view without what its player has to keep in mind."""
    return replace(view, facts=game.forgotten(view.facts))


# ---------------------------------------------------------------------- words


def check_text(state: State) -> None:
    """The position can be read aloud, and it is told how far the game has come, in every language."""
    game, view = state.game, state.view(None)
    progress = game.progress(view)
    for language in LANGUAGES:
        words = game.words(language)
        promise(bool(game.board_text(view, language)), "a position has a text", language)
        if progress is not None:
            told = [f"progress.{progress.unit}", *([f"notice.{progress.notice}"] if progress.notice else [])]
            promise(all(key in words for key in told), "how far a game has come has words", (language, told))


def check_steps(state: State, seat: int) -> None:
    """The steps of a turn have words in every language, and what is asked can be told whatever has been picked."""
    game, view, legal = state.game, state.view(seat), state.legal(seat)
    names = game.steps(view)
    promise(len(set(names)) == len(names), "every step of a turn comes once", names)
    of_moves = {game.step(game.moves[action]) for action in legal} - {""}
    keys = [key for name in names for key in (f"step.{name}", f"step.{name}.ask")]
    keys += [f"end.{name}" for name in sorted(of_moves)]
    targets = list(dict.fromkeys(target for action in legal for target in game.targets(view, action)))
    for language in LANGUAGES:
        words = game.words(language)
        missing = [key for key in keys if not (key in words and words(key))]
        promise(not missing, "the steps of a turn have words", (language, missing))
        for chosen in ((), targets[:1], game.targets(view, legal[-1])):
            asked = game.ask(view, words, targets, chosen)
            promise("{" not in asked, "what is asked is a sentence", (language, asked))


# ---------------------------------------------------------------------- panels


def drawn(state: State, view: View) -> Panels:
    """A view as panels, with what may be picked, by name."""
    game = state.game
    legal = [] if view.seat is None else state.legal(view.seat)
    targets = list(dict.fromkeys(target for action in legal for target in game.targets(view, action)))
    panels = game.scene(view, game.words("en"), Staging(targets=targets)).panels
    names = [panel.name for panel in panels]
    promise(len(set(names)) == len(names), "every panel of a scene has a name of its own", names)
    return {panel.name: panel for panel in panels}


def ids_of(panels: Mapping[str, Panel], name: str) -> set[str]:
    """All that a panel shows, by id; nothing where there is no such panel."""
    panel = panels.get(name)
    return set() if panel is None else {item.id for item in panel.items} | {slot.id for slot in panel.slots}


@cache
def sheet_of(game: Game) -> frozenset[str]:
    """The names of all sprites of a game."""
    return frozenset(SPRITE.findall(game.sprites()))


def check_sprites(game: Game, panel: Panel) -> None:
    """Whatever a panel places is drawn on the sheet."""
    placed = [*panel.items, *(item for slot in panel.slots for item in slot.picture.items)]
    used = {item.sprite for item in placed} | {slot.sign for slot in panel.slots}
    missing = sorted(used - sheet_of(game) - {""})
    fact = Fact(f"panel {panel.name!r} places {missing}, which sprites() does not draw")
    promise(not missing, "every sprite is on the sheet", fact)


def check_languages(game: Game, view: View) -> None:
    """A position can be drawn in every language."""
    for language, spoken in SPOKEN.items():
        words = game.words(language)
        try:
            panels = game.scene(view, words, Staging()).panels
        except KeyError as error:
            promise(False, "a position is shown in every language", Fact(f"{spoken} has no word for {error.args[0]!r}"))
        nameless = [panel.name for panel in panels if not panel.title and panel.kind != "board"]
        promise(not nameless, "a panel has a title", Fact(f"{nameless} have none in {spoken}"))


def check_scene(state: State, view: View) -> Panels:
    """Whatever is shown can be told apart, so that a page can follow it from move to move."""
    panels = drawn(state, view)
    for panel in panels.values():
        shown = Counter([*(item.id for item in panel.items), *(slot.id for slot in panel.slots)])
        twice = [name for name, times in shown.items() if times > 1]
        promise(not twice, "every item of a panel has an id of its own", (panel.name, twice))
        depths = [item.depth for item in panel.items]
        promise(depths == sorted(depths), "the items of a panel come from back to front", panel.name)
        promise(all(slot.label for slot in panel.slots), "every slot has a label", panel.name)
        known = panel.kind in KINDS and all(item.state in STATES for item in panel.items)
        known = known and all(slot.state in SLOT_STATES for slot in panel.slots)
        promise(known, "panels, items and slots are of the kinds and in the states that pages know", panel.name)
        check_sprites(state.game, panel)
        for language in LANGUAGES:
            words = state.game.words(language)
            promise(all(f"form.{form}" in words for form in panel.forms), "a form has words", (language, panel.name))
    return panels


def check_drawn_once(state: State, seat: int, rng: Random) -> None:
    """Equal keys, equal panels: a page that has drawn a part need not draw it again."""
    game, seen = state.game, dict[tuple[str, Hashable], Panel]()
    for staging in stagings(state, seat, rng):
        for viewer in (None, seat):
            for part in game.parts(state.view(viewer), game.words("en"), staging):
                panel = part.draw()
                promise(panel.name == part.name, "a part is called as its panel", (part.name, panel.name))
                known = seen.setdefault((part.name, part.key), panel)
                promise(known == panel, "parts with equal keys look the same", part.name)


def stagings(state: State, seat: int, rng: Random) -> Iterator[Staging]:
    """One position shown in several ways: as it is, with a move considered, to others, from elsewhere, in each form."""
    game, view, legal = state.game, state.view(seat), state.legal(seat)
    targets = list(dict.fromkeys(target for action in legal for target in game.targets(view, action)))
    action = pick(rng, legal)
    yield Staging()
    yield Staging(targets=targets)
    yield Staging(targets=targets, chosen=game.targets(view, action)[:1])
    yield Staging(targets=targets, chosen=game.targets(view, action), ghost=game.moves[action])
    yield Staging(1, [f"Player {number}" for number in range(state.players)])
    forms = {form: None for panel in game.scene(view, game.words("en"), Staging()).panels for form in panel.forms}
    for form in forms:
        yield Staging(form=form)
    if not state.commits(seat, action):
        # As it would look if the same position were one of a draft.
        yield Staging(drafted=[game.moves[action]])


# ---------------------------------------------------------------------- moves, points and pieces


def check_deed(state: State, seat: int, rng: Random) -> None:
    """A move is told alike wherever nobody who hears of it could know the difference, and its marks are seen."""
    action, chance = pick(rng, state.legal(seat)), int(rng.random() * 1_000_000_007)
    game, after = state.game, played(state, seat, action)
    hear = [seat] if state.secret(seat, action) else range(state.players)
    worlds = []
    for listener in hear:
        world = state.imagine(listener, Random(chance))
        # Whoever moves knows beforehand all that is told; others may have learned it by the move.
        if action in world.legal(seat) and (
            listener == seat or played(world, seat, action).view(listener) == after.view(listener)
        ):
            worlds.append(world)
    for language in LANGUAGES:
        told = deed_on(state, seat, action, language)
        for world in worlds:
            same = deed_on(world, seat, action, language) == told
            promise(same, "a move is told alike on an imagined position", (language, game.text(action)))
    if told is not None and told.panel:
        there = ids_of(drawn(after, after.view(seat)), told.panel) | ids_of(drawn(after, after.view(None)), told.panel)
        marks = {*told.marks, *(mark for brings in told.brings for mark in brings.marks)}
        promise(marks <= there, "a move marks what is seen after it", (game.text(action), marks - there))


def deed_on(state: State, seat: int, action: int, language: str) -> Deed | None:
    """A move as it is told of one position."""
    game = state.game
    return game.tell(state, seat, game.moves[action], played(state, seat, action), game.words(language))


def check_points(state: State, view: View, panels: Mapping[str, Panel]) -> None:
    """Where a line of a score sheet comes from adds up to it, and can be seen."""
    for seat in range(state.players):
        for line in state.score_sheet(seat).lines:
            where = state.game.where(view, seat, line)
            if where is not None:
                total = sum(counted.points for counted in where.counted)
                promise(total == line.points, "the parts of a line add up", (line, where))
                items = {item for counted in where.counted for item in counted.items}
                missing = items - ids_of(panels, where.panel)
                promise(not missing, "what a line counts is on the table", (line, where.panel, missing))


def check_close(game: Game, view: View, panels: Mapping[str, Panel], rng: Random) -> None:
    """Everything can be asked about, even what is not there; what is told names a rule of the guide."""
    languages = [game.words(language) for language in LANGUAGES]
    for name in panels:
        shown = sorted(ids_of(panels, name))
        for item in sample(shown, rng):
            for words in languages:
                about = game.about(view, words, name, item)
                if about is not None:
                    promise(bool(about.title), "what is seen close has a title", (name, item))
                    known = about.rule == "" or about.rule in game.rule_ids
                    promise(known, "what is seen close names a rule of the guide, by its id", (item, about.rule))
    check_odd(game, view, panels, rng)


def check_odd(game: Game, view: View, panels: Mapping[str, Panel], rng: Random) -> None:
    """Whatever a guest names, there is an answer."""
    items = [*ODD_NAMES, *(item for name in panels for item in ids_of(panels, name))]
    items = sorted({*items, *(item[:-1] for item in items), *(f"{item}9" for item in items)})
    names = [*ODD_NAMES, *panels, *(name.partition(":")[0] + odd for name in panels for odd in (":9", ":x", ""))]
    for _ in range(GUESSES):
        panel, item = pick(rng, names), pick(rng, items)
        try:
            game.about(view, game.words("en"), panel, item)
        except Exception as error:
            promise(False, "anything can be asked about", (panel, item, error))


def sample(names: Sequence[str], rng: Random) -> list[str]:
    """Some of many names."""
    return [pick(rng, names) for _ in range(SOME)] if len(names) > SOME else list(names)
