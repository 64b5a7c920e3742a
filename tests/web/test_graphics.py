"""The graphics window in a browser: what is drawn, what gestures give, and what they leave alone."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copy

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import expect_last, expect_lines, give, given, lines_of, nothing_waits
from tests.web.serving import ROOT, Served, beside

pytestmark = pytest.mark.slow
TANK = ("SYST TANK DPID REGTANK", "PAR DT: 5", "SIMU 0 200", "SPLIT 2 1", "ASHOW H HREF", "ASHOW QIN QOUT")
COUNT_STROKES = """
() => {
  const context = document.querySelector('canvas').getContext('2d')
  const stroke = context.stroke.bind(context)
  window.strokes = 0
  context.stroke = () => { window.strokes += 1; stroke() }
}
"""
FRAMES = """
async () => { for (let i = 0; i < 5; i += 1) await new Promise(requestAnimationFrame) }
"""
TRY = """
parameters => new Promise(resolve => {
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/session?browser=other')
  socket.onopen = () => socket.send(JSON.stringify({ kind: 'Try', number: 1, parameters, initial: {} }))
  window.other = socket
  resolve()
})
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "models"
    found.mkdir()
    for name in ("tank-study/tank.t", "tank-study/dpid.t", "tank-study/regtank.t", "vdpol.t", "lorenz.t"):
        copy(ROOT / "examples" / name, found)
    return found


@pytest.fixture
def page(folder: Path, tmp_path: Path, built_page: None, new_page: Callable[[Served], Page]) -> Iterator[Page]:
    with beside(folder, tmp_path / "state") as (_, server):
        yield new_page(server)


def wait_for_lines(page: Page, count: int) -> None:
    expect(given(page).nth(count - 1)).to_be_attached()
    nothing_waits(page)


def plots(page: Page) -> Locator:
    return page.locator(".area")


def place(plot: Locator, across: float, down: float) -> tuple[float, float]:
    """The position on the screen at fractions of a plot."""
    box = plot.bounding_box()
    assert box is not None
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def test_a_zoom_box_and_a_double_click_are_lines(page: Page) -> None:
    give(page, *TANK)
    first = plots(page).first
    count = len(lines_of(page))
    page.mouse.move(*place(first, 0.3, 0.3))
    page.mouse.down()
    page.mouse.move(*place(first, 0.5, 0.5))
    page.mouse.move(*place(first, 0.6, 0.6))
    page.mouse.up()
    wait_for_lines(page, count + 2)
    chosen, zoomed = lines_of(page)[count:]
    words = zoomed.split()
    expect(first).to_have_attribute("aria-valuemin", words[2])
    expect(page.get_by_text("AREA 1 1, current")).to_be_visible()
    page.mouse.dblclick(*place(first, 0.5, 0.5))
    wait_for_lines(page, count + 3)

    assert chosen == "AREA 1 1"
    assert (words[0], words[1], words[4], words[-1]) == ("AXES", "H", "V", "-KEEP")
    expect_last(page, "AXES -KEEP")
    expect(first).to_have_attribute("aria-valuemax", "200")


def test_a_click_in_a_different_area_makes_it_the_current_one(page: Page) -> None:
    give(page, *TANK)
    expect(page.get_by_text("AREA 2 1, current")).to_be_visible()
    page.mouse.click(*place(plots(page).first, 0.5, 0.5))
    expect(page.get_by_text("AREA 1 1, current")).to_be_visible()

    expect_last(page, "AREA 1 1")


def test_wheel_and_pan_are_views_of_all_linked_axes(page: Page) -> None:
    give(page, *TANK)
    first, second = plots(page).all()
    page.mouse.move(*place(first, 0.5, 0.5))
    page.mouse.wheel(0, -400)
    expect(first).not_to_have_attribute("aria-valuemin", "0")
    seen = first.get_attribute("aria-valuemin")
    expect(second).to_have_attribute("aria-valuemin", str(seen))
    first.press("0")
    expect(second).to_have_attribute("aria-valuemin", "0")

    assert len(lines_of(page)) == len(TANK)


