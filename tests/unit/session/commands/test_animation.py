"""PICTURE and ANIMATE: a picture with a run, on the screen and in files."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from simnon.session import Failed, Noted, Outcome, SceneDrawn, Session, Wrote, check_text
from tests.unit.session.sessions import new_session

PICTURE = """PICTURE SYSTEM osc
LIMITS -2, -1, 2, 1
FILLCIRCLE x, 0, 0.2
DRAWSTRING 0, 0.8, 'x ', x:3
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    found = new_session(tmp_path)
    (tmp_path / "osc.picture").write_text(PICTURE)
    for line in ("SYST osc", "SIMU 0 10"):
        list(found.execute(line))
    return found


def failure(outcomes: list[Outcome]) -> Failed:
    (found,) = (each for each in outcomes if isinstance(each, Failed))
    return found


def test_a_picture_is_drawn_at_the_end_of_the_run(session: Session) -> None:
    drawn, note = session.execute("PICTURE osc")

    assert isinstance(drawn, SceneDrawn)
    assert drawn.scene.times[drawn.moment] == 10.0
    assert isinstance(note, Noted)
    assert [window.title for window in session.workspace.windows][-1] == "osc"


def test_a_picture_is_drawn_at_a_time_exactly(session: Session) -> None:
    drawn = next(iter(session.execute("PICTURE osc -AT 3.3")))

    assert isinstance(drawn, SceneDrawn)
    assert drawn.scene.times[drawn.moment] == 3.3
    x = np.asarray(drawn.scene.shapes[0].x)  # type: ignore[union-attr]
    assert (x[drawn.moment] - 360) / 180 == pytest.approx(np.cos(3.3), abs=1e-5)


def test_a_window_of_a_picture_can_be_closed(session: Session) -> None:
    before = session.workspace.windows
    list(session.execute("PICTURE osc"))

    assert list(session.execute("PICTURE osc -CLOSE")) == []
    assert session.workspace.windows == before


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("PICTURE", "bad-command"),
        ("PICTURE osc -AT", "bad-command"),
        ("PICTURE nix", "file-not-found"),
        ("PICTURE osc /nix", "no-run"),
        ("PICTURE osc -AT 11", "outside-run"),
        ("ANIMATE osc", "bad-command"),
        ("ANIMATE osc a.mp4", "unknown-file-type"),
        ("ANIMATE osc a.gif LENGTH: 3", "unknown-option"),
        ("ANIMATE osc a.gif SPEED: 0", "bad-command"),
        ("ANIMATE osc a.gif RATE: 1000", "bad-command"),
        ("ANIMATE osc a.gif FROM: 20", "outside-run"),
        ("ANIMATE osc a.gif SPEED: 0.01", "too-many"),
        ("ANIMATE osc ../a.svg", "outside-folder"),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_written(session: Session, line: str, code: str) -> None:
    before = sorted(session.workspace.folder.iterdir())

    assert failure(list(session.execute(line))).code == code
    assert sorted(session.workspace.folder.iterdir()) == before


def test_a_table_without_rows_has_nothing_to_animate(session: Session, tmp_path: Path) -> None:
    (tmp_path / "empty.csv").write_text("t,x\n")
    list(session.execute("IMPORT empty.csv /empty"))

    found = failure(list(session.execute("ANIMATE osc film.gif /empty")))

    assert (found.code, found.message) == ("no-run", "the run recorded nothing")
    assert not (tmp_path / "film.gif").exists()


def test_all_mistakes_of_a_picture_are_shown(session: Session) -> None:
    (session.workspace.folder / "bad.picture").write_text("PICTURE bad\nCIRCLE nix, 0, 1\nCIRCLE nox, 0, 1\nEND\n")

    found = failure(list(session.execute("PICTURE bad")))

    assert [each.message for each in found.diagnostics] == [
        "there is no variable 'nix'",
        "there is no variable 'nox'",
    ]


@pytest.mark.parametrize("kind", ["svg", "pdf", "png"])
def test_a_still_is_written(session: Session, kind: str) -> None:
    (wrote,) = session.execute(f"ANIMATE osc a.{kind} AT: 3.3")

    assert isinstance(wrote, Wrote)
    assert wrote.path.stat().st_size > 500


def test_a_still_shows_its_time(session: Session) -> None:
    list(session.execute("ANIMATE osc a.svg AT: 3.3"))

    text = (session.workspace.folder / "a.svg").read_text("utf-8")
    assert f"x {np.cos(3.3):.3f}".replace("-", "\u2212") in text


def test_a_moving_file_takes_the_time_of_the_run(session: Session) -> None:
    outcomes = list(session.execute("ANIMATE osc a.gif FROM: 2 TO: 4 RATE: 5 WIDTH: 100"))

    assert isinstance(outcomes[-1], Noted)
    assert outcomes[-1].text == "11 frames, 2.2 s"
    with Image.open(session.workspace.folder / "a.gif") as image:
        assert getattr(image, "n_frames", 1) == 11


def test_a_name_without_an_extension_is_a_folder_of_frames(session: Session) -> None:
    list(session.execute("ANIMATE osc frames RATE: 1 WIDTH: 50"))

    assert len(list((session.workspace.folder / "frames").glob("*.png"))) == 11


def test_a_table_of_measurements_moves_a_picture(session: Session) -> None:
    (session.workspace.folder / "measured.csv").write_text("t,x\n0,1\n1,0.5\n2,0\n")
    list(session.execute("IMPORT measured"))

    drawn = next(iter(session.execute("PICTURE osc /measured")))

    assert isinstance(drawn, SceneDrawn)
    assert drawn.scene.times.tolist() == [0, 1, 2]


def test_a_parameter_counts_for_a_table_without_it(session: Session) -> None:
    folder = session.workspace.folder
    (folder / "measured.csv").write_text("t,x\n0,1\n1,0.5\n2,0\n")
    (folder / "w.picture").write_text("PICTURE w\nCIRCLE x, w, 1\nEND\n")
    list(session.execute("IMPORT measured"))

    assert isinstance(next(iter(session.execute("PICTURE w /measured"))), SceneDrawn)


def test_a_text_that_is_being_written_is_checked(session: Session) -> None:
    path = session.workspace.folder / "osc.picture"

    assert check_text(session.workspace, path, PICTURE) == ()
    found = check_text(session.workspace, path, PICTURE.replace("FILLCIRCLE x", "FILLCIRCLE nix"))
    assert [each.message for each in found] == ["there is no variable 'nix'"]
    (unread,) = check_text(session.workspace, path, PICTURE.replace("FILLCIRCLE", "FILLCIRKLE"))
    assert unread.code == "unreadable-line"
