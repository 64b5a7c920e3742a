"""Texts of the user -> texts that can be drawn: without control characters, and short enough for their space."""

from simnon.figures import Area, Axis
from simnon.source import frozen

from .drawing import Surface


def clean(text: str) -> str:
    """The text without characters that move the cursor of a terminal or that no font has."""
    return "".join(character if character.isprintable() else " " for character in text).strip()


def shortened(text: str, width: float, surface: Surface) -> str:
    """The text, or as much of its beginning as fits, followed by two dots."""
    if surface.width_of(text) <= width:
        return text
    while text and surface.width_of(text + "..") > width:
        text = text[:-1]
    return text + ".." if text else ""


@frozen
class Name:
    """What an axis or a curve is called: a name and its unit."""

    name: str
    unit: str = ""

    def in_brackets(self) -> str:
        """`t [s]`, for surfaces on which colour cannot distinguish a unit from a name."""
        return clean(f"{self.name} [{self.unit}]" if self.unit else self.name)


DIMENSIONLESS = ("", "1")


def name_of(axis: Axis, offset: str) -> Name:
    """`t - 1000` in `s`: what an axis measures, minus the offset of its numbers."""
    sign = "+" if offset.startswith("-") else "-"
    shift = f"{sign} {offset.lstrip('-')}" if offset else ""
    return Name(clean(f"{axis.label} {shift}"), "" if axis.unit in DIMENSIONLESS else clean(axis.unit))


def vertical_name(area: Area, offset: str, *, is_right: bool = False, has_legend: bool = False) -> Name:
    """That of the axis, or else those of its curves, unless a legend has them, with their unit if it is common."""
    axis = area.right if is_right else area.vertical
    if not axis.label:
        drawn = [curve for curve in area.curves if curve.is_right is is_right and curve.label]
        names = [] if has_legend else list(dict.fromkeys(curve.label for curve in drawn))
        units = {curve.unit for curve in drawn}
        shared = units.pop() if len(units) == 1 else ""
        axis = Axis(", ".join(names), axis.unit or shared)
    return name_of(axis, offset)
