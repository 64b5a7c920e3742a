"""Windows with pictures -> what they play: scenes of runs, made again only if the run or the text has changed."""

from collections.abc import Mapping
from pathlib import Path

from simnon.doors import loaded_on_use
from simnon.session import Session, Window, WindowKind, Workspace
from simnon.source import SimnonError

from .messages import ScenePart

with loaded_on_use(__name__):
    from simnon.graphics import scene_wire
    from simnon.session import find_picture, scene_named
    from simnon.simulation import Trajectory

Made = tuple[Path, int, Trajectory, Mapping[str, float], ScenePart]


class Scenes:
    """In whatever thread; a picture that cannot be shown says why."""

    def __init__(self) -> None:
        self._made: Mapping[str, Made] = {}

    def of(self, session: Session, *, is_live: bool = False) -> tuple[ScenePart, ...]:
        workspace = session.workspace
        windows = [each for each in workspace.windows if each.kind is WindowKind.PICTURE]
        made: dict[str, Made] = {}
        failed: list[ScenePart] = []
        for window in windows:
            try:
                made[window.subject] = self._scene(workspace, window, is_live=is_live)
            except (SimnonError, OSError) as error:
                failed.append(ScenePart(window.subject, False, str(error), None))
        self._made = made
        return (*(part for *_, part in made.values()), *failed)

    def _scene(self, workspace: Workspace, window: Window, *, is_live: bool) -> Made:
        name, _, run_name = window.subject.partition("/")
        path, run = find_picture(workspace, name), workspace.run_named(run_name)
        changed, given = path.stat().st_mtime_ns, workspace.given.parameters
        known = self._made.get(window.subject)
        is_same = known is not None and known[:2] == (path, changed) and known[2] is run and known[3] == given
        # The end of a paced run is sent once more, as one that can be played.
        if known is not None and is_same and known[4].is_live == is_live:
            return known
        wire = scene_wire(scene_named(workspace, name, run_name))
        return path, changed, run, given, ScenePart(window.subject, is_live, "", wire)
