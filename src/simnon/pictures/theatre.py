"""The picture while it is drawn: its windows, segments, matrices, bodies and requests, and in the end its Scene."""

from dataclasses import dataclass, replace

import numpy as np

from simnon.figures import Array
from simnon.source import Report, Span, did_you_mean

from .bounds import bounded, bounded_camera, bounded_control
from .easel import PAGE_WIDTH, Easel
from .picture import Segment
from .scene import Camera, Column, Control, Floor, Frame, Menu, Mesh, Request, Scene
from .state import State

MAIN = "picture"
"""The window that is there without CREATE."""
LEAST_HEIGHT, MOST_HEIGHT = 90.0, 2160.0


@dataclass(slots=True)
class WindowBeingDrawn:
    frame: Frame
    state: State


class Theatre:
    """`easel` draws in the window that is bound."""

    def __init__(
        self, times: Array, limits: tuple[float, float, float, float], report: Report, folder: str = ""
    ) -> None:
        low_x, low_y, high_x, high_y = limits
        height = float(np.clip(PAGE_WIDTH * (high_y - low_y) / (high_x - low_x), LEAST_HEIGHT, MOST_HEIGHT))
        main = Frame(MAIN, "", (0.0, 0.0, PAGE_WIDTH, height), limits)
        self.report = report
        self.folder = folder
        self.height = height
        self.easel = Easel(times, main)
        self.windows = {MAIN: WindowBeingDrawn(main, self.easel.state)}
        self.order = [MAIN]
        self.stack: list[State] = []
        self.segments: dict[str, Segment] = {}
        self.highlights: dict[str, Column] = {}
        self.matrices: dict[str, Array] = {}
        self.meshes: list[Mesh] = []
        self.camera = Camera()
        self.floor: Floor | None = None
        self.controls: list[Control] = []
        self.requests: list[Request] = []
        self.menus: dict[str, Menu] = {}
        self._bound = MAIN

    def bind(self, name: str) -> None:
        """Draw in a window that exists."""
        self.windows[self._bound].state = self.easel.state
        self._bound = name
        window = self.windows[name]
        self.easel.state, self.easel.frame = window.state, window.frame
        self.easel.window = list(self.windows).index(name)

    def set_frame(self, frame: Frame) -> None:
        """Of the window that is bound."""
        self.windows[self._bound].frame = self.easel.frame = frame

    def window(self, name: str, span: Span) -> WindowBeingDrawn | None:
        """Reported if there is none of that name."""
        if name not in self.windows:
            hint = did_you_mean(name, self.windows, "CREATE makes a window")
            self.report.error("undefined-name", f"there is no window '{name}'", span, hint)
        return self.windows.get(name)

    def segment(self, name: str, span: Span) -> Segment | None:
        if name not in self.segments:
            hint = did_you_mean(name, self.segments, "OPEN and CLOSE define a segment, before it is called")
            self.report.error("undefined-name", f"there is no segment '{name}'", span, hint)
        return self.segments.get(name)

    def menu(self, name: str, span: Span) -> Menu | None:
        if name not in self.menus:
            hint = did_you_mean(name, self.menus, "NEWMENU defines a menu")
            self.report.error("undefined-name", f"there is no menu '{name}'", span, hint)
        return self.menus.get(name)

    def scene(self, name: str, time_unit: str) -> Scene:
        names = list(self.windows)
        frames = tuple(window.frame for window in self.windows.values())
        return Scene(
            name,
            frames[0].title,
            self.easel.times,
            PAGE_WIDTH,
            self.height,
            tuple(map(bounded, self.easel.shapes)),
            frames,
            tuple(names.index(each) for each in self.order),
            tuple(self.meshes),
            bounded_camera(self.camera),
            self.floor,
            tuple(map(bounded_control, self.controls)),
            tuple(replace(each, shapes=tuple(map(bounded, each.shapes))) for each in self.requests),
            tuple(self.menus.values()),
            time_unit,
        )
