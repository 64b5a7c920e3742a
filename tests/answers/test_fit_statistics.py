"""Fits: intervals, profiles and bands have their closed forms; experiments differ; several starts find the best."""

import pickle
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.source import UserError
from simnon.studies.fitting import residuals

LINE = "CONTINUOUS SYSTEM line\nSTATE x\nDER dx\ndx = a\ntwice = 2*x\nfree = x + c\na: 1\nc: 1\nx: 0\nEND\n"
DECAY = "CONTINUOUS SYSTEM decay\nSTATE x\nDER dx\ny = x + offset\ndx = u - k*x\nk: 1\nu: 0\noffset: 0\nx: 0\nEND\n"
WAVE = "CONTINUOUS SYSTEM wave\nSTATE x v\nDER dx dv\ndx = v\ndv = -w*w*x\nw: 1\nx: 1\nEND\n"
PRODUCT = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -p*q*x\nz = p*x\np: 1\nq: 0.5\nx: 1\nEND\n"
TIMES = np.array([0.0, 0.5, 1.0, 2.0, 3.0, 3.5, 5.0, 6.0])
QUANTILE = 2.446911851144969
"""Student's t with six degrees of freedom at 97.5 % (tables)."""


def noisy_line(seed: int = 1, noise: float = 0.3) -> dict[str, np.ndarray]:
    return {"t": TIMES, "x": 0.5 + 0.7 * TIMES + noise * np.random.default_rng(seed).standard_normal(len(TIMES))}


def regression(data: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray, float]:
    """Slope and intercept, their covariance divided by the variance, and the variance of a measurement."""
    design = np.stack((data["t"], np.ones(len(data["t"]))), axis=1)
    found, squares, *_ = np.linalg.lstsq(design, data["x"], rcond=None)
    return found, np.linalg.inv(design.T @ design), float(squares[0]) / (len(data["t"]) - 2)


def test_the_profile_of_a_linear_model_ends_where_the_t_distribution_says() -> None:
    data = noisy_line()
    found, inverse, variance = regression(data)
    fit = simnon.load(LINE).fit(data, ["a", "x"], rtol=1e-10)

    assert list(fit.values.values()) == pytest.approx(found, rel=1e-9)
    for name, value, factor in zip(("a", "x"), found, np.diag(inverse), strict=True):
        expected = value + QUANTILE * np.sqrt(variance * factor) * np.array([-1.0, 1.0])
        profile = fit.profile(name)
        assert (profile.low, profile.high) == pytest.approx(tuple(expected), rel=1e-6)
        assert fit.intervals()[name] == pytest.approx(tuple(expected), rel=1e-7)
    assert profile.increases.max() >= profile.threshold == pytest.approx(QUANTILE**2)
    assert (np.diff(profile.values) > 0.0).all()
    assert "(95 %)" in profile.report()
    assert profile.plot().areas[0].words[0].text == "95 %"


def test_given_standard_deviations_make_the_intervals_normal() -> None:
    data = noisy_line()
    found, inverse, _ = regression(data)
    fit = simnon.load(LINE).fit(data, ["a", "x"], sigma={"x": 0.3}, rtol=1e-10)
    profile = fit.profile("A", level=0.99)

    assert profile.high - found[0] == pytest.approx(2.5758293035489004 * 0.3 * np.sqrt(inverse[0, 0]), rel=1e-6)


def test_bands_are_those_of_linear_regression() -> None:
    data = noisy_line()
    _, inverse, variance = regression(data)
    fit = simnon.load(LINE).fit(data, ["a", "x"], rtol=1e-10)
    for name, factor in (("x", 1.0), ("twice", 2.0)):
        band = fit.band(name)
        design = np.stack((band.t, np.ones(len(band.t))), axis=1)
        errors = factor * np.sqrt(variance * np.einsum("ij,jk,ik->i", design, inverse, design))
        assert band.errors == pytest.approx(errors, rel=1e-6)
        assert band.high - band.values == pytest.approx(QUANTILE * errors, rel=1e-6)
    measured = fit.band("x", measurements=True)
    assert measured.errors**2 - fit.band("x").errors ** 2 == pytest.approx(variance, rel=1e-6)
    assert [band.label for band in fit.plot().areas[0].bands] == ["95 %"]
    assert fit.plot(None).areas[0].bands == ()


