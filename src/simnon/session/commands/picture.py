"""`PICTURE`: a picture of the model, animated by a run."""

from collections.abc import Iterator

import numpy as np

from simnon.source import UserError, frozen

from ..animating import find_picture, load_picture, moment_near, scene_of
from ..calculator import evaluate
from ..outcome import Noted, Outcome, SceneDrawn
from ..windows import Placing, Window, WindowKind, WindowRequest, place
from ..words import read_files
from ..workspace import Workspace
from .command import Command

OPTIONS = ("AT", "ICON", "CLOSE")


@frozen
class Show:
    name: str
    run: str
    time: str
    placing: Placing


def parse(text: str) -> Show:
    arguments = read_files(text, OPTIONS, has_slash=True)
    has_time = "AT" in arguments.options
    placings = [Placing(option.lower()) for option in ("ICON", "CLOSE") if option in arguments.options]
    if len(arguments.words) != (2 if has_time else 1) or len(placings) > 1:
        needed = "-AT needs a time" if has_time and arguments.words else "PICTURE needs the name of one picture"
        raise UserError("bad-command", needed, PICTURE.usage)
    time = arguments.words[1] if has_time else ""
    return Show(arguments.words[0], arguments.slash, time, placings[0] if placings else Placing.OPEN)


def run(workspace: Workspace, command: Show) -> Iterator[Outcome]:
    subject = f"{command.name}/{command.run}" if command.run else command.name
    if command.placing is Placing.OPEN:
        picture = load_picture(find_picture(workspace, command.name))
        trajectory = workspace.run_named(command.run)
        scene = scene_of(workspace, picture, trajectory)
        time = evaluate(workspace, command.time) if command.time else float(trajectory.t[-1])
        if not trajectory.t[0] <= time <= trajectory.t[-1]:
            ends = f"{trajectory.t[0]:g} to {trajectory.t[-1]:g}"
            raise UserError("outside-run", f"t = {time:g} is outside the run from {ends}", "run the model for longer")
        if command.time:
            times = np.unique(np.append(scene.times, time))
            scene = scene_of(workspace, picture, trajectory, times)
        yield SceneDrawn(scene, moment_near(scene, time))
    place(workspace, WindowRequest(Window(WindowKind.PICTURE, subject), command.placing))
    if not workspace.has_windows and command.placing is Placing.OPEN:
        yield Noted("WINDOW shows it in a browser, where it moves; ANIMATE writes it to a file")


PICTURE = Command(
    "PICTURE",
    "PICTURE name [/run] [-AT time] [-ICON | -CLOSE]",
    "Show a picture of the model, animated by a run.",
    parse,
    run,
    "The picture is the text in name.picture. In a browser it plays; a terminal shows it at the end of the run, or "
    "at the time given by -AT. /run takes a run kept under a name, or a table that IMPORT read. -ICON minimises its "
    "window to an icon, -CLOSE removes it.",
    ("PICTURE tank", "PICTURE tank -AT 112", "PICTURE robot /joints"),
    repeats=False,
)
