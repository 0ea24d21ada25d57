"""Make the pictures of the documentation: every page and every game, taken from the running program in Chromium.

make pictures                     all of them, into docs/pictures/web/
python tools/pictures.py FOLDER   the same, somewhere else
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser
from tests.web.browsing import Surfer, chromium, surfing
from tests.web.visitors import House

import cloudtop

LOOKS: dict[str, dict[str, Any]] = {
    "desktop": {},
    "desktop-dusk": {"color_scheme": "dark"},
    "phone": {"phone": True},
    "phone-dusk": {"phone": True, "color_scheme": "dark", "locale": "ja-JP"},
}
MOVES = 9
"""How many own moves are made before a game's picture is taken."""


class Camera:
    """Takes pictures of what a surfer sees."""

    def __init__(self, folder: Path, surfer: Surfer, look: str) -> None:
        self.folder, self.surfer, self.look = folder, surfer, look

    def take(self, name: str) -> None:
        """Take a picture as soon as everything in it is there."""
        self.surfer.page.wait_for_load_state("networkidle")
        path = self.folder / f"{name}-{self.look}.jpg"
        self.surfer.page.screenshot(path=path, type="jpeg", quality=82)
        print(path)


def pages(camera: Camera, game: str) -> None:
    """The pages that are no table."""
    for name, address in {"library": "/", "setup": f"/new/{game}", "guide": f"/guide/{game}"}.items():
        camera.surfer.page.goto(address)
        camera.take(name)


def states(camera: Camera, game: str) -> None:
    """A table in every state of a turn, its end and its replay."""
    surfer, page = camera.surfer, camera.surfer.page
    surfer.open_table(game)
    for _ in range(MOVES):
        surfer.wait_for_turn()
        surfer.move()
    surfer.wait_for_turn()
    camera.take(f"{game}-turn")
    surfer.consider()
    camera.take(f"{game}-ghost")
    page.keyboard.press("u")
    page.keyboard.press("h")
    page.locator(".hint-tip").wait_for()
    camera.take(f"{game}-hint")
    page.keyboard.press("g")
    page.locator("#drawer .prose").wait_for()
    camera.take(f"{game}-guide")
    page.keyboard.press("Escape")
    surfer.play_to_the_end()
    camera.take(f"{game}-final")
    page.locator("#final a[href$=replay]").click()
    page.locator("#moves li[aria-current]").wait_for()
    camera.take(f"{game}-replay")
    page.goto("/tables")
    camera.take("tables")


def album(browser: Browser, port: int, folder: Path) -> None:
    """All pictures: every state of the first game, the turn of every other one."""
    games = cloudtop.games()
    for look, settings in LOOKS.items():
        with surfing(browser, port, **settings) as surfer:
            camera = Camera(folder, surfer, look)
            pages(camera, games[0])
            states(camera, games[0])
            for game in games[1:]:
                surfer.open_table(game)
                for _ in range(MOVES):
                    surfer.wait_for_turn()
                    surfer.move()
                surfer.wait_for_turn()
                camera.take(f"{game}-turn")


def main() -> None:
    """Make them all."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/pictures/web")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as rooms, House(Path(rooms) / "tables.sqlite") as house, chromium() as browser:
        album(browser, house.port, folder)


if __name__ == "__main__":
    main()