@pytest.mark.slow
def test_ninety_five_of_a_hundred_small_samples_have_intervals_and_profiles_with_the_truth() -> None:
    """Eight measurements: with normal quantiles about 90 of the intervals would have it."""
    model = simnon.load(LINE)
    hits = np.zeros((2, 2))
    for seed in range(200):
        fit = model.fit(noisy_line(seed), ["a", "x"])
        for i, (name, truth) in enumerate((("a", 0.7), ("x", 0.5))):
            low, high = fit.intervals()[name]
            profile = fit.profile(name)
            hits[i] += [low <= truth <= high, profile.low <= truth <= profile.high]

    assert (hits >= 0.92 * 200).all()
    assert (hits <= 0.985 * 200).all()


def response(u: float, k: float, offset: float) -> dict[str, np.ndarray]:
    return {"t": TIMES, "y": u / k * (1.0 - np.exp(-k * TIMES)) + offset}


def test_experiments_have_values_of_their_own_given_and_fitted() -> None:
    model = simnon.load(DECAY)
    data = {"low": response(1.0, 0.4, 0.1), "high": response(2.0, 0.4, -0.2)}
    given = {"low": {"u": 1.0}, "high": {"u": 2.0}}
    found = model.fit(data, ["k"], local=["offset"], given=given, rtol=1e-9)

    assert list(found.values) == ["k", "offset/low", "offset/high"]
    assert list(found.values.values()) == pytest.approx([0.4, 0.1, -0.2], rel=1e-6)
    assert [run["u"] if "u" in run.names else run.provenance.options.parameters["u"] for run in found.runs] == [1, 2]
    assert [curve.label for curve in found.plot().areas[0].curves] == [
        "y/low",
        "measured/low",
        "y/high",
        "measured/high",
    ]
    listed = model.fit(list(data.values()), ["k"], local={"offset": 0.1}, given=list(given.values()), rtol=1e-9)
    assert list(listed.values.values()) == pytest.approx(list(found.values.values()), rel=1e-6)
    assert listed.band("y", experiment="2").values[-1] == pytest.approx(data["high"]["y"][-1], rel=1e-5)
    start = model.fit(response(0.0, 0.4, 0.0) | {"y": 3.0 * np.exp(-0.4 * TIMES)}, ["k"], given={"x": 3.0})
    assert start["k"] == pytest.approx(0.4, rel=1e-5)


@pytest.mark.slow
def test_several_starts_leave_the_wrong_valley() -> None:
    times = np.linspace(0.0, 10.0, 41)
    data = {"t": times, "x": np.cos(3.0 * times) + 0.01 * np.random.default_rng(0).standard_normal(41)}
    model = simnon.load(WAVE)
    single = model.fit(data, ["w"], bounds={"w": (0.5, 6.0)})
    found = model.fit(data, ["w"], bounds={"w": (0.5, 6.0)}, starts=16)

    assert abs(single["w"] - 3.0) > 0.5
    assert found["w"] == pytest.approx(3.0, abs=0.01)
    assert len(found.starts) == 16
    assert found.starts[0].found["w"] == pytest.approx(found["w"], rel=1e-4)
    assert [each.loss for each in found.starts] == sorted(each.loss for each in found.starts)
    assert "starts led here" in found.report()
    assert "the next best minimum: w" in found.report()


def test_of_two_equal_minima_that_near_the_first_guess_is_kept_and_the_other_named() -> None:
    times = np.linspace(0.0, 6.0, 13)
    data = {"t": times, "x": np.cos(2.0 * times) + 0.01 * np.sin(9.0 * times)}
    found = simnon.load(WAVE).fit(data, {"w": -1.8}, bounds={"w": (-2.2, 2.2)}, starts=8)

    assert found["w"] == pytest.approx(-2.0, abs=0.02)
    assert "another minimum is as close: w 2" in found.report()


