"""Runs: statistics, progress, events, and continuation."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

import simnon
from simnon.compiler import MethodCode
from simnon.simulation import RunKeywords, Simulator, StopKind, prepared_run
from simnon.simulation import run as runs
from simnon.source import UserError, resources
from simnon.targets.llvm import CompiledRun

OSCILLATOR = simnon.load("CONTINUOUS SYSTEM s\nSTATE x y\nDER dx dy\ndx = y\ndy = -x\nx: 1\nEND\n")
CLOCKED = simnon.load(
    "CONTINUOUS SYSTEM ramp\nSTATE x\nDER dx\ndx = 1\nWHEN x > 0.95\n  x = 0\nEND\nEND\n"
    "DISCRETE SYSTEM d\nINPUT u\nOUTPUT y\nTIME t\nTSAMP ts\ny = u\nts = t + 0.5\nEND\n"
    "CONNECTING SYSTEM c\nu[d] = x[ramp]\nEND\n"
)


def test_compiling_for_a_run_is_timed_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock advances only when something is compiled: at the start, and where the run begins to slide."""
    clock = [0.0]
    compile_code = Simulator._code

    def compiled(model: Simulator, method: str, *, slides: bool = False) -> MethodCode:
        clock[0] += 100.0
        return compile_code(model, method, slides=slides)

    monkeypatch.setattr(Simulator, "_code", compiled)
    for module in (runs, prepared_run):
        monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = 0.5 - SIGN(x)\nx: 1\nEND\n"

    statistics = simnon.load(text).simulate(0, 4).statistics

    assert statistics.compile_seconds == clock[0] >= 200
    assert statistics.seconds == 0


def test_statistics_count_what_was_done() -> None:
    found = CLOCKED.simulate(0, 3)

    assert found.statistics.method == "dopri5"
    assert found.statistics.samples == 7
    assert found.statistics.steps > 0
    assert found.statistics.evaluations >= 6 * (found.statistics.steps - found.statistics.rejected)
    assert found.statistics.seconds > 0


def test_rejected_steps_are_counted() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x y\nDER dx dy\ndx = y\ndy = 10*(1 - x^2)*y - x\nx: 2\nEND\n"
    found = simnon.load(text).simulate(0, 20)

    assert 0 < found.statistics.rejected < found.statistics.steps


def test_the_time_of_progress_never_decreases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "FIRST_BUDGET", 3.0)
    monkeypatch.setattr(runs, "SECONDS_BETWEEN_REPORTS", 0.0)
    times: list[float] = []
    OSCILLATOR.simulate(0, 20, progress=times.append)

    assert times == sorted(times)
    assert len(times) > 20


def test_an_error_of_the_progress_report_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "FIRST_BUDGET", 3.0)

    def fail(_time: float) -> None:
        raise RuntimeError("the window is gone")

    with pytest.raises(RuntimeError, match="the window is gone"):
        OSCILLATOR.simulate(0, 20, progress=fail)


def test_a_finished_run_continues_to_a_later_end() -> None:
    half = OSCILLATOR.simulate(0, 3, rtol=1e-9)
    whole = OSCILLATOR.resume(half, 7)

    assert (half.t[-1], whole.t[-1]) == (3, 7)
    assert whole.final["x"] == pytest.approx(math.cos(7), abs=1e-7)
    assert np.array_equal(whole.t[: len(half)], half.t)


@pytest.mark.parametrize("stop", [2.0, math.nan, math.inf])
def test_a_run_does_not_continue_to_an_invalid_end(stop: float) -> None:
    half = OSCILLATOR.simulate(0, 3)

    with pytest.raises(UserError) as caught:
        OSCILLATOR.resume(half, stop)
    assert caught.value.code == "bad-option"
    assert OSCILLATOR.resume(half, 4).stop.time == 4


def test_every_event_is_counted_once() -> None:
    text = (
        "CONTINUOUS SYSTEM ball\nSTATE h v\nDER dh dv\ndh = v\ndv = -9.81\n"
        "WHEN h < 0\n  v = -0.7*PRE(v)\n  n = PRE(n) + 1\nEND\nSTOP WHEN n > 9\nh: 2\nEND\n"
    )
    found = simnon.load(text).simulate(0, 10)

    assert found.statistics.events == 10
    assert {entry.time for entry in found.events} <= set(found.t)


