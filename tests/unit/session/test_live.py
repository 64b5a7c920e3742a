"""A trial shows what a change would do and changes nothing; with LIVE on, a run redraws what was drawn."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simnon.session import Session, Trial
from simnon.session.checking import loaded_with
from simnon.session.live import take_model
from simnon.session.workspace import LAST
from simnon.simulation import StopKind, StopReason, Trajectory
from simnon.source import UserError
from tests.unit.session.sessions import executed, new_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    made = new_session(tmp_path)
    executed(made, "SYST OSC", "SIMU 0 1")
    return made


def test_a_trial_draws_the_page_with_the_tried_values(session: Session) -> None:
    executed(session, "SPLIT 2 1", "ASHOW X", "ASHOW V(X)")
    tried = Trial(session.workspace, {"W": 2.0}, {"X": 3.0}).run()

    assert tried is not None
    figure = tried.figures[""]
    assert [area.curves[0].label for area in figure.areas] == ["X", "V"]
    executed(session, "PAR W:2", "INIT X:3", "SIMU", "SPLIT 2 1", "ASHOW X", "ASHOW V(X)")
    for shown, expected in zip(figure.areas, session.workspace.page.figure.areas, strict=True):
        assert np.array_equal(shown.curves[0].y, expected.curves[0].y)


def test_a_trial_changes_nothing_in_the_session(session: Session) -> None:
    executed(session, "ASHOW X")
    before = session.workspace.snapshot()
    Trial(session.workspace, {"W": 2.0}, {}).run()

    assert session.workspace == before


def test_a_trial_that_is_cancelled_has_no_result(session: Session) -> None:
    executed(session, "ASHOW X")
    trial = Trial(session.workspace, {"W": 2.0}, {})
    trial.cancel()

    assert trial.run() is None


def test_a_trial_of_an_unknown_name_is_refused(session: Session) -> None:
    with pytest.raises(UserError, match="Q"):
        Trial(session.workspace, {"Q": 2.0}, {})


def test_curves_of_plot_are_those_of_the_tried_run_alone(session: Session) -> None:
    executed(session, "PLOT X", "SIMU", "PAR W:2", "SIMU")
    tried = Trial(session.workspace, {"W": 3.0}, {}).run()

    assert tried is not None
    assert len(session.workspace.page.figure.areas[0].curves) == 2
    assert len(tried.figures[""].areas[0].curves) == 1


def test_with_live_on_a_run_redraws_the_curves_of_all_windows(session: Session) -> None:
    executed(session, "ASHOW X", "MKWIN second", "ASHOW V", "TURN LIVE ON", "PAR W:2", "SIMU")
    workspace = session.workspace
    run = workspace.run_named("")

    assert np.array_equal(workspace.page.figure.areas[0].curves[0].y, run["V"])
    assert np.array_equal(workspace.pages[""].figure.areas[0].curves[0].y, run["X"])


def test_with_live_off_a_run_leaves_the_curves(session: Session) -> None:
    executed(session, "ASHOW X")
    before = session.workspace.page.figure
    executed(session, "PAR W:2", "SIMU")

    assert session.workspace.page.figure is before


def test_a_page_whose_commands_no_longer_apply_stays(session: Session) -> None:
    executed(session, "SIMU /kept", "ASHOW X/kept V", "TURN LIVE ON", "STORE X")
    before = session.workspace.page.figure
    executed(session, "SIMU")

    assert session.workspace.page.figure is before


def test_a_run_that_was_interrupted_is_tried_as_far_as_it_is_shown(session: Session) -> None:
    workspace = session.workspace
    run = workspace.runs[LAST]
    assert isinstance(run, Trajectory)
    executed(session, "SIMU 0 100")
    workspace.runs = {LAST: replace(run, stop=StopReason(StopKind.USER, "interrupted", "interrupted at t = 0.5", 0.5))}
    tried = Trial(workspace, {"W": 2.0}, {}).run()

    assert tried is not None
    assert tried.run.t[-1] == 0.5
    assert workspace.settings.stop == 100.0


def test_a_trial_of_a_changed_text_keeps_the_choices_of_store_and_plot_that_still_apply(session: Session) -> None:
    executed(session, "STORE X E", "PLOT E V", "PAR W:2")
    workspace = session.workspace.snapshot()
    path = workspace.folder / "OSC.T"
    text = path.read_text("utf-8").replace("E = X*X + V*V\n", "").replace("W", "Q")
    loaded = loaded_with(workspace, path, text)

    take_model(workspace, loaded)

    assert (workspace.store, workspace.plotted) == (("X",), ("V",))
    assert workspace.loaded is loaded
    assert workspace.given.parameters == {}
