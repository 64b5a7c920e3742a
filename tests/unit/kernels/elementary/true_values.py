"""The elementary functions: ours as plain Python and on each target, the true ones, and the difference."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

import mpmath
import numpy as np

from simnon.kernels.elementary import arcs, circular, exponential, logarithms, power
from simnon.lowering import ELEMENTARY_LIBRARY, elementary_program
from simnon.lowering.functions import KERNEL_PREFIX
from simnon.program import (
    ENTRY_PARAMETERS,
    Array,
    Call,
    Constant,
    For,
    Function,
    Layout,
    Load,
    Local,
    Operation,
    Program,
    Store,
    Type,
)
from simnon.targets import TARGETS

LARGEST = mpmath.mpf(2) ** 1024 * (1 - mpmath.mpf(2) ** -54)
"""From here on a number rounds to infinity."""
PRECISION = 130

Draw = Callable[[Random], tuple[float, ...]]


@dataclass(frozen=True)
class Elementary:
    """`draws` give arguments from the regions that exercise each branch of the code."""

    plain: Callable[..., float]
    true: Callable[..., mpmath.mpf]
    draws: tuple[Draw, ...]

    @property
    def name(self) -> str:
        return self.plain.__name__


def between(low: float, high: float) -> Draw:
    return lambda random: (random.uniform(low, high),)


def of_size(low: float, high: float, is_positive: bool = False) -> Draw:
    """A number whose exponent is evenly distributed over these powers of two."""

    def draw(random: Random) -> tuple[float, ...]:
        size = math.ldexp(random.uniform(1.0, 2.0), math.floor(random.uniform(low, high)))
        return (size if is_positive or random.random() < 0.5 else -size,)

    return draw


def near(centre: float, low: float, high: float) -> Draw:
    return lambda random: (centre + of_size(low, high)(random)[0],)


def near_multiple(random: Random) -> tuple[float, ...]:
    """Next to a multiple of pi/2."""
    k = random.randrange(1, 2 ** random.randrange(1, 50))
    x = k * (math.pi / 2)
    return (math.nextafter(x, random.choice((0.0, math.inf))) if random.random() < 0.5 else x,)


def pair(first: Draw, second: Draw) -> Draw:
    return lambda random: (*first(random), *second(random))


def near_overflow(random: Random) -> tuple[float, ...]:
    """x and y with x^y next to the largest or the smallest number."""
    x = math.exp(random.uniform(-20.0, 20.0))
    return x, random.choice((709.5, 709.78, -708.4, -744.4)) * random.uniform(0.999, 1.001) / math.log(x)


def next_to_diagonal(random: Random) -> tuple[float, ...]:
    x = of_size(-1000.0, 1000.0)(random)[0]
    return x * random.uniform(0.3, 3.0), x


ANGLES = (
    between(-0.8, 0.8), between(-10.0, 10.0), of_size(-40.0, 18.0), of_size(17.0, 60.0), of_size(60.0, 1023.0),
    near_multiple,
)  # fmt: skip
POSITIVE = (
    between(0.5, 2.0), between(0.69, 0.73), between(1.38, 1.45), near(1.0, -53.0, -2.0),
    of_size(-1074.0, 1023.0, is_positive=True), of_size(-1074.0, -1022.0, is_positive=True),
)  # fmt: skip
INSIDE_ONE = (between(-1.0, 1.0), between(0.45, 0.55), of_size(-1074.0, -1.0), near(0.99999, -40.0, -17.0))
HYPERBOLIC = (
    between(-0.4, 0.4), between(-3.0, 3.0), between(-711.0, 711.0), between(709.0, 710.6), of_size(-1074.0, 9.0),
)  # fmt: skip

FUNCTIONS = {
    function.name: function
    for function in (
        Elementary(
            exponential.exponential,
            mpmath.exp,
            (between(-1.0, 1.0), between(-750.0, 715.0), between(-746.0, -707.0), of_size(-1074.0, 9.0)),
        ),
        Elementary(logarithms.natural_logarithm, mpmath.log, POSITIVE),
        Elementary(logarithms.decimal_logarithm, mpmath.log10, POSITIVE),
        Elementary(circular.sine, mpmath.sin, ANGLES),
        Elementary(circular.cosine, mpmath.cos, ANGLES),
        Elementary(circular.tangent, mpmath.tan, ANGLES),
        Elementary(arcs.arc_sine, mpmath.asin, INSIDE_ONE),
        Elementary(arcs.arc_cosine, mpmath.acos, INSIDE_ONE),
        Elementary(
            arcs.arc_tangent,
            mpmath.atan,
            (between(-3.0, 3.0), between(0.4, 0.45), between(2.3, 2.5), of_size(-1074.0, 1023.0)),
        ),
        Elementary(
            arcs.angle,
            mpmath.atan2,
            (
                pair(between(-1.0, 1.0), between(-1.0, 1.0)),
                pair(of_size(-1074.0, 1023.0), of_size(-1074.0, 1023.0)),
                pair(of_size(-1074.0, -1000.0), of_size(-1074.0, -1000.0)),
                pair(of_size(1000.0, 1023.0), of_size(1000.0, 1023.0)),
                next_to_diagonal,
            ),
        ),
        Elementary(exponential.hyperbolic_sine, mpmath.sinh, HYPERBOLIC),
        Elementary(exponential.hyperbolic_cosine, mpmath.cosh, HYPERBOLIC),
        Elementary(exponential.hyperbolic_tangent, mpmath.tanh, (*HYPERBOLIC, between(17.0, 20.0))),
        Elementary(
            power.power,
            mpmath.power,
            (
                pair(between(0.01, 100.0), between(-10.0, 10.0)),
                pair(of_size(-1074.0, 1023.0, is_positive=True), of_size(-20.0, 10.0)),
                pair(near(1.0, -40.0, -2.0), of_size(0.0, 40.0)),
                near_overflow,
                lambda random: (-random.uniform(0.0, 100.0), float(random.randrange(-20, 20))),
            ),
        ),
    )
}


def error_in_ulps(function: Elementary, arguments: Sequence[float], value: float) -> float:
    """The distance of `value` from the true value, in ulps of a float of its size."""
    with mpmath.workprec(PRECISION):
        true = function.true(*map(mpmath.mpf, arguments))
        if abs(true) >= LARGEST:
            return 0.0 if math.isinf(value) and (value > 0.0) == (true > 0.0) else math.inf
        if true == 0:
            return 0.0 if value == 0.0 else math.inf
        place = max(int(mpmath.floor(mpmath.log(abs(true), 2))) - 52, -1074)
        if not math.isfinite(value):
            # One ulp above the largest number is infinity.
            return 1.0 if abs(true) > LARGEST * (1 - mpmath.mpf(2) ** -53) else math.inf
        return float(abs(mpmath.mpf(value) - true) / mpmath.mpf(2) ** place)


@cache
def on_target(name: str, target: str, *, is_shared: bool = False) -> Callable[[Array, Array], Array]:
    """The function on arrays: first arguments, second arguments (unused by most); that of all models, if shared."""
    library = elementary_program()
    (callee,) = (f for f in library.functions if f.name == KERNEL_PREFIX + name)
    i = Local("i", Type.INT)
    arguments = tuple(Load(array, i) for array, _ in zip(("states", "values"), callee.parameters, strict=False))
    loop = For(
        "i",
        Constant(0, Type.INT),
        Operation("int", (Local("time", Type.FLOAT),), Type.INT),
        1,
        (Store("out", i, Call(callee.name, arguments, Type.FLOAT)),),
    )
    entry = Function("derivatives", ENTRY_PARAMETERS, None, (loop,))
    program = Program(name, (*library.functions, entry), ("derivatives",), Layout(), library.constants)
    executable = TARGETS[target].build(program, ELEMENTARY_LIBRARY if is_shared else None)

    def run(first: Array, second: Array) -> Array:
        out = np.zeros(len(first))
        executable.call("derivatives", float(len(first)), first, second, out)
        return out

    return run
