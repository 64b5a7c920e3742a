"""sweep and sample: many runs equal as many single runs, to the last bit."""

import math
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon import Model, UserError, load
from simnon.simulation import Reduction, Trajectory, reduce_rows
from simnon.source import resources
from simnon.studies import Ensemble, Threads, grid_design, leave, normal, uniform, zipped_design
from tests.examples import examples
from tests.unit.studies.models import BALL, ESCAPE, NOISY, OSCILLATOR, STIFF

KEPT = ["final(x)", "min(x)", "max(v)", "mean(x)", "integral(v)", "at(x, 2)", "when(x < 0)", "ever(v > 0.5)"]


@pytest.fixture(scope="module")
def oscillator() -> Model:
    return load(OSCILLATOR)


def rows_of(run: Trajectory) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.column_stack([run.t, *run.columns.values()])


def same(one: np.ndarray[tuple[int, ...], np.dtype[np.float64]], other: object) -> bool:
    return np.array_equal(one, np.asarray(other), equal_nan=True)


def test_a_grid_is_a_loop_of_single_runs(oscillator: Model) -> None:
    damping, start = [0.1, 0.5, 2.0], [1.0, -1.0]
    ensemble = oscillator.sweep({"d": damping, "x": start}, 0, 10, keep=KEPT)

    assert ensemble["final(x)"].shape == (3, 2)
    for i, d in enumerate(damping):
        for k, x in enumerate(start):
            run = oscillator.simulate(0, 10, parameters={"d": d}, initial={"x": x}, store=["x", "v"], points=100)
            assert ensemble["final(x)"][i, k] == run.final["x"]
            reductions = [
                Reduction("min", "x"),
                Reduction("max", "v"),
                Reduction("mean", "x"),
                Reduction("integral", "v"),
                Reduction("at", "x", 2.0),
                Reduction("when", "x", 0.0, "<"),
                Reduction("ever", "v", 0.5, ">"),
            ]
            expected = reduce_rows(rows_of(run), ["x", "v"], reductions)
            for reduction, value in zip(reductions, expected, strict=True):
                assert same(ensemble[reduction.label][i, k], value), reduction.label


@examples(15)
@given(
    st.lists(st.floats(-2, 2), min_size=1, max_size=5),
    st.lists(st.floats(0.01, 3), min_size=1, max_size=4),
    st.sampled_from(["auto", "dopri5", "rk4"]),
)
def test_whatever_the_values_each_member_is_its_single_run(
    starts: list[float], stiffness: list[float], method: str
) -> None:
    model = load(OSCILLATOR)
    ensemble = model.sweep({"k": stiffness, "x": starts}, 0, 5, keep=["x", "final(v)"], spacing=0.5, method=method)

    for i, k in enumerate(stiffness):
        for j, x in enumerate(starts):
            run = model.simulate(0, 5, parameters={"k": k}, initial={"x": x}, spacing=0.5, method=method)
            assert same(ensemble["x"][i, j], run["x"])
            assert ensemble["final(v)"][i, j] == run.final["v"]


def test_lists_in_parallel(oscillator: Model) -> None:
    ensemble = oscillator.sweep({"d": [0.1, 0.2], "k": [1.0, 4.0]}, 0, 1, zipped=True)

    run = oscillator.simulate(0, 1, parameters={"d": 0.2, "k": 4.0})
    assert ensemble["final(x)"].tolist()[1] == run.final["x"]
    assert ensemble.dataset["k"].dims == ("member",)


def test_values_that_are_not_swept_can_be_given_for_all(oscillator: Model) -> None:
    ensemble = oscillator.sweep({"d": [0.1]}, 0, 1, parameters={"k": 9.0}, initial={"v": 2.0})

    run = oscillator.simulate(0, 1, parameters={"d": 0.1, "k": 9.0}, initial={"v": 2.0})
    assert ensemble["final(x)"][0] == run.final["x"]


@pytest.mark.slow
def test_events_are_those_of_single_runs() -> None:
    model = load(BALL)
    restitution = np.linspace(0.8, 0.95, 11)
    ensemble = model.sweep({"e": restitution}, 0, 2.5, keep=["max(v)", "when(v > 0)", "final(h)"])

    for i, e in enumerate(restitution.tolist()):
        run = model.simulate(0, 2.5, parameters={"e": e}, points=100)
        assert ensemble["max(v)"][i] == run["v"].max()
        assert ensemble["final(h)"][i] == run.final["h"]
    assert ensemble["when(v > 0)"] == pytest.approx(math.sqrt(2 / 9.81))


