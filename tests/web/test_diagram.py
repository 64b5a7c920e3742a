"""The diagram window: levels by size, flights, keys, and acts that leave as lines and change only what they mean."""

import re
import shutil
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from simnon.compiler import gather_systems
from simnon.diagrams import PlacedBox, closed_size, lay_out, read_view, scene_of
from simnon.source import Report, read_source
from tests.web import zooms
from tests.web.conftest import eventually, expect_last, expect_lines, give, lines_of
from tests.web.serving import ROOT
from tests.web.test_pictures import MOST_OF_A_CELL, MOST_OF_ALL, differences

pytestmark = pytest.mark.slow

READY = ("SYST drive", "WDIAG")


@pytest.fixture
def study(tmp_path: Path) -> Path:
    folder = tmp_path / "study"
    folder.mkdir()
    for name in ("drive.t", "column.t"):
        shutil.copy(ROOT / "examples" / name, folder)
    return folder


@pytest.fixture
def stage(page: Page) -> Locator:
    give(page, *READY)
    found = page.get_by_role("application")
    expect(found).to_have_attribute("data-count", "12")
    return found


def has_given(page: Page, *lines: str | re.Pattern[str]) -> None:
    """The lines that came after those that make it ready."""
    expect_lines(page, *READY, *lines)


def moved_by(page: Page) -> list[str]:
    """The words of the line that moved boxes, the only one that was given."""
    has_given(page, re.compile("^MOVE "))
    return lines_of(page)[-1].split()


def view_of(stage: Locator) -> tuple[float, float, float]:
    x, y, scale = (stage.get_attribute("data-view") or "").split()
    return float(x), float(y), float(scale)


def settled(page: Page, stage: Locator) -> tuple[float, float, float]:
    """The view when a flight has ended: two frames show the same."""
    page.wait_for_function(zooms.AT_REST)
    return view_of(stage)


def boxes_of(folder: Path, name: str = "drive") -> dict[str, PlacedBox]:
    source = read_source(folder / f"{name}.t", Report())
    assert source is not None
    scene = scene_of(gather_systems([source], Report())[0])
    view = read_view(folder / f"{name}.view")
    placed = lay_out(scene.diagrams[scene.top.casefold()], closed_size, view.get(scene.top.casefold()))
    return {box.name: box for box in placed.boxes}


def at(page: Page, stage: Locator, x: float, y: float) -> tuple[float, float]:
    """A point of the diagram on the screen."""
    left, top, scale = settled(page, stage)
    frame = stage.bounding_box()
    assert frame is not None
    return frame["x"] + (x - left) * scale, frame["y"] + (y - top) * scale


def middle(page: Page, stage: Locator, box: PlacedBox) -> tuple[float, float]:
    return at(page, stage, box.x + box.width / 2, box.y + box.height / 2)


def test_a_click_chooses_a_box_and_a_double_click_flies_into_it(page: Page, stage: Locator, study: Path) -> None:
    boxes = boxes_of(study)
    page.mouse.click(*middle(page, stage, boxes["motor"]))
    expect(stage).to_have_attribute("aria-label", "Diagram drive: motor, electrical.dc_motor. Arrows go along wires, "
        "Enter into a box, Backspace out, slash finds a part.")  # fmt: skip
    before = settled(page, stage)[2]
    page.mouse.dblclick(*middle(page, stage, boxes["motor"]))
    assert settled(page, stage)[2] > 2 * before
    has_given(page)


def test_the_wheel_zooms_at_the_pointer(page: Page, stage: Locator, study: Path) -> None:
    x, y = middle(page, stage, boxes_of(study)["gear"])
    before = settled(page, stage)[2]
    page.mouse.move(x, y)
    page.mouse.wheel(0, -400)

    assert settled(page, stage)[2] > 1.5 * before
    now = middle(page, stage, boxes_of(study)["gear"])
    assert now == pytest.approx((x, y), abs=1.5)