@pytest.mark.slow
def test_lanes_give_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    times = np.linspace(0.0, 10.0, 41) ** 2 / 10.0
    data = {"t": times, "x": np.cos(3.0 * times)}
    model = simnon.load(WAVE)
    alone = model.fit(data, ["w", "x"], bounds={"w": (0.5, 6.0), "x": (0.5, 2.0)}, starts=9)
    monkeypatch.setattr(residuals, "SECONDS_TO_COMPILE", 0.0)
    lanes = model.fit(data, ["w", "x"], bounds={"w": (0.5, 6.0), "x": (0.5, 2.0)}, starts=9)

    assert lanes.starts == alone.starts
    assert lanes.values == alone.values
    assert lanes.source is not None
    assert lanes.source._plans


def test_what_the_data_do_not_determine_has_no_interval_and_no_band() -> None:
    data = {"t": np.arange(6.0), "x": np.exp(-0.8 * np.arange(6.0)) + 0.01 * np.cos(np.arange(6.0) * 9)}
    fit = simnon.load(PRODUCT).fit(data, ["p", "q"])

    profile = fit.profile("p")
    assert profile.high == np.inf
    assert profile.others["q"][-1] * profile.values[-1] == pytest.approx(fit["p"] * fit["q"], rel=1e-3)
    assert fit.errors["p"] == np.inf
    assert np.isfinite(fit.band("x").errors).all()
    assert fit.band("z").errors[-1] == np.inf


def test_a_robust_loss_finds_the_scale_of_small_residuals_itself() -> None:
    data = noisy_line(noise=0.003)
    data = {**data, "x": data["x"] * 1e-3}
    data["x"][[2, 5]] += 1e-3
    model = simnon.load(LINE)
    errors = {loss: abs(model.fit(data, ["a", "x"], loss=loss)["a"] - 0.7e-3) for loss in ("linear", "huber", "cauchy")}

    assert max(errors["huber"], errors["cauchy"]) < 0.2 * errors["linear"]


def test_as_many_values_as_parameters_leave_no_errors() -> None:
    fit = simnon.load(LINE).fit({"t": [1.0, 2.0], "x": [1.0, 3.0]}, ["a", "x"])

    assert np.isnan(fit.errors["a"])
    assert "scatter is unknown" in fit.notes[0]
    with pytest.raises(UserError, match="no scatter"):
        fit.profile("a")
    assert fit.plot().areas[0].curves[0].label == "x"


def test_a_fit_can_be_pickled_and_then_runs_nothing() -> None:
    fit = simnon.load(LINE).fit(noisy_line(), ["a", "x"])
    copy = pickle.loads(pickle.dumps(fit))  # noqa: S301

    assert copy == fit
    assert copy.report() == fit.report()
    assert copy.plot().areas[0].bands == ()
    with pytest.raises(UserError, match="from elsewhere"):
        copy.profile("a")