def test_the_pointer_redraws_no_curve(page: Page) -> None:
    give(page, *TANK)
    first = plots(page).first
    page.mouse.move(*place(first, 0.3, 0.5))
    expect(page.get_by_text("at cursor")).to_have_count(2)
    page.evaluate(FRAMES)
    page.evaluate(COUNT_STROKES)
    for step in range(20):
        page.mouse.move(*place(first, 0.3 + step / 50, 0.5))
    page.evaluate(FRAMES)

    assert page.evaluate("window.strokes") == 0


def test_keys_read_values_from_point_to_point_and_by_events(page: Page) -> None:
    give(page, *TANK)
    first = plots(page).first
    first.focus()
    first.press("ArrowRight")
    expect(first).to_have_attribute("aria-valuenow", "0")
    first.press("Shift+ArrowRight")
    expect(first).to_have_attribute("aria-valuenow", "100")
    first.press("r")
    expect(page.locator("[aria-live=polite]", has_text="HREF 2.000")).to_have_count(1)


def test_a_trial_is_drawn_over_the_ghost_of_the_session(page: Page) -> None:
    give(page, *TANK)
    page.evaluate(TRY, {"TI": 30})
    expect(page.get_by_text("H before", exact=True)).to_be_visible()
    give(page, "SWITCH LIVE ON", "PAR TI: 30", "SIMU")
    expect(page.get_by_text("H before", exact=True)).to_have_count(0)

    expect_lines(page, *TANK, "SWITCH LIVE ON", "PAR TI: 30", "SIMU")


def test_a_click_in_a_phase_plane_starts_a_trajectory(page: Page) -> None:
    give(page, "SYST VDPOL", "SIMU 0 30", "ASHOW y (x)")
    page.get_by_role("button", name="Direction field").click()
    page.mouse.click(*place(plots(page).first, 0.6, 0.4))
    wait_for_lines(page, 6)
    given, run, shown = lines_of(page)[3:]

    assert given.startswith("INIT x: ")
    assert run == "SIMU"
    assert shown.startswith("SHOW y 'y from ")


def test_a_click_on_a_label_of_a_bifurcation_diagram_follows_the_branch(page: Page, folder: Path) -> None:
    text = "CONTINUOUS SYSTEM SUB\nSTATE x y\nDER dx dy\nr = x^2 + y^2\ndx = (mu + r - r^2)*x - y\n"
    (folder / "sub.t").write_text(f"{text}dy = x + (mu + r - r^2)*y\nmu: -0.5\nEND\n", encoding="utf-8")
    give(page, "SYST SUB", "BRANCH mu -0.5 0.5 SHOW:x")
    page.get_by_role("button", name="HB1").click()
    wait_for_lines(page, 3)

    expect_last(page, "BRANCH -FROM HB1 SHOW:x")
    expect(page.get_by_role("button", name="LPC1")).to_be_visible()


def test_pictures_and_tables_are_saved_by_lines(page: Page, folder: Path) -> None:
    give(page, *TANK)
    for name in ("SVG", "CSV"):
        page.get_by_role("button", name="Save").click()
        page.get_by_role("button", name=name).click()
    wait_for_lines(page, len(TANK) + 2)

    expect_last(page, "HCOPY tank.svg", "EXPORT tank.csv H HREF QIN QOUT")
    assert (folder / "tank.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (folder / "tank.csv").is_file()


def test_a_saved_picture_shows_what_is_looked_at(page: Page, folder: Path) -> None:
    give(page, *TANK[:3], "ASHOW H")
    page.mouse.move(*place(plots(page).first, 0.5, 0.5))
    page.mouse.wheel(0, -400)
    expect(plots(page).first).not_to_have_attribute("aria-label", re.compile("from 0 to 200"))
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="SVG").click()
    wait_for_lines(page, 6)
    axes, copy = lines_of(page)[-2:]

    assert re.fullmatch(r"AXES H [\d.]+ [\d.]+ -KEEP", axes)
    assert copy == "HCOPY tank.svg"
    assert (folder / "tank.svg").is_file()


