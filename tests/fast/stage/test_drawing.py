"""Numbers, shapes and lettering: the smallest parts of the drawing kit."""

from __future__ import annotations

import pytest

from cloudtop.stage.lettering import fitted, width_of
from cloudtop.stage.projection import Projection, skirt, turned
from cloudtop.stage.svg import element, number, pair, polygon, text


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.5, ".5"), (-0.5, "-.5"), (-0.04, "0"), (20, "20"), (10.04, "10"), (0.0, "0")],
)
def test_number_is_as_short_as_it_can_be(value: float, written: str) -> None:
    assert number(value) == written


def test_number_without_decimals_keeps_its_zeros() -> None:
    assert number(1200, 0) == "1200"


def test_point_needs_no_space_before_a_minus_sign() -> None:
    assert pair(3, -4) == "3-4"
    assert pair(3, 4) == "3 4"


def test_polygon_is_closed() -> None:
    assert polygon([(0, 0), (1, 0), (1, 1)]) == "M0 0L1 0L1 1Z"


def test_attribute_names_take_hyphens_and_none_leaves_one_out() -> None:
    assert element("g", stroke_width=1.5, class_="ghost", opacity=None) == '<g stroke-width="1.5" class="ghost"/>'


def test_text_from_a_person_cannot_break_out_of_its_element() -> None:
    assert "<b>" not in text("<b>Ada & Bo", 0, 0, 12, "#000000")


def test_projection_shows_nearer_points_lower_and_higher_points_higher() -> None:
    camera = Projection(elevation=45)
    assert camera.point(1, 1)[1] > camera.point(0, 0)[1]
    assert camera.point(0, 0, 10)[1] == -10
    assert camera.point(1, 0)[0] > 0 > camera.point(0, 1)[0]


def test_two_halves_of_a_skirt_meet_at_the_nearest_corner() -> None:
    square = Projection(elevation=45).rounded_square(10, 2)
    near = max(square, key=lambda point: point[1])
    assert pair(*near) in skirt(square, 5, -1)
    assert pair(*near) in skirt(square, 5, 1)


def test_four_quarter_turns_lead_back() -> None:
    places = [(x, y) for x in range(3) for y in range(2)]
    assert [turned(place, (3, 2), 4) for place in places] == places
    assert {turned(place, (3, 2), 1) for place in places} == {(x, y) for x in range(2) for y in range(3)}


def test_short_name_keeps_its_size() -> None:
    assert fitted("Ada", 100, 17, 12) == ("Ada", 17)


@pytest.mark.parametrize("name", ["Élodie Montgolfier-Saint-Exupéry", "山田太郎左衛門之介", "WWWWWWWWWWWWWWWW"])
def test_long_name_fits_its_plate(name: str) -> None:
    written, size = fitted(name, 96, 17, 12)
    assert width_of(written, size) <= 96
    assert written == name or written.endswith("…")
