"""Reference images of all drawings: a sheet of every sprite and some boards of every game.

`make drawings` writes them again, with the box that each sprite fills: a test draws each sprite into the box that it
had, so that one that has grown no longer fits its image. Letters are left out, as every machine has other ones.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import resvg_py
from PIL import Image
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.game import Game
from cloudtop.stage.sprites import symbols, with_parts

Pixels = npt.NDArray[np.uint8]
HOME = Path(__file__).parents[1]
IMAGES = HOME / "drawings"
CELL, MARGIN, COLUMNS = 52, 2, 20
"""Pixels of a sprite's cell, pixels around it, and cells in a row."""
REACH, COARSE = 1000, 4
"""Units around its origin in which a sprite is looked for, and units of a pixel there."""
WIDTH = 640
"""Pixels of a board."""
BLOCK = 4
"""Pixels of the squares that are compared."""
STEP = 16
"""Between two values of a colour in an image, of 255; so an image is wrong by half of it at most."""
TOLERANCE = 16
"""How far the mean colour of a square may be from its image."""
SPRITE = re.compile(r'<symbol id="(?P<id>[\w-]+)"[^>]*>(?P<drawing>.*?)</symbol>', re.DOTALL)
LETTERS = re.compile(r"<text\b.*?</text>", re.DOTALL)
VARIABLE = re.compile(r"var\((--[\w-]+),([^()]+)\)")

Box = tuple[float, float, float, float]
"""Left, top, width and height."""


class Board(NamedTuple):
    """A position of a golden record to be drawn."""

    game: str
    record: str
    share: float
    """How much of the record is played."""
    theme: str


BOARDS = tuple(
    Board(game, record, share, theme)
    for game, small, large in (
        ("cloud-city", "2p-05-greedy", "4p-11-greedy"),
        ("cloudy-kingdom", "2p-01-greedy", "4p-07-greedy"),
        ("skybridge", "2p-01-greedy", "4p-05-greedy"),
        ("strange-world", "2p-03-greedy", "4p-07-greedy"),
    )
    for record, share, theme in ((small, 0.6, "day"), (large, 1.0, "dusk"))
)