def test_a_saved_table_has_the_time_that_is_looked_at(page: Page, folder: Path) -> None:
    give(page, *TANK[:3], "ASHOW H")
    page.mouse.move(*place(plots(page).first, 0.5, 0.5))
    page.mouse.wheel(0, -400)
    expect(plots(page).first).not_to_have_attribute("aria-label", re.compile("from 0 to 200"))
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="CSV").click()
    wait_for_lines(page, 5)

    line = re.fullmatch(r"EXPORT tank\.csv H FROM:([\d.]+) TO:([\d.]+)", lines_of(page)[-1])
    assert line is not None
    times = [float(row.split(",")[0]) for row in (folder / "tank.csv").read_text("utf-8").splitlines()[1:]]
    assert 0 < float(line[1]) <= times[0] < times[-1] <= float(line[2]) < 200


def test_a_saved_phase_plane_has_its_direction_field(page: Page, folder: Path) -> None:
    give(page, "SYST VDPOL", "SIMU 0 30", "ASHOW y (x)")
    page.get_by_role("button", name="Direction field").click()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="SVG").click()
    wait_for_lines(page, 4)

    expect_last(page, "HCOPY vdpol.svg -FIELD")
    assert "dy = 0" in (folder / "vdpol.svg").read_text(encoding="utf-8")


def test_detail_of_a_million_points_is_fetched_on_zoom(page: Page) -> None:
    give(page, "SYST LORENZ", "SIMU 0 1000 0.001", "ASHOW x")
    first = plots(page).first
    page.mouse.move(*place(first, 0.5, 0.5))
    for _ in range(8):
        page.mouse.wheel(0, -500)
    first.focus()
    expect(first).not_to_have_attribute("aria-valuemin", "0")
    # The recorded points are a thousandth apart; those of the whole curve, thinned out, a quarter of a second.
    steps = (step_of(first) for _ in range(100))
    assert any(0.0 < step < 0.0015 for step in steps)


def step_of(plot: Locator) -> float:
    """How far the cursor goes to the next point."""
    before = float(str(plot.get_attribute("aria-valuenow")))
    plot.press("ArrowRight")
    return float(str(plot.get_attribute("aria-valuenow"))) - before


def test_a_page_that_is_cleared_and_drawn_again_has_one_plot(page: Page) -> None:
    give(page, *TANK[:3], "ASHOW H")
    expect(plots(page)).to_have_count(1)
    for _ in range(2):
        give(page, "SPLIT 2 1", "ASHOW H HREF", "ASHOW QIN")

    expect(plots(page)).to_have_count(2)
    expect(page.locator("canvas")).to_have_count(2)
    expect(page.get_by_role("button", name="Save")).to_have_count(1)


def test_a_direction_field_goes_with_its_phase_plane(page: Page) -> None:
    give(page, "SYST VDPOL", "SIMU 0 30", "ASHOW y (x)")
    page.get_by_role("button", name="Direction field").click()
    expect(plots(page).first).to_have_attribute("aria-label", re.compile("direction field"))
    give(page, "ASHOW y")

    expect(plots(page).first).not_to_have_attribute("aria-label", re.compile("direction field"))


def test_a_phase_plane_shows_the_time_as_colour(page: Page) -> None:
    give(page, "SYST VDPOL", "SIMU 0 30", "ASHOW y (x)")
    button = page.get_by_role("button", name="Time as colour")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")

    expect_last(page, "AREA 1 1", "ASHOW y (x) -COLOUR", "AREA 1 1", "ASHOW y (x)")


def test_a_time_that_was_read_is_no_place_in_a_phase_plane(page: Page) -> None:
    give(page, "SYST VDPOL", "SIMU 0 30", "ASHOW y")
    page.mouse.move(*place(plots(page).first, 0.5, 0.5))
    expect(page.get_by_text("at cursor")).to_have_count(1)
    give(page, "ASHOW y (x)")

    expect(page.get_by_text("at cursor")).to_have_count(0)
