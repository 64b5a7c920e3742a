"""Our own functions by their C library names."""

from collections.abc import Callable

from .arcs import angle, arc_cosine, arc_sine, arc_tangent
from .circular import cosine, sine, tangent
from .exponential import exponential, hyperbolic_cosine, hyperbolic_sine, hyperbolic_tangent
from .logarithms import decimal_logarithm, natural_logarithm
from .power import power

OWN_FUNCTIONS: dict[str, Callable[..., float]] = {
    "exp": exponential,
    "log": natural_logarithm,
    "log10": decimal_logarithm,
    "sin": sine,
    "cos": cosine,
    "tan": tangent,
    "asin": arc_sine,
    "acos": arc_cosine,
    "atan": arc_tangent,
    "atan2": angle,
    "sinh": hyperbolic_sine,
    "cosh": hyperbolic_cosine,
    "tanh": hyperbolic_tangent,
    "pow": power,
}


def own_function(name: str, *arguments: float) -> float:
    """One of them of numbers."""
    return OWN_FUNCTIONS[name](*arguments)
