"""Designs: grids, lists in parallel, and samples that follow their distributions."""

import numpy as np
import pytest
from scipy import stats

from simnon import UserError
from simnon.studies import (
    distribution_named,
    grid_design,
    lognormal,
    loguniform,
    normal,
    sampled_design,
    triangular,
    uniform,
    zipped_design,
)


def test_the_last_parameter_of_a_grid_changes_fastest() -> None:
    design = grid_design({"a": [1.0, 2.0], "b": [10.0, 20.0, 30.0]})

    assert len(design) == 6
    assert design.numbers(2, 4).tolist() == [[1.0, 30.0], [2.0, 10.0]]
    assert design.column("a").tolist() == [1.0] * 3 + [2.0] * 3


def test_lists_are_taken_in_parallel() -> None:
    design = zipped_design({"a": [1.0, 2.0], "b": [10.0, 20.0]})

    assert design.numbers(0, 2).tolist() == [[1.0, 10.0], [2.0, 20.0]]


@pytest.mark.parametrize("kind", ["random", "latin", "sobol"])
def test_a_sample_follows_its_distributions(kind: str) -> None:
    design = sampled_design({"a": normal(3, 0.5), "b": uniform(1, 2)}, 1000, 5, kind)

    assert stats.kstest(design.column("a"), stats.norm(3, 0.5).cdf).pvalue > 0.001
    assert stats.kstest(design.column("b"), stats.uniform(1, 1).cdf).pvalue > 0.001
    assert abs(np.corrcoef(design.column("a"), design.column("b")).item(1)) < 0.1


def test_a_latin_hypercube_has_one_value_in_each_slice() -> None:
    design = sampled_design({"a": uniform(0, 50), "b": uniform(0, 50)}, 50, 1, "latin")

    for name in ("a", "b"):
        assert sorted(np.floor(design.column(name)).tolist()) == list(range(50))


def test_the_first_points_of_a_sobol_sequence_do_not_depend_on_the_count() -> None:
    few, many = (sampled_design({"a": uniform(0, 1)}, count, 1, "sobol") for count in (10, 100))

    assert few.rows.tolist() == many.rows[:10].tolist()


@pytest.mark.parametrize(
    ("distribution", "quantile", "value"),
    [
        (normal(1, 2), 0.5, 1.0),
        (uniform(1, 3), 0.25, 1.5),
        (lognormal(4, 2), 0.5, 4.0),
        (lognormal(4, 2), 0.8413447460685429, 8.0),
        (loguniform(1, 100), 0.5, 10.0),
        (triangular(0, 1, 2), 0.5, 1.0),
    ],
)
def test_quantiles(distribution: object, quantile: float, value: float) -> None:
    assert distribution.ppf(np.array([quantile]))[0] == pytest.approx(value)  # type: ignore[attr-defined]


def test_distributions_of_scipy_are_accepted() -> None:
    design = sampled_design({"a": stats.gamma(2)}, 100, 0)

    assert (design.column("a") > 0).all()


def test_invalid_distributions_are_rejected() -> None:
    for make in (
        lambda: normal(0, -1),
        lambda: uniform(2, 1),
        lambda: lognormal(1, 0.5),
        lambda: loguniform(-1, 1),
        lambda: triangular(0, 3, 2),
        lambda: distribution_named("normale", (0.0, 1.0)),
        lambda: distribution_named("normal", (0.0,)),
        lambda: sampled_design({"a": stats.cauchy(0, np.inf)}, 10, 0),
    ):
        with pytest.raises(UserError) as error:
            make()
        assert error.value.code == "bad-distribution"
    with pytest.raises(UserError, match="unknown design"):
        sampled_design({"a": normal(0, 1)}, 10, 0, "lattice")
    with pytest.raises(UserError, match="count: expected an integer from 1, found 0"):
        sampled_design({"a": normal(0, 1)}, 0, 0)
