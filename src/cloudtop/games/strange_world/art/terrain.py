"""What shows the terrain of a land: peaks, water, volcano, wind and half portals."""

from __future__ import annotations

from cloudtop.games.strange_world.art.brush import part
from cloudtop.games.strange_world.art.measures import CARD_WIDTH, SEAM_Y
from cloudtop.games.strange_world.art.palette import INK

PEAK = """
    <path d="M-40 2C-29-14-23-34-17-52C-11-70-2-90 14-96C25-100 34-92 33-84C25-90 18-84 19-72
        C21-50 30-22 42 2Q0 11-40 2Z" fill="@peak"/>
    <path d="M14-96C8-76 6-50 0-34C-4-20 4-8 2 6Q24 6 42 2C30-22 21-50 19-72C18-84 25-90 33-84
        C34-92 25-100 14-96Z" fill="@peak-shade" opacity=".55"/>
    <path d="M-23-36q8 5 14 1M-29-20q9 6 18 1M10-30q6 4 13 0M8-14q10 5 20 0" fill="none"
        stroke="#fff" stroke-width="2.4" stroke-linecap="round" opacity=".28"/>
    <path d="M-18-50C-11-70-2-90 14-96C25-100 34-92 33-84C25-90 18-84 19-72C19-66 20-58 22-50
        C16-46 15-56 9-56C4-56 4-44-2-44C-8-44-6-54-11-54C-14-54-15-47-18-50Z" fill="@snow"/>"""

HORN = """
    <path d="M-37 2C-35-14-29-20-27-34C-26-44-31-50-25-60C-20-70-9-66-7-77C-6-88 3-97 14-91C7-87 12-79 14-68
        C16-54 25-50 27-36C29-22 35-12 39 2Q0 10-37 2Z" fill="@horn"/>
    <path d="M14-91C2-84 6-68 2-56C-2-44 10-38 6-24C4-14 12-6 8 5Q26 5 39 2C35-12 29-22 27-36
        C25-50 16-54 14-68C12-79 7-87 14-91Z" fill="@peak-shade" opacity=".5"/>
    <path d="M-25-34q7 5 13 0M-30-18q8 6 16 1M12-34q5 3 10 0M14-16q7 4 14 0" fill="none"
        stroke="#fff" stroke-width="2.4" stroke-linecap="round" opacity=".32"/>
    <path d="M-26-57C-20-70-9-66-7-77C-6-88 3-97 14-91C7-87 12-79 14-68C15-61 17-58 20-53C14-49 13-58 8-58
        C3-58 4-46-2-46C-8-46-6-57-12-56C-17-55-20-49-26-57Z" fill="@snow"/>
    <path d="M-14 3v-9a5 5 0 0 1 10 0v10z" fill="#ffe27a" stroke="#54357a" stroke-width="1.6"/>"""

LAGOON = """
    <path d="M-46-1C-40-10-18-11 0-11C22-11 42-9 47-2C42 5 28 5 24 8L24 14-4 14C-5 6-42 8-46-1Z" fill="@sea"/>
    <path d="M-5 7C4 11 16 11 25 7C29 22 24 36 28 56H-10C-4 38-9 22-5 7Z" fill="@fall"/>
    <path d="M2 12C4 24 0 34 2 46M11 13C12 26 10 36 12 50M19 12C21 22 18 34 21 46" fill="none"
        stroke="#fff" stroke-width="2.4" stroke-linecap="round" opacity=".8"/>
    <path d="M-36-3q6-4 12 0t12 0M2-5q6-4 12 0t12 0M-18 3q5-3 10 0" fill="none" stroke="#fff"
        stroke-width="2" stroke-linecap="round" opacity=".9"/>
    <g fill="#fff" opacity=".85">
        <circle cx="-8" cy="53" r="7"/><circle cx="5" cy="54" r="8.5"/><circle cx="18" cy="55" r="7.5"/>
        <circle cx="27" cy="53" r="6"/>
    </g>"""

WAVE = """
    <path d="M-40 4C-44-34-26-68 8-70C32-71 46-54 43-38C41-24 25-20 19-30C16-37 21-44 28-41C24-53 7-51 1-36
        C-4-24 2-8 12 4Z" fill="@wave"/>
    <path d="M-31 2C-33-28-18-56 8-60M-20 2C-22-20-12-42 4-50M-9 3C-11-10-9-22-5-30" fill="none"
        stroke="#d9fdff" stroke-width="3" stroke-linecap="round" opacity=".75"/>
    <path d="M8-70C32-71 46-54 43-38C41-24 25-20 19-30C16-37 21-44 28-41C30-36 36-38 35-44C33-56 22-62 8-60
        C0-59-6-56-10-52C-8-62-2-68 8-70Z" fill="#f4feff"/>
    <g fill="#f4feff">
        <circle cx="46" cy="-24" r="3"/><circle cx="52" cy="-38" r="2.2"/><circle cx="36" cy="-16" r="2"/>
    </g>"""

