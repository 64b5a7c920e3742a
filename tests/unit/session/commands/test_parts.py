"""Commands that edit the text of the model as its diagram is edited: what they write, refuse and undo."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from simnon.session import Session
from tests.unit.session.sessions import ROOT, executed, failure, give, output_of

COLOUR = re.compile("#[0-9A-Fa-f]{6}")
DRIVE = (ROOT / "examples" / "drive.t").read_text("utf-8")
LADDER = """CONTINUOUS SYSTEM ladder
SYSTEM source: electrical.voltage_source   " the supply
SYSTEM R1: electrical.resistor
SYSTEM ground: electrical.ground
CONNECT source.p R1.p
CONNECT source.n ground.p R1.n
source.u = 5
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "drive.t").write_text(DRIVE, "utf-8")
    (tmp_path / "ladder.t").write_text(LADDER, "utf-8")
    return Session(tmp_path)


def text(session: Session, name: str = "ladder.t") -> str:
    return (session.workspace.folder / name).read_text("utf-8")


def test_a_part_is_placed_joined_and_found_in_the_model(session: Session) -> None:
    executed(session, "SYST ladder", "PLACE electrical.capacitor C1", "JOIN R1.p C1.p", "JOIN C1.n ground.p")

    assert text(session) == LADDER.replace(
        "SYSTEM ground: electrical.ground\n", "SYSTEM ground: electrical.ground\nSYSTEM C1: electrical.capacitor\n"
    ).replace("ground.p R1.n\n", "ground.p R1.n\nCONNECT R1.p C1.p\nCONNECT C1.n ground.p\n")
    assert "C1.C" in session.workspace.model.parameters


def test_a_text_that_is_being_built_keeps_the_last_model_and_says_why(session: Session) -> None:
    executed(session, "SYST drive")
    said = output_of(session, "PLACE rotation.damper")

    assert "the model is not complete, so the last one stays compiled" in said
    assert "damper" not in " ".join(session.workspace.model.parameters)
    assert "SYSTEM damper: rotation.damper" in text(session, "drive.t")


def test_terminals_that_do_not_match_are_refused_and_nothing_is_written(session: Session) -> None:
    executed(session, "SYST drive")
    failed = failure(session, "JOIN motor.p gear.a")

    assert "'gear.a' is a terminal of type 'rotation.flange', 'motor.p' one of type 'electrical.pin'" in failed.message
    assert text(session, "drive.t") == DRIVE


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("PLACE", "bad-command"),
        ("PLACE nothing.here", "unknown-type"),
        ("PLACE electrical.resistor R1", "duplicate-declaration"),
        ("PLACE electrical.resistor R2 R3", "bad-command"),
        ("PLACE electrical.resistor 2R", "bad-name"),
        ("JOIN R1.p", "bad-command"),
        ("JOIN R1.p R9.p", "unknown-part"),
        ("REMOVE R9", "unknown-part"),
        ("REMOVE R1.p", "bad-command"),
        ("REMOVE R1 R1.p", "bad-command"),
        ("GROUP R1 AS", "bad-command"),
        ("GROUP R1 AS ladder", "duplicate-system"),
        ("ARRAY R1", "bad-command"),
        ("ARRAY R9 3", "unknown-part"),
        ("GIVE R1.R 5", "bad-command"),
        ("GIVE R9.R: 5", "unknown-part"),
        ("GIVE R1.R: five", "number-expected"),
        ("MOVE R1 12", "bad-command"),
        ("MOVE R9 12 12", "unknown-part"),
        ("MOVE R1 99999999 0", "bad-argument"),
        ("MOVE R1 -12 0", "bad-argument"),
        ("PLACE electrical.resistor AT 0 1000000", "bad-argument"),
        ("JOIN R1.p r1.p", "improper-connection"),
        ("ARRAY R1 0", "bad-argument"),
        ("ARRAY R1 -3", "bad-argument"),
        ("ARRAY R1 2.5", "bad-argument"),
        ("COPY", "bad-command"),
        ("COPY R9", "unknown-part"),
        ("PLACE electrical.resistor IN nowhere", "unknown-system"),
        ("DIAGRAM a.txt", "unknown-file-type"),
        ("DIAGRAM a.svg -LEVEL 99", "bad-argument"),
    ],
)
def test_a_wrong_request_is_refused_and_changes_nothing(session: Session, line: str, code: str) -> None:
    executed(session, "SYST ladder")

    assert failure(session, line).code == code
    assert text(session) == LADDER
    assert session.workspace.undone == ()


def test_a_group_without_a_name_is_told_what_is_missing(session: Session) -> None:
    executed(session, "SYST ladder")

    assert "GROUP needs AS and a name" in failure(session, "GROUP R1 C1 AS").message
    assert "GROUP needs AS and a name" in failure(session, "GROUP R1 C1 ladder").message


def test_without_a_model_there_is_nothing_to_edit(session: Session) -> None:
    assert failure(session, "PLACE electrical.resistor").code == "no-model"
    assert failure(session, "DIAGRAM").code == "no-model"


