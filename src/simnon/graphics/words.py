"""Texts of the user -> texts that can be drawn: without control characters, and short enough for their space."""

from simnon.figures import Area, Axis

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


def label_of(axis: Axis, offset: str, label: str = "", unit: str = "") -> str:
    """`t - 1000 [s]`: what an axis measures, minus the offset of its numbers, and its unit."""
    name, unit = axis.label or label, axis.unit or unit
    sign = "+" if offset.startswith("-") else "-"
    parts = [name, f"{sign} {offset.lstrip('-')}" if offset else "", f"[{unit}]" if unit else ""]
    return clean(" ".join(part for part in parts if part))


def vertical_label(area: Area, offset: str) -> str:
    """The label of the vertical axis; if it has none, that of a single curve."""
    if len(area.curves) == 1:
        return label_of(area.vertical, offset, area.curves[0].label, area.curves[0].unit)
    return label_of(area.vertical, offset)
