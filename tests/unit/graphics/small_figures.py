"""Figures that tests draw: one of each kind that has to look right."""

import numpy as np

from simnon.figures import Area, Axis, Cells, Curve, Direction, Figure, TextBlock

TIME = np.linspace(0.0, 20.0, 401)


def figure_of(*curves: Curve, title: str = "", words: tuple[TextBlock, ...] = ()) -> Figure:
    area = Area(Axis("t", "s"), Axis(), curves, words, has_axes=True)
    return Figure(areas=(area,), title=title)


def damped(shift: float) -> Curve:
    return Curve(f"x{shift:g}", TIME, np.exp(-0.2 * TIME) * np.cos(TIME + shift), "m")


def held() -> Curve:
    """A sampled signal, which is drawn in steps."""
    return Curve("u", np.repeat(np.arange(21.0), 2)[1:], np.repeat(np.sin(np.arange(21.0) / 3), 2)[:-1])


ONE = figure_of(damped(0))
THREE = figure_of(damped(0), damped(2), held(), title="Closed loop")
MARKED = figure_of(
    Curve("x", TIME, np.sin(TIME), is_marked=True),
    words=(TextBlock("peak", 1.5, 1.0), TextBlock("up", 10.0, 0.0, Direction.VERTICAL)),
)
CIRCLE = figure_of(Curve("circle", np.cos(TIME), np.sin(TIME)))
EMPTY = Figure(1, 2, (Area(title="nothing yet"), Area(Axis("t", "s", 0, 10), Axis("y", "", 0, 1), has_axes=True)))
SPLIT = Figure(2, 2, (*ONE.areas, *THREE.areas, *CIRCLE.areas, *EMPTY.areas[1:]), "Four areas")
MAP = Figure(
    areas=(
        Area(
            Axis("gain"),
            Axis("TI", "s"),
            cells=Cells(
                "max(H)",
                np.linspace(1, 5, 9),
                np.geomspace(1, 8, 4),
                np.where(np.arange(36) == 17, np.nan, np.arange(36.0)).reshape(4, 9),
                "m",
            ),
        ),
    )
)

ALL = {"one": ONE, "three": THREE, "marked": MARKED, "circle": CIRCLE, "empty": EMPTY, "split": SPLIT, "map": MAP}