@pytest.mark.slow
def test_a_stop_condition_is_recorded_with_its_message() -> None:
    ensemble = load(BALL).sweep({"e": [0.85, 0.9]}, 0, 10)

    assert ensemble.stops.tolist() == ["stop-condition", "stop-condition"]
    assert "enough" in ensemble.messages["stop-condition"]
    assert ensemble.dataset["stop_time"].to_numpy() == pytest.approx(3.0)


def test_a_member_that_fails_does_not_disturb_the_others() -> None:
    model = load(ESCAPE)
    ensemble = model.sweep({"a": [0.1, 5.0, -1.0, 0.5]}, 0, 1, keep=["final(x)", "max(x)"])

    assert ensemble.stops.tolist() == ["end", "step-too-small", "end", "end"]
    assert np.isnan(ensemble["final(x)"][1])
    assert np.isnan(ensemble["max(x)"][1])
    assert ensemble["final(x)"][3] == model.simulate(0, 1, parameters={"a": 0.5}).final["x"]
    assert "member 1" in ensemble.messages["step-too-small"]


def test_stiff_members_change_their_method_as_single_runs_do() -> None:
    model = load(STIFF)
    ensemble = model.sweep({"mu": [1.0, 100.0, 500.0]}, 0, 20)

    for i, mu in enumerate((1.0, 100.0, 500.0)):
        assert ensemble["final(y)"][i] == model.simulate(0, 20, parameters={"mu": mu}).final["y"]


def test_each_member_has_its_own_noise() -> None:
    model = load(NOISY)
    ensemble = model.sweep({"a": [1.0, 1.0, 1.0]}, 0, 10, keep="final(s)", seed=7)

    expected = [model.simulate(0, 10, seed=7 + i).final["s"] for i in range(3)]
    assert ensemble["final(s)"].tolist() == expected
    assert len(set(expected)) == 3


def test_a_sample_can_be_drawn_again(oscillator: Model) -> None:
    distributions = {"d": normal(0.5, 0.1), "x": uniform(-1, 1)}
    for design in ("random", "latin", "sobol"):
        first, second, other = (
            oscillator.sample(distributions, 0, 1, count=20, design=design, seed=seed) for seed in (1, 1, 2)
        )
        assert same(first["final(x)"], second["final(x)"])
        assert not same(first["final(x)"], other["final(x)"])


def test_everything_is_kept_as_it_was_recorded() -> None:
    model = load(BALL)
    ensemble = model.sweep({"e": [0.5, 0.9]}, 0, 1, keep="all")

    run = model.simulate(0, 1, parameters={"e": 0.9})
    assert same(ensemble.results.stored.records[1], rows_of(run))
    assert ensemble.dataset["h"].dims == ("e", "record")


def member_by_member(ensemble: Ensemble) -> bytes:
    stored = ensemble.results.stored
    parts = [stored.stops, stored.times, *stored.reduced.values(), *stored.curves.values()]
    return b"".join(np.ascontiguousarray(part).tobytes() for part in parts)


def test_an_interrupted_study_continues_with_the_remaining_members(oscillator: Model) -> None:
    values = {"d": np.linspace(0, 1, 300)}
    whole = oscillator.sweep(values, 0, 5, keep=["max(x)"])
    study = oscillator.study(grid_design(values), 0, 5, keep=["max(x)"])
    going = study.resume(Threads(1))
    next(going)
    going.close()
    left = study.ensemble()

    assert 0 < study.done < 300
    assert not left.is_complete
    assert "not run" in left.summary()
    assert member_by_member(study.finish()) == member_by_member(whole)


def test_leaving_a_study_stores_completed_members_and_stops_the_rest_soon(oscillator: Model) -> None:
    values = {"k": [*32 * [1.0], *32 * [1e12]]}
    study = oscillator.study(zipped_design(values), 0, 1e4, keep=["max(x)"])
    for seconds in (0.2, 1.0, 10.0):  # Enough for the short ones, on a busy machine too.
        going = study.resume(Threads(2))
        started = time.perf_counter()
        while time.perf_counter() - started < seconds:
            next(going)
        leave(going)
        if study.done == 32:
            break

    assert study.is_done.tolist() == 32 * [True] + 32 * [False]
    assert study.ensemble().stops.tolist() == 32 * ["end"] + 32 * ["not-run"]