def test_a_run_that_stopped_at_a_condition_continues_after_it() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = 1\nSTOP WHEN x > 1 'one'\nEND\n")
    first = model.simulate(0, 5)
    second = model.resume(first)

    assert (first.stop.message, second.stop.kind) == ("one", StopKind.END)
    assert second.final["x"] == pytest.approx(5)


def test_a_trajectory_from_a_file_cannot_be_continued(tmp_path: object) -> None:
    path = f"{tmp_path}/run.csv"
    OSCILLATOR.simulate(0, 1).write(path)

    with pytest.raises(UserError) as caught:
        OSCILLATOR.resume(simnon.simulation.read_trajectory(path))
    assert caught.value.code == "cannot-continue"


def test_parameters_of_one_run_do_not_affect_the_next() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = k\nk: 1\nEND\n")

    finals = [model.simulate(0, 1, parameters=given).final["x"] for given in ({}, {"k": 5}, {})]
    assert finals == pytest.approx([1, 5, 1])


def test_only_requested_variables_are_stored() -> None:
    found = CLOCKED.simulate(0, 1, store=["y", "X"])

    assert list(found.columns) == ["y[d]", "x[ramp]"]
    assert set(found.final) > {"x[ramp]", "y[d]", "u[d]", "ts[d]"}


def test_the_provenance_reproduces_the_run() -> None:
    found = CLOCKED.simulate(0, 1, initial={"x": 0.5}, seed=3, rtol=1e-5)
    provenance = found.provenance

    assert provenance.options.initial == {"x[ramp]": 0.5}
    assert (provenance.options.seed, provenance.options.rtol) == (3, 1e-5)
    assert all(len(digest) == 64 for digest in provenance.sources.values())
    assert provenance.version
    assert provenance.machine


def test_an_event_table_too_long_for_its_buffer_is_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [(entry.time, entry.name) for entry in CLOCKED.simulate(0, 50).events]
    monkeypatch.setattr("simnon.simulation.run_buffers.LOG_ENTRIES_AT_A_TIME", 2)

    assert [(entry.time, entry.name) for entry in CLOCKED.simulate(0, 50).events] == expected
    assert len(expected) == 3 * 52


@pytest.mark.slow
def test_compilation_can_be_finished_before_benchmarking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simnon.targets.llvm.run_code.kept_objects", lambda _name: None)
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nx: 1\nEND\n")
    first = model.simulate(0, 5)
    model.finish_compiling()

    (code,) = model._simulator._code_of_method.values()
    assert isinstance(code.run, CompiledRun)
    assert code.run.make_specialised is None
    assert model.simulate(0, 5).final == first.final


def test_a_run_that_keeps_filling_its_record_still_reports_progress() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x y\nDER dx dy\ndx = y\ndy = -1E12*x\nx: 1\nEND\n")
    run = model._simulator.begin(model._simulator.options(0, 1e6, method="dopri5"))

    reports = 0
    while len(run.record.rows()) < 500_000:
        assert run.advance() is None
        reports += 1
    assert reports > 2


def test_a_single_step_that_fills_the_record_many_times_reports_progress() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = 1\nEND\n")
    run = model._simulator.begin(model._simulator.options(0, 1, spacing=1e-8))

    assert run.advance() is None
    assert run.interrupted().kind is simnon.StopKind.USER
    assert 0 < len(run.record.rows()) < 10**8


def test_a_run_whose_record_does_not_fit_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = 1\nEND\n")
    monkeypatch.setattr(resources, "disk_free", lambda _: 2**30)
    run = model.simulate(0, 1)

    asked: tuple[RunKeywords, ...] = (
        {"spacing": 1e-11},
        {"method": "rk4", "step": 1e-11},
        {"points": 10**9},
    )
    for options in asked:
        with pytest.raises(UserError, match=r"the record of the run would need .* where 1\.07 GB is free"):
            model.begin(0, 1, **options)
    assert model.resume(run, 2).t[-1] == 2.0


def test_a_run_that_cannot_finish_reports_why_without_an_exception() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x y\nDER dx dy\ndx = y\ndy = -x\nx: 1\nEND\n")

    assert "more steps than can be counted" in model.simulate(0, 1e308).stop.message


@pytest.mark.parametrize(("option", "method"), [("step", "rk4"), ("spacing", "auto")])
def test_indistinguishable_times_are_rejected(option: str, method: str) -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = 1\nEND\n")

    for start, length in ((0.0, 1e-320), (1e9, 1e-12)):
        with pytest.raises(UserError, match=f"{option} is .* too small to tell times"):
            model.begin(start, start + 1, method=method, **{option: length})  # type: ignore[arg-type]
