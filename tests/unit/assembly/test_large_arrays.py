"""Large arrays of parts: where their sizes are given, and the same systems with fewer parts."""

import pytest

from simnon.assembly import GivenToParts, find_large_arrays, with_fewer_parts
from simnon.assembly.large_arrays import LargeArrays
from simnon.languages.simnon import read_systems
from simnon.model import Extent, NotWhole, Role, System, Variable
from simnon.source import Report, Source

TYPE = "CONTINUOUS SYSTEM tank\nINPUT u\nSTATE x\nDER dx\ndx = u - x\nEND\n"


def systems(*lines: str) -> tuple[System, ...]:
    text = "\n".join([TYPE, "CONNECTING SYSTEM top", *lines, "END", ""])
    report = Report()
    found = read_systems(Source("text.t", text), report)
    assert not report.has_errors
    return tuple(found)


def large(*lines: str) -> LargeArrays:
    found = find_large_arrays(systems(*lines), {})
    assert found is not None
    return found


def test_the_size_is_a_parameter_or_a_number() -> None:
    by_name = large("SYSTEM tank[1..n+1]: tank", "tank[k].u = k FOR k = 1..n+1", "n: 500")
    by_number = large("SYSTEM tank[0..500]: tank", "tank[k].u = k FOR k = 0..500")

    assert (by_name.last, by_name.parameters) == (501, {"n": 500.0})
    assert with_fewer_parts(by_name, 13)[1] == {"n": 12.0}
    assert (by_number.last, by_number.parameters) == (500, {})
    fewer, _ = with_fewer_parts(by_number, 13)
    (found,) = find_limits(fewer)
    assert found == (0.0, 13.0)


def find_limits(found: tuple[System, ...]) -> list[tuple[float, float]]:
    parts = [part for system in found for part in system.parts]
    return [(part.first.value, part.last.value) for part in parts]  # type: ignore[union-attr]


def test_few_parts_are_not_large() -> None:
    assert find_large_arrays(systems("SYSTEM tank[1..64]: tank", "tank[k].u = 1 FOR k = 1..64"), {}) is None
    assert find_large_arrays(systems("SYSTEM tank: tank", "tank.u = 1"), {}) is None


def test_a_choice_from_outside_counts() -> None:
    found = find_large_arrays(systems("SYSTEM tank[1..n]: tank", "tank[k].u = 1 FOR k = 1..n", "n: 3"), {"N": 100})

    assert found is not None
    assert found.last == 100


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (("SYSTEM tank[1..n*m]: tank", "n: 50", "m: 2"), "the size of 'tank' has no simple form"),
        (("SYSTEM tank[1..2*n]: tank", "n: 50"), "the size of 'tank' has no simple form"),
        (("SYSTEM tank[m..n]: tank", "n: 90", "m: 2"), "the size of 'tank' has no simple form"),
        (("SYSTEM tank[1..90]: tank", "SYSTEM more[1..70]: tank"), "large arrays have different sizes"),
        (("SYSTEM tank[20..90]: tank",), "large arrays have different sizes"),
        (("SYSTEM tank[1..n]: tank", "tank[k].u = 1 FOR k = 1..n-20", "n: 90"), "neither near"),
        (("SYSTEM tank[1..n]: tank", "tank[k].u = tank[k-20].x FOR k = 1..n", "n: 90"), "neither near"),
        (("SYSTEM tank[1..n]: tank", "tank[k].u = IF n > 50 THEN 1 ELSE 2 FOR k = 1..n", "n: 90"), "neither near"),
    ],
)
def test_what_says_nothing_about_many_parts_is_refused(lines: tuple[str, ...], reason: str) -> None:
    with pytest.raises(NotWhole, match=reason):
        find_large_arrays(systems(*lines), {})


def starts(*lines: str) -> tuple[float | None, ...]:
    variable = Variable("tank[].x", Role.STATE, "tank[]", "x", shape=(Extent(1, 90),), parts="tank")
    arrays = large("SYSTEM tank[1..n]: tank", "n: 90", *lines)
    return GivenToParts(arrays, 13).starts(variable, {2: 4.0, **dict.fromkeys((1, *range(3, 14)), 0.5)})


def test_values_of_single_parts_are_start_values() -> None:
    found = starts("tank[5..6].x: [7, 8]", "tank[k].x: k FOR k = 80..n", "tank[90].x: 1", "tank[2].x = 4")

    assert found[:7] == (0.5, 4.0, 0.5, 0.5, 7.0, 8.0, 0.5)
    assert found[78:] == (0.5, *map(float, range(80, 90)), 1.0)
    assert starts() == ()


@pytest.mark.parametrize("line", ["tank[91].x: 1", "tank[3].x: linear", "tank.x: 1"])
def test_values_that_are_no_numbers_of_parts_are_refused(line: str) -> None:
    with pytest.raises(NotWhole):
        starts(line)