def test_undo_reverts_edits_and_values_in_turn(session: Session) -> None:
    executed(session, "SYST ladder", "PAR R1.R: 7", "PLACE electrical.resistor R2", "PAR R1.R: 8", "RENAME R1 first")
    assert "first" in text(session)

    executed(session, "UNDO")
    assert "first" not in text(session)
    assert session.workspace.given.parameters == {"R1.R": 8}
    executed(session, "UNDO 2")
    assert text(session) == LADDER
    assert session.workspace.given.parameters == {"R1.R": 7}
    executed(session, "UNDO")
    assert session.workspace.given.parameters == {}


@pytest.mark.parametrize("form", ["\r\n", "\r", "mixed", "marked", "latin"])
def test_bytes_that_an_edit_is_not_about_stay_as_they_are(session: Session, form: str) -> None:
    path = session.workspace.folder / "ladder.t"
    before = LADDER.replace("the supply", "the \u00fcber supply\tof all")
    content = {
        "mixed": before.replace("\n", "\r\n", 5).encode(),
        "marked": b"\xef\xbb\xbf" + before.replace("\n", "\r\n").encode(),
        "latin": before.encode("latin-1"),
    }.get(form) or before.replace("\n", form).encode()
    path.write_bytes(content)
    executed(session, "SYST ladder", "PLACE electrical.capacitor C1")

    after = path.read_bytes()
    end = {"latin": b"\n", "\r": b"\r"}.get(form, b"\r\n")
    assert after.replace(b"SYSTEM C1: electrical.capacitor" + end, b"") == content
    executed(session, "RENAME R1 R9", "GIVE source.u: 7", "UNDO 3")
    assert path.read_bytes() == content


def test_undo_does_not_lose_what_somebody_else_has_written(session: Session) -> None:
    executed(session, "SYST ladder", "PLACE electrical.resistor R2")
    changed = text(session) + '" by hand\n'
    (session.workspace.folder / "ladder.t").write_text(changed, "utf-8")

    assert failure(session, "UNDO").code == "changed-elsewhere"
    assert text(session) == changed


@pytest.mark.parametrize("change", [lambda text: text.replace(b"\n", b"\r\n"), lambda text: b"\xef\xbb\xbf" + text])
def test_undo_keeps_line_ends_and_marks_that_somebody_else_has_written(
    session: Session, change: Callable[[bytes], bytes]
) -> None:
    executed(session, "SYST ladder", "PLACE electrical.resistor R2")
    path = session.workspace.folder / "ladder.t"
    path.write_bytes(changed := change(path.read_bytes()))

    refused = failure(session, "UNDO")
    assert refused.message == "ladder.t was changed by another program since the edit, and UNDO would lose that change"
    assert path.read_bytes() == changed


def test_undo_of_an_edit_of_a_file_that_is_gone_says_so(session: Session) -> None:
    executed(session, "SYST ladder", "PLACE electrical.resistor R2")
    (session.workspace.folder / "ladder.t").unlink()

    assert failure(session, "UNDO").message.startswith("ladder.t is gone: another program has deleted or renamed it")
    executed(session, "UNDO -FILE ladder.t")
    assert "R2" not in text(session)


def test_values_that_still_apply_survive_an_edit(session: Session) -> None:
    executed(session, "SYST ladder", "PAR R1.R: 7", "PLACE electrical.resistor R2", "JOIN R2.p R1.p", "JOIN R2.n R1.n")
    assert session.workspace.given.parameters == {"R1.R": 7}


def test_removing_tells_what_else_goes(session: Session) -> None:
    executed(session, "SYST drive")
    said = output_of(session, "REMOVE reference")

    assert "removed: position.yref = reference.y" in said
    assert "reference" not in text(session, "drive.t").replace("a position regulator", "")


def test_a_connection_is_removed_by_its_ends(session: Session) -> None:
    executed(session, "SYST ladder", "REMOVE ground.p R1.n")
    assert "CONNECT source.n ground.p\n" in text(session)


def test_a_group_runs_as_its_parts_did(session: Session) -> None:
    executed(session, "SYST drive", "SIMU 0 0.5")
    before = session.workspace.run_named("")["load.angle"][-1]
    executed(session, "GROUP gear shaft load bearing housing AS transmission", "SIMU 0 0.5")

    assert session.workspace.run_named("")["transmission.load.angle"][-1] == pytest.approx(before, rel=1e-4)
    assert "CONNECT motor.shaft transmission.gear_a" in text(session, "drive.t")


@pytest.mark.slow
def test_parts_of_another_type_of_the_text_are_edited_with_in(session: Session) -> None:
    executed(session, "SYST drive", "GROUP gear shaft AS transmission", "RENAME gear wheels IN transmission")

    assert "SYSTEM wheels: rotation.gear" in text(session, "drive.t")


def test_files_are_still_renamed(session: Session) -> None:
    executed(session, "SYST ladder", "RENAME drive.t engine.t")
    assert (session.workspace.folder / "engine.t").exists()


