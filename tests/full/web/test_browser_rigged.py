"""A modified house rigs deals in every known way: real Chromium shows a cross, and `cloudtop verify` refuses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.support.web.browsing import Surfer, surfing
from tests.support.web.visitors import BOT, FRIEND, ME, House, Line, Visitor

import cloudtop
from cloudtop.cli.playing import note_of
from cloudtop.core.errors import BadRecord
from cloudtop.core.fair import Noted, prove, seal_of_cut, seed_of
from cloudtop.table import Table
from cloudtop.table.cutting import Cutting
from cloudtop.table.events import AllSealed, Cut, Dealt, Event, Sealed
from cloudtop.web.live.dealing import Dealing

GAME = "skybridge"
OPERATOR, VICTIM, IDLE = 0, 1, 2
"""Seats: who runs the house and rigs the deal, who is cheated, a bot's."""
FIRST, FORGED = "0c" * 16, "fe" * 16
Said = tuple[list[Event], list[int]]
Rig = Callable[[Table, str | None, str | None, Said], Said]
"""The answer of the house to the victim's browser: from the table, a seal, a cut and an honest house's answer."""


def dropped(table: Table, sealed: str | None, cut: str | None, honest: Said) -> Said:
    """Throw the victim's seal away, and deal with the others."""
    return [AllSealed((OPERATOR,), 0), Cut(OPERATOR, FIRST), Dealt()], []


def replaced(table: Table, sealed: str | None, cut: str | None, honest: Said) -> Said:
    """Put a seal of the house's own in the place of the victim's."""
    forged: list[Event] = [Sealed(VICTIM, seal_of_cut(FORGED), "x"), AllSealed((OPERATOR, VICTIM), 0)]
    return [*forged, Cut(OPERATOR, FIRST), Cut(VICTIM, FORGED), Dealt()], []


def ground_last(table: Table, sealed: str | None, cut: str | None, honest: Said) -> Said:
    """Wait for the victim's cut, then try many for the operator and swap the operator's seal."""
    if cut is None or table.cutting.closed is None:
        return honest
    ground = ground_for(table, {VICTIM: cut}, OPERATOR)
    return [Cut(VICTIM, cut), Sealed(OPERATOR, seal_of_cut(ground), "x"), Cut(OPERATOR, ground), Dealt()], []


def invented(table: Table, sealed: str | None, cut: str | None, honest: Said) -> Said:
    """Wait for the victim's cut, then invent one for the bot."""
    if cut is None or table.cutting.closed is None:
        return honest
    ground = ground_for(table, {OPERATOR: FIRST, VICTIM: cut}, IDLE)
    return [
        Cut(VICTIM, cut),
        Cut(OPERATOR, FIRST),
        Sealed(IDLE, seal_of_cut(ground), "x"),
        Cut(IDLE, ground),
        Dealt(),
    ], []


def denied(table: Table, sealed: str | None, cut: str | None, honest: Said) -> Said:
    """Take the victim's cut, do not like the deal, and say that it was never opened."""
    if cut is None or table.cutting.closed is None:
        return honest
    table.seats[VICTIM].level = "gale"
    return [Cut(OPERATOR, FIRST), Dealt()], []


def ground_for(table: Table, cuts: dict[int, str], seat: int) -> str:
    """The cut of a seat with which the seed ends in a zero byte: as good as any hand that one may wish for."""
    tries = (f"{number:032x}" for number in range(100_000))
    return next(cut for cut in tries if seed_of(table.opened.shuffle, {**cuts, seat: cut}) % 256 == 0)