VOLCANO = """
    <circle cx="1" cy="-64" r="46" fill="@glow"/>
    <g fill="@smoke">
        <circle cx="4" cy="-74" r="9"/><circle cx="13" cy="-84" r="12"/><circle cx="29" cy="-88" r="13"/>
        <circle cx="43" cy="-82" r="9"/><circle cx="22" cy="-76" r="8"/>
    </g>
    <path d="M15-86a7 7 0 1 1 8 7M31-92a7 7 0 1 1 4 11" fill="none" stroke="#8a5a78"
        stroke-width="1.8" stroke-linecap="round" opacity=".6"/>
    <path d="M-50 3C-36-10-25-40-18-64C-10-69 12-69 19-64C26-42 37-12 52 3Q0 12-50 3Z" fill="@basalt"/>
    <path d="M19-64C26-42 37-12 52 3Q30 8 16 8C24-18 8-40 10-66Z" fill="#1d0d26" opacity=".32"/>
    <ellipse cx=".5" cy="-64.5" rx="18.5" ry="5" fill="@lava"/>
    <path d="M-18-64C-12-59 12-59 19-64C20-56 17-50 14-52C10-56 10-40 6-38C2-37 4-50-1-50C-6-50-2-22-8-20
        C-14-19-9-46-14-48C-18-50-20-44-21-54Z" fill="@lava"/>
    <path d="M-8-13c3 4 1 8 0 12M12-30c3 5-1 9 2 14" fill="none" stroke="#ff9a3c"
        stroke-width="3.6" stroke-linecap="round"/>
    <g fill="#ffd257">
        <circle cx="-20" cy="-78" r="2.4"/><circle cx="-9" cy="-88" r="1.8"/>
        <circle cx="-28" cy="-68" r="1.6"/>
    </g>"""

GUSTS = """
    <path d="M-20-12C4-22 26-4 46-12C60-18 60-36 47-37C37-38 34-26 43-24M-20-2C6-6 20 12 44 6C58 3 66 14 58 22
        C52 28 43 22 47 16M-18-22C-6-32 4-30 14-32C25-35 24-49 14-48C7-47 7-39 12-38"/>"""

WIND = f"""
    <g fill="none" stroke-linecap="round">
        <g stroke="#6a4fc0" stroke-width="8.5" opacity=".55">{part("gusts")}</g>
        <g stroke="@gust" stroke-width="5">{part("gusts")}</g>
    </g>
    <g stroke="#6a4fc0" stroke-width="2.2" fill="@gust">
        <path d="M-24-2C-26 8-38 9-44 4C-54 10-66 4-64-8C-70-14-68-26-58-28C-56-38-42-40-36-34
            C-26-36-18-28-21-20C-17-17-19-12-24-12C-20-9-20-4-24-2Z"/>
    </g>
    <ellipse cx="-38" cy="-10" rx="8" ry="6.5" fill="#ff9fc4" opacity=".75"/>
    <path d="M-52-20q4-4 8 0M-37-23q4-4 8 0" fill="none" stroke="{INK}" stroke-width="2.4"
        stroke-linecap="round"/>
    <circle cx="-23" cy="-9" r="3.2" fill="{INK}"/>
    <path d="M38 14q5-7 11-3q-4 6-11 3zM26-22q3-7 9-4q-2 6-9 4z" fill="@leaf"/>"""

PORTAL_HALF = f"""
    <path d="M0-34A34 34 0 0 0 0 34Z" fill="@void"/>
    <path d="M0-22A22 22 0 0 0 0 22M0-11A11 11 0 0 0 0 11" fill="none" stroke="#c98aff"
        stroke-width="2.6" opacity=".75"/>
    <path d="M0-43A43 43 0 0 0 0 43V29A29 29 0 0 1 0-29Z" fill="@stone"/>
    <path d="M-13-26-19-39M-25-14-37-22M-29 0H-43M-25 14-37 22M-13 26-19 39" stroke="{INK}"
        stroke-width="2" opacity=".5"/>
    <path d="M0-43A43 43 0 0 0-43 0" fill="none" stroke="#d9ccff" stroke-width="2.4" opacity=".8"/>
    <g fill="#ffe27a">
        <circle cx="-7" cy="-35" r="2.6"/><circle cx="-25" cy="-26" r="2.6"/>
        <circle cx="-35" cy="-9" r="2.6"/>
        <circle cx="-35" cy="9" r="2.6"/><circle cx="-25" cy="26" r="2.6"/><circle cx="-7" cy="35" r="2.6"/>
    </g>"""

PORTAL_SPENT = f"""
    <path d="M0-34A34 34 0 0 0 0 34Z" fill="{INK}" opacity=".72"/>
    <g stroke="#3f2418" stroke-width="1.8" stroke-linejoin="round" fill="#b5834f">
        <path d="M0-28-40-16-37-5 0-16ZM0 28-40 16-37 5 0 16ZM0-6-46-6V6H0Z"/>
    </g>
    <path d="M-6-21-26-15M-6 21-26 15M-8-1H-34" fill="none" stroke="#7a4f2a" stroke-width="1.6"
        stroke-linecap="round"/>
    <g fill="#3f2418">
        <circle cx="-35" cy="-11" r="2"/><circle cx="-35" cy="11" r="2"/><circle cx="-41" r="2"/>
    </g>"""
"""Boards across a half portal whose other half went under a fumarole: it is used, and nobody passes."""


def terrain_drawings() -> dict[str, str]:
    """What stands on the isles, and the half portals at the edges of a card."""
    edge = CARD_WIDTH / 2
    return {
        "peak": PEAK,
        "horn": HORN,
        "lagoon": LAGOON,
        "wave": WAVE,
        "volcano": VOLCANO,
        "gusts": GUSTS,
        "wind": WIND,
        "portal-half": PORTAL_HALF,
        "portals": part("portal-half", edge, SEAM_Y) + part("portal-half", -edge, SEAM_Y, mirrored=True),
        "boards": PORTAL_SPENT,
        "spent-right": part("boards", edge, SEAM_Y),
        "spent-left": part("boards", -edge, SEAM_Y, mirrored=True),
    }
