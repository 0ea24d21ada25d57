"""Sizes of the cards and of what lies on them; the origin of a drawing is its centre unless said otherwise."""

from __future__ import annotations

CARD_WIDTH, CARD_HEIGHT, CORNER = 150, 200, 14
GAP = 8
PITCH_X, PITCH_Y = CARD_WIDTH + GAP, CARD_HEIGHT + GAP

GROUND_Y = 36
"""Where the isle's middle lies on a land card."""
SEAM_Y = -4
"""Height of the portals' middle on a land card."""
BRIEF_DROP = 58
"""How much lower portals lie in the brief form, below the large icons."""

TRAVELLER_WIDTH, TRAVELLER_HEIGHT = 122, 184
TRAVELLER_GAP = 24
"""Between the world and a traveller beside it."""
TRAVELLER_PITCH = TRAVELLER_WIDTH + 12
"""Between travellers that share one place."""

SUN_WIDTH, SUN_HEIGHT = 128, 176
ICON_RADIUS = 15
