"""What is answered beside the lines: tables, outlines, curves in full detail, completions."""

from pathlib import Path

import pytest

from simnon.frontends.web import answers
from simnon.frontends.web.answers import completed, opened, outlined, path_of, saved, tabulated, zoomed
from simnon.frontends.web.requests import Complete, Open, Outline, Save, Tabulate, Zoom
from simnon.session import Session
from simnon.source import UserError
from tests.unit.session.sessions import executed, new_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    folder = tmp_path / "study"
    folder.mkdir()
    return new_session(folder)


@pytest.fixture
def after_a_run(session: Session) -> Session:
    return executed(session, "SYST OSC", "STORE X V", "PLOT X", "SIMU 0 10 0.1")


def test_a_table_is_given_some_rows_at_a_time(after_a_run: Session) -> None:
    rows = tabulated(after_a_run, Tabulate(1, ("V",), 0, 3))

    assert rows.names[-1] == "V"
    assert (rows.first, len(rows.columns[0])) == (0, 3)
    assert rows.columns[-1][0] == 0.0
    everything = tabulated(after_a_run, Tabulate(1, (), 0, 10**6))
    assert len(everything.columns[0]) == min(rows.total, answers.MAX_ROWS)
    assert {"X", "V"} <= set(everything.names)


def test_rows_beyond_the_table_are_none(after_a_run: Session) -> None:
    total = tabulated(after_a_run, Tabulate(1, ("X",), 0, 1)).total

    last = tabulated(after_a_run, Tabulate(1, ("X",), total - 1, 10))
    assert len(last.columns[0]) == 1
    assert last.columns[0][0] == 10.0
    for first, count in ((total + 5, 10), (0, -1)):
        assert len(tabulated(after_a_run, Tabulate(1, ("X",), first, count)).columns[0]) == 0
    assert tabulated(after_a_run, Tabulate(1, ("X",), -5, 1)).first == 0


def test_a_table_has_a_run_and_not_too_many_columns(session: Session, after_a_run: Session) -> None:
    with pytest.raises(UserError, match="at most 200 columns"):
        tabulated(after_a_run, Tabulate(1, ("X",) * 201, 0, 1))
    with pytest.raises(UserError):
        tabulated(after_a_run, Tabulate(1, ("NOTHING",), 0, 1))


def test_outlines_have_the_range_of_each_curve(after_a_run: Session) -> None:
    found = outlined(after_a_run, Outline(4, ("X", "E", "NOTHING")))

    assert (found.id, found.names) == (4, ("X",))
    assert [found.low[0], found.high[0]] == pytest.approx([-1.0, 1.0], abs=1e-2)
    assert len(found.x[0]) == len(found.y[0])


def test_before_a_run_there_are_no_outlines(session: Session) -> None:
    assert outlined(session, Outline(4, ("X",))).names == ()


def test_a_window_is_zoomed_between_two_values(after_a_run: Session) -> None:
    found = zoomed(after_a_run, Zoom(1, "", 0, 2.0, 3.0))

    (x,) = found.x
    assert 1.8 <= x[0] <= 2.0
    assert 3.0 <= x[-1] <= 3.2
    for window, area in (("", 5), ("", -1), ("nowhere", 0)):
        with pytest.raises(UserError, match=f"there is no area {area} in the window '{window}'"):
            zoomed(after_a_run, Zoom(1, window, area, 0.0, 1.0))


def test_a_line_is_completed_with_its_usage(session: Session) -> None:
    found = completed(session, Complete(1, "SIMU "))

    assert "SIMU" in found.usage
    assert [each.text for each in completed(session, Complete(2, "ALGO")).items] == ["ALGOR"]
    assert completed(session, Complete(3, "x" * 10_001)).items == ()


@pytest.mark.parametrize("name", ["", "a\nb.t", "../secret.t", "/etc/passwd"])
def test_no_file_outside_the_folder_has_a_path(session: Session, name: str) -> None:
    with pytest.raises(UserError):
        path_of(session, name)


@pytest.mark.parametrize("name", ["code.py", ".git/config.t", ".t", "x.sh", "Makefile"])
def test_nothing_that_another_program_would_run_is_written(session: Session, name: str) -> None:
    with pytest.raises(UserError, match="is not written from a browser"):
        saved(session, Save(1, name, "broken in", ""))
    assert not (session.workspace.folder / name).exists()


def test_a_new_file_has_no_text_and_is_written_as_given(session: Session) -> None:
    assert (opened(session, Open(1, "new.t")).text, opened(session, Open(1, "new.t")).digest) == ("", "")
    written = saved(session, Save(2, "new.t", "a\r\nb\n", ""))

    assert (session.workspace.folder / "new.t").read_bytes() == b"a\r\nb\n"
    assert opened(session, Open(3, "new.t")).digest == written.digest


def test_a_file_that_is_too_long_is_not_opened(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MAX_TEXT", 10)

    with pytest.raises(UserError, match=r"OSC\.T is too long to be edited here"):
        opened(session, Open(1, "OSC.T"))
