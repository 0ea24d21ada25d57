"""Paints: what sprites name instead of colours, so that one sprite sheet serves day and dusk.

A paint of one colour is a CSS variable, a paint of several is a gradient whose stops are CSS variables.
A page gives the variables both themes at once (`stylesheet`); a picture that stands alone has them
replaced by the colours of its theme (`settled`), so that it needs no CSS at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Literal, NamedTuple

Theme = Literal["day", "dusk"]
THEMES: tuple[Theme, ...] = ("day", "dusk")
Stops = tuple[tuple[float, str], ...]


def theme_named(name: str) -> Theme:
    """The theme of that name; ValueError if there is none."""
    for theme in THEMES:
        if theme == name:
            return theme
    raise ValueError(f"there is no theme {name!r}; the themes are {', '.join(THEMES)}")


class Run(NamedTuple):
    """How a gradient runs: its element and that element's attributes."""

    element: Literal["linearGradient", "radialGradient"]
    attributes: str = ""


DOWN = Run("linearGradient", ' x2="0" y2="1"')
ACROSS = Run("linearGradient")
CORNER = Run("linearGradient", ' x2="1" y2="1"')
GLOW = Run("radialGradient")


class Paint(NamedTuple):
    """A paint: its run (None for one flat colour) and its stops by day and at dusk, as many in each."""

    run: Run | None
    day: Stops
    dusk: Stops

    def stops(self, theme: Theme) -> Stops:
        """The stops in the light of a theme."""
        return self.day if theme == "day" else self.dusk


def flat(day: str, dusk: str) -> Paint:
    """A paint of one colour."""
    return Paint(None, ((0, day),), ((0, dusk),))


def gradient(run: Run, day: Stops, dusk: Stops = ()) -> Paint:
    """A gradient; without colours for dusk it looks the same in both themes."""
    return Paint(run, day, dusk or day)


def even(*colours: str) -> Stops:
    """Colours spread evenly over a gradient."""
    return tuple((i / (len(colours) - 1), colour) for i, colour in enumerate(colours))


def faded(colour: str, opacity: float) -> str:
    """A colour `#rrggbb` of that opacity."""
    return colour if opacity >= 1 else f"{colour}{round(max(opacity, 0) * 255):02x}"


class Palette:
    """The paints of one room, and its fixtures: filters and clip paths, which are named in the same way."""

    def __init__(
        self,
        room: str,
        paints: Mapping[str, Paint],
        fixtures: Mapping[str, Callable[[str], str]] | None = None,
    ) -> None:
        """Take the room's prefix, its paints, and its fixtures as functions from an id to an element."""
        self.room = room
        self.paints = dict(paints)
        self.fixtures = dict(fixtures or {})
        for name, paint in self.paints.items():
            if [offset for offset, _ in paint.day] != [offset for offset, _ in paint.dusk]:
                raise ValueError(f"paint {name!r} needs the same offsets by day and at dusk")

    def __getitem__(self, name: str) -> str:
        """What a sprite writes to be painted so; KeyError if the palette has no such name."""
        if name not in self.fixtures:
            paint = self.paints[name]
            if paint.run is None:
                return self._colour(name, paint, 0)
        return f"url(#{self.room}-{name})"

    def ids(self) -> set[str]:
        """The ids that its gradients and fixtures have in a page."""
        runs = {name for name, paint in self.paints.items() if paint.run}
        return {f"{self.room}-{name}" for name in runs | self.fixtures.keys()}

    def definitions(self, wanted: Container[str] | None = None) -> str:
        """The gradients and fixtures, all or those of the wanted ids, to stand in a `<defs>`."""
        drawn = {f"{self.room}-{name}": self._gradient(name) for name, paint in self.paints.items() if paint.run}
        drawn |= {f"{self.room}-{name}": draw(f"{self.room}-{name}") for name, draw in self.fixtures.items()}
        return "".join(text for name, text in drawn.items() if wanted is None or name in wanted)

    def variables(self, theme: Theme) -> dict[str, str]:
        """The CSS variables of all colours that differ between the themes, with their values in one."""
        return {
            self._variable(name, paint, i): paint.stops(theme)[i][1]
            for name, paint in self.paints.items()
            for i in range(len(paint.day))
            if paint.day[i] != paint.dusk[i]
        }

    def _variable(self, name: str, paint: Paint, stop: int) -> str:
        return f"--{self.room}-{name}" if paint.run is None else f"--{self.room}-{name}-{stop}"

    def _colour(self, name: str, paint: Paint, stop: int) -> str:
        day, dusk = paint.day[stop][1], paint.dusk[stop][1]
        return day if day == dusk else f"var({self._variable(name, paint, stop)},{day})"

    def _gradient(self, name: str) -> str:
        paint = self.paints[name]
        run = paint.run or ACROSS
        stops = "".join(
            f'<stop offset="{offset:g}" stop-color="{self._colour(name, paint, i)}"/>'
            for i, (offset, _) in enumerate(paint.day)
        )
        return f'<{run.element} id="{self.room}-{name}"{run.attributes}>{stops}</{run.element}>'


def variables(palettes: Iterable[Palette], theme: Theme) -> dict[str, str]:
    """The CSS variables of several palettes in the light of one theme."""
    return {name: colour for palette in palettes for name, colour in palette.variables(theme).items()}


def stylesheet(palettes: Iterable[Palette], selector: str = ":root", theme: Theme | None = None) -> str:
    """A CSS rule that gives a page's sprites their colours.

    Without a theme each colour is a pair, `light-dark(day, dusk)`, and the page's `color-scheme` picks one.
    """
    several = list(palettes)
    if theme is not None:
        values = variables(several, theme)
    else:
        dusk = variables(several, "dusk")
        values = {name: f"light-dark({day},{dusk[name]})" for name, day in variables(several, "day").items()}
    return f"{selector}{{{';'.join(f'{name}:{value}' for name, value in values.items())}}}"


def settled(svg: str, palettes: Iterable[Palette], theme: Theme) -> str:
    """The drawing with every CSS variable of the palettes replaced by its colour in the theme."""
    colours = variables(palettes, theme)
    return re.sub(r"var\((--[\w-]+),[^)]*\)", lambda found: colours.get(found[1], found[0]), svg)
