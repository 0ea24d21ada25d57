"""Make the pictures of the documentation: every page and every game, taken from the running program in Chromium.

make pictures                            all of them, into docs/pictures/web/ and docs/pictures/guide/
python -m tools.pictures FOLDER          the same, somewhere else (with PYTHONPATH=benchmarks)
python -m tools.pictures FOLDER NAME...  those of some games, or of the guides ("guide"), alone
"""

from __future__ import annotations

import sys
import tempfile
from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser
from tests.support.web.browsing import Surfer, chromium, surfing
from tests.support.web.visitors import House
from tools.moments import LATE, Held, Match, Plan, same_chance

import cloudtop

SIZES: dict[str, dict[str, Any]] = {
    "1440x900": {"viewport": {"width": 1440, "height": 900}},
    "1280x720": {"viewport": {"width": 1280, "height": 720}},
    "390x844": {"phone": True, "viewport": {"width": 390, "height": 844}, "device_scale_factor": 1.5},
    "360x640": {"phone": True, "viewport": {"width": 360, "height": 640}, "device_scale_factor": 1.5},
}
"""Desktops and phones."""
LANGUAGES = {
    "1440x900": ("en-GB", "en-GB"),
    "1280x720": ("fr-FR", "ja-JP"),
    "390x844": ("en-GB", "ja-JP"),
    "360x640": ("fr-FR", "en-GB"),
}
"""In which language each size is shown by day and at dusk, so that all are seen where room is scarce."""
QUALITY = 60
ALSO = ("1440x900", "390x844")
"""The sizes in which pages are shown that are no table."""
IMAGES = """() => Promise.all([...document.images]
  .filter((image) => image.getClientRects().length && image.getBoundingClientRect().top < innerHeight
    && image.getBoundingClientRect().bottom > 0)
  .map((image) => image.decode().catch(() => {})))"""
"""Waits for the images that are to be seen."""
PATIENT = """{
  const { setTimeout } = window;
  window.setTimeout = (what, time, ...more) => setTimeout(what, window.patient && time >= 800 ? 1e6 : time, ...more);
}"""
"""While a page is patient, a deed that it shows stays until the picture is taken."""
WHERE = """(target) => {
  for (const node of document.querySelectorAll(`.panel [data-target="${CSS.escape(target)}"]`)) {
    const box = node.getBoundingClientRect();
    for (const fy of [.5, .75, .3, .6, .9, .1]) for (const fx of [.5, .3, .7, .15, .85]) {
      const [x, y] = [box.x + fx * box.width, box.y + fy * box.height];
      const top = document.elementFromPoint(x, y)?.closest?.('[data-target]');
      if (top?.dataset.target === target) return [x, y];
    }
  }
  return null;
}"""
"""A point at which a finger touches a target."""
AT_REST = """() => Promise.all(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().iterations !== Infinity)
  .map((one) => one.finished.catch(() => {})))"""
"""Waits until everything has come to where it goes."""


class Camera:
    """Takes pictures of what a surfer sees."""

    def __init__(self, folder: Path, surfer: Surfer, look: str) -> None:
        self.folder, self.surfer, self.look = folder, surfer, look
        self.session = surfer.context.new_cdp_session(surfer.page)

    def take(self, name: str) -> None:
        """Take a picture as soon as everything in it is there."""
        page = self.surfer.page
        page.mouse.move(1, 1)
        page.evaluate(IMAGES)
        page.evaluate("() => document.fonts.ready.then(() => {})")
        page.evaluate(AT_REST)
        path = self.folder / f"{name}-{self.look}.webp"
        view = page.viewport_size or {}
        clip = {"x": 0, "y": 0, **view, "scale": 1.5 if self.look.startswith("3") else 1}
        asked = {"format": "webp", "quality": QUALITY, "clip": clip}
        taken = self.session.send("Page.captureScreenshot", asked)
        path.write_bytes(b64decode(taken["data"]))
        print(path, flush=True)

    # ------------------------------------------------------------------ the moments of a game

    def come(self, match: Match) -> None:
        """Come to a table in the seat of whoever plays there."""
        for cookie in match.visitor.http.cookies.jar:
            address = f"http://127.0.0.1:{match.house.port}"
            self.surfer.context.add_cookies([{"name": cookie.name, "value": cookie.value or "", "url": address}])
        self.surfer.page.goto(f"/t/{match.table}")
        self.surfer.page.locator("body[data-phase]").wait_for()

    def turn(self, match: Match, plan: Plan) -> None:
        """A turn that is begun, and what it will bring when it is drafted."""
        self.come(match)
        self.surfer.wait_for_phase("deciding")
        picks = [target for move in plan.picks for target in move]
        begun = len(plan.picks[0]) if len(plan.picks) > 1 else 1
        for number, target in enumerate(picks, 1):
            self.touch(target)
            if number == begun:
                self.take(f"{match.game}-turn")
        self.take(f"{match.game}-consequence")

    def touch(self, target: str) -> None:
        """Touch a target, also one that is behind a button."""
        page = self.surfer.page
        self.surfer.settle()
        if page.evaluate(WHERE, target) is None:
            page.locator(".drawer-slot").click()
        x, y = page.evaluate(WHERE, target)
        self.surfer.touch(x, y)
        self.surfer.settle()

    def watch(self, match: Match) -> None:
        """Come and wait for a deed of somebody else, with an eye for motion."""
        self.come(match)
        self.surfer.page.emulate_media(reduced_motion="no-preference")
        self.surfer.page.evaluate("window.patient = true")

    def others(self, match: Match) -> None:
        """A deed of somebody else while it is shown."""
        self.surfer.page.locator("body.telling:not(:has(.flight))").wait_for()
        self.take(f"{match.game}-others")
        self.surfer.page.emulate_media(reduced_motion="reduce")

    def end(self, match: Match) -> None:
        """The result beside the board."""
        self.come(match)
        self.surfer.page.locator("#final-title").wait_for()
        self.take(f"{match.game}-end")


