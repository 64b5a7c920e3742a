"""A figure and the size of its picture -> the size of its texts."""

import math

from simnon.figures import Figure
from simnon.source import UserError

_SMALLEST = 6.0
_LARGEST_SIDE = 20000


def text_size_for(figure: Figure, width: float, height: float) -> float:
    """A size that reads well when the picture is as wide as a page; smaller if there are many areas."""
    if not (1 <= width <= _LARGEST_SIDE and 1 <= height <= _LARGEST_SIDE):
        raise UserError(
            "bad-size", f"a picture cannot be {width:g} by {height:g}", f"give sides from 1 to {_LARGEST_SIDE}"
        )
    return max(_SMALLEST, math.sqrt(width * height) / (43 * math.pow(max(figure.rows, figure.columns), 0.3)))