def test_keys_walk_along_wires_and_in_and_out(page: Page, stage: Locator) -> None:
    stage.focus()
    nothing = str(stage.get_attribute("aria-label"))
    stage.press("ArrowRight")
    expect(stage).not_to_have_attribute("aria-label", nothing)
    chosen = str(stage.get_attribute("aria-label"))
    stage.press("ArrowLeft")
    expect(stage).not_to_have_attribute("aria-label", chosen)
    before = settled(page, stage)[2]
    stage.press("Enter")
    inside = settled(page, stage)[2]
    assert inside > before
    stage.press("Backspace")
    assert settled(page, stage)[2] < inside
    stage.press("[")
    settled(page, stage)
    has_given(page)


def test_a_part_is_found_by_its_name_also_inside_others(page: Page, stage: Locator) -> None:
    give(page, "SYST column")
    expect(stage).to_have_attribute("data-count", "6")
    stage.focus()
    stage.press("/")
    field = page.get_by_role("searchbox", name="Fly to a part")
    field.fill("tray")
    field.press("Enter")
    settled(page, stage)
    expect(stage).to_have_attribute("aria-label", "Diagram distillation: column.tray, process.tray. Arrows go along "
        "wires, Enter into a box, Backspace out, slash finds a part.")  # fmt: skip
    page.get_by_role("button", name="Back").click()
    settled(page, stage)


def test_dragging_a_box_moves_it_by_a_line(page: Page, stage: Locator, study: Path) -> None:
    before = boxes_of(study)
    x, y = middle(page, stage, before["motor"])
    scale = settled(page, stage)[2]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 37 * scale, y + 85 * scale, steps=4)
    page.mouse.up()

    _, name, *numbers = moved_by(page)
    assert name == "motor"
    assert all(int(number) % 12 == 0 for number in numbers)
    after = boxes_of(study)
    assert after.pop("motor").y == int(numbers[1])
    assert after == {name: box for name, box in before.items() if name != "motor"}


def test_terminals_are_joined_by_dragging_and_refused_with_the_reason(page: Page, stage: Locator, study: Path) -> None:
    before = (study / "drive.t").read_text()
    boxes = boxes_of(study)
    ports = {(box.name, port.name): port for box in boxes.values() for port in box.ports}

    def drag(one: tuple[str, str], other: tuple[str, str]) -> None:
        start, end = (at(page, stage, ports[each].x, ports[each].y) for each in (one, other))
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*end, steps=5)

    drag(("motor", "p"), ("gear", "a"))
    expect(page.locator(".path")).to_contain_text("electrical.pin cannot join rotation.flange")
    page.mouse.up()
    has_given(page)
    drag(("motor", "shaft"), ("load", "b"))
    page.mouse.up()

    has_given(page, "JOIN motor.shaft load.b")
    assert (study / "drive.t").read_text() == before.replace(
        "CONNECT bearing.a housing.a\n", "CONNECT bearing.a housing.a\nCONNECT motor.shaft load.b\n"
    )


def test_parts_are_placed_removed_renamed_and_grouped(page: Page, stage: Locator, study: Path) -> None:
    before = (study / "drive.t").read_text()
    field = page.get_by_role("textbox", name="Place a part of a type")
    field.fill("control.gain")
    field.press("Enter")
    expect(stage).to_have_attribute("data-count", "13")
    assert "SYSTEM gain: control.gain" in (study / "drive.t").read_text()
    page.mouse.click(*middle(page, stage, boxes_of(study)["gain"]))
    stage.press("F2")
    page.get_by_role("textbox", name="New name").fill("booster")
    page.get_by_role("textbox", name="New name").press("Enter")
    expect_last(page, "RENAME gain booster IN drive")
    assert "SYSTEM booster: control.gain" in (study / "drive.t").read_text()
    page.mouse.click(*middle(page, stage, boxes_of(study)["booster"]))
    stage.press("Delete")
    expect(stage).to_have_attribute("data-count", "12")

    has_given(page, *(re.compile(f"^{word} ") for word in ("PLACE", "RENAME", "REMOVE")))
    assert (study / "drive.t").read_text() == before
    page.mouse.click(*middle(page, stage, boxes_of(study)["gear"]))
    page.keyboard.down("Shift")
    page.mouse.click(*middle(page, stage, boxes_of(study)["shaft"]))
    page.keyboard.up("Shift")
    page.get_by_role("button", name="Group").click()
    field = page.get_by_role("textbox", name="Name of the new type")
    field.fill("transmission")
    field.press("Enter")
    expect(stage).to_have_attribute("data-count", "11")
    expect_last(page, "GROUP gear shaft AS transmission")
    give(page, "UNDO")
    assert "CONTINUOUS SYSTEM transmission" not in (study / "drive.t").read_text()