def test_moving_a_box_keeps_the_others_and_the_text(session: Session) -> None:
    executed(session, "SYST ladder", "MOVE R1 300 120")

    lines = text(session, "ladder.view").splitlines()
    assert "ladder: r1 = 300 120" in lines
    assert len(lines) == 1 + 4
    assert lines[1:] == sorted(lines[1:])
    assert text(session) == LADDER
    executed(session, "RENAME R1 first")
    assert "ladder: first = 300 120" in text(session, "ladder.view").splitlines()
    executed(session, "UNDO 2")
    assert not (session.workspace.folder / "ladder.view").exists()


def test_places_can_be_forgotten(session: Session) -> None:
    executed(session, "SYST ladder", "MOVE R1 300 120", "MOVE AUTO")
    assert len(text(session, "ladder.view").splitlines()) == 1


def test_a_part_can_be_placed_where_it_is_wanted(session: Session) -> None:
    executed(session, "SYST ladder", "PLACE electrical.resistor R2 AT 480 240")
    assert "ladder: r2 = 480 240" in text(session, "ladder.view").splitlines()


def test_editing_works_in_macros(session: Session) -> None:
    (session.workspace.folder / "build.t").write_text(
        "MACRO build\nPLACE electrical.resistor R2\nJOIN R1.p R2.p\nJOIN R1.n R2.n\nEND\n", "utf-8"
    )
    executed(session, "SYST ladder", "build")
    assert "R2.R" in session.workspace.model.parameters


def test_the_diagram_is_printed_or_drawn(session: Session) -> None:
    said = output_of(session, "SYST ladder", "DIAGRAM")
    assert "physical     source.n -- ground.p, R1.n" in said
    executed(session, "DIAGRAM a.svg -LEVEL 2", "DIAGRAM b.pdf -DARK", "DIAGRAM c.svg -GRAPH")
    assert (session.workspace.folder / "a.svg").read_text("utf-8").startswith("<svg")


def test_model_tells_who_needs_whom_and_what_has_changed(session: Session) -> None:
    executed(session, "SYST ladder")
    assert "source.p.i = " in output_of(session, "MODEL -GRAPH")
    assert output_of(session, "MODEL -DIFF") == "no differences"
    give(session, "PLACE electrical.capacitor C1")
    (session.workspace.folder / "old.t").write_text(LADDER.replace("= 5", "= 6"), "utf-8")
    assert output_of(session, "MODEL -DIFF old").splitlines()[:2] == ["ladder", "  ~ equation source.u: 6 -> 5"]


def test_a_copy_is_a_part_with_the_values_of_the_first(session: Session) -> None:
    executed(session, "SYST drive")
    said = output_of(session, "COPY shaft load")

    assert "the copies are called shaft2, load2" in said
    assert "SYSTEM shaft2: rotation.spring" in text(session, "drive.t")
    assert "shaft2.b load2.a" in text(session, "drive.t")
    executed(session, "UNDO")
    assert text(session, "drive.t") == DRIVE


def test_what_has_changed_is_drawn_in_colour(session: Session) -> None:
    (session.workspace.folder / "old.t").write_text(DRIVE.replace("k: 500", "k: 400"), "utf-8")
    executed(session, "SYST drive", "DIAGRAM now.svg", "DIAGRAM changes.svg -DIFF old")
    now, changes = ((session.workspace.folder / name).read_text("utf-8") for name in ("now.svg", "changes.svg"))

    assert len(set(COLOUR.findall(changes)) - set(COLOUR.findall(now))) == 1
    assert failure(session, "DIAGRAM changes.svg -DIFF").code == "bad-command"
    assert failure(session, "DIAGRAM changes.svg -DIFF nothing").code == "file-not-found"
    assert failure(session, "DIAGRAM changes.svg -GRAPH -DIFF old").code == "bad-command"


def test_a_window_compares_the_diagram_with_an_earlier_file(session: Session) -> None:
    executed(session, "SYST drive", "WDIAG -DIFF old.t")
    assert [each.subject for each in session.workspace.windows if each.kind.value == "diagram"] == ["-DIFF old.t"]
    executed(session, "WDIAG -DIFF old.t -CLOSE")
    assert not [each for each in session.workspace.windows if each.kind.value == "diagram"]
    assert failure(session, "WDIAG -DIFF").code == "bad-command"


def test_two_sessions_edit_one_file_without_losing_anything(session: Session) -> None:
    other = Session(session.workspace.folder)
    executed(session, "SYST drive", "PLACE control.gain one")
    executed(other, "SYST drive", "PLACE control.gain other")
    assert {"SYSTEM one: control.gain", "SYSTEM other: control.gain"} <= set(text(session, "drive.t").splitlines())
    assert failure(session, "UNDO").code == "changed-elsewhere"
    executed(other, "UNDO")
    executed(session, "UNDO")
    assert text(session, "drive.t") == DRIVE
