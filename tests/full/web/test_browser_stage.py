"""The table as a newcomer meets it: changes of mind, drags, what takes the stage, what is held, named and told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from tests.full.web.test_browser_narrow import NARROW, seated
from tests.support.rooms import ROOMS
from tests.support.web.browsing import OPEN_TARGETS, Surfer, surfing
from tests.support.web.visitors import BOT, FRIEND, House, Line, Visitor

from cloudtop.core.state import State

OWN_BOARDS, COMMON_BOARD, SECRET, ROADS = "cloud-city", "skybridge", "strange-world", "cloudy-kingdom"
"""A game with a board for everybody, one with a common board, one with secret choices, one that roads win."""
SMALL = {"width": 1280, "height": 720}
COVERED = """() => {
  const ribbon = document.querySelector('#since').getBoundingClientRect();
  const over = (node) => {
    const box = node.getBoundingClientRect();
    const across = box.left < ribbon.right - 1 && ribbon.left + 1 < box.right;
    return box.width && across && box.top < ribbon.bottom - 1 && ribbon.top + 1 < box.bottom;
  };
  return [...document.querySelectorAll('#boards [data-target].open, #prompt, .slot.open')]
    .filter(over).map((node) => node.outerHTML.slice(0, 90));
}"""
SMALL_TEXT = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const holder = node.parentElement;
    if (!node.textContent.trim() || holder.closest('svg, script, .visually-hidden, [hidden], noscript')) continue;
    if (!holder.getClientRects().length || getComputedStyle(holder).visibility !== 'visible') continue;
    const size = parseFloat(getComputedStyle(holder).fontSize);
    if (size > 0 && size < 10.99) found.push([size, node.textContent.trim().slice(0, 40)]);
  }
  return found;
}"""
SMALL_TARGETS = """() => [...document.querySelectorAll('button, a, summary, input, label.btn')]
  .filter((node) => node.getClientRects().length && getComputedStyle(node).visibility === 'visible')
  .filter((node) => !node.closest('.visually-hidden, .skip, svg'))
  .map((node) => [node.getBoundingClientRect(), node.outerHTML.slice(0, 90)])
  .filter(([box]) => box.bottom > 0 && box.top < innerHeight && box.width && Math.min(box.width, box.height) < 43.5)
  .map(([box, name]) => `${Math.round(box.width)}x${Math.round(box.height)} ${name}`)"""


@pytest.fixture
def surfer(house: House, browser: Browser) -> Iterator[Surfer]:
    """Somebody at a desk, whom no coach interrupts."""
    with surfing(browser, house.port) as surfer:
        surfer.context.add_init_script("localStorage.setItem('coach', 'off')")
        yield surfer


def open_now(surfer: Surfer) -> list[tuple[float, float, str]]:
    """What can be picked now, and where."""
    surfer.settle()
    found: list[tuple[float, float, str]] = [(x, y, target) for x, y, target in surfer.page.evaluate(OPEN_TARGETS)]
    return found


def until(house: House, table: str, lines: list[Line], wanted: Callable[[State, int, int], bool], seed: int = 3) -> int:
    """Play at random until somebody has a move of a sort; that move."""
    dice = Random(seed)
    for _ in range(400):
        state = house.tables.live[table].result().table.state
        for line in lines:
            line.ask("ping", "pong")
        line = next(line for line in lines if line.actions)
        assert line.you is not None
        found = [action for action in line.actions if wanted(state, line.you, action)]
        if found:
            return found[0]
        line.play(dice.choice(line.actions))
    raise AssertionError("there was no such move")


# ---------------------------------------------------------------------------------------------- changes of mind


@pytest.mark.parametrize("game", ROOMS)
def test_another_piece_another_place_is_never_refused(surfer: Surfer, game: str) -> None:
    surfer.open_table(game, seats=2)
    assert surfer.wait_for_turn()
    page, dice = surfer.page, Random(4)
    for _ in range(12):
        spots = open_now(surfer)
        if not spots:
            break
        x, y, target = dice.choice(spots)
        page.mouse.click(x, y)
        surfer.settle()
        assert page.locator("#tip").is_hidden(), (target, page.locator("#tip").inner_text())
        assert page.locator("[aria-pressed=true], .slot.is-held, [data-deed=confirm]:enabled").count(), target


