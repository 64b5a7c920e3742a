"""Diagrams of ten thousand parts: the first layout, a small edit, and frames while zooming and panning in Chromium.

python3 run.py bench diagrams
"""

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import expect, sync_playwright

from simnon.compiler import gather_systems
from simnon.diagrams import Diagram, Point, closed_size, lay_out, scene_of
from simnon.source import Report, Source
from tests.web.browsers import find_chromium, launch
from tests.web.conftest import give, prompt_of
from tests.web.serving import served

TYPES, PARTS = 100, 100
LAG = "CONTINUOUS SYSTEM lag\nINPUT u\nOUTPUT y\nSTATE x\nDER dx\ndx = u - x\ny = x\nu: 0\nEND\n"
FRAMES = """
async (count) => {
  const canvas = document.querySelector('[role=application] canvas')
  const box = canvas.getBoundingClientRect()
  const times = []
  let busy = 0
  for (let k = 0; k < count; k += 1) {
    await new Promise((done) => requestAnimationFrame(done))
    const begun = performance.now()
    times.push(begun)
    const zoom = { bubbles: true, cancelable: true, deltaY: k % 60 < 30 ? -40 : 40,
      clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }
    canvas.dispatchEvent(new WheelEvent('wheel', zoom))
    await new Promise((done) => queueMicrotask(done))
    busy += performance.now() - begun
  }
  return [1000 * (count - 1) / (times.at(-1) - times[0]), busy / count]
}
"""


def model() -> str:
    """A hundred different types of a hundred parts each, in a ring of connections."""
    lines = [LAG]
    for number in range(TYPES):
        lines.append(f"CONTINUOUS SYSTEM group{number}\nINPUT u\nOUTPUT y")
        lines += [f"SYSTEM p{k}: lag" for k in range(PARTS)]
        lines += [f"CONNECT p{k}.y p{k + 1}.u" for k in range(PARTS - 1)]
        lines += [f"p{k * 10}.u = p{k * 10 + 7}.y" for k in range(1, PARTS // 10)]
        lines.append("p0.u = u\ny = p99.y\nu: 0\nEND")
    lines.append("CONTINUOUS SYSTEM whole")
    lines += [f"SYSTEM g{number}: group{number}" for number in range(TYPES)]
    lines += [f"CONNECT g{number}.y g{number + 1}.u" for number in range(TYPES - 1)]
    return "\n".join([*lines, "END\n"])


def seconds(action) -> float:  # type: ignore[no-untyped-def]
    begun = time.process_time()
    action()
    return time.process_time() - begun


def layouts() -> None:
    systems = gather_systems([Source("whole.t", model())], Report())[0]
    print(f"reading the text: {seconds(lambda: gather_systems([Source('whole.t', model())], Report())):6.2f} s")
    scene = scene_of(systems)
    print(f"diagrams of it:   {seconds(lambda: scene_of(systems)):6.2f} s")
    count = sum(len(diagram.boxes) for diagram in scene.diagrams.values())
    first = min(seconds(lambda: [lay_out(each, closed_size) for each in scene.diagrams.values()]) for _ in range(3))
    print(f"first layout of {count} boxes in {len(scene.diagrams)} types: {first:.2f} s (at most 2)")
    small = scene.diagrams["group7"]
    again = min(seconds(lambda: lay_out(small, closed_size)) for _ in range(5))
    print(f"a small edit, the type it is in laid out again: {1000 * again:.1f} ms (at most 50)")
    placed(small)


def placed(diagram: Diagram) -> None:
    """Boxes that were placed keep their places: their wires are searched for."""
    kept = {box.name.casefold(): Point(box.x, box.y) for box in lay_out(diagram, closed_size).boxes}
    taken = min(seconds(lambda: lay_out(diagram, closed_size, kept)) for _ in range(2))
    print(f"the same type with all {len(kept)} boxes placed: {1000 * taken:.0f} ms")


def frames() -> None:
    if find_chromium() is None:
        print("there is no Chromium")
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        study = Path(folder) / "study"
        study.mkdir()
        (study / "cells.t").write_text(
            "CONTINUOUS SYSTEM cell\nINPUT u\nOUTPUT y\ny = u\nu: 0\nEND\nCONTINUOUS SYSTEM whole\n"
            + "".join(f"SYSTEM c{k}: cell\n" for k in range(TYPES * PARTS))
            + "END\n"
        )
        with served(study, Path(folder) / "state") as server:
            browser = launch(playwright)
            assert browser is not None
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.goto(server.url)
            expect(prompt_of(page)).to_be_enabled(timeout=60_000)
            prompt_of(page).fill("SYST cells")
            prompt_of(page).press("Enter")
            # Compiling ten thousand parts takes a while on a busy machine.
            expect(page.locator(".waiting")).to_have_count(0, timeout=600_000)
            give(page, "WDIAG")
            expect(page.get_by_role("application")).to_have_attribute("data-count", str(TYPES * PARTS), timeout=60_000)
            rate, busy = page.evaluate(FRAMES, 180)
            print(
                f"zoom over {TYPES * PARTS} boxes: {rate:.0f} frames/s (at least 50), {busy:.1f} ms of script a frame"
            )
            browser.close()


if __name__ == "__main__":
    layouts()
    frames()
