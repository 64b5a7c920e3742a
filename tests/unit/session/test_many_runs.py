"""SWEEP, SAMPLE, FAN and MAP in the session."""

from pathlib import Path

import numpy as np
import pytest

from simnon import read_ensemble
from simnon.session import Session
from simnon.session.outcome import Advanced, Noted, PageDrawn
from simnon.session.workspace import LAST
from tests.unit.session.sessions import executed, failure, give, new_session, output_of, replies


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return executed(new_session(tmp_path), "SYST OSC", "SIMU 0 5")


def values(session: Session, label: str, name: str = LAST) -> list[float]:
    return session.workspace.study_named(name).ensemble()[label].tolist()  # type: ignore[no-any-return]


def test_a_sweep_is_a_loop_of_simu(session: Session) -> None:
    executed(session, "PAR W: 1", "SWEEP W[1,3,5] MAX(V) FINAL(X)")
    found = values(session, "MAX(V)")
    for i, w in enumerate(np.linspace(1, 3, 5).tolist()):
        executed(session, f"PAR W: {w!r}", "SIMU", "LET HIGH = MAX(V)")
        assert session.workspace.variables["HIGH"] == found[i]
        assert session.workspace.run_named(LAST).final["X"] == values(session, "FINAL(X)")[i]


@pytest.mark.parametrize("setting", ["ERROR 1e-3 1e-3 0.05", "TURN INTERPRETER ON"])
def test_a_sweep_runs_with_all_settings_of_simu(session: Session, setting: str) -> None:
    executed(session, setting, "SIMU 0 1", "SWEEP W[1,2,2] FINAL(X)")
    options = session.workspace.study_named(LAST).job.options
    asked = session.workspace.run_named(LAST).provenance.options

    assert values(session, "FINAL(X)")[0] == session.workspace.run_named(LAST).final["X"]
    assert (options.target, options.largest_step) == (asked.target, asked.largest_step)


def test_values_are_given_as_a_range_a_list_or_by_their_logarithm(session: Session) -> None:
    executed(session, "LET N = 3", "SWEEP W[1,100,N,LOG] X=1, 2 FINAL(X) /both")
    design = session.workspace.study_named("both").design

    assert design.numbers(0, 6)[::2, 0] == pytest.approx([1, 10, 100])
    assert design.numbers(0, 2)[:, 1].tolist() == [1.0, 2.0]


def test_lists_are_taken_in_parallel(session: Session) -> None:
    executed(session, "SWEEP W=1,2 X=3,4 -ZIP")

    assert session.workspace.study_named(LAST).design.numbers(0, 2).tolist() == [[1.0, 3.0], [2.0, 4.0]]


def test_numbers_to_keep_can_be_expressions(session: Session) -> None:
    executed(session, "LET LEVEL = 0.25", "SWEEP W=1,2 WHEN(X < 2*LEVEL) AT(X, LEVEL*10)")

    stored = session.workspace.study_named(LAST).ensemble().results.stored
    assert list(stored.reduced) == ["when(X < 0.5)", "at(X, 2.5)"]


def test_progress_counts_runs_and_ends_with_a_summary(session: Session) -> None:
    outcomes = replies(session, "SWEEP W[1,3,50] MAX(V)")

    last = [outcome for outcome in outcomes if isinstance(outcome, Advanced)][-1]
    assert (last.time, last.stop, last.text) == (50.0, 50.0, "50 of 50 runs")
    assert "50 completed" in output_of(session, "SWEEP W[1,3,50] MAX(V)")


def test_an_interrupted_sweep_continues_with_the_remaining_runs(session: Session) -> None:
    executed(session, "SWEEP W[1,3,20000] MAX(V) /whole")
    going = session.execute("SWEEP W[1,3,20000] MAX(V) /part")
    outcomes = []
    for outcome in going:
        outcomes.append(outcome)
        if isinstance(outcome, Advanced):
            session.interrupt()
    study = session.workspace.study_named("part")

    assert 0 < study.done < 20000
    assert any(isinstance(outcome, Noted) and "SWEEP -CONT" in outcome.text for outcome in outcomes)
    assert "20,000 completed" in output_of(session, "SWEEP -CONT")
    assert values(session, "MAX(V)", "part") == values(session, "MAX(V)", "whole")
    assert failure(session, "SWEEP -CONT").code == "cannot-continue"