def test_another_face_up_tile_takes_the_place_of_the_first(surfer: Surfer) -> None:
    surfer.open_table(OWN_BOARDS, seats=2)
    surfer.wait_for_turn()
    surfer.consider()
    chosen = surfer.page.locator("#dock .slot.chosen[data-target^=draw]")
    expect(chosen).to_have_count(1)
    first = chosen.get_attribute("data-target")
    other = surfer.page.locator(f"#dock .slot.open[data-target^=draw]:not([data-target='{first}'])").first
    wanted = other.get_attribute("data-target")
    other.click()
    surfer.settle()
    expect(chosen).to_have_count(1)
    assert chosen.get_attribute("data-target") == wanted
    expect(surfer.confirm).to_be_enabled()


def test_the_piece_itself_is_dragged_and_enter_then_makes_the_move(surfer: Surfer) -> None:
    surfer.open_table(COMMON_BOARD, seats=2)
    surfer.wait_for_turn()
    page, before = surfer.page, surfer.moves
    slot = page.locator("#dock .slot.open").first.bounding_box()
    assert slot is not None
    x, y = slot["x"] + slot["width"] / 2, slot["y"] + slot["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y - 90, steps=5)
    travels = page.locator(".dragged svg use, .dragged svg path")
    travels.first.wait_for(state="attached")
    surfer.settle()
    box = page.locator(".dragged").bounding_box()
    assert box is not None
    assert abs(box["x"] - (x + 30)) < 200
    assert box["width"] > 20
    cx, cy, _ = next(spot for spot in open_now(surfer) if spot[2].startswith("cell"))
    page.mouse.move(cx, cy, steps=5)
    page.mouse.up()
    surfer.settle()
    expect(surfer.confirm).to_be_enabled()
    page.keyboard.press("Enter")
    page.locator(f"body:not([data-moves='{before}'])").wait_for()


# ---------------------------------------------------------------------------------------------- why not


@pytest.mark.parametrize("game", ROOMS)
def test_whatever_is_tapped_gives_the_server_s_answer(surfer: Surfer, game: str) -> None:
    heard: list[str] = []
    page = surfer.page
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    surfer.open_table(game, seats=2)
    surfer.wait_for_turn()
    shut = page.locator("#dock .slot:not(.open):not(.chosen):not(.drawer-slot), #boards use.shut[data-item]")
    for thing in shut.all()[:5]:
        box = thing.bounding_box()
        if box is None:
            continue
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        surfer.settle()
        if page.locator("[aria-pressed=true]").count():
            page.keyboard.press("Escape")
            continue
        page.locator("#tip").wait_for()
        title = page.locator("#tip h3")
        if title.count():
            assert any(f'"title":"{title.inner_text().strip()}"' in frame for frame in heard), title.inner_text()
        else:
            assert page.locator("#tip").inner_text().strip() == "Nothing to do with this now."
        page.keyboard.press("Escape")


# ---------------------------------------------------------------------------------------------- watching


RESTS = """(() => {
  const real = window.setTimeout;
  window.rests = [];
  window.setTimeout = (does, time, ...more) => {
    if (time >= 1000) window.rests.push(time);
    return real(does, time, ...more);
  };
})()"""
"""Counts how often the page rests so that something can be looked at."""


def test_space_skips_what_the_others_do(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, still=False) as surfer:
        surfer.context.add_init_script("localStorage.setItem('coach', 'off'); localStorage.setItem('pace', 'slow')")
        surfer.context.add_init_script(RESTS)
        page = surfer.page
        surfer.open_table(OWN_BOARDS, seats=4)
        for _ in range(4):
            surfer.wait_for_turn()
            surfer.move()
            if page.evaluate("document.body.dataset.phase") == "waiting":
                break
        page.locator(".deed-line:visible").wait_for()
        page.keyboard.press("Space")
        page.evaluate("window.rests = []")
        page.locator("body[data-phase=deciding]").wait_for()
        page.locator(".stage:not(.following)").wait_for()
        page.locator("#since .deed").first.wait_for()
        assert page.locator("#since .deed").count() >= 6
        assert len(page.evaluate("rests")) <= 3, page.evaluate("rests")


def test_nothing_takes_the_stage_from_somebody_who_drafts(
    house: House, browser: Browser, mira: Visitor, noor: Visitor
) -> None:
    with surfing(browser, house.port, still=False) as surfer:
        page = surfer.page
        opened = seated(surfer, house, mira, SECRET, FRIEND)
        noor.follow(opened["links"][0]["url"])
        mine, theirs = mira.connect(opened["table"], {}), noor.connect(opened["table"], {})
        theirs.dealt()
        while not (mine.actions and theirs.actions):
            if mine.actions or theirs.actions:
                (mine if mine.actions else theirs).play()
            mine.ask("ping", "pong")
            theirs.ask("ping", "pong")
        page.goto(f"/t/{opened['table']}")
        assert surfer.wait_for_turn()
        surfer.consider()
        board = page.locator("#boards .panel").get_attribute("data-panel")
        drafted = page.locator("[aria-pressed=true], .slot.is-held").count()
        theirs.play()
        page.locator("#others .status .icon").wait_for()
        assert page.locator("#boards .panel").get_attribute("data-panel") == board
        assert page.locator("[aria-pressed=true], .slot.is-held").count() == drafted
        assert not page.locator(".stage.following").count()


@pytest.mark.parametrize("game", [OWN_BOARDS, SECRET])
@pytest.mark.parametrize("viewport", [NARROW, SMALL], ids=["phone", "desk"])
def test_the_ribbon_lies_on_nothing_that_is_asked_or_picked(
    house: House, browser: Browser, game: str, viewport: dict[str, int]
) -> None:
    with surfing(browser, house.port, phone=viewport == NARROW, viewport=viewport) as surfer:
        surfer.context.add_init_script("localStorage.setItem('coach', 'off')")
        page = surfer.page
        surfer.open_table(game, seats=2)
        for _ in range(12):
            surfer.wait_for_turn()
            if page.locator("#since:visible").count() and page.locator("#boards [data-target].open").count():
                break
            surfer.move()
        page.locator("#since .deed").first.wait_for()
        assert page.locator(".marks.since, [data-mark=since], [data-new]").count()
        assert page.evaluate(COVERED) == []


def test_a_finger_on_a_line_of_the_log_shows_what_it_speaks_of(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, viewport=SMALL, has_touch=True) as surfer:
        surfer.context.add_init_script("localStorage.setItem('coach', 'off')")
        page = surfer.page
        surfer.open_table(COMMON_BOARD, seats=2)
        for _ in range(2):
            surfer.wait_for_turn()
            surfer.move()
        surfer.wait_for_turn()
        page.locator("#log button.row").first.tap()
        page.locator(".marks.point, [data-mark=point]").first.wait_for(state="attached")
        page.locator(".marks.place .said").first.wait_for(state="attached")


def test_a_hint_that_names_a_place_shows_its_name_there(surfer: Surfer) -> None:
    surfer.open_table(COMMON_BOARD, seats=2)
    surfer.wait_for_turn()
    page = surfer.page
    page.keyboard.press("h")
    lines = page.locator(".hint-line")
    lines.first.wait_for()
    lines.nth(1).focus()
    words = lines.nth(1).locator("strong").inner_text()
    shown = page.locator(".marks.place .said")
    shown.first.wait_for(state="attached")
    assert {name for name in shown.all_text_contents() if name in words}
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)


