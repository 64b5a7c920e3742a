"""Models -> their poles and zeros in the complex plane, with lines of equal damping."""

import numpy as np

from simnon.figures import Area, Axis, Curve, Figure, TextBlock
from simnon.source import UserError

from ..poles import poles
from ..realisation import Array, ComplexArray, Realisation
from ..zeros import zeros
from .glyphs import damping_lines, extent, poles_and_zeros, sampled_damping_lines
from .nyquist import circle
from .several import Several, by_label, line

MIDDLE = 30
"""The point of a curve of equal damping in the plane of z at which its label is."""


def pole_zero_map(models: Several) -> Figure:
    """Crosses are poles, rings are zeros."""
    found = by_label(models)
    periods = {model.is_sampled for model in found.values()}
    if len(periods) > 1:
        raise UserError("different-periods", "poles of continuous and of sampled models lie in different planes")
    places = {label: (poles(model), _zeros(model)) for label, model in found.items()}
    is_sampled = periods.pop()
    left, right, top = extent(np.concatenate([np.concatenate(each) for each in places.values()]), is_sampled=is_sampled)
    size = 0.013 * max(right - left, 2 * top)
    curves = [Curve(label or "poles, zeros", *poles_and_zeros(*each, size)) for label, each in places.items()]
    behind, words = paper(left, right, top, is_sampled=is_sampled)
    return Figure(areas=(plane((*curves, *behind), words, (left, right, top), is_sampled=is_sampled),))


def paper(left: float, right: float, top: float, *, is_sampled: bool) -> tuple[list[Curve], tuple[TextBlock, ...]]:
    """The axes, the boundary of stability and the lines of equal damping."""
    lines = sampled_damping_lines() if is_sampled else damping_lines(left, top)
    behind = [line(x, y) for x, y, _ in lines]
    behind += [line([left, right], [0, 0]), line([0, 0], [-top, top])]
    behind += [line(*circle(0, 1.0))] if is_sampled else []
    return behind, tuple(_label_of(*each, i, is_sampled=is_sampled) for i, each in enumerate(lines))


def _label_of(x: Array, y: Array, text: str, number: int, *, is_sampled: bool) -> TextBlock:
    """On the line; rays end side by side at the top of the picture, so every other label is lower."""
    if is_sampled:
        return TextBlock(text, float(x[MIDDLE]), 0.94 * float(y[MIDDLE]))
    height = 0.94 if number % 2 == 0 else 0.8
    return TextBlock(text, height * float(x[0]), height * float(y[0]))


def plane(
    curves: tuple[Curve, ...],
    words: tuple[TextBlock, ...],
    window: tuple[float, float, float],
    *,
    is_sampled: bool,
    title: str = "",
) -> Area:
    left, right, top = window
    letter, unit = ("z", "") if is_sampled else ("s", "1/s")
    return Area(
        Axis(f"Re {letter}", unit, low=left, high=right),
        Axis(f"Im {letter}", unit, low=-top, high=top),
        curves,
        words,
        title,
        has_axes=True,
        is_equal=True,
        has_grid=False,
    )


def _zeros(model: Realisation) -> ComplexArray:
    """None if delays inside give infinitely many."""
    try:
        return zeros(model)
    except UserError as error:
        if error.code != "has-delays":
            raise
        return np.zeros(0, dtype=np.complex128)
