"""arrive: searches from many starts at once end where single searches do."""

import numpy as np
import pytest

import simnon
from simnon.compiler import compile_model
from simnon.program import Array
from simnon.simulation import Simulator
from simnon.studies.points import Field, start_point
from simnon.studies.points.side_by_side import arrive

HEAD = "CONTINUOUS SYSTEM s\nSTATE x y\nDER dx dy\n"
MODELS = {
    "double well": ("dx = y\ndy = x - x^3 - 0.25*y\n", 3),
    "an algebraic loop": ("z = x - 0.3*SIN(z)\ndx = z - z^3 - 0.5*y\ndy = z - y\n", 3),
    "a comparison": ("dx = IF x > 1 THEN 4 - 2*x ELSE 0.5*x - x^2\ndy = x - y\n", 3),
    "a limited domain": ("dx = SQRT(x) - x\ndy = LN(x + 3) - y\n", 2),
    "scales of all sizes": ("dx = 1E6*(y - x^3)\ndy = 1E-6*(x - y)\n", 3),
}


def field_of(text: str) -> Field:
    simulator = Simulator.of(compile_model(text))
    return Field(simulator, (), start_point(simulator, simulator.options(0, 0)))


def spread(count: int) -> Array:
    return np.random.default_rng(7).uniform((0.05, -2.0), (2.5, 2.0), (count, 2))


@pytest.mark.parametrize("name", MODELS)
def test_searches_end_at_points_where_nothing_moves(name: str) -> None:
    right, count = MODELS[name]
    field = field_of(f"{HEAD}{right}END\n")
    ends, is_near = arrive(field, spread(200))

    assert is_near.sum() > 100
    values = field.values(ends[is_near], np.zeros((int(is_near.sum()), 0)))
    slopes = np.abs(field.derivatives(ends[is_near], np.zeros((int(is_near.sum()), 0)))).sum(axis=(1, 2))
    assert (np.abs(values).max(axis=1) <= 1e-6 * slopes).all()
    assert len(np.unique(ends[is_near].round(4), axis=0)) <= count


@pytest.mark.parametrize("name", ["double well", "an algebraic loop", "scales of all sizes"])
def test_the_same_equilibria_are_found_as_one_by_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = simnon.load(f"{HEAD}{MODELS[name][0]}END\n")
    together = model.equilibria({"x": (-2, 2), "y": (-2, 2)}, count=100)
    monkeypatch.setattr("simnon.studies.points.equilibria._arrived", lambda *given: given[2])
    alone = model.equilibria({"x": (-2, 2), "y": (-2, 2)}, count=100)

    assert [each["x"] for each in together] == pytest.approx([each["x"] for each in alone], abs=1e-9)


def test_starts_without_values_and_models_that_never_rest_do_not_arrive() -> None:
    field = field_of(f"{HEAD}dx = 1 + x^2\ndy = -y\nEND\n")
    ends, is_near = arrive(field, np.array([[0.5, 1.0], [1e200, 1.0], [np.nan, 0.0]]))

    assert not is_near.any()
    assert ends.shape == (3, 2)
    assert arrive(field, np.zeros((0, 2)))[0].shape == (0, 2)
