"""What the windows show: values with their ranges, events, files, pictures, diagrams."""

from pathlib import Path

import pytest

from simnon.diagrams import Point
from simnon.frontends.web import parts
from simnon.frontends.web.diagram import Layouts, drawn, join_checked
from simnon.frontends.web.messages import EventsPart, FileItem, FolderPart, ModelPart, PromptPart, ValuesPart
from simnon.frontends.web.parts import Pages, parts_of
from simnon.frontends.web.requests import CheckJoin, DrawDiagram
from simnon.frontends.web.scenes import Scenes
from simnon.session import Session, model_texts
from simnon.source import UserError
from tests.unit.session.sessions import executed, new_session

LIMITED = """CONTINUOUS SYSTEM LIMITED
STATE X
DER DX
DX = A
A:1 [m/s] "the slope
RANGE A: 0..10
END
"""
PICTURE = """PICTURE SYSTEM swing
LIMITS -2, -2, 2, 2
CIRCLE X, 0, 1
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "LIMITED.T").write_text(LIMITED)
    return new_session(tmp_path)


def part(session: Session, kind: type) -> object:
    (found,) = [each for each in parts_of(session) if isinstance(each, kind)]
    return found


def test_without_a_model_there_is_nothing_to_show(session: Session) -> None:
    assert part(session, ModelPart) == ModelPart((), "", 0, 0, ())
    assert part(session, ValuesPart) == ValuesPart(())
    assert part(session, EventsPart) == EventsPart(0, "", ())


def test_a_model_has_its_files_and_its_values(session: Session) -> None:
    executed(session, "SYST OSC", "PAR W:2", "INIT X:3")
    values = part(session, ValuesPart)
    assert isinstance(values, ValuesPart)
    items = {item.name: item for item in values.items}

    changed = (session.workspace.folder / "OSC.T").stat().st_mtime
    assert part(session, ModelPart) == ModelPart(("OSC.T",), "OSC", 2, 1, (changed, 0.0, 0.0))
    assert (items["W"].value, items["W"].text_value, items["W"].role) == (2.0, 1.0, "parameter")
    assert (items["X"].start, items["X"].text_value, items["X"].system) == (3.0, 1.0, "OSC")
    assert (items["W"].low, items["W"].high) == (float("-inf"), float("inf"))
    prompt = part(session, PromptPart)
    assert isinstance(prompt, PromptPart)
    assert (prompt.undo_count, prompt.undoes) == (2, "X: 1")


def test_a_value_has_the_range_and_the_description_of_the_text(session: Session) -> None:
    executed(session, "SYST LIMITED")
    values = part(session, ValuesPart)
    assert isinstance(values, ValuesPart)
    (item,) = [each for each in values.items if each.name == "A"]

    assert (item.low, item.high, item.unit, item.description) == (0.0, 10.0, "m/s", "the slope")


def test_events_are_counted_and_the_first_are_shown(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MAX_EVENTS", 2)
    executed(session, "SYST COUNT", "SIMU 0 5")
    found = part(session, EventsPart)
    run = session.workspace.run_named("")

    assert isinstance(found, EventsPart)
    assert found.count == len(run.events)
    assert len(found.items) == min(2, found.count)
    assert found.reason == run.stop.message


def test_the_folder_shows_its_files_without_hidden_ones(session: Session) -> None:
    executed(session, "SYST OSC")
    (session.workspace.folder / ".hidden").write_text("")
    (session.workspace.folder / "data").mkdir()
    found = part(session, FolderPart)

    assert isinstance(found, FolderPart)
    items = {item.name: item for item in found.items}
    assert ".hidden" not in items
    assert (items["data"].is_folder, items["OSC.T"].is_loaded, items["count.t"].is_loaded) == (True, True, False)
    assert list(items) == sorted(items, key=str.casefold)


def test_a_folder_that_cannot_be_read_is_empty(tmp_path: Path) -> None:
    assert list(parts._entries(tmp_path / "nowhere")) == []
    (tmp_path / "dangling").symlink_to(tmp_path / "nothing")
    assert list(parts._file(tmp_path / "dangling", ())) == []
    assert parts._near(Path("/elsewhere/a.t"), tmp_path) == "/elsewhere/a.t"
    (tmp_path / "a.t").write_text("12345")
    (item,) = parts._file(tmp_path / "a.t", ())
    assert item == FileItem("a.t", 5, item.changed, False, False)


def test_a_page_that_was_not_drawn_anew_is_not_made_again(session: Session) -> None:
    pages = Pages()
    executed(session, "SYST OSC", "PLOT X", "SIMU 0 1")
    (first,), (second,) = pages.of(session.workspace), pages.of(session.workspace)
    executed(session, "SIMU 0 2")
    (third,) = pages.of(session.workspace)

    assert first is second
    assert third is not second


# Pictures


def test_a_picture_is_made_again_only_if_something_has_changed(session: Session) -> None:
    (session.workspace.folder / "swing.picture").write_text(PICTURE)
    session.workspace.has_windows = True
    executed(session, "SYST OSC", "SIMU 0 1", "PICTURE SWING")
    scenes = Scenes()
    (first,), (second,) = scenes.of(session), scenes.of(session)
    (live,) = scenes.of(session, is_live=True)
    executed(session, "PAR W:2")
    (changed,) = scenes.of(session)

    assert (first.window, first.message, first.is_live) == ("SWING", "", False)
    assert first.scene is not None
    assert second is first
    assert (live.is_live, live is first) == (True, False)
    assert changed is not first


def test_a_picture_that_cannot_be_shown_says_why(session: Session) -> None:
    path = session.workspace.folder / "swing.picture"
    path.write_text(PICTURE)
    session.workspace.has_windows = True
    executed(session, "SYST OSC", "SIMU 0 1", "PICTURE SWING")
    path.write_text(PICTURE.replace("X,", "NOTHING,"))
    (found,) = Scenes().of(session)

    assert found.scene is None
    assert "NOTHING" in found.message


# The diagram


def test_the_diagram_of_the_tank_has_its_systems_and_the_wires_between_them(session: Session) -> None:
    executed(session, "SYST TANK REGULATOR LEVEL")
    page = drawn(session, DrawDiagram(3, ""))
    (top,) = [each for each in page.items if each.type.casefold() == page.top.casefold()]
    names = {box.name.casefold() for box in top.boxes}

    assert page.id == 3
    assert {"tank", "regulator"} <= names
    assert all(end.split("\n")[0].casefold() in {*names, ""} for net in top.nets for end in net.ends)
    assert top.nets
    assert all(each.is_own for each in page.items)


def test_without_a_model_there_is_no_diagram(session: Session) -> None:
    with pytest.raises(UserError):
        drawn(session, DrawDiagram(1, ""))


def test_a_layout_that_has_not_changed_is_not_made_again(session: Session) -> None:
    executed(session, "SYST TANK REGULATOR LEVEL")
    scene, layouts = model_texts(session.workspace).scene, Layouts()
    first, second = layouts.of(scene, {}), layouts.of(scene, {})
    (key, *_) = [key for key, diagram in scene.diagrams.items() if diagram.boxes]
    box = scene.diagrams[key].boxes[0]
    moved = layouts.of(scene, {key: {box.name: Point(500.0, 400.0)}})

    assert all(first[key] is second[key] for key in first)
    assert moved[key] is not first[key]


def test_a_wire_is_checked_before_it_is_drawn_and_nothing_is_written(tmp_path: Path) -> None:
    text = (
        "CONTINUOUS SYSTEM source\nOUTPUT y [m]\ny = k\nk: 1 [m]\nEND\n"
        "CONTINUOUS SYSTEM heated\nINPUT T [K]\nOUTPUT z [K]\nz = T\nT: 0\nEND\n"
        "CONTINUOUS SYSTEM plant\nSYSTEM a: source\nSYSTEM b, c: heated\nEND\n"
    )
    (tmp_path / "plant.t").write_text(text)
    session = Session(tmp_path)
    list(session.execute("SYST plant"))

    assert join_checked(session, CheckJoin(1, ("a.y", "b.T"), "")).reason == "'a.y' is in [m], 'b.T' in [K]"
    assert join_checked(session, CheckJoin(2, ("b.z", "c.T"), "")).reason == ""
    assert join_checked(session, CheckJoin(3, ("b.z", "c.T"), "nowhere")).reason != ""
    assert (tmp_path / "plant.t").read_text() == text
    assert session.workspace.undone == ()