@contextmanager
def rigged(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A house that rigs its deals."""
    honest = Dealing.said

    def said(
        self: Dealing, table: Table, holder: str, sealed: str | None, cut: str | None, here: frozenset[int]
    ) -> Said:
        found = honest(self, table, holder, sealed, cut, here)
        return rig(table, sealed, cut, found) if not table.dealt and VICTIM in table.held_by(holder) else found

    with monkeypatch.context() as patch:
        patch.setattr(Dealing, "said", said)
        patch.setattr(Cutting, "_may", lambda self, event: True)
        yield


def finish(lines: list[Line]) -> None:
    """Play until the game is over."""
    while lines[0].outcome is None:
        mover = next((line for line in lines if line.actions), None)
        if mover is None:
            lines[0].until("moved", "state")
            continue
        mover.play()
        for line in lines:
            while line is not mover and line.seq < mover.seq:
                line.until("moved", "state")


def same_browser(house: House, surfer: Surfer) -> Visitor:
    """Another connection of a browser, that plays quickly."""
    quick = house.visitor()
    for cookie in surfer.context.cookies():
        quick.http.cookies.set(cookie["name"], cookie["value"])
    return quick


CASES = [
    (dropped, "Your part was left out of this deal", "left out"),
    (replaced, "Somebody swapped your part of this deal", "swapped"),
    (ground_last, "The envelope of Mira was swapped after your browser had seen it", "swapped"),
    (invented, "Somebody invented a part|A part for .* was slipped in", "added after you had opened|invented"),
    (denied, "the house says that it did not", "left out"),
]


@pytest.mark.parametrize(("rig", "headline", "reason"), CASES, ids=[rig.__name__ for rig, *_ in CASES])
def test_a_rigged_deal_is_shown_as_a_cross_and_refused(
    house: House, browser: Browser, mira: Visitor, monkeypatch: pytest.MonkeyPatch, rig: Rig, headline: str, reason: str
) -> None:
    opened = mira.open(GAME, ME, FRIEND, *([BOT] if rig is invented else []))
    table = opened["table"]
    operator = mira.cut(table, FIRST)
    with surfing(browser, house.port) as victim, ExitStack() as leaving:
        with rigged(rig, monkeypatch):
            victim.page.goto(opened["links"][0]["url"])
            operator.dealt()
            victim.board.wait_for()
            victim.page.goto("about:blank")
        quick = leaving.enter_context(same_browser(house, victim))
        finish([operator, quick.connect(table, {})] if rig is not denied else [operator])
        page = victim.page
        page.goto(f"/t/{table}/fair")
        page.locator("body[data-checked]").wait_for()
        expect(page.locator("#verdict")).to_have_attribute("data-right", "false")
        expect(page.locator("#verdict")).to_have_text(re.compile(f"^✗ .*(?:{headline})"))
        command = page.locator("#command").inner_text()
        record = cloudtop.read_record(mira.http.get(f"/t/{table}/record").text)
    with pytest.raises(BadRecord, match=reason):
        prove(record, note_from(command))


def note_from(command: str) -> Noted | None:
    """The note in the command that the page shows."""
    found = dict[str, list[str]](seal=[], cut=[])
    for option, value in re.findall(r"--(seal|cut) (\S+)", command):
        found[option].append(value)
    return note_of(found["seal"], found["cut"])


def test_an_honest_deal_is_shown_without_a_cross_and_fits_the_note(
    house: House, browser: Browser, mira: Visitor, tmp_path: Path
) -> None:
    opened = mira.open(GAME, ME, FRIEND)
    table = opened["table"]
    operator = mira.cut(table, FIRST)
    with surfing(browser, house.port) as friend:
        friend.page.goto(opened["links"][0]["url"])
        operator.dealt()
        friend.board.wait_for()
        friend.page.goto("about:blank")
        with same_browser(house, friend) as quick:
            finish([operator, quick.connect(table, {})])
        page = friend.page
        page.goto(f"/t/{table}/fair")
        page.locator("body[data-checked]").wait_for()
        expect(page.locator("#verdict")).to_have_text("✓ Nobody chose this deal: not the house, not a player.")
        expect(page.locator(".check[data-right=false]")).to_have_count(0)
        command = page.locator("#command").inner_text()
        text = mira.http.get(f"/t/{table}/record").text
        assert prove(cloudtop.read_record(text), note_from(command)).cut == (0, 1)

        # The same without any server, from a page that was saved before.
        page.locator("details summary").click()
        with page.expect_download() as saving:
            page.locator("#offline").click()
        saving.value.save_as(tmp_path / "check.html")
    house.close()
    (tmp_path / "game.cloudtop").write_text(text, encoding="utf-8")
    swapped = re.sub(r"^cut 0: .*$", f"cut 0: {FORGED}", text, flags=re.MULTILINE)
    (tmp_path / "swapped.cloudtop").write_text(swapped, encoding="utf-8")
    with offline(browser, tmp_path / "check.html") as alone:
        alone.page.locator("#file").set_input_files(tmp_path / "game.cloudtop")
        expect(alone.page.locator("#verdict")).to_contain_text("This browser has no part in the deal")
        alone.page.locator("#note").fill(command)
        expect(alone.page.locator("#verdict")).to_have_text("✓ Nobody chose this deal: not the house, not a player.")
        expect(alone.page.locator("#checks [data-right=true]")).to_have_count(5)
        alone.page.locator("#note").fill(command.replace(FIRST, FORGED).replace("--seal 0=", "--seal 0=0"))
        expect(alone.page.locator("#verdict")).to_have_attribute("data-right", "false")
        alone.page.locator("#note").fill("")
        alone.page.locator("#file").set_input_files(tmp_path / "swapped.cloudtop")
        expect(alone.page.locator("#verdict")).to_contain_text("is not what was sealed in it")
        alone.page.locator("#file").set_input_files(tmp_path / "check.html")
        expect(alone.page.locator("#verdict")).to_have_text("This is no record of a finished game.")


@contextmanager
def offline(browser: Browser, path: Path) -> Iterator[Surfer]:
    """Somebody who opens a saved page, without any network."""
    with surfing(browser, 9, offline=True) as surfer:
        surfer.page.goto(path.as_uri())
        yield surfer