def choose(page: Page, stage: Locator, study: Path, *names: str) -> None:
    """The boxes, one after the other."""
    boxes = boxes_of(study)
    page.mouse.click(*middle(page, stage, boxes[names[0]]))
    page.keyboard.down("Shift")
    for name in names[1:]:
        page.mouse.click(*middle(page, stage, boxes[name]))
    page.keyboard.up("Shift")


def test_chosen_boxes_get_equal_gaps_by_one_line(page: Page, stage: Locator, study: Path) -> None:
    before = (study / "drive.t").read_text()
    choose(page, stage, study, "motor", "gear")
    expect(page.get_by_role("button", name="Equal gaps across")).to_be_disabled()
    choose(page, stage, study, "motor", "gear", "load")
    page.get_by_role("button", name="Equal gaps across").click()

    assert [word for word in moved_by(page) if not word.lstrip("-").isdigit()] == ["MOVE", "motor", "gear", "load"]
    gear, load, motor = (boxes_of(study)[name] for name in ("gear", "load", "motor"))
    assert load.x - gear.right == pytest.approx(motor.x - load.right, abs=12)
    assert (study / "drive.t").read_text() == before


def test_chosen_boxes_are_moved_together(page: Page, stage: Locator, study: Path) -> None:
    before = boxes_of(study)
    choose(page, stage, study, "motor", "gear")
    scale = settled(page, stage)[2]
    x, y = middle(page, stage, before["gear"])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 125 * scale, steps=4)
    page.mouse.up()

    moved_by(page)
    after = boxes_of(study)
    shift = after["gear"].y - before["gear"].y
    assert shift >= 96
    assert after["motor"].y - before["motor"].y == shift
    assert after["load"].y == before["load"].y


def test_two_fingers_zoom_at_the_point_between_them(page: Page, stage: Locator) -> None:
    before = settled(page, stage)[2]
    frame = stage.bounding_box()
    assert frame is not None
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    client = page.context.new_cdp_session(page)

    def touch(kind: str, *places: float) -> None:
        points = [{"x": x + place, "y": y, "id": number} for number, place in enumerate(places)]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -40)
    touch("touchStart", -40, 40)
    touch("touchMove", -80, 80)
    touch("touchEnd")

    assert settled(page, stage)[2] == pytest.approx(2 * before, rel=0.05)
    has_given(page)


def test_parameters_are_changed_in_place(page: Page, stage: Locator, study: Path) -> None:
    page.mouse.click(*middle(page, stage, boxes_of(study)["shaft"]))
    field = page.get_by_role("region", name="Chosen box").get_by_label("k", exact=False).first
    field.fill("700")
    field.press("Enter")

    has_given(page, "PAR shaft.k: 700")


def test_values_and_curves_of_the_last_run_are_in_the_boxes(page: Page, stage: Locator, study: Path) -> None:
    give(page, "SIMU 0 1")
    page.mouse.move(*middle(page, stage, boxes_of(study)["position"]))
    for _ in range(3):
        page.mouse.wheel(0, -300)
        settled(page, stage)
    blue = "data[i] < 30 && data[i + 2] > 160"
    eventually(page, lambda: pixels(page, blue) > 50, "no curve is drawn")


def test_the_window_looks_as_in_the_manual_at_five_zooms(browser: Browser, built_page: None, tmp_path: Path) -> None:
    picture = zooms.picture_of(browser, tmp_path)
    picture.save(tmp_path / "zooms.png")
    most, mean = differences(picture, Image.open(zooms.PATH).convert("RGB"))

    assert most < MOST_OF_A_CELL, f"see {tmp_path}/zooms.png; python -m tests.web.update makes it anew"
    assert mean < MOST_OF_ALL


