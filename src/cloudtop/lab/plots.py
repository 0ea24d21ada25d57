"""The plots of a report, as SVG that a page can hold: its colours are the page's own, by day and at dusk."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from typing import Any

from cloudtop.lab.balance import Balance
from cloudtop.lab.estimates import Estimate
from cloudtop.lab.extras import needed

PAINTS = {"#010203": "var(--ink-2)", "#040506": "var(--line)", "#070809": "var(--one)", "#0a0b0c": "var(--two)"}
"""What stands for the colours of the page while a plot is drawn."""
INK, LINE, *BOXES = PAINTS
STYLE: dict[str, object] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "cloudtop",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
}
WIDE = 5.4
"""Inches; on a page a plot is as wide as there is room."""


def plot(draw: Callable[[Any], object], height: float = 2.3) -> str:
    """A drawing on one pair of axes, as SVG."""
    pyplot = needed("matplotlib.pyplot", "report")
    with pyplot.rc_context(STYLE):
        figure = needed("matplotlib.figure", "report").Figure(figsize=(WIDE, height), layout="constrained")
        draw(figure.add_subplot())
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg", transparent=True, metadata={"Date": None})
    return homely(drawn.getvalue())


def homely(svg: str) -> str:
    """A drawing that can stand in a page with others: no names of its own, no size, no style for all."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' id="[a-zA-Z.]+_\d+"| (?:width|height)="[\d.]+pt"', "", svg)
    for stand_in, paint in PAINTS.items():
        svg = svg.replace(stand_in, paint)
    return svg


def lengths(balances: Sequence[Balance]) -> str:
    """How many games lasted how long."""

    def draw(axes: Any) -> None:
        longest = max(max(balance.lengths) for balance in balances)
        shortest = min(min(balance.lengths) for balance in balances)
        step = max(1, (longest - shortest) // 30)
        edges = [shortest - 0.5 + step * number for number in range((longest - shortest) // step + 2)]
        for balance, paint in zip(balances, BOXES, strict=False):
            weights = [1 / balance.games] * balance.games
            axes.hist(balance.lengths, edges, weights=weights, color=paint, alpha=0.55)
        axes.yaxis.set_major_formatter(lambda part, _: f"{part:.0%}")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.grid(visible=False, axis="x")

    return plot(draw)


def ranked(
    balances: Sequence[Balance], seats: Sequence[str], draw_one: Callable[[Any, Balance, int, float, str], None]
) -> str:
    """A line for each seat, the first on top, and in it one for each box."""

    def draw(axes: Any) -> None:
        gap = 0.8 / len(balances)
        for seat in range(len(seats)):
            for number, balance in enumerate(balances):
                draw_one(axes, balance, seat, seat - 0.4 + gap * (number + 0.5), BOXES[number])
        axes.set_yticks(range(len(seats)), [f"{seat} · {name}" for seat, name in enumerate(seats)])
        axes.set_ylim(len(seats) - 0.4, -0.6)
        axes.grid(visible=False, axis="y")

    return plot(draw, 0.9 + 0.28 * len(seats) * (1 + len(balances)) / 1.5)


def scores(balances: Sequence[Balance], seats: Sequence[str]) -> str:
    """The scores of each seat: the middle half of them as a bar, nine of ten as a line."""

    def one(axes: Any, balance: Balance, seat: int, at: float, paint: str) -> None:
        inside = {"color": paint, "linewidth": 1.6}
        axes.boxplot(
            [balance.points[seat]],
            positions=[at],
            widths=0.5 / len(balances),
            orientation="horizontal",
            whis=(5, 95),
            showfliers=False,
            manage_ticks=False,
            boxprops=inside,
            whiskerprops=inside,
            capprops=inside,
            medianprops={"color": paint, "linewidth": 3.2},
        )

    return ranked(balances, seats, one)


def wins(balances: Sequence[Balance], seats: Sequence[str]) -> str:
    """How often each seat wins, with its interval; a line marks what would be its share."""

    def one(axes: Any, balance: Balance, seat: int, at: float, paint: str) -> None:
        found = balance.wins[seat]
        axes.plot([found.low, found.high], [at, at], color=paint, linewidth=3, solid_capstyle="round")
        axes.plot([found.value], [at], "o", color=paint, markersize=8)
        axes.axvline(1 / len(seats), color=INK, linewidth=1, linestyle=(0, (4, 4)))
        axes.xaxis.set_major_formatter(lambda part, _: f"{part:.0%}")

    return ranked(balances, seats, one)


def widths(balances: Sequence[Balance]) -> str:
    """How wide each decision is, with the interval as a band."""

    def draw(axes: Any) -> None:
        for balance, paint in zip(balances, BOXES, strict=False):
            numbers = range(1, len(balance.widths) + 1)
            low, high = ([getattr(width, side) for width in balance.widths] for side in ("low", "high"))
            axes.fill_between(numbers, low, high, color=paint, alpha=0.3, linewidth=0)
            axes.plot(numbers, [width.value for width in balance.widths], color=paint, linewidth=1.8)
        axes.set_ylim(bottom=0)

    return plot(draw)


# ---------------------------------------------------------------------------------------------- in a line of a table

SMALL = (150, 13)
"""Width of an interval's picture, and height for each box."""


def intervals(found: Sequence[Estimate | None], reach: float) -> str:
    """Intervals as dots on lines, from `-reach` to `reach`, with a line at nought."""
    width, height = SMALL
    middle = width / 2
    scale = (middle - 6) / (reach or 1.0)
    parts = [f'<path d="M{middle} 0V{height * len(found)}" stroke="var(--line-strong)"/>']
    for number, (estimate, paint) in enumerate(zip(found, BOXES, strict=False)):
        if estimate is not None:
            y = height * (number + 0.5)
            low, dot, high = (
                middle + scale * max(-reach, min(reach, x)) for x in (estimate.low, estimate.value, estimate.high)
            )
            line = f'<path d="M{low:.1f} {y}H{high:.1f}" stroke="{PAINTS[paint]}" stroke-width="2.4"/>'
            parts += [line, f'<circle cx="{dot:.1f}" cy="{y}" r="3.6" fill="{PAINTS[paint]}"/>']
    return (
        f'<svg class="interval" viewBox="0 0 {width} {height * len(found)}" aria-hidden="true">{"".join(parts)}</svg>'
    )