def test_a_tap_on_a_line_of_the_score_sheet_shows_where_it_comes_from(house: House, browser: Browser) -> None:
    with surfing(browser, house.port, viewport=SMALL, has_touch=True) as surfer:
        surfer.context.add_init_script("localStorage.setItem('coach', 'off')")
        page = surfer.page
        surfer.open_table(SECRET, seats=2)
        for _ in range(8):
            surfer.wait_for_turn()
            surfer.move()
        surfer.wait_for_turn()
        page.locator("[role=tab]").nth(1).tap()
        page.locator("#score [data-why]").first.tap()
        page.locator(".why-card").wait_for()


# ---------------------------------------------------------------------------------------------- what takes the stage


def decide(
    surfer: Surfer, house: House, mira: Visitor, game: str, sort: str, *seats: dict[str, Any], **more: Any
) -> Page:
    """A table at which nothing but a sort of move can be made now."""
    dice = Random(2)
    for _ in range(20):
        opened = seated(surfer, house, mira, game, *seats, **more)
        line = mira.connect(opened["table"], {})
        line.my_turn()
        while line.outcome is None:
            moves = house.tables.live[opened["table"]].result().table.game.moves
            if {type(moves[action]).__name__ for action in line.actions} & {sort} == {sort}:
                surfer.page.goto(f"/t/{opened['table']}")
                assert surfer.wait_for_turn()
                return surfer.page
            line.play(dice.choice(line.actions))
            line.my_turn()
    raise AssertionError("it was never asked")


