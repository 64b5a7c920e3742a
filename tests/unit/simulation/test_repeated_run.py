"""RepeatedRun: the rows of single runs, bit for bit, whatever happens in them."""

import numpy as np
import pytest

from simnon.compiler import compile_model
from simnon.program import Array
from simnon.simulation import RepeatedRun, Run, Simulator, StopKind
from simnon.source import UserError

DECAY = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -k*x\nk: 1\nx: 1\nEND\n"
BALL = """CONTINUOUS SYSTEM s
STATE x v
DER dx dv
dx = v
dv = -k
WHEN x < 0
  v = -0.8*PRE(v)
END
k: 9.81
x: 1
END
"""
DELAYED = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -k*DELAY(x, 0.5)\nk: 1\nx: 1\nEND\n"
LOOP = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ny = x - 0.5*SIN(k*y)\ndx = -y\nk: 1\nx: 1\nEND\n"
SAMPLED = "DISCRETE SYSTEM s\nSTATE x\nNEW nx\nTIME t\nTSAMP ts\nnx = k*x*(1 - x)\nts = t + 0.1\nk: 3\nx: 0.3\nEND\n"
STIFF = """CONTINUOUS SYSTEM s
STATE x y
DER dx dy
dx = y
dy = 1000*k*(1 - x^2)*y - x
k: 1
x: 2
END
"""
CHATTERING = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = IF x > 0 THEN -k ELSE 1\nk: 1\nx: 1\nEND\n"
FUNCTION_OF_SIGN = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -k*x\nminus = -x\nk: 1\nx: 1\nEND\n"
TEXTS = {
    "plain": DECAY,
    "events": BALL,
    "delays": DELAYED,
    "an algebraic loop": LOOP,
    "samples": SAMPLED,
    "another method": STIFF,
    "sliding": CHATTERING,
    "negated slots": FUNCTION_OF_SIGN,
}


def simulator(text: str) -> Simulator:
    return Simulator.of(compile_model(text))


def rows_of(run: RepeatedRun, k: float, x: float) -> Array:
    rows, stop = run.at([k, x])
    assert stop is None
    return rows


CASES = [(kind, "llvm") for kind in TEXTS] + [(kind, "interpreter") for kind in TEXTS if kind != "another method"]


@pytest.mark.parametrize(("kind", "target"), CASES)
def test_runs_are_those_of_the_model_bit_for_bit(kind: str, target: str) -> None:
    model = simulator(TEXTS[kind])
    options = model.options(0, 3, times=[0.0, 0.4, 1.0, 2.5, 3.0], target=target)
    repeated = RepeatedRun(model, options, ["k", "x"])
    for k, x in ((1.0, 0.5), (2.0, 0.7), (1.0, 0.5)):
        run = model.run(model.options(0, 3, times=options.times, target=target, parameters={"k": k}, initial={"x": x}))
        expected = np.column_stack((run.t, *run.columns.values()))

        assert rows_of(repeated, k, x).tobytes() == expected.tobytes()


def test_a_long_run_is_not_cut_off() -> None:
    model = simulator(DECAY.replace("-k*x", "-k*x + COS(100*x)"))
    options = model.options(0, 500, times=[1.0, 500.0], method="rk4", step=0.001)
    run = model.run(model.options(0, 500, times=[1.0, 500.0], method="rk4", step=0.001, parameters={"k": 2}))

    assert run.statistics.steps > 200_000
    assert RepeatedRun(model, options, ["k"]).at([2.0])[0][:, 1].tolist() == run["x"].tolist()


def test_a_record_that_does_not_fit_into_one_buffer_is_whole() -> None:
    model = simulator(DECAY)
    times = np.linspace(0.0, 1.0, 9000).tolist()
    rows, stop = RepeatedRun(model, model.options(0, 1, times=times), ["k"]).at([1.0])

    assert stop is None
    assert rows[:, 0].tolist() == times


def test_many_events_do_not_fill_the_log() -> None:
    model = simulator(SAMPLED)
    options = model.options(0, 2000, times=[2000.0])
    run = model.run(model.options(0, 2000, times=[2000.0], parameters={"k": 3.7}))

    assert RepeatedRun(model, options, ["k"]).at([3.7])[0][-1, 1] == run["x"][-1]


def test_values_that_do_not_meet_a_requirement_are_refused() -> None:
    model = simulator(DECAY.replace("k: 1", "REQUIRE k > 0\nk: 1"))
    repeated = RepeatedRun(model, model.options(0, 1, times=[1.0]), ["k"])
    for _ in range(2):
        assert repeated.at([1.0])[0][0, 1] == pytest.approx(np.exp(-1.0), rel=1e-4)
        with pytest.raises(UserError, match="REQUIRE"):
            repeated.at([-1.0])


def test_an_interrupt_is_not_taken_for_a_run_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search would go on with other values."""
    model = simulator(STIFF)
    repeated = RepeatedRun(model, model.options(0, 3000, times=[3000.0]), ["k"])

    def interrupt(run: Run) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "_status", interrupt)
    with pytest.raises(KeyboardInterrupt):
        repeated.at([1.0])


def test_a_run_that_fails_reports_why() -> None:
    model = simulator(DECAY.replace("-k*x", "k*x*x"))
    repeated = RepeatedRun(model, model.options(0, 2, times=[2.0]), ["k"])
    assert repeated.at([0.1])[1] is None
    _, stop = repeated.at([1.0])

    assert stop is not None
    assert stop.kind is StopKind.FAILURE
    assert repeated.at([0.1])[1] is None


def test_a_condition_that_ends_the_run_is_reported() -> None:
    model = simulator(DECAY.replace("k: 1", "STOP WHEN x < 0.5\nk: 1"))
    rows, stop = RepeatedRun(model, model.options(0, 2, times=[0.1, 2.0]), ["k"]).at([1.0])

    assert stop is not None
    assert stop.kind is StopKind.CONDITION
    assert rows[0, 0] == 0.1


def test_a_recorded_number_that_is_not_finite_is_explained() -> None:
    model = simulator(DECAY.replace("k: 1", "y = LN(x - k)\nk: 1"))
    _, stop = RepeatedRun(model, model.options(0, 2, times=[2.0], store=["y"]), ["k"]).at([1.0])

    assert stop is not None
    assert "y" in stop.message or "LN" in stop.message
