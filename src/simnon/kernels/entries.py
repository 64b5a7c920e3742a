"""The functions kernels call by name: the entries of the model, and the two functions of the method.

To run a kernel as plain Python, replace them by the functions of a model and a method; a compiled run is linked with
them. The entries are described in `simnon.program`. The functions `branch_...` are the entries of a model that can
slide, as they are while it does not.
"""

from .control import Control
from .subset import Array


def initial(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def held(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def times(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def derivatives(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def outputs(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def guards(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def time_events(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def modes(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def conditions(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def before(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def sample(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def events(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def shifts(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def delay_sources(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def jacobian(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def branch_held(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def branch_times(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def branch_before(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def branch_sample(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def branch_events(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def branch_derivatives(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def branch_guards(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def branch_modes(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def branch_outputs(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def branch_sources(time: float, states: Array, values: Array, out: Array) -> None:
    raise NotImplementedError


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """Try one step; the square of the error relative to the tolerance, nan if it cannot be determined."""
    raise NotImplementedError


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the last step."""
    raise NotImplementedError