@pytest.mark.parametrize(
    ("game", "sort", "seats", "more"),
    [
        (ROADS, "Pick", [BOT], {"options": {"magic": "choose"}}),
        (SECRET, "OpenPile", [], {}),
    ],
    ids=["magic", "piles"],
)
def test_what_is_to_be_chosen_is_the_largest_thing_on_the_page(
    surfer: Surfer, house: House, mira: Visitor, game: str, sort: str, seats: list[dict[str, Any]], more: dict[str, Any]
) -> None:
    page = decide(surfer, house, mira, game, sort, *seats, **more)
    choices = page.locator("#boards .slot.open:visible")
    choices.first.wait_for()
    sizes = [box for box in (choice.bounding_box() for choice in choices.all()) if box is not None]
    assert min(box["width"] for box in sizes) >= 120
    assert min(box["height"] for box in sizes) >= 90
    names = [choice.get_attribute("aria-label") for choice in choices.all()]
    assert len(set(names)) == len(names), "every one has a name of its own"
    choices.first.click()
    surfer.settle()
    assert page.locator("#boards .slot.chosen, [aria-pressed=true]").count() or surfer.confirm.is_enabled()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_travellers_take_the_stage_until_one_is_chosen(
    house: House, browser: Browser, mira: Visitor, phone: bool
) -> None:
    with surfing(browser, house.port, phone=phone) as surfer:
        surfer.context.add_init_script("localStorage.setItem('coach', 'off')")
        page = decide(surfer, house, mira, SECRET, "Welcome", BOT)
        on_stage = page.locator("#boards .panel")
        world = page.locator("#dock .panel.of-board").get_attribute("data-panel")
        expect(on_stage).to_have_attribute("data-panel", "travellers")
        choices = page.locator("#boards .slot:visible")
        assert choices.count() > 1
        for choice in choices.all():
            box = choice.bounding_box()
            assert box is not None
            assert box["width"] >= 240
            assert choice.locator(".text").is_visible(), "its wish is told"
        choices.last.click()
        surfer.settle()
        expect(on_stage).to_have_attribute("data-panel", world or "")
        page.keyboard.press("Escape")
        expect(on_stage).to_have_attribute("data-panel", "travellers")
        choices.first.click()
        surfer.consider()
        expect(surfer.confirm).to_be_enabled()


def test_inspiration_is_played_where_it_draws_and_the_page_says_so(surfer: Surfer, house: House, mira: Visitor) -> None:
    page = surfer.page
    dice = Random(5)
    for _ in range(30):
        opened = seated(surfer, house, mira, ROADS, BOT, options={"magic": "random"})
        line = mira.connect(opened["table"], {})
        line.my_turn()
        if any("magic:inspiration" in row[1] for row in line.rows):
            break
        line.play(dice.choice(line.actions))
    page.goto(f"/t/{opened['table']}")
    assert surfer.wait_for_turn()
    before = surfer.moves
    page.locator("[data-target='magic:inspiration']").first.click()
    surfer.settle()
    expect(surfer.confirm).to_be_enabled()
    expect(page.locator("#prompt")).to_contain_text("your turn goes on")
    surfer.confirm.click()
    page.locator(f"body[data-moves='{before + 1}']").wait_for()
    assert surfer.wait_for_turn()
    expect(page.locator("#prompt")).to_contain_text("Your turn")


# ---------------------------------------------------------------------------------------------- the end


def ends(state: State, seat: int, action: int) -> bool:
    """Whether somebody wins by a move."""
    then = state.copy()
    then.apply(seat, action)
    outcome = then.outcome()
    return outcome is not None and len(outcome.winners) == 1


