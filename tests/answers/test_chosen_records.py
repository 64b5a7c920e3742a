"""Where a run is recorded: a spacing that events change, marked events, a later begin."""

from typing import Any

import pytest

import simnon

COUNTING = """CONTINUOUS SYSTEM s
STATE x
DER dx
TIME t
dx = 1
WHEN x > 1.05
  x = 0
  n = PRE(n) + 1
  spacing = 0.25*(PRE(n) + 1)
END
x: 0
n: 0
spacing: 0.5
END
"""


@pytest.mark.parametrize("target", ["llvm", "interpreter"])
def test_a_spacing_that_an_event_changes_counts_from_the_event(target: str) -> None:
    run = simnon.load(COUNTING).simulate(0, 3, spacing_variable="spacing", store=["x"], target=target)

    assert run.t == pytest.approx([0.0, 0.5, 1.0, 1.3, 1.55, 1.8, 2.05, 2.6])
    assert run["x"] == pytest.approx([0.0, 0.5, 1.0, 0.25, 0.5, 0.75, 1.0, 0.5])


@pytest.mark.parametrize("target", ["llvm", "interpreter"])
def test_both_sides_of_marked_events_are_recorded_besides_the_grid(target: str) -> None:
    run = simnon.load(COUNTING).simulate(0, 2, spacing=1.0, marked="n", store=["x"], target=target)

    assert run.t == pytest.approx([0.0, 1.0, 1.05, 1.05, 2.0])
    assert run["x"] == pytest.approx([0.0, 1.0, 1.05, 0.0, 0.95])


def test_a_marked_event_on_the_grid_has_no_third_row() -> None:
    run = simnon.load(COUNTING.replace("x > 1.05", "t >= 1")).simulate(0, 2, spacing=0.5, marked="n", store=["x"])

    assert run.t == pytest.approx([0.0, 0.5, 1.0, 1.0, 1.5, 2.0])
    assert run["x"] == pytest.approx([0.0, 0.5, 1.0, 0.0, 0.5, 1.0])


@pytest.mark.parametrize(
    "options", [{"spacing": 0.5}, {}, {"points": 10}, {"spacing": 0.5, "method": "rk4", "step": 0.1}]
)
def test_nothing_is_recorded_before_a_given_time(options: dict[str, Any]) -> None:
    run = simnon.load(COUNTING).simulate(0, 3, record_from=1.5, **options)

    assert run.t[0] >= 1.5
    assert run.t[-1] == 3.0
    assert run["x"][-1] == pytest.approx(0.9)
    if options:
        assert run.t[0] == 1.5


def test_a_run_that_ends_before_its_record_begins_has_no_rows() -> None:
    stopping = COUNTING.replace("x: 0\n", "STOP WHEN x > 0.5\nx: 0\n")
    run = simnon.load(stopping).simulate(0, 3, record_from=1.5)

    assert len(run.t) == 0
    assert run.stop.time == pytest.approx(0.5)
    assert run.final["x"] == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"spacing_variable": "x"}, "'x' is not held"),
        ({"marked": "x"}, "'x' is not held"),
        ({"spacing_variable": "spacng"}, "spacng"),
        ({"spacing_variable": "spacing", "spacing": 1.0}, "excludes"),
        ({"record_from": 4.0}, "the run is from 0 to 3"),
        ({"record_from": 1.0, "times": [2.0]}, "no effect with times"),
    ],
)
def test_records_that_are_not_possible_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(simnon.SimnonError, match=words):
        simnon.load(COUNTING).simulate(0, 3, **options)
