"""What kernels call by name: the entries of the model, and the two functions of the method.

Whoever runs a kernel as the Python it is puts the functions of a model and a method in their
place; a compiled run is linked with them. The entries are described in `simnon.program`. The functions `branch_...` are
entries of a model that can slide as they are while it does not.
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
    """Try one step; the error as a part of what is tolerated, nan where it cannot be told."""
    raise NotImplementedError


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the step that was taken last."""
    raise NotImplementedError
