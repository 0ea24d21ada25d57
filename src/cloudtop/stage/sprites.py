"""Sprites: every drawing once, as a symbol that items refer to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from cloudtop.stage.paints import Palette

REFERENCE = re.compile(r'href="#([\w-]+)"')
PAINTED = re.compile(r"url\(#([\w-]+)\)")
DEFINITION = re.compile(r'<(?P<tag>\w+) id="(?P<id>[\w-]+)"[^>]*>.*?</(?P=tag)>', re.DOTALL)


def together(parts: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """The sprites of several sources together; two drawings of one name are a mistake."""
    sprites: dict[str, str] = {}
    for part in parts:
        if twice := sprites.keys() & part.keys():
            raise ValueError(f"drawn twice: {sorted(twice)}")
        sprites |= part
    return sprites


def with_parts(names: Iterable[str], sprites: Mapping[str, str]) -> list[str]:
    """The named sprites and all those they are made of, in the order of all.

    A name that is no sprite belongs to a fragment that a drawing both defines and repeats; it is passed over.
    """
    waiting, found = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name in sprites and name not in found:
            found.add(name)
            waiting += REFERENCE.findall(sprites[name])
    return [name for name in sprites if name in found]


def symbols(sprites: Mapping[str, str]) -> str:
    """The sprites as symbols; each is drawn around its own origin, so nothing is cut off."""
    return "".join(f'<symbol id="{name}" overflow="visible">{drawing}</symbol>' for name, drawing in sprites.items())


def needed(svg: str, sprites: Mapping[str, str], palettes: Iterable[Palette]) -> str:
    """The definitions, of paints and of sprites, that a drawing refers to and no others."""
    drawn = symbols({name: sprites[name] for name in with_parts(REFERENCE.findall(svg), sprites)})
    painted = set(PAINTED.findall(svg + drawn))
    return "".join(palette.definitions(painted) for palette in palettes) + drawn


def sprites_svg(sprites: Mapping[str, str], palettes: Iterable[Palette]) -> str:
    """All paints and sprites as an SVG that takes no room, to stand once in a page.

    It is hidden from assistive technology, and not by `display: none`, which would switch off its gradients.
    """
    palettes = list(palettes)
    for palette in palettes:
        if clash := sprites.keys() & palette.ids():
            raise ValueError(f"a sprite and a paint share a name, and one would hide the other: {sorted(clash)}")
    paints = "".join(palette.definitions() for palette in palettes)
    return (
        '<svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false">'
        f"<defs>{paints}{symbols(sprites)}</defs></svg>"
    )


def defined(content: str, sheet: str) -> str:
    """What a drawing refers to, and what that refers to, out of a sheet that `sprites_svg` has made."""
    parts = {found["id"]: found[0] for found in DEFINITION.finditer(sheet)}
    waiting, found = REFERENCE.findall(content) + PAINTED.findall(content), set[str]()
    while waiting:
        name = waiting.pop()
        if name in parts and name not in found:
            found.add(name)
            waiting += REFERENCE.findall(parts[name]) + PAINTED.findall(parts[name])
    return "".join(part for name, part in parts.items() if name in found)
