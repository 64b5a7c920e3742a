"""Fits: parameters are recovered within their stated errors; what the data do not determine is reported."""

from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.source import UserError

KINETICS = """CONTINUOUS SYSTEM kinetics
STATE a b c
DER da db dc
da = -k1*a
db = k1*a - k2*b
dc = k2*b
k1: 0.5
k2: 0.2
a: 1
END
"""
TIMES = np.linspace(0.0, 20.0, 41) ** 2 / 20.0
NOISE = 0.01


def measured(seed: int, *names: str) -> dict[str, np.ndarray]:
    run = simnon.load(KINETICS).simulate(
        0, 20, times=TIMES.tolist(), parameters={"k1": 0.8, "k2": 0.3}, rtol=1e-10, atol=1e-12
    )
    random = np.random.default_rng(seed)
    noisy = {name: run[name] + NOISE * random.standard_normal(len(TIMES)) for name in names}
    return {"t": TIMES, **noisy}


def test_exact_data_give_the_exact_parameters() -> None:
    data = measured(0, "b")
    exact = simnon.load(KINETICS).simulate(
        0, 20, times=TIMES.tolist(), parameters={"k1": 0.8, "k2": 0.3}, rtol=1e-10, atol=1e-12
    )
    found = simnon.load(KINETICS).fit({**data, "b": exact["b"]}, ["k1", "k2"], rtol=1e-10, atol=1e-12)

    assert [found["k1"], found["k2"]] == pytest.approx([0.8, 0.3], rel=1e-7)
    assert found.rms < 1e-8


def test_errors_are_those_of_the_linearised_problem() -> None:
    """Against the covariance from derivatives of the closed form of b."""
    found = simnon.load(KINETICS).fit(measured(1, "b"), ["k1", "k2"], sigma={"b": NOISE}, rtol=1e-9)
    k1, k2 = found["k1"], found["k2"]

    def closed(p: float, q: float) -> np.ndarray:
        return np.asarray(p / (q - p) * (np.exp(-p * TIMES) - np.exp(-q * TIMES)))

    step = 1e-6
    slopes = [closed(k1 + step, k2) - closed(k1 - step, k2), closed(k1, k2 + step) - closed(k1, k2 - step)]
    jacobian = np.stack(slopes, axis=1) / (2 * step) / NOISE
    expected = np.sqrt(np.diag(np.linalg.inv(jacobian.T @ jacobian)))

    assert [found.errors["k1"], found.errors["k2"]] == pytest.approx(expected, rel=1e-4)


@pytest.mark.slow
def test_ninety_five_of_a_hundred_intervals_contain_the_truth() -> None:
    model = simnon.load(KINETICS)
    hits = np.zeros(2)
    for seed in range(100):
        found = model.fit(measured(seed, "b"), ["k1", "k2"])
        truth = {"k1": 0.8, "k2": 0.3}
        hits += [abs(found[name] - value) < 1.96 * found.errors[name] for name, value in truth.items()]

    assert (hits >= 90).all()


def test_initial_values_and_several_experiments_are_fitted_together() -> None:
    model = simnon.load(KINETICS)
    found = model.fit([measured(1, "b"), measured(2, "a", "c")], {"k1": 0.5, "k2": 0.2, "a": 0.9})

    assert found["a"] == pytest.approx(1.0, abs=4 * found.errors["a"])
    assert len(found.runs) == 2


def test_gaps_are_left_out() -> None:
    data = measured(3, "b", "c")
    whole = simnon.load(KINETICS).fit(data, ["k1", "k2"])
    data["b"] = np.where(np.arange(len(TIMES)) % 2 == 0, data["b"], np.nan)
    gappy = simnon.load(KINETICS).fit(data, ["k1", "k2"])

    assert len(gappy.residuals) == len(whole.residuals) - len(TIMES) // 2
    assert gappy["k1"] == pytest.approx(whole["k1"], abs=4 * gappy.errors["k1"])


def test_a_robust_loss_disregards_outliers() -> None:
    data = measured(4, "b")
    data["b"] = data["b"].copy()
    data["b"][[5, 12, 20]] += 1.0
    model = simnon.load(KINETICS)
    errors = {
        loss: abs(model.fit(data, ["k1", "k2"], loss=loss, sigma={"b": NOISE})["k2"] - 0.3)
        for loss in ("linear", "huber", "soft", "cauchy")
    }

    assert errors["linear"] > 0.02
    assert max(errors["huber"], errors["soft"], errors["cauchy"]) < 0.01


def test_a_file_is_read_and_the_result_can_be_shown(tmp_path: Path) -> None:
    data = measured(5, "b")
    rows = [f"{t},{b}" for t, b in zip(data["t"], data["b"], strict=True)]
    (tmp_path / "b.csv").write_text("\n".join(["t, b", *rows, "20.5, "]) + "\n", "utf-8")
    found = simnon.load(KINETICS).fit(tmp_path / "b.csv", ["k1", "k2"])

    assert len(found.residuals) == len(TIMES)
    assert found.report().startswith("k1  0.")
    assert [curve.label for curve in found.plot().areas[0].curves] == ["b", "measured"]


