"""Successive pictures -> those worth showing.

A picture is held until the command ends: if curves are only added to it meanwhile, as by SHOW in a loop, it is drawn
once, with all of them.
"""

from simnon.figures import Area, Figure


class HeldPicture:
    """The last picture of a command, still to be drawn."""

    def __init__(self) -> None:
        self.figure: Figure | None = None

    def offer(self, figure: Figure) -> Figure | None:
        """Hold this picture; returns the held one if it must be drawn because this one replaces it."""
        before, self.figure = self.figure, figure
        return before if before is not None and not _continues(figure, before) else None

    def take(self) -> Figure | None:
        """The held picture, if there is something to see on it."""
        held, self.figure = self.figure, None
        return held if held is not None and has_content(held) else None


def has_content(figure: Figure) -> bool:
    """Empty axes are not worth a page of the terminal."""
    return any(area.curves or area.words for area in figure.areas)


def _continues(figure: Figure, before: Figure) -> bool:
    return len(figure.areas) == len(before.areas) and all(map(_is_added_to, figure.areas, before.areas))


def _is_added_to(area: Area, before: Area) -> bool:
    if not before.curves:
        return True
    return len(area.curves) >= len(before.curves) and all(
        new is old for new, old in zip(area.curves, before.curves, strict=False)
    )
