"""The explicit methods of fixed steps."""

from . import euler, heun, rk4, simpson

TABLEAUS = {
    "euler": (euler.TABLEAU, "h"),
    "heun": (heun.TABLEAU, "0.5 * h"),
    "rk4": (rk4.TABLEAU, "h / 6.0"),
    "simpson": (simpson.TABLEAU, "h / 6.0"),
}
"""By the name of the method: its tableau, and what multiplies the weighted sum of the stages."""