def test_parquet_files_with_gaps_are_data(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    data = noisy_line()
    data["x"][3] = np.nan
    pq.write_table(pa.table(data), tmp_path / "line.parquet")
    fit = simnon.load(LINE).fit(tmp_path / "line.parquet", ["a", "x"], rtol=1e-9)
    keep = np.isfinite(data["x"])

    assert len(fit.residuals) == len(TIMES) - 1
    assert fit["a"] == pytest.approx(np.polyfit(TIMES[keep], data["x"][keep], 1)[0], rel=1e-6)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"starts": 4}, "several starts need bounds of a, x"),
        ({"starts": 0}, "from 1"),
        ({"local": ["c"]}, "there is one experiment"),
        ({"given": [{"c": 1}, {"c": 2}]}, "values for 2 experiments, there are 1"),
        ({"given": {"2": {"c": 1}}}, "no experiment '2'"),
        ({"sigma": {"twice": 1.0}}, "was not measured"),
        ({"parameters": ["dx"]}, "neither a parameter nor a state"),
    ],
)
def test_bad_settings_are_explained(settings: dict[str, object], why: str) -> None:
    with pytest.raises(UserError, match=why):
        simnon.load(LINE).fit(**{"data": noisy_line(), "parameters": ["a", "x"], **settings})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda fit: fit.profile("b"), "was not fitted"),
        (lambda fit: fit.profile("a", level=95), "between 0 and 1"),
        (lambda fit: fit.band("a"), "does not change"),
        (lambda fit: fit.band("twice", measurements=True), "was not measured"),
        (lambda fit: fit.band("x", experiment="5"), "no experiment '5'"),
        (lambda fit: fit.plot(level=2), "between 0 and 1"),
    ],
)
def test_wrong_requests_to_a_fit_are_explained(ask: object, why: str) -> None:
    fit = simnon.load(LINE).fit(noisy_line(), ["a", "x"])
    with pytest.raises(UserError, match=why):
        ask(fit)  # type: ignore[operator]


def test_sigma_of_some_variables_alone_is_refused() -> None:
    data = noisy_line() | {"twice": 2 * noisy_line()["x"]}
    with pytest.raises(UserError, match="sigma is missing for twice"):
        simnon.load(LINE).fit(data, ["a", "x"], sigma={"x": 0.1})


def test_a_great_many_values_need_no_square_matrix_of_their_number() -> None:
    """Of 40,000 values that would be one of 12 GB."""
    times = np.linspace(0.0, 5.0, 40_000)
    noise = 0.01 * np.random.default_rng(3).standard_normal(len(times))
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -k*x\nk: 0.8\nx: 1\nEND\n")
    found = model.fit({"t": times, "x": np.exp(-0.5 * times) + noise}, ["k"])

    slopes = -times * np.exp(-found.values["k"] * times)
    assert found.errors["k"] == pytest.approx(0.01 / np.sqrt(slopes @ slopes), rel=0.02)


def test_each_value_can_have_its_own_standard_deviation(tmp_path: Path) -> None:
    """A straight line through the origin: k is the mean of y/t, weighted by (t/sigma)^2."""
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE y\nDER dy\ndy = k\nk: 1\nEND\n")
    t, sigma = np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.1, 0.4, 0.2, np.nan])
    y = np.array([2.1, 3.5, 6.2, np.nan])
    (tmp_path / "data.csv").write_text("t,y,sigma(y)\n1,2.1,0.1\n2,3.5,0.4\n3,6.2,0.2\n4,,\n")
    weights = (t / sigma)[:3] ** 2

    for data in ({"t": t, "y": y, "sigma(y)": sigma}, tmp_path / "data.csv"):
        found = model.fit(data, ["k"], rtol=1e-9)
        assert found.values["k"] == pytest.approx(np.sum(weights * y[:3] / t[:3]) / weights.sum(), rel=1e-8)
        assert found.errors["k"] == pytest.approx(weights.sum() ** -0.5, rel=1e-6)


@pytest.mark.parametrize(
    ("columns", "settings", "why"),
    [
        ({"sigma(y)": [0.1, 0.0]}, {}, r"sigma\(y\) is not positive everywhere"),
        ({"sigma(dy)": [0.1, 0.1]}, {}, r"sigma\(dy\) is there, but no column dy"),
        ({"sigma(y)": [0.1, 0.1]}, {"sigma": {"y": 1}}, "a column of the data too"),
        ({"sigma(y)": [0.1, 0.1], "dy": [1, 1]}, {}, "sigma is missing for dy"),
    ],
)
def test_wrong_standard_deviations_are_explained(
    columns: dict[str, list[float]], settings: dict[str, object], why: str
) -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE y\nDER dy\ndy = k\nk: 1\nEND\n")
    with pytest.raises(UserError, match=why):
        model.fit({"t": [1, 2], "y": [1.0, 2.0], **columns}, ["k"], **settings)  # type: ignore[arg-type]