def pixels(svg: str, width: int) -> Pixels:
    """An SVG as pixels, without letters."""
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, background="white", skip_system_fonts=True)
    with Image.open(io.BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGB"), np.uint8)


def board_of(board: Board) -> Pixels:
    """A board as it is drawn now."""
    path = HOME / "records" / board.game / f"{board.record}.cloudtop"
    record = cloudtop.read_record(path.read_text(encoding="utf-8"))
    *_, (_, state) = list(record.positions())[: max(1, round(len(record.moves) * board.share))]
    return pixels(record.game.picture(state.view(0), "en", board.theme), WIDTH)


# ---------------------------------------------------------------------- sprites


def definitions_of(game: Game) -> tuple[str, dict[str, str]]:
    """The paints of a game in the colours of the day, and its sprites by name."""
    sheet = VARIABLE.sub(lambda found: found[2], game.sprites())
    start, end = sheet.index("<defs>") + len("<defs>"), sheet.rindex("</defs>")
    sprites = {found["id"]: found["drawing"] for found in SPRITE.finditer(sheet, start, end)}
    return SPRITE.sub("", sheet[start:end]), sprites


def told_apart(sprites: Mapping[str, str]) -> list[str]:
    """The sprites that can be told apart without their letters: the first of each kind."""
    first = dict[str, str]()
    for name, drawing in sprites.items():
        first.setdefault(LETTERS.sub("", drawing), name)
    return list(first.values())


def drawn(definitions: str, content: str, box: Box) -> str:
    """A picture of some content that uses the definitions."""
    view = " ".join(f"{value:g}" for value in box)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"><defs>{definitions}</defs>{content}</svg>'


def sheet_of(game: Game, boxes: Mapping[str, Box]) -> Pixels:
    """Every sprite in its cell, drawn as large as its box allows."""
    cells = []
    for place, (name, box) in enumerate(boxes.items()):
        x, y = place % COLUMNS * CELL, place // COLUMNS * CELL
        view = " ".join(f"{value:g}" for value in box)
        size = CELL - 2 * MARGIN
        cells.append(
            f'<svg x="{x + MARGIN}" y="{y + MARGIN}" width="{size}" height="{size}" viewBox="{view}">'
            f'<use href="#{name}"/></svg>'
        )
    width, height = COLUMNS * CELL, -(-len(boxes) // COLUMNS) * CELL
    paints, sprites = definitions_of(game)
    return pixels(drawn(paints + symbols(sprites), "".join(cells), (0, 0, width, height)), width)


def boxes_of(game: Game) -> dict[str, Box]:
    """The box that each sprite fills, roughly; one that draws nothing by itself has a small one."""
    paints, sprites = definitions_of(game)
    boxes = dict[str, Box]()
    for name in told_apart(sprites):
        parts = symbols({part: sprites[part] for part in with_parts([name], sprites)})
        picture = drawn(paints + parts, f'<use href="#{name}"/>', (-REACH, -REACH, 2 * REACH, 2 * REACH))
        there = (pixels(picture, 2 * REACH // COARSE) != 255).any(axis=2)
        rows, columns = np.nonzero(there.any(axis=1))[0], np.nonzero(there.any(axis=0))[0]
        if len(rows):
            left, top = (COARSE * int(found[0]) - REACH for found in (columns, rows))
            width, height = (COARSE * (int(found[-1]) + 1 - int(found[0])) for found in (columns, rows))
            boxes[name] = left, top, width, height
        else:
            boxes[name] = -1, -1, 2, 2
    return boxes


# ---------------------------------------------------------------------- images


def read(name: str) -> Pixels:
    """A reference image."""
    with Image.open(IMAGES / f"{name}.webp") as image:
        return np.asarray(image.convert("RGB"), np.uint8)


def read_boxes(game: str) -> dict[str, Box]:
    """The boxes of the sprites of a game when its image was made."""
    found: dict[str, list[float]] = json.loads((IMAGES / f"{game}-sprites.json").read_text(encoding="utf-8"))
    return {name: (box[0], box[1], box[2], box[3]) for name, box in found.items()}


def write(name: str, image: Pixels) -> None:
    """Keep a reference image, in so few colours that it packs well without loss."""
    coarse = (image // STEP * STEP + STEP // 2).astype(np.uint8)
    Image.fromarray(coarse).save(IMAGES / f"{name}.webp", lossless=True, quality=100, method=6)


def make(games: Iterable[str]) -> Iterator[str]:
    """Write the images of some games anew; yields the names of the files."""
    IMAGES.mkdir(exist_ok=True)
    for name in games:
        game = cloudtop.game(name)
        boxes = boxes_of(game)
        lines = ",\n".join(f"{json.dumps(sprite)}: {json.dumps(box)}" for sprite, box in boxes.items())
        (IMAGES / f"{name}-sprites.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
        write(f"{name}-sprites", sheet_of(game, boxes))
        yield f"{name}-sprites"
    for board in BOARDS:
        if board.game in games:
            write(title_of(board), board_of(board))
            yield title_of(board)


def title_of(board: Board) -> str:
    """The name of a board's image."""
    return f"{board.game}-{board.record}-{board.theme}"


# ---------------------------------------------------------------------- comparing


def differences(image: Pixels, now: Pixels) -> npt.NDArray[np.bool_]:
    """The squares whose colours differ by more than the tolerance."""
    if image.shape != now.shape:
        return np.ones((1, 1), np.bool_)
    height, width = (side // BLOCK * BLOCK for side in image.shape[:2])
    apart = image[:height, :width].astype(np.int16) - now[:height, :width]
    squares = apart.reshape(height // BLOCK, BLOCK, width // BLOCK, BLOCK, 3).mean(axis=(1, 3))
    return np.asarray(np.abs(squares).max(axis=2) > TOLERANCE)


def cells_of(apart: npt.NDArray[np.bool_], boxes: Mapping[str, Box]) -> list[str]:
    """The sprites in whose cells squares differ."""
    places = {int(y) * BLOCK // CELL * COLUMNS + int(x) * BLOCK // CELL for y, x in np.argwhere(apart)}
    return [name for place, name in enumerate(boxes) if place in places]


def show(image: Pixels, now: Pixels, apart: npt.NDArray[np.bool_], path: Path) -> None:
    """Write a picture of what was, what is, and where they differ."""
    height, width = max(image.shape[0], now.shape[0]), max(image.shape[1], now.shape[1])
    beside = Image.new("RGB", (3 * width, height), "white")
    beside.paste(Image.fromarray(image), (0, 0))
    beside.paste(Image.fromarray(now), (width, 0))
    marked = Image.fromarray((now // 3 + 170).astype(np.uint8))
    red = Image.fromarray(apart.astype(np.uint8) * 255).resize((apart.shape[1] * BLOCK, apart.shape[0] * BLOCK), 0)
    marked.paste((220, 0, 60), (0, 0), red.crop((0, 0, *marked.size)))
    beside.paste(marked, (2 * width, 0))
    path.parent.mkdir(parents=True, exist_ok=True)
    beside.save(path)


if __name__ == "__main__":
    for file in make(sys.argv[1:] or ROOMS):
        print(file, flush=True)