def test_a_large_box_shows_its_parameters_which_are_changed_in_place(page: Page, stage: Locator) -> None:
    page.get_by_role("button", name="Diagram largest").click()
    fly(page, stage, "shaft")
    panel = page.get_by_role("region", name="Parameters of shaft")
    box = panel.bounding_box()
    canvas = stage.bounding_box()
    assert box is not None
    assert canvas is not None
    assert box["y"] + box["height"] < canvas["y"] + canvas["height"], "it is in the box, above the tools"
    panel.get_by_role("textbox").first.fill("700")
    panel.get_by_role("textbox").first.press("Enter")
    expect(panel.get_by_role("textbox").first).to_have_value("700")
    for _ in range(6):
        stage.focus()
        stage.press("-")
    expect(panel).to_have_count(0)
    page.get_by_role("button", name="Diagram largest").click()
    has_given(page, "PAR shaft.k: 700")


def test_members_of_an_array_are_walked_through(page: Page, stage: Locator) -> None:
    give(page, "SYST column", "SIMU 0 10")
    expect(stage).to_have_attribute("data-count", "6")
    fly(page, stage, "tray")
    expect(page.get_by_text("1 of 9")).to_be_visible()
    expect(page.get_by_role("button", name="Member before")).to_be_disabled()
    page.get_by_role("button", name="Next member").click()
    expect(page.get_by_text("2 of 9")).to_be_visible()
    stage.focus()
    stage.press(".")
    expect(page.get_by_text("3 of 9")).to_be_visible()


def test_a_part_of_ten_thousand_is_one_box(page: Page, study: Path) -> None:
    cell = "CONTINUOUS SYSTEM cell\nSTATE x\nDER dx\ndx = -x\nEND\n"
    (study / "field.t").write_text(f"{cell}CONTINUOUS SYSTEM field\nSYSTEM cell[1..10000]: cell\nEND\n")
    give(page, "SYST field", "WDIAG")
    stage = page.get_by_role("application")
    expect(stage).to_have_attribute("data-count", "1")
    fly(page, stage, "cell")
    expect(page.get_by_text("1 of 10000")).to_be_visible()


def test_boxes_are_chosen_by_a_rectangle_copied_and_made_an_array(page: Page, stage: Locator, study: Path) -> None:
    before = (study / "drive.t").read_text()
    boxes = boxes_of(study)
    gear, shaft = boxes["gear"], boxes["shaft"]
    start = at(page, stage, min(gear.x, shaft.x) - 10, min(gear.y, shaft.y) - 10)
    end = at(page, stage, max(gear.right, shaft.right) + 10, max(gear.bottom, shaft.bottom) + 10)
    page.keyboard.down("Shift")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(page.get_by_text("2 boxes")).to_be_visible()
    page.keyboard.press("Control+c")
    page.keyboard.press("Control+v")
    expect(stage).to_have_attribute("data-count", "14")
    has_given(page, "COPY gear shaft")
    text = (study / "drive.t").read_text()
    assert "SYSTEM gear2: " in text
    assert "gear2.b shaft2.a" in text
    page.keyboard.press("Control+z")
    expect(stage).to_have_attribute("data-count", "12")
    assert (study / "drive.t").read_text() == before
    page.mouse.click(*middle(page, stage, boxes_of(study)["reference"]))
    page.get_by_role("button", name="Make an array").click()
    page.get_by_role("textbox", name="Number of members").fill("3")
    page.get_by_role("textbox", name="Number of members").press("Enter")
    expect_last(page, "ARRAY reference 3")
    assert "SYSTEM reference[1..3]: " in (study / "drive.t").read_text()


def test_chosen_boxes_are_moved_by_keys_on_the_grid(page: Page, stage: Locator, study: Path) -> None:
    before = boxes_of(study)["motor"]
    choose(page, stage, study, "motor")
    page.keyboard.press("Control+ArrowDown")

    has_given(page, f"MOVE motor {before.x:.0f} {before.y + 12:.0f}")