def test_ctrl_c_ends_a_sweep_with_the_completed_members(oscillator: Model) -> None:
    def interrupt(_done: int) -> None:
        raise KeyboardInterrupt

    ensemble = oscillator.sweep({"d": np.linspace(0, 1, 300)}, 0, 5, progress=interrupt)

    assert not ensemble.is_complete
    assert {"end", "not-run"} >= set(ensemble.stops.tolist())


@pytest.mark.parametrize(
    ("keep", "code"),
    [
        ("maximum(x)", "unknown-reduction"),
        ("max(x - v)", "unknown-reduction"),
        ("max(z)", "unknown-variable"),
        ("max(k)", "not-recordable"),
        ("ever(x)", "unknown-reduction"),
        ("at(x)", "unknown-reduction"),
        ("at(x, 0.123)", "bad-option"),
        ("at(x, 11)", "outside-run"),
        ("x", "bad-option"),
    ],
)
def test_an_invalid_keep_is_rejected(oscillator: Model, keep: str, code: str) -> None:
    with pytest.raises(UserError) as error:
        oscillator.sweep({"d": [1.0]}, 0, 10, keep=[keep])
    assert error.value.code == code


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({}, "bad-design"),
        ({"d": []}, "bad-argument"),
        ({"d": [math.nan]}, "bad-argument"),
        ({"q": [1.0]}, "unknown-variable"),
    ],
)
def test_an_invalid_sweep_is_rejected(oscillator: Model, values: dict[str, list[float]], code: str) -> None:
    with pytest.raises(UserError) as error:
        oscillator.sweep(values, 0, 10)
    assert error.value.code == code


def test_lists_of_different_lengths_are_rejected(oscillator: Model) -> None:
    with pytest.raises(UserError, match="the same length"):
        oscillator.sweep({"d": [1.0, 2.0], "k": [1.0]}, 0, 10, zipped=True)


def test_the_summary_reports_numbers_that_no_member_has(oscillator: Model) -> None:
    study = oscillator.study(grid_design({"d": [0.1, 0.2]}), 0, 5, keep=["max(x)", "when(x > 10)"])

    assert study.ensemble().summary().splitlines() == ["2 members: d; a list of values", "  2 not run"]
    *_, most, when = study.finish().summary().splitlines()
    assert most.startswith("max(x)")
    assert when == "when(x > 10)  no member has one"


def test_results_that_do_not_fit_are_rejected_before_the_first_run(
    oscillator: Model, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(resources, "memory_available", lambda: 10**9)
    monkeypatch.setattr(resources, "disk_free", lambda _: 10**9)
    many = np.linspace(0.1, 1.0, 100_000)

    for options, words in (
        ({"keep": ["x"], "spacing": 0.001}, "100,000 members would need 8 GB of memory, but 1 GB is available"),
        ({"keep": ["x"], "spacing": 1e-12}, "100,000 members would need .* of memory"),
        ({"keep": ["x"], "spacing": 0.001, "to": tmp_path / "a.zarr"}, "100,000 members would need 8 GB in "),
    ):
        with pytest.raises(UserError, match=words):
            oscillator.sweep({"d": many}, 0, 10, **options)  # type: ignore[arg-type]
    with pytest.raises(UserError, match="10,000,000,000 members would need"):
        oscillator.sweep({"d": many, "k": many}, 0, 1)
    with pytest.raises(UserError, match="a sample of 1,000,000,000,000 members would need 24 TB of memory"):
        oscillator.sample({"d": uniform(0, 1)}, 0, 1, count=10**12)
    assert list(tmp_path.iterdir()) == []


def test_records_that_will_not_fit_are_rejected_judging_by_the_first(
    oscillator: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simnon.studies.storage.storing.MANY_BYTES", 1000)
    monkeypatch.setattr(resources, "memory_available", lambda: 100_000)

    with pytest.raises(UserError, match=r"the records of .* more members would need"):
        oscillator.sweep({"d": np.linspace(0.1, 1.0, 1000)}, 0, 10, keep="all")
