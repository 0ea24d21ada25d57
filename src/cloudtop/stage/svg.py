"""SVG text in its shortest form: numbers, path data and elements."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

Point = tuple[float, float]
Attribute = str | float | None


def number(value: float, places: int = 1) -> str:
    """The shortest text of a number, to a tenth unless told otherwise."""
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text in ("0", "-0"):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def pair(x: float, y: float) -> str:
    """A point as path data, without the space that a minus sign makes needless."""
    second = number(y)
    return number(x) + ("" if second.startswith("-") else " ") + second


def polygon(points: Iterable[Point]) -> str:
    """Path data of a closed line through the points."""
    return polyline(points) + "Z"


def polyline(points: Iterable[Point]) -> str:
    """Path data of an open line through the points."""
    return "M" + "L".join(pair(x, y) for x, y in points)


def element(name: str, *content: str, **attributes: Attribute) -> str:
    """An element; in attribute names `_` stands for `-`, a last `_` is dropped, and None leaves one out."""
    opening = name + "".join(
        f' {key.rstrip("_").replace("_", "-")}="{written(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(content)
    return f"<{opening}>{inner}</{name}>" if inner else f"<{opening}/>"


def written(value: str | float) -> str:
    """An attribute's value as it stands between quotes; text from a person comes here escaped."""
    return value if isinstance(value, str) else number(value, 2)


def group(*content: str, **attributes: Attribute) -> str:
    """A `<g>` around the content."""
    return element("g", *content, **attributes)


def path(data: str, fill: str = "none", **attributes: Attribute) -> str:
    """A path, not filled unless told otherwise."""
    return element("path", d=data, fill=fill, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Attribute) -> str:
    """A rectangle from its upper left corner."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def centred_rect(half_width: float, half_height: float, corner: float, **attributes: Attribute) -> str:
    """A rounded rectangle around the origin."""
    return rect(-half_width, -half_height, 2 * half_width, 2 * half_height, rx=corner, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Attribute) -> str:
    """A circle."""
    return element("circle", cx=x or None, cy=y or None, r=radius, **attributes)


def ellipse(x: float, y: float, rx: float, ry: float, **attributes: Attribute) -> str:
    """An ellipse."""
    return element("ellipse", cx=x or None, cy=y or None, rx=rx, ry=ry, **attributes)


def circles(spots: Iterable[tuple[float, float, float]]) -> str:
    """Circles given as (x, y, radius); they take their paint from the group around them."""
    return "".join(circle(*spot) for spot in spots)


def use(sprite: str, x: float = 0, y: float = 0, transform: str | None = None, **attributes: Attribute) -> str:
    """A reference to a sprite, at a point or under a transform."""
    return element("use", href=f"#{sprite}", x=x or None, y=y or None, transform=transform, **attributes)


def text(content: str, x: float, y: float, size: float, fill: str, **attributes: Attribute) -> str:
    """A bold line of text, centred on x unless `text_anchor` says otherwise; its typeface is inherited."""
    style: dict[str, Attribute] = {"font_weight": "800", "text_anchor": "middle"}
    return element(
        "text",
        escape(content, quote=False),
        x=x or None,
        y=y or None,
        font_size=size,
        fill=fill,
        **(style | attributes),
    )


def translate(x: float, y: float) -> str:
    """The transform that moves a drawing's origin to a point."""
    return f"translate({pair(x, y)})"


def matrix(right: Point, lower: Point, origin: Point) -> str:
    """The transform that sends the two unit vectors and the origin of a flat drawing to these."""
    axes = " ".join(number(value, 3) for value in (*right, *lower))
    return f"matrix({axes} {number(origin[0])} {number(origin[1])})"


def blur(name: str, radius: float) -> str:
    """A filter of that id that softens what it is put on."""
    return element(
        "filter",
        element("feGaussianBlur", stdDeviation=radius),
        id=name,
        x="-50%",
        y="-50%",
        width="200%",
        height="200%",
    )
