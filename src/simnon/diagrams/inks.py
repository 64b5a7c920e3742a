"""DATA: the colours and widths of diagrams, in the light and in the dark theme."""

from simnon.graphics import Theme

from .diagram import Change

LINE, THIN = 1.25, 1.0
DASH_MEASUREMENT: tuple[float, ...] = (5.0, 4.0)
DASH_ORDER: tuple[float, ...] = (8.0, 3.0, 1.5, 3.0)
_DOMAINS = {"electrical": 0, "translation": 6, "rotation": 6, "mechanics": 6, "thermal": 1, "hydraulic": 5}
_TYPES = {"process.liquid": 0, "process.vapour": 1}
_CHANGES = {
    Change.ADDED: ("#11694C", "#5CC7A0"),
    Change.REMOVED: ("#A8321A", "#F2896B"),
    Change.CHANGED: ("#7A5200", "#E5B454"),
}
_BOXES = {"#FFFFFF": ("#FFFFFF", "#465052", "#AEB5B4")}
_DARK_BOXES = ("#1D2324", "#AEB8B8", "#4A5456")


def domain_pen(type_: str) -> int:
    """The number of the colour of terminals of a type."""
    key = type_.casefold()
    if key in _TYPES:
        return _TYPES[key]
    category = key.rpartition(".")[0]
    return _DOMAINS.get(category, (sum(map(ord, key)) % 7) if key else 7)


def box_inks(theme: Theme) -> tuple[str, str, str]:
    """Of the ground of a box, of its edge, and of lines that matter less."""
    return _BOXES.get(theme.ground, _DARK_BOXES)


def change_ink(change: Change, theme: Theme) -> str | None:
    """The colour of something that differs; None if it does not."""
    if change is Change.NONE:
        return None
    light, dark = _CHANGES[change]
    return light if theme.ground == "#FFFFFF" else dark