def test_a_sample_is_drawn_from_distributions(session: Session) -> None:
    text = output_of(session, "SAMPLE W ~ NORMAL(2, 0.1) X~UNIFORM(1,2) MAX(X) RUNS:40 SEED:3 -LATIN")

    assert "40 members: W, start(X); a Latin hypercube" in text
    first = values(session, "MAX(X)")
    executed(session, "SAMPLE W~NORMAL(2,0.1) X~UNIFORM(1,2) MAX(X) RUNS:40 SEED:3 -LATIN")
    assert values(session, "MAX(X)") == first


def test_fans_bands_and_maps_are_drawn_on_the_page(session: Session) -> None:
    executed(session, "SWEEP W[1,3,6] X[1,2,4] MAX(V) V /tuning")
    for line in ("FAN V", "FAN V/tuning -BANDS", "MAP MAX(V)", "MAP MAX(V)/tuning X W"):
        assert [outcome for outcome in replies(session, line) if isinstance(outcome, PageDrawn)], line
    area = session.workspace.page.figure.areas[0]
    assert area.cells is not None
    assert area.cells.values.shape == (6, 4)
    executed(session, "SWEEP W[1,3,6] MAX(V)", "MAP MAX(V)")
    assert session.workspace.page.figure.areas[0].curves[0].x == pytest.approx(np.linspace(1, 3, 6))


def test_the_runs_are_written_to_a_file(session: Session) -> None:
    executed(session, "SWEEP W=1,2 MAX(V)", "EXPORT all.nc /ENSEMBLE")

    assert read_ensemble(session.workspace.folder / "all.nc")["max(V)"].tolist() == values(session, "MAX(V)")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("SWEEP", "bad-command"),
        ("SWEEP MAX(V)", "bad-command"),
        ("SWEEP W[1,2] MAX(V)", "bad-command"),
        ("SWEEP W[1,2,0.5] MAX(V)", "bad-command"),
        ("SWEEP W[-1,2,5,LOG] MAX(V)", "bad-command"),
        ("SWEEP Q[1,2,3]", "unknown-variable"),
        ("SWEEP W[1,2,3] w=1", "given-twice"),
        ("SWEEP W[1,2,3] HIGHEST(V)", "unknown-reduction"),
        ("SAMPLE W~NORMAL(1)", "bad-distribution"),
        ("SAMPLE W~NORMAL(1,2) -HALTON", "unknown-option"),
        ("SAMPLE", "bad-command"),
        ("SAMPLE W=1", "bad-command"),
        ("FAN V", "no-ensemble"),
        ("FAN V/nothing", "no-ensemble"),
        ("FAN", "bad-command"),
        ("MAP", "bad-command"),
        ("SWEEP -CONT", "no-ensemble"),
    ],
)
def test_impossible_sweeps_and_samples_are_refused(session: Session, line: str, code: str) -> None:
    assert failure(session, line).code == code


def test_what_was_not_kept_is_not_shown(session: Session) -> None:
    executed(session, "SWEEP W=1,2 X=1,2 V[OSC] MAX(V)")

    assert failure(session, "FAN X").code == "not-kept"
    assert failure(session, "MAP MIN(V)").code == "not-kept"
    assert give(session, "FAN V")


def test_what_was_not_kept_says_how_it_is(session: Session) -> None:
    assert failure(session, "MAP MAX(V)/both").hint == "SWEEP ... /both or SAMPLE ... /both keeps one"
    assert failure(session, "FORGET both").hint == "SIMU 0 100 /both stores one"
    executed(session, "SWEEP W[1,3,5] MAX(V) /fast")
    assert failure(session, "MAP MAX(V)/slower").hint == "the names are FAST"
