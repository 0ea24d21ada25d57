"""What several ask about the same thing is found once."""

from __future__ import annotations

from cloudtop.stage.latest import KEPT, latest


def test_the_very_same_thing_is_looked_at_once() -> None:
    looked: list[tuple[int, ...]] = []

    @latest
    def total(numbers: tuple[int, ...], more: int) -> int:
        looked.append(numbers)
        return sum(numbers) + more

    table = (1, 2)
    equal = tuple(number for number in table)
    assert [total(table, 0), total(table, 0), total(equal, 0)] == [3, 3, 3]
    assert len(looked) == 2


def test_what_is_asked_beside_it_makes_another_answer() -> None:
    @latest
    def total(numbers: tuple[int, ...], more: int) -> int:
        return sum(numbers) + more

    table = (1, 2)
    assert [total(table, 0), total(table, 5), total(table, 0)] == [3, 8, 3]


def test_no_answer_is_given_for_a_thing_that_has_the_number_of_one_that_is_gone() -> None:
    @latest
    def first(numbers: list[int]) -> int:
        return numbers[0]

    assert [first([number]) for number in range(5 * KEPT)] == [*range(5 * KEPT)]