PRODUCT = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -p*q*x\np: 1\nq: 0.5\nx: 1\nEND\n"


def test_parameters_that_the_data_do_not_determine_are_named_with_their_direction() -> None:
    found = simnon.load(PRODUCT).fit({"t": [0, 1, 2, 3], "x": np.exp(-0.8 * np.arange(4.0))}, ["p", "q"])

    assert found["p"] * found["q"] == pytest.approx(0.8, rel=1e-6)
    assert found.errors["p"] == np.inf
    assert "do not determine p, q" in found.notes[0]
    assert "correlated" not in found.report()


def test_a_bound_that_is_reached_is_noted() -> None:
    data = {"t": [0, 1, 2, 3], "x": np.exp(-0.8 * np.arange(4.0))}
    found = simnon.load(PRODUCT).fit(data, ["q"], bounds={"q": (0.1, 0.6)})

    assert found["q"] == 0.6
    assert "q reached a bound" in found.notes[0]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"x": [1.0, 2.0]}, "no times"),
        ({}, "they have no columns"),
        ({"t": np.array(["2020-01-01", "2020-01-02"], dtype="datetime64[ns]"), "x": [1.0, 2.0]}, "'t' has dates"),
        ({"t": np.array([0, 1], dtype="timedelta64[s]"), "x": [1.0, 2.0]}, "'t' has dates"),
        ({"t": [0.0, 1.0], "x": [1.0, 1e200]}, "values above 1e"),
        ({"t": [0.0, 1.0], "x": [1.0]}, "1 values for 2 times"),
        ({"t": [0.0, np.nan], "x": [1.0, 2.0]}, "times of the data are missing"),
        ({"t": [0.0, 1.0], "x": ["a", "b"]}, "not numbers"),
        ({"t": [0.0, 1.0], "x": [np.nan, np.nan]}, "no measured values"),
        ({"t": [0.0, 1.0], "x": [1.0, np.inf]}, "infinite values"),
        ({"t": [0.0, 1.0], "p": [1.0, 1.0]}, "does not change"),
        ({"t": [0.0, 1.0], "nosuch": [1.0, 1.0]}, "nosuch"),
        (5, "expected a file"),
        ({"t": [-1.0, 1.0], "x": [1.0, 1.0]}, "before the runs start"),
        ({"t": [0.0], "x": [1.0]}, "cannot determine 2 parameters"),
    ],
)
def test_bad_data_are_explained(data: object, why: str) -> None:
    with pytest.raises(UserError, match=why):
        simnon.load(PRODUCT).fit(data, ["p", "q"])


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"loss": "hubert"}, "did you mean 'huber'"),
        ({"sigma": {"x": 0}}, "give a positive number"),
        ({"bounds": {"q": (1, 0)}}, "lower and a higher"),
        ({"bounds": {"x": (0, 1)}}, "does not vary"),
        ({"spacing": 0.1}, "runs of a fit have no option 'spacing'"),
    ],
)
def test_bad_settings_are_explained(settings: dict[str, object], why: str) -> None:
    with pytest.raises(UserError, match=why):
        simnon.load(PRODUCT).fit({"t": [0, 1, 2.0], "x": [1, 0.5, 0.3]}, ["p", "q"], **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [1e9, -1.0], ids=["one by one", "in lanes"])
def test_rows_at_the_same_time_are_several_measurements_of_it(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Each counts: the fit is that of the mean of n rows with the deviation sigma/sqrt(n)."""
    monkeypatch.setattr("simnon.studies.fitting.residuals.SECONDS_TO_COMPILE", seconds)
    times, exact = np.array([0.5, 1.0, 2.0]), np.exp(-0.8 * np.array([0.5, 1.0, 2.0]))
    noise = np.array([[0.01, -0.02, 0.03], [-0.03, 0.01, 0.005], [0.02, 0.0, -0.01], [0.01, 0.02, 0.0]])
    values = exact + noise
    several = {"t": np.tile(times, 4), "x": values.ravel(), "sigma(x)": np.full(12, 0.02)}
    means = {"t": times, "x": values.mean(axis=0), "sigma(x)": np.full(3, 0.01)}
    model = simnon.load(PRODUCT)

    fits = [model.fit(data, {"q": 0.5}, starts=3, bounds={"q": (0.1, 2)}, rtol=1e-9) for data in (several, means)]

    assert fits[0]["q"] == pytest.approx(fits[1]["q"], rel=1e-7)
    assert fits[0].errors["q"] == pytest.approx(fits[1].errors["q"], rel=1e-6)
    assert len(fits[0].residuals) == 12
