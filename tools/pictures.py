"""Make the pictures of the documentation: every page and every game, taken from the running program in Chromium.

make pictures                      all of them, into docs/pictures/web/ and docs/pictures/guide/
python -m tools.pictures FOLDER    the same, somewhere else
python -m tools.pictures FOLDER guide   those of the guides alone
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
    "phone": {"phone": True, "locale": "fr-FR"},
    "phone-dusk": {"phone": True, "color_scheme": "dark", "locale": "ja-JP"},
}
"""Every page and every game is shown in all of them."""
IMAGES = """() => Promise.all([...document.images]
  .filter((image) => image.getClientRects().length && image.getBoundingClientRect().top < innerHeight
    && image.getBoundingClientRect().bottom > 0)
  .map((image) => image.decode().catch(() => {})))"""
"""Waits for the images that are to be seen."""
MOVES = 5
"""How many own moves are made before a game's picture is taken."""


class Camera:
    """Takes pictures of what a surfer sees."""

    def __init__(self, folder: Path, surfer: Surfer, look: str) -> None:
        self.folder, self.surfer, self.look = folder, surfer, look

    def take(self, name: str) -> None:
        """Take a picture as soon as everything in it is there."""
        self.surfer.page.wait_for_load_state("networkidle")
        self.surfer.page.evaluate(IMAGES)
        path = self.folder / f"{name}-{self.look}.jpg"
        self.surfer.page.screenshot(path=path, type="jpeg", quality=55)
        print(path)


PAGES = {"library": "/", "setup": "/new/{game}", "guide": "/guide/{game}"}


def pages(camera: Camera, game: str) -> None:
    """The pages that are no table."""
    for name, address in PAGES.items():
        camera.surfer.page.goto(address.format(game=game))
        camera.take(name)


def in_the_middle(surfer: Surfer, game: str) -> bool:
    """Open a table and play for a while; False if the game has ended by then."""
    surfer.open_table(game)
    for _ in range(MOVES):
        if surfer.wait_for_turn():
            surfer.move()
    return surfer.wait_for_turn()


def match(camera: Camera, game: str) -> None:
    """A game: in its middle at one's own turn, a move considered, the final score."""
    surfer = camera.surfer
    while not in_the_middle(surfer, game):
        print("the game was over too early; another one")
    camera.take(f"{game}-turn")
    surfer.consider()
    camera.take(f"{game}-ghost")
    surfer.page.keyboard.press("u")


def considering(camera: Camera, game: str) -> None:
    """The other states of a turn in the game that is on the table."""
    page = camera.surfer.page
    page.keyboard.press("h")
    page.locator(".hint-tip").wait_for()
    camera.take(f"{game}-hint")
    page.keyboard.press("g")
    page.locator("#drawer .prose").wait_for()
    camera.take(f"{game}-guide")
    page.keyboard.press("Escape")


def ending(camera: Camera, game: str) -> None:
    """The end of the game that is on the table."""
    camera.surfer.play_to_the_end()
    camera.take(f"{game}-final")


def afterwards(camera: Camera, game: str) -> None:
    """What can be looked at after the game that has just ended."""
    page = camera.surfer.page
    page.locator("#final a[href$=replay]").click()
    page.locator("#moves li[aria-current]").wait_for()
    camera.take(f"{game}-replay")
    page.goto("/tables")
    camera.take("tables")


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


def album(browser: Browser, port: int, folder: Path) -> None:
    """All pictures."""
    first, *others = cloudtop.games()
    for look, settings in LOOKS.items():
        with surfing(browser, port, **settings) as surfer:
            camera = Camera(folder, surfer, look)
            pages(camera, first)
            for game in [*others, first]:
                match(camera, game)
                if game == first:
                    considering(camera, game)
                ending(camera, game)
            afterwards(camera, first)
            # Taking a picture puts a style into the page, which the page's policy refuses.
            surfer.complaints.clear()


def main() -> None:
    """Make them all."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/pictures")
    for part in ("web", "guide"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as rooms, House(Path(rooms) / "tables.sqlite") as house, chromium() as browser:
        guides(browser, house.port, folder / "guide")
        if sys.argv[2:] != ["guide"]:
            album(browser, house.port, folder / "web")


if __name__ == "__main__":
    main()
