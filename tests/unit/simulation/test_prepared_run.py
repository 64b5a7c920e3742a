"""Prepared runs: every run is as if it were the first, whatever ran before, and keeps its own numbers."""

import numpy as np
import pytest

import simnon
from benchmarks.models import BALL, VDPOL
from simnon import Model
from simnon.kernels import METHODS
from simnon.simulation import RunOptions, prepared_run
from simnon.simulation.run_buffers import begin, make_run_buffers
from tests.answers.running import loaded

STIFF = {"method": "rodas5p", "rtol": 1e-7}


def bits(model: Model, **options: object) -> tuple[bytes, ...]:
    run = model.simulate(0, 5, **options)  # type: ignore[arg-type]
    return (run.t.tobytes(), *(column.tobytes() for column in run.columns.values()))


@pytest.mark.parametrize("text", [BALL, VDPOL])
def test_a_run_is_the_same_whatever_ran_before(text: str) -> None:
    name = "h" if text is BALL else "x"
    settings: list[dict[str, object]] = [{}, {"initial": {name: 2.5}}, {"store": [name]}, {"spacing": 0.5}, STIFF]
    expected = [bits(simnon.load(text), **each) for each in settings]
    model = simnon.load(text)

    for _ in range(2):
        assert [bits(model, **each) for each in settings] == expected


def test_two_runs_that_take_turns_do_not_disturb_each_other() -> None:
    model = loaded(BALL)
    alone = model.simulate(0, 6)
    one, other = model.begin(0, 6), model.begin(0, 6)
    for time in (1.0, 2.5, 6.0):
        one.advance_to(time)
        other.trajectory()
        other.advance_to(time)

    assert one.trajectory().final == other.trajectory().final
    assert one["h"] == pytest.approx(alone.final["h"], abs=1e-6)


def test_buffers_equal_those_of_a_run_that_was_not_prepared() -> None:
    simulator = loaded(BALL)._simulator
    options = simulator.options(0, 5, spacing=0.5)
    simulator.run(options)
    prepared = simulator._prepared.find(options, lambda: simulator._prepare(options))
    buffers = prepared.buffers(options)
    new = make_run_buffers(
        simulator.layout, simulator.start_values(options), prepared.stored.slots, METHODS["dopri5"], ()
    )
    begin(new, simulator.layout, options, METHODS["dopri5"])

    for own, expected in zip(buffers.arrays()[:5], new.arrays()[:5], strict=True):
        assert np.array_equal(own, expected)
    assert [len(buffers.record), len(buffers.log)] == [len(new.record), len(new.log)]


def test_the_number_of_prepared_runs_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared_run, "MOST_KEPT", 2)
    model = simnon.load(BALL)
    for stop in (1.0, 2.0, 3.0):
        for store in (["h"], ["v"], ["h", "v"]):
            model.simulate(0, stop, store=store)

    runs = model._simulator._prepared._by_key
    assert len(runs) <= 2
    assert all(len(each._begun) <= 2 for each in runs.values())


def test_only_the_first_run_reports_the_time_of_compiling() -> None:
    model = simnon.load(VDPOL)
    first, second = model.simulate(0, 1), model.simulate(0, 1)

    assert first.statistics.compile_seconds > 0.0
    assert second.statistics.compile_seconds == 0.0


def test_options_with_lists_are_prepared_too() -> None:
    simulator = loaded(VDPOL)._simulator
    options = RunOptions(0.0, 1.0, store=["x"], times=[0.5, 1.0], atol={"x": 1e-8})

    assert simulator.run(options)["x"].tobytes() == simulator.run(options)["x"].tobytes()
    assert list(simulator.run(options).columns) == ["x"]
