"""What studies request of runs: destinations, counted events, in lanes as in single runs."""

from dataclasses import replace

import numpy as np
import pytest

from simnon.compiler import Counter, Watch, compile_model
from simnon.languages import read_expression
from simnon.simulation import ARRIVED, STOPS, Destination, MemberOutputs, RunOptions, Simulator, Watching, run_members

PLANE = """CONTINUOUS SYSTEM plane
STATE x y
DER dx dy
dx = y
dy = -x - 0.1*y
x: 1
END
"""
NEAR = Watching(destinations=(Destination((5.0, 0.0), (1.0, 1.0)), Destination((0.0, 0.0), (100.0, 100.0))))


def test_a_run_ends_after_the_first_step_that_comes_near_a_destination() -> None:
    model = Simulator.of(compile_model(PLANE))
    run = model.begin(replace(model.options(0, 100), watching=NEAR))

    stop = run.resume()

    radii = np.hypot(*run.record.rows()[:, 1:3].T)
    assert (stop.code, run.buffers.control.culprit) == (ARRIVED, 1)
    assert radii[-1] < 0.1 <= radii[-2]


@pytest.mark.slow
def test_members_arrive_as_single_runs_do() -> None:
    model = Simulator.of(compile_model(PLANE))
    starts = np.array([[1.0], [2.0], [0.05]])
    options = replace(model.options(0, 100), watching=NEAR)

    found = run_members(model, starts, ["x"], options, MemberOutputs(final=("x", "y")))

    for row, start in enumerate(starts[:, 0].tolist()):
        run = model.begin(replace(options, initial={"x": start}, store=()))
        stop = run.resume()
        assert (STOPS[found.stops[row]], found.culprits[row]) == (ARRIVED, 1)
        assert found.times[row] == stop.time
        assert [found.final[name][row] for name in ("x", "y")] == run.buffers.states.tolist()


def test_only_counted_events_are_recorded_if_a_counter_is_watched() -> None:
    plain = Simulator.of(compile_model(PLANE))
    counter = Counter("crossings", (read_expression("x < 0"),))
    model = plain.watched(Watch(counters=(counter,)))
    options = RunOptions(0.0, 30.0, store=("x", "crossings"), watching=Watching(counter="crossings"))

    rows = model.run(options)

    assert rows["crossings"].tolist() == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert np.abs(rows["x"]).max() < 1e-9
    keep = MemberOutputs(curves=("x", "crossings"), rows=7)
    members = run_members(model, np.array([[1.0], [1.0]]), ["x"], replace(options, store=()), keep)
    assert members.curve_times[0, :5].tolist() == rows.t.tolist()
    assert np.isnan(members.curve_times[:, 5:]).all()