def test_the_winning_road_is_drawn_and_held_for_three_seconds(
    house: House, browser: Browser, mira: Visitor, noor: Visitor
) -> None:
    with surfing(browser, house.port, still=False) as surfer:
        page = surfer.page
        surfer.context.add_init_script("localStorage.setItem('coach', 'off')")
        opened = seated(surfer, house, mira, ROADS, FRIEND)
        noor.follow(opened["links"][0]["url"])
        lines = [mira.connect(opened["table"], {}), noor.connect(opened["table"], {})]
        lines[1].dealt()
        action = until(house, opened["table"], lines, ends)
        page.goto(f"/t/{opened['table']}")
        surfer.wait_for_phase("deciding", "waiting")
        page.evaluate("""() => {
          window.seen = {};
          const look = () => {
            const lit = document.querySelectorAll('[data-mark=trace]').length;
            if (lit && !seen.road) seen.road = performance.now();
            if (lit) seen.lit = Math.max(seen.lit ?? 0, lit), seen.least = Math.min(seen.least ?? 99, lit);
            if (!document.getElementById('final').hidden && !seen.result) seen.result = performance.now();
          };
          const everything = { subtree: true, childList: true, attributes: true };
          new MutationObserver(look).observe(document.documentElement, everything);
        }""")
        next(line for line in lines if line.actions).play(action)
        page.locator("#final-title").wait_for()
        seen = page.evaluate("seen")
        assert seen["result"] - seen["road"] >= 2900
        assert seen["lit"] > seen["least"], "the road is drawn piece by piece"


def test_a_tie_break_and_what_decided_it_are_told_in_words(surfer: Surfer, house: House, mira: Visitor) -> None:
    rule = {
        "rule": "x/tie",
        "title": "Equal points",
        "why": "More River walkways win.",
        "link": "/guide/cloud-city#tie",
    }
    told = {"rule": rule, "title": "River walkways", "values": [4, 2]}
    decided = [{"seat": 0, "rule": rule, "text": "Equal points: River walkways told them apart."}]

    def tied(text: str) -> str:
        message = json.loads(text)
        if message.get("outcome"):
            message["outcome"] |= {"tie": told, "decided": decided, "headline": "Mira wins the tie-break, 7 all"}
        return json.dumps(message)

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda message: route.send(tied(str(message))))

    opened = seated(surfer, house, mira, OWN_BOARDS, BOT)
    line, dice = mira.connect(opened["table"], {}), Random(5)
    line.my_turn()
    while line.outcome is None:
        line.play(dice.choice(line.actions))
        line.my_turn()
    page = surfer.page
    page.route_web_socket("**/live", between)
    page.goto(f"/t/{opened['table']}")
    page.locator("#final-title").wait_for()
    final = page.locator("#final")
    expect(final).to_contain_text("Mira wins the tie-break, 7 all")
    expect(final).to_contain_text("Tie-break: River walkways")
    expect(final).to_contain_text("What decided it")
    expect(final).to_contain_text("River walkways told them apart")
    assert "x/tie" not in final.inner_text()


# ---------------------------------------------------------------------------------------------- room


@pytest.mark.parametrize("game", ROOMS)
def test_nothing_beside_or_below_the_board_has_to_be_scrolled_to(house: House, browser: Browser, game: str) -> None:
    with surfing(browser, house.port, viewport=SMALL) as surfer:
        surfer.open_table(game, seats=3)
        surfer.wait_for_turn()
        high, shown = surfer.page.evaluate(
            "[document.querySelector('#dock').scrollHeight, document.querySelector('#dock').clientHeight]"
        )
        # A fraction of a pixel is rounded up.
        assert high <= shown + 1
        cut = surfer.page.locator("#steps strong").evaluate_all(
            "all => all.filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent)"
        )
        assert cut == []


@pytest.mark.parametrize("game", ROOMS)
def test_on_a_phone_no_text_is_too_small_and_no_button_too_narrow(house: House, browser: Browser, game: str) -> None:
    with surfing(browser, house.port, phone=True, viewport=NARROW) as surfer:
        surfer.context.add_init_script("localStorage.setItem('coach', 'off')")
        surfer.open_table(game, seats=3)
        for _ in range(2):
            surfer.wait_for_turn()
            surfer.move()
        surfer.wait_for_turn()
        page = surfer.page
        assert page.evaluate(SMALL_TEXT) == []
        assert page.evaluate(SMALL_TARGETS) == []
        surfer.consider()
        assert page.evaluate(SMALL_TEXT) == []
        assert page.evaluate(SMALL_TARGETS) == []
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "there is no blank tail"
