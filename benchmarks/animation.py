"""Animation: scenes staged in Python, and written pages played in Chromium: the robot, and a thousand moving shapes.

Frames of a second are those that the browser draws; the time of a frame is that of the player's own code, so that it
shows what is left on a machine that is busy with other things.

python3 run.py bench animation
"""

import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Browser, sync_playwright

from simnon.session import Failed, Session, scene_named
from tests.web.browsers import find_chromium, launch

ROOT = Path(__file__).parent.parent
SECONDS = 5
REPETITIONS = 5
MANY = """PICTURE many
LIMITS 0, 0, 100, 60
FOR k = 1..1000
  SETCOLOR heat(SIN(x + 0.01*k), -1, 1)
  FILLCIRCLE 50 + 0.045*k*COS(k + x), 30 + 0.028*k*SIN(k + y), 0.8 + 0.3*x
END
END
"""
TIMING = """
window.spent = []
const original = window.requestAnimationFrame.bind(window)
window.requestAnimationFrame = (callback) =>
  original((now) => {
    const begun = performance.now()
    callback(now)
    window.spent.push(performance.now() - begun)
  })
"""
COUNT = """
(seconds) => new Promise((done) => {
  window.spent.length = 0
  const begun = performance.now()
  setTimeout(() => {
    const times = [...window.spent].sort((a, b) => a - b)
    const rate = times.length / ((performance.now() - begun) / 1000)
    done([rate, times[Math.floor(times.length / 2)], times[Math.floor(0.95 * times.length)]])
  }, 1000 * seconds)
})
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for path in (ROOT / "examples" / "animation").iterdir():
            shutil.copy(path, folder)
        (folder / "many.picture").write_text(MANY)
        session = Session(folder, is_interactive=False)
        written = {
            "robot": ("SYST robot", "SIMU 0 16", "ANIMATE robot robot.html"),
            "many": ("SYST orbit", "SIMU 0 30", "ANIMATE many many.html"),
        }
        for name, lines in written.items():
            _give(session, *lines)
            print(f"{name}: staged in {1e3 * _staging(session, name):.0f} ms, page of {_size(folder, name)} kB")
        if find_chromium() is None:
            print("there is no Chromium: put one on the PATH, or set CHROMIUM")
            return
        with sync_playwright() as playwright:
            browser = launch(playwright)
            assert browser is not None
            for name in written:
                rate, half, most = _play(browser, folder / f"{name}.html")
                print(f"{name}: {rate:.1f} frames/s, {half:.2f} ms a frame, 95 % below {most:.2f} ms")
            browser.close()


def _give(session: Session, *lines: str) -> None:
    for line in lines:
        failures = [outcome for outcome in session.execute(line) if isinstance(outcome, Failed)]
        assert failures == [], failures


def _staging(session: Session, name: str) -> float:
    """Processor time of reading and staging at the records of the run, the least of several."""
    times = []
    for _ in range(REPETITIONS):
        begun = time.process_time()
        scene_named(session.workspace, name)
        times.append(time.process_time() - begun)
    return min(times)


def _size(folder: Path, name: str) -> int:
    return (folder / f"{name}.html").stat().st_size // 1000


def _play(browser: Browser, page: Path) -> tuple[float, float, float]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_init_script(TIMING)
    shown = context.new_page()
    shown.goto(page.as_uri())
    shown.wait_for_timeout(1000)
    rate, half, most = shown.evaluate(COUNT, SECONDS)
    context.close()
    return float(rate), float(half), float(most)


if __name__ == "__main__":
    main()
