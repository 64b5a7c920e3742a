"""Which modules of kernels belong together, what they are called, and their texts and constants."""

from pathlib import Path

from . import control, newton, shares

_EXACT = "elementary/exact"
_EXPONENTIAL = (_EXACT, "elementary/exponential")
_LOGARITHMS = (_EXACT, "elementary/logarithms")
_POWER = (*_EXPONENTIAL, "elementary/logarithms", "elementary/power")
_CIRCULAR = (_EXACT, "elementary/angle_reduction", "elementary/circular")
_ARCS = (_EXACT, "elementary/arcs")

ELEMENTARY: dict[str, tuple[str, tuple[str, ...]]] = {
    "exp": ("exponential", _EXPONENTIAL),
    "log": ("natural_logarithm", _LOGARITHMS),
    "log10": ("decimal_logarithm", _LOGARITHMS),
    "sin": ("sine", _CIRCULAR),
    "cos": ("cosine", _CIRCULAR),
    "tan": ("tangent", _CIRCULAR),
    "asin": ("arc_sine", _ARCS),
    "acos": ("arc_cosine", _ARCS),
    "atan": ("arc_tangent", _ARCS),
    "atan2": ("angle", _ARCS),
    "sinh": ("hyperbolic_sine", _EXPONENTIAL),
    "cosh": ("hyperbolic_cosine", _EXPONENTIAL),
    "tanh": ("hyperbolic_tangent", _EXPONENTIAL),
    "pow": ("power", _POWER),
}
"""For each function of the C library, our implementation and its modules, callees first."""

KERNELS = {
    "random numbers": (*_LOGARITHMS, "random"),
    "tables": ("tables", "surfaces"),
    "delays": ("history",),
    "samplers": ("sampling",),
    "solutions": ("linear", "newton", "column_factors", "sparse_newton"),
}
"""The modules that models call, by the feature of the model that needs them, callees first."""

RUN_LOOP = (
    "polynomials",
    "history",
    "steps",
    "delays",
    "island_list",
    "recording",
    "destinations",
    "look_ahead",
    "event_log",
    "accumulation",
    "shares",
    "bands",
    "slides",
    "island_reach",
    "guard_signs",
    "islands",
    "windows",
    "brackets",
    "narrowing",
    "location",
    "island_search",
    "directions",
    "time_events",
    "mode_iteration",
    "calendar",
    "due_events",
    "event_iteration",
    "stiffness",
    "guesses",
    "library_steps",
    "start",
    "run",
)
"""The modules of the run loop, callees first."""

SLIDING = ("shares", "sliding")
"""The modules behind the entries of models that can slide, callees first."""

MATRIX_FUNCTIONS = ("linear", "matrix_functions")
"""The modules behind INV, DET, SOLVE and EXPM, callees first."""

MATRICES = ("linear", "banded", "sparse", "matrices")
"""The modules behind the matrices of linearly implicit methods, callees first."""


def kernel_source(name: str) -> str:
    """The source text of a kernel module."""
    return (Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8")


def control_numbers() -> dict[str, float | int]:
    """The constants of `control`, by name."""
    return {name: value for name, value in vars(control).items() if name.isupper()}


def share_numbers() -> dict[str, float | int]:
    """The constants of `shares` that other modules read, by name."""
    return {name: value for name, value in vars(shares).items() if name.isupper()}


def newton_numbers() -> dict[str, float | int]:
    """The constants of `newton` that other modules read, by name."""
    return {name: value for name, value in vars(newton).items() if name.isupper()}
