"""The window in Chromium: from a slider to its curve, from a line to a usable page, zooming, and the size of the page.

python3 run.py bench window
"""

import gzip
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.browsers import find_chromium, launch
from tests.web.conftest import give, prompt_of
from tests.web.serving import ROOT, Served, served

MOVES = 150
KEYS = 30
BUILT = ROOT / "src" / "simnon" / "frontends" / "web" / "built"
STUDIES = {
    "tank": ("TI[DPID]", ("SYST TANK DPID REGTANK", "SIMU 0 200", "ASHOW H", "WPAR", "TURN LIVE ON")),
    "Lorenz, t 0..100": ("rho", ("SYST LORENZ", "SIMU 0 100", "ASHOW X", "WPAR", "TURN LIVE ON")),
}
MILLION = ("SYST VDPOL", "SIMU 0 10000 0.01", "ASHOW X")

DRAG = """
async ([name, moves]) => {
  const all = [...document.querySelectorAll('[role=slider][aria-valuetext]')]
  const slider = all.find((each) => each.getAttribute('aria-label') === name)
  const box = slider.getBoundingClientRect()
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const send = (kind, share) =>
    slider.dispatchEvent(new PointerEvent(kind, {
      bubbles: true, pointerId: 1, button: 0, clientX: box.left + share * box.width, clientY: box.top + box.height / 2,
    }))
  slider.setPointerCapture = () => undefined
  const canvas = document.querySelector('.host canvas')
  let painted = 0
  const context = canvas.getContext('2d')
  const plain = context.clearRect.bind(context)
  context.clearRect = (...given) => { painted = performance.now(); plain(...given) }
  send('pointerdown', 0.5)
  for (let k = 0; k < 10; k += 1) { send('pointermove', 0.4 + 0.01 * k); await frame(); await frame() }
  await new Promise((done) => setTimeout(done, 500))
  const times = []
  for (let k = 0; k < moves; k += 1) {
    await frame()
    const begun = performance.now()
    painted = 0
    send('pointermove', 0.3 + 0.4 * ((k * 37) % moves) / moves)
    while (painted < begun && performance.now() - begun < 1000) await frame()
    times.push(painted >= begun ? painted - begun : 1000)
  }
  send('pointercancel', 0.5)
  return times
}
"""
ZOOM = """
async (seconds) => {
  const area = document.querySelector('.host .area')
  const box = area.getBoundingClientRect()
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  let frames = 0
  const begun = performance.now()
  while (performance.now() - begun < 1000 * seconds) {
    area.dispatchEvent(new WheelEvent('wheel', {
      bubbles: true, cancelable: true, deltaY: Math.floor(frames / 40) % 2 ? 60 : -60,
      clientX: box.left + 0.4 * box.width, clientY: box.top + box.height / 2,
    }))
    await frame()
    frames += 1
  }
  return frames / ((performance.now() - begun) / 1000)
}
"""

KEYSTROKES = """
async (count) => {
  const editor = document.querySelector('.cm-content')
  const shown = () => document.querySelector('.cm-editor .wave.error') !== null
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const times = []
  editor.focus()
  for (let k = 0; k < count; k += 1) {
    for (const [act, isWanted] of [['insertText', true], ['delete', false]]) {
      await frame()
      const begun = performance.now()
      document.execCommand(act, false, act === 'insertText' ? 'Q' : undefined)
      while (shown() !== isWanted && performance.now() - begun < 5000) await new Promise((done) => setTimeout(done))
      times.push(performance.now() - begun)
    }
  }
  return times
}
"""


def main() -> None:
    if find_chromium() is None:
        sys.exit("There is no Chromium: put one on the PATH, or set CHROMIUM.")
    print(f"load {os.getloadavg()[0]:.1f}")
    report("page, gzipped", size_of_page() / 1000, "kB", 450)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        study = Path(folder) / "study"
        shutil.copytree(ROOT / "examples" / "tank-study", study)
        for name in ("lorenz.t", "vdpol.t"):
            shutil.copy(ROOT / "examples" / name, study)
        browser = launch(playwright)
        assert browser is not None
        measure_start(browser, study, Path(folder) / "state")
        for title, (slider, lines) in STUDIES.items():
            with served(study, Path(folder) / "state") as server:
                measure_drag(opened(browser, server, lines), title, slider)
        with served(study, Path(folder) / "state") as server:
            measure_keystrokes(opened(browser, server, (*STUDIES["tank"][1], "WEDIT dpid.t")))
        with served(study, Path(folder) / "state") as server:
            page = opened(browser, server, MILLION)
            report("zoom of a million points", page.evaluate(ZOOM, 4.0), "frames/s", 50, is_floor=True)
        browser.close()


def report(name: str, value: float, unit: str, bound: float, *, is_floor: bool = False) -> None:
    kind = "at least" if is_floor else "bound"
    print(f"{name:40s} {value:8.1f} {unit:10s} {kind} {bound:g}", flush=True)


def size_of_page() -> int:
    """Bytes of everything that the page loads before it is used."""
    index = (BUILT / "index.html").read_text()
    first = [path for path in (BUILT / "assets").iterdir() if path.name in index]
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in (BUILT / "index.html", *first))


def measure_start(browser: Browser, study: Path, state: Path) -> None:
    """From the command to a prompt that takes a line; the first start warms the disk."""
    times = []
    for _ in range(4):
        begun = time.perf_counter()
        with served(study, state) as server:
            opened(browser, server, ())
            times.append(time.perf_counter() - begun)
    report("page usable after 'simnon window'", 1000 * min(times[1:]), "ms", 1000)


def opened(browser: Browser, server: Served, lines: tuple[str, ...]) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    page.goto(server.url)
    expect(prompt_of(page)).to_be_enabled(timeout=60_000)
    give(page, *lines)
    return page


def measure_drag(page: Page, title: str, slider: str) -> None:
    times = sorted(page.evaluate(DRAG, [slider, MOVES]))
    report(f"slider to curve, {title}, p50", statistics.median(times), "ms", 17)
    report(f"slider to curve, {title}, p95", times[int(0.95 * len(times))], "ms", 34)
    print(json.dumps([round(each, 1) for each in times[:: len(times) // 10]]))


def measure_keystrokes(page: Page) -> None:
    """A letter that makes a name unknown, and its removal; each until the page shows what the compiler says."""
    text = page.get_by_role("textbox", name="Text of dpid.t")
    expect(text.locator("[class^=colour]").first).to_be_visible(timeout=60_000)
    text.focus()
    page.keyboard.press("Control+Home")
    for _ in range(8):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    times = sorted(page.evaluate(KEYSTROKES, KEYS)[4:])
    report("keystroke to diagnostics, tank, p50", statistics.median(times), "ms", 60)
    report("keystroke to diagnostics, tank, p95", times[int(0.95 * len(times))], "ms", 120)


if __name__ == "__main__":
    main()