def test_what_is_under_the_pointer_is_described(page: Page, stage: Locator, study: Path) -> None:
    (study / "tank.t").write_text(
        'CONTINUOUS SYSTEM tank\nINPUT q [m^3/s]  " inflow\nOUTPUT h [m^3/s]\nRANGE q: 0..3\nh = q\nq: 0\nEND\n'
        "CONTINUOUS SYSTEM plant\nSYSTEM a, b: tank\nb.q = a.h\nEND\n"
    )
    give(page, "SYST tank")
    expect(stage).to_have_attribute("data-count", "2")
    boxes = boxes_of(study, "tank")
    port = next(port for port in boxes["a"].ports if port.name == "q")
    page.mouse.move(*at(page, stage, port.x, port.y))
    hint = page.get_by_role("tooltip")
    expect(hint).to_contain_text("a.q = 0 m^3/s")
    expect(hint).to_contain_text("[m^3/s] 0..3 inflow")
    page.mouse.move(*middle(page, stage, boxes["b"]))
    expect(hint).to_contain_text("tank")


def test_the_compiler_refuses_a_wire_while_it_is_drawn(page: Page, stage: Locator, study: Path) -> None:
    text = (
        "CONTINUOUS SYSTEM source\nOUTPUT y [m]\ny = k\nk: 1 [m]\nEND\n"
        "CONTINUOUS SYSTEM heated\nINPUT T [K]\nOUTPUT z [K]\nz = T\nT: 0\nEND\n"
        "CONTINUOUS SYSTEM plant\nSYSTEM a: source\nSYSTEM b: heated\nEND\n"
    )
    (study / "plant.t").write_text(text)
    give(page, "SYST plant")
    expect(stage).to_have_attribute("data-count", "2")
    ports = {(box.name, port.name): port for box in boxes_of(study, "plant").values() for port in box.ports}
    start, end = (at(page, stage, ports[each].x, ports[each].y) for each in (("a", "y"), ("b", "T")))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    expect(page.get_by_role("tooltip")).to_contain_text("K")
    page.mouse.up()

    has_given(page, "SYST plant")
    assert (study / "plant.t").read_text() == text


def test_a_shifted_double_click_opens_a_window_and_views_are_gone_back_to(
    page: Page, stage: Locator, study: Path
) -> None:
    first = settled(page, stage)
    fly(page, stage, "gear")
    second = settled(page, stage)
    stage.press("[")
    assert settled(page, stage) == pytest.approx(first)
    stage.press("]")
    assert settled(page, stage) == pytest.approx(second)
    stage.press("0")
    settled(page, stage)
    page.keyboard.down("Shift")
    page.mouse.dblclick(*middle(page, stage, boxes_of(study)["motor"]))
    page.keyboard.up("Shift")
    expect(page.get_by_role("application")).to_have_count(1)
    has_given(page, "WDIAG motor")


def test_the_overview_goes_to_a_place(page: Page, stage: Locator) -> None:
    fly(page, stage, "gear")
    x, _, scale = settled(page, stage)
    page.get_by_role("button", name="Overview: go to a place").click(position={"x": 100, "y": 40})
    moved = settled(page, stage)
    assert moved[2] == scale
    assert moved[0] > x + 50


def test_differences_are_coloured(page: Page, stage: Locator, study: Path) -> None:
    text = (study / "drive.t").read_text()
    (study / "old.t").write_text(text.replace("k: 500", "k: 400"))
    give(page, "WDIAG -CLOSE", "WDIAG -DIFF old.t")
    shown = page.get_by_role("application")
    expect(shown).to_have_attribute("data-count", "12")
    settled(page, shown)
    amber = "data[i] === 122 && data[i + 1] === 82 && data[i + 2] === 0"
    eventually(page, lambda: pixels(page, amber) > 100, "nothing is coloured")
    give(page, "WDIAG -DIFF old.t -CLOSE", "WDIAG")
    settled(page, shown)
    eventually(page, lambda: pixels(page, amber) == 0, "the colours stay")