def play(house: House, held: Held, cameras: list[Camera], game: str) -> None:
    """The moments of a game, each as all cameras see it."""
    same_chance(game)
    with house.visitor() as visitor:
        match = Match(house, held, visitor, game)
        turns = match.finish()
        for camera in cameras:
            camera.end(match)
        plan = None
        while plan is None:
            match = Match(house, held, visitor, game)
            plan = match.telling(round(LATE * turns))
        for camera in cameras:
            camera.turn(match, plan)
        while not match.await_deed():
            match = Match(house, held, visitor, game)
            match.telling(round(LATE * turns))
        for camera in cameras:
            camera.watch(match)
        match.let_go()
        for camera in cameras:
            camera.others(match)
        match.finish()


PAGES = {"library": "/", "setup": "/new/{game}", "tables": "/tables"}


def pages(camera: Camera, game: str) -> None:
    """The pages that are no table."""
    for name, address in PAGES.items():
        camera.surfer.page.goto(address.format(game=game))
        camera.take(name)


GUIDE_PAGES: dict[str, tuple[str, dict[str, Any]]] = {
    "page": ("/guide/{game}#{rule}", {}),
    "phone": ("/guide/{game}#{rule}", {"phone": True, "color_scheme": "dark", "locale": "ja-JP"}),
    "card": ("/guide/{game}/card", {"locale": "fr-FR"}),
}
"""What is shown of every guide, and how."""


def guides(browser: Browser, port: int, folder: Path) -> None:
    """Three pages of every guide, at a rule in the middle of its summary."""
    for game in cloudtop.games():
        card = cloudtop.game(game).figures().card
        for name, (address, settings) in GUIDE_PAGES.items():
            with surfing(browser, port, **settings) as surfer:
                surfer.page.goto(address.format(game=game, rule=card[len(card) // 2]))
                Camera(folder, surfer, name).take(game)
                surfer.complaints.clear()


def looks() -> Iterator[tuple[str, dict[str, Any]]]:
    """All sizes, by day and at dusk."""
    for size, settings in SIZES.items():
        day, dusk = LANGUAGES[size]
        yield size, settings | {"locale": day}
        yield f"{size}-dusk", settings | {"locale": dusk, "color_scheme": "dark"}


def album(browser: Browser, house: House, held: Held, folder: Path, games: Sequence[str]) -> None:
    """The pages, and the moments of these games."""
    with ExitStack() as stack:
        cameras = []
        for look, settings in looks():
            surfer = stack.enter_context(surfing(browser, house.port, **settings))
            surfer.context.add_init_script("localStorage.setItem('coach', 'off')")
            surfer.context.add_init_script(PATIENT)
            cameras.append(Camera(folder, surfer, look))
        for game in games:
            play(house, held, cameras, game)
        for camera in cameras:
            if camera.look.startswith(ALSO):
                pages(camera, games[0])


def main() -> None:
    """Make them all."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/pictures")
    wanted = sys.argv[2:]
    games = [game for game in cloudtop.games() if not wanted or game in wanted]
    for part in ("web", "guide"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    held = Held()
    with (
        tempfile.TemporaryDirectory() as rooms,
        House(Path(rooms) / "tables.sqlite", held) as house,
        chromium() as browser,
    ):
        if not wanted or "guide" in wanted:
            guides(browser, house.port, folder / "guide")
        if games:
            album(browser, house, held, folder / "web", games)


if __name__ == "__main__":
    main()
