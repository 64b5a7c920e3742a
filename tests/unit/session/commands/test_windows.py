"""`MKWIN`, `WEDIT` and the others: windows are names in the session; graphics windows have pages of their own."""

from pathlib import Path

import pytest

from simnon.session import Failed, Noted, Session, WindowKind, WindowsRequested
from simnon.session.windows import AT_THE_START
from tests.unit.session.sessions import executed, failure, new_session, replies


@pytest.fixture
def session(tmp_path: Path) -> Session:
    made = new_session(tmp_path)
    executed(made, "SYST OSC", "SIMU 0 1")
    return made


def opened(session: Session) -> list[tuple[WindowKind, str, bool]]:
    """Besides those that are there at the start."""
    windows = [window for window in session.workspace.windows if window not in AT_THE_START]
    return [(window.kind, window.subject, window.is_icon) for window in windows]


def test_each_graphics_window_has_its_own_page(session: Session) -> None:
    executed(session, "ASHOW X", "MKWIN second", "ASHOW V", "SPLIT 2 1", "ASHOW V", "MKWIN")

    assert session.workspace.page.lines == ("ASHOW X",)
    assert session.workspace.pages["second"].lines == ("SPLIT 2 1", "ASHOW V")
    assert session.workspace.page_name == ""


def test_the_page_of_a_closed_graphics_window_is_gone_and_the_first_is_current(session: Session) -> None:
    executed(session, "MKWIN second", "ASHOW V", "MKWIN second -CLOSE", "MKWIN second")

    assert session.workspace.page.lines == ()


def test_an_icon_keeps_the_page(session: Session) -> None:
    executed(session, "MKWIN second", "ASHOW V", "MKWIN second -ICON")

    assert opened(session) == [(WindowKind.GRAPHICS, "second", True)]
    assert session.workspace.page.lines == ("ASHOW V",)


def test_a_window_is_opened_once_and_comes_back_from_its_icon(session: Session) -> None:
    executed(session, "WDISP X V", "WRUNS", "WDISP X V -ICON", "WDISP X V")

    assert opened(session) == [(WindowKind.VALUES, "X V", False), (WindowKind.RUNS, "", False)]


def test_an_editor_window_is_named_by_the_file_that_it_finds(session: Session) -> None:
    executed(session, "WEDIT OSC", "WEDIT NEW.T")

    assert [subject.lower() for _, subject, _ in opened(session)] == ["osc.t", "new.t"]


def test_a_window_outside_the_folder_is_refused(session: Session) -> None:
    assert failure(session, "WEDIT ../other.t").code == "outside-folder"


def test_a_window_that_is_not_open_cannot_be_closed(session: Session) -> None:
    failed = failure(session, "WRUNS -CLOSE")

    assert failed.code == "no-window"


@pytest.mark.parametrize(
    "line", ["MKWIN a b", "WRUNS now", "WEDIT", "WDISP X -ICON -CLOSE", "WDISP -SHUT", "WINDOW now"]
)
def test_words_that_have_no_meaning_are_refused(session: Session, line: str) -> None:
    assert isinstance(failure(session, line), Failed)


def test_without_a_browser_a_note_names_the_command_that_opens_one(session: Session) -> None:
    assert Noted("WINDOW shows the windows in a browser") in replies(session, "WRUNS")
    assert replies(session, "WINDOW") == [WindowsRequested()]


def test_the_first_graphics_window_can_be_an_icon_but_not_be_removed(session: Session) -> None:
    executed(session, "MKWIN -ICON", "WPAR -CLOSE")

    assert opened(session) == [(WindowKind.GRAPHICS, "", True)]
    assert failure(session, "MKWIN -CLOSE").code == "no-window"


def test_a_worksheet_is_a_file_of_the_folder(session: Session) -> None:
    (session.workspace.folder / "study.txt").write_text("SIMU 0 1\n")
    executed(session, "WTOUR study")

    assert [window.subject for window in session.workspace.windows if window.kind is WindowKind.TOUR] == ["study.txt"]
    assert failure(session, "WTOUR nothing").code == "file-not-found"
    executed(session, "WTOUR study.txt -CLOSE")
    assert all(window.kind is not WindowKind.TOUR for window in session.workspace.windows)
