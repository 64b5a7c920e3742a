"""`ANIMATE`: a picture of the model as a file, still or moving."""

import re
from collections.abc import Iterator, Mapping

import numpy as np

from simnon.figures import Array
from simnon.graphics import MOVING, PAGE, STILLS, write_frames, write_scene
from simnon.simulation import Trajectory
from simnon.source import UserError, atomic_folder, did_you_mean, frozen

from ..animating import find_picture, load_picture, moment_near, scene_of
from ..calculator import evaluate
from ..files import FORCE, path_to_write, wrote
from ..outcome import Noted, Outcome, Wrote
from ..words import Arguments, read_files
from ..workspace import Workspace
from .command import Command

DARK = "DARK"
SETTINGS = ("AT", "FROM", "TO", "SPEED", "RATE", "WIDTH")
_SETTING = re.compile(r"\b([A-Za-z]+)\s*:\s*([^\s,]+)")
MOST_FRAMES_OF_A_PAGE = 1500
FRAMES = ""
"""No extension: a folder of frames."""


@frozen
class Animate:
    name: str
    file: str
    settings: Mapping[str, str]
    arguments: Arguments


def parse(text: str) -> Animate:
    settings = {name.upper(): value for name, value in _SETTING.findall(text)}
    for name in settings:
        if name not in SETTINGS:
            hint = did_you_mean(name, SETTINGS, f"there are {', '.join(SETTINGS)}")
            raise UserError("unknown-option", f"ANIMATE has no setting '{name}'", hint)
    arguments = read_files(_SETTING.sub("", text), (DARK, FORCE), has_slash=True)
    if len(arguments.words) != 2:
        raise UserError("bad-command", "ANIMATE needs a picture and a file", ANIMATE.usage)
    return Animate(*arguments.words, settings, arguments)


def run(workspace: Workspace, command: Animate) -> Iterator[Outcome]:
    settings = {name: evaluate(workspace, text) for name, text in command.settings.items()}
    picture = load_picture(find_picture(workspace, command.name))
    trajectory = workspace.run_named(command.arguments.slash)
    if not len(trajectory.t):
        raise UserError("no-run", "the run recorded nothing", "STORE chooses what to record; then SIMU again")
    path = path_to_write(command.file, workspace.folder, "", workspace.allowed, folders=(FRAMES,))
    kind = path.suffix.lower()
    rate, width, is_dark = _rate(settings), int(settings.get("WIDTH", 720)), DARK in command.arguments.options
    times = _times(trajectory, settings, kind, rate)
    scene = scene_of(workspace, picture, trajectory, times)
    if kind == FRAMES:
        with atomic_folder(path, force=FORCE in command.arguments.options) as place:
            count = len(list(write_frames(place, scene, width=width, dark=is_dark)))
        yield Wrote(path)
        yield Noted(f"{count} frames")
        return
    moment = moment_near(scene, settings.get("AT", float(trajectory.t[-1])))
    is_forced = FORCE in command.arguments.options
    write_scene(path, scene, moment=moment, width=width, dark=is_dark, rate=rate, force=is_forced)
    yield from wrote(path, command.arguments, workspace.folder)
    if kind in MOVING:
        yield Noted(f"{len(scene.times)} frames, {len(scene.times) / rate:.3g} s")


def _rate(settings: Mapping[str, float]) -> float:
    rate = settings.get("RATE", 25.0)
    if not 1 <= rate <= 60:
        raise UserError("bad-command", f"RATE: {rate:g} is not a number of frames per second", "give 1 to 60")
    return rate


def _times(trajectory: Trajectory, settings: Mapping[str, float], kind: str, rate: float) -> Array:
    """Stills have the records around their moment, for traces; the others frames at equal distances."""
    first, last = float(trajectory.t[0]), float(trajectory.t[-1])
    start, stop = settings.get("FROM", first), settings.get("TO", last)
    speed = settings.get("SPEED", _usual_speed(stop - start))
    time = settings.get("AT", last)
    for each in (start, stop, time):
        if not first <= each <= last:
            raise UserError("outside-run", f"t = {each:g} is outside the run from {first:g} to {last:g}", "see SIMU")
    if not speed > 0 or stop <= start:
        raise UserError("bad-command", "SPEED: must be positive, and FROM: before TO:", ANIMATE.usage)
    if kind in STILLS:
        return np.unique(np.append(trajectory.t, time))
    count = int((stop - start) / speed * rate) + 1
    if kind != PAGE:
        return np.asarray(start + np.arange(count) * (speed / rate), dtype=np.float64)
    # The page interpolates between its moments.
    return np.linspace(start, stop, min(max(count, 200), MOST_FRAMES_OF_A_PAGE))


def _usual_speed(length: float) -> float:
    """As fast as the model, or so much faster that it takes ten seconds."""
    return max(1.0, length / 10.0)


ANIMATE = Command(
    "ANIMATE",
    "ANIMATE picture file [/run] [AT: time] [FROM: time] [TO: time] [SPEED: n] [RATE: n] [WIDTH: n] [-DARK] [-FORCE]",
    "Write a picture, animated by a run, to a file.",
    parse,
    run,
    "The extension decides the type. .svg, .pdf and .png are stills, at the end of the run or at AT:. .gif, .webp "
    "and .apng move; .html is a page that plays in any browser, without a connection; a name without an extension is "
    "a folder of frames. An animation shows the run from FROM: to TO: at SPEED: units of model time per second and "
    "RATE: frames per second. The default rate is 25, and by default a run longer than ten units of time is played "
    "in ten seconds.",
    ("ANIMATE tank tank.gif", "ANIMATE tank tank.svg AT: 112 -DARK", "ANIMATE robot robot.html /joints"),
    repeats=False,
)