COUNTED = """(is_meant) => {
  const canvas = document.querySelector('[role=application] canvas')
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  const test = new Function('data', 'i', `return ${is_meant}`)
  let count = 0
  for (let i = 0; i < data.length; i += 4) if (test(data, i)) count += 1
  return count
}"""


def pixels(page: Page, condition: str) -> int:
    """Of the canvas that satisfy a condition."""
    return int(page.evaluate(COUNTED, condition))


def fly(page: Page, stage: Locator, words: str) -> None:
    stage.focus()
    stage.press("/")
    field = page.get_by_role("searchbox", name="Fly to a part")
    field.fill(words)
    field.press("Enter")
    settled(page, stage)


def test_a_diagram_of_thousands_of_parts_is_drawn_from_copies_and_stays_usable(page: Page, study: Path) -> None:
    cells = "".join(f"SYSTEM c{number}: cell\n" for number in range(2000))
    (study / "cells.t").write_text(
        f"CONTINUOUS SYSTEM cell\nINPUT u\nOUTPUT y\ny = u\nu: 0\nEND\nCONTINUOUS SYSTEM whole\n{cells}END\n"
    )
    give(page, "SYST cells", "WDIAG")
    stage = page.get_by_role("application")
    expect(stage).to_have_attribute("data-count", "2000")
    inked = page.evaluate(
        """() => {
          const canvas = document.querySelector('[role=application] canvas')
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
          const colours = new Set()
          for (let i = 0; i < data.length; i += 4) colours.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2])
          return colours.size
        }"""
    )
    assert inked > 2, "the dots have an edge and a ground"
    stage.focus()
    page.keyboard.press("/")
    page.keyboard.type("c1234")
    page.keyboard.press("Enter")

    expect(stage).to_have_attribute("aria-label", re.compile("whole: c1234, cell"))


def test_the_words_about_the_selection_are_above_the_tools(page: Page, stage: Locator) -> None:
    words = stage.get_by_role("status").bounding_box()
    tools = page.get_by_role("toolbar", name="Diagram").bounding_box()
    assert words is not None
    assert tools is not None

    assert words["y"] + words["height"] <= tools["y"]


def test_what_another_program_writes_reaches_the_diagram_without_a_command(
    page: Page, stage: Locator, study: Path
) -> None:
    expect(stage).to_have_attribute("data-count", re.compile(r"[1-9]"))
    before = int(stage.get_attribute("data-count") or 0)
    text = study / "drive.t"
    note = stage.get_by_text("drive.t has changed since the model was compiled: SYST drive compiles it")
    expect(note).to_have_count(0)

    text.write_text(
        text.read_text("utf-8").replace("CONNECT supply.p", "SYSTEM extra: control.gain\nCONNECT supply.p"), "utf-8"
    )
    expect(note).to_be_visible()
    stage.press("0")
    expect(stage).to_have_attribute("data-count", str(before + 1))

    text.write_text(text.read_text("utf-8").replace("SYSTEM extra: control.gain\n", ""), "utf-8")
    expect(stage).to_have_attribute("data-count", str(before))
    expect(note).to_have_count(0)

    text.write_text("CONTINUOUS", "utf-8")
    expect(page.get_by_text("The diagram cannot be shown")).to_be_visible()


WORDS_DRAWN = """() => {
  const words = []
  const draw = CanvasRenderingContext2D.prototype.fillText
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    words.push([text, this.font])
    return draw.call(this, text, ...place)
  }
  window.wordsDrawn = words
}"""


def test_a_box_of_equations_names_its_terminals(page: Page, stage: Locator) -> None:
    page.get_by_role("button", name="Diagram largest").click()
    fly(page, stage, "motor")
    page.evaluate(WORDS_DRAWN)
    stage.press("+")
    settled(page, stage)
    drawn = page.evaluate("() => window.wordsDrawn.map(([text, font]) => [text, font.includes('11px')])")

    assert {"p", "n", "shaft"} <= {text for text, is_small in drawn if is_small}
