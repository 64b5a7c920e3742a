"""DATA: a state-space realisation with names, continuous or sampled, with its delays kept as delays."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from simnon.source import UnknownName, UserError, arguments, frozen, has_same_fields, listed, nearest, no_hash

Array: TypeAlias = npt.NDArray[np.float64]
ComplexArray: TypeAlias = npt.NDArray[np.complex128]


@frozen
class DelayChannels:
    """Delays inside a model: channel k feeds z_k back as w_k(t) = z_k(t - lags[k]).

    dx = A x + B u + B_w w,  y = C x + D u + D_yw w,  z = C_z x + D_zu u + D_zw w.
    """

    lags: tuple[float, ...]
    B: Array
    """B_w: a row for each state, a column for each delay."""
    C: Array
    """C_z: a row for each delay, a column for each state."""
    to_outputs: Array
    """D_yw: a row for each output, a column for each delay."""
    from_inputs: Array
    """D_zu: a row for each delay, a column for each input."""
    D: Array
    """D_zw: a row and a column for each delay."""

    __eq__ = has_same_fields
    __hash__ = no_hash


@frozen
class Realisation:
    """dx/dt = A x + B u, y = C x + D u, in deviations from the point where it was linearised.

    With a positive `period` it is sampled: A x + B u is the state one period later, and inputs are held in between.
    """

    A: Array
    B: Array
    C: Array
    D: Array
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    period: float = 0.0
    channels: DelayChannels | None = None
    units: Mapping[str, str] = field(default_factory=dict)
    """By name, for the names that have one."""
    notes: tuple[str, ...] = ()
    """What a reader should know: corners at the point, states that were left out."""

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def delays(self) -> tuple[float, ...]:
        """The lags of its delays, in seconds."""
        return () if self.channels is None else self.channels.lags

    @property
    def is_sampled(self) -> bool:
        return self.period > 0.0


Model = TypeVar("Model", bound=Realisation)
"""Functions return models of the class they are given."""


def check_single(model: Realisation, purpose: str) -> None:
    """Refuse a model with several inputs or outputs."""
    if len(model.inputs) != 1 or len(model.outputs) != 1:
        sizes = f"{len(model.inputs)} inputs and {len(model.outputs)} outputs"
        raise UserError(
            "several-signals",
            f"{purpose} needs a model with one input and one output, this one has {sizes}",
            "choose them with select(inputs=..., outputs=...)",
        )


def check_without_delays(model: Realisation, purpose: str) -> None:
    if model.delays:
        raise UserError(
            "has-delays",
            f"{purpose} needs a model without delays, this one has {listed([f'{lag:g} s' for lag in model.delays])}",
            "approximate them with without_delays(order=...), or sample the model first",
        )


def check_has(model: Realisation, purpose: str, *kinds: str) -> None:
    """Refuse a model without states, inputs or outputs, if they are needed."""
    for kind in kinds:
        if not getattr(model, kind):
            raise UserError(f"no-{kind}", f"{purpose} needs a model with {kind}, this one has none")


def positions(names: Sequence[str] | str, known: Sequence[str], argument: str) -> list[int]:
    """Where the names are among the known ones; upper and lower case are the same."""
    folded = [name.casefold() for name in known]
    found = []
    for name in arguments.names(names, argument):
        if name.casefold() not in folded:
            near = nearest(name, known)
            hint = f"did you mean '{near}'?" if near else f"the {argument} are {listed(known)}"
            raise UnknownName("unknown-name", f"{argument}: there is no '{name}'", hint)
        found.append(folded.index(name.casefold()))
    return found


def between(values: Any, source: str, target: str, inputs: Sequence[str], outputs: Sequence[str]) -> Any:
    """Of values by output and input in their last two places, those of one pair, by name."""
    (j,), (i,) = positions(source, inputs, "inputs"), positions(target, outputs, "outputs")
    return values[..., i, j]


def arrow(inputs: Sequence[str], outputs: Sequence[str]) -> str:
    return f"{', '.join(inputs)} -> {', '.join(outputs)}"


def positive(value: object, argument: str, expected: str = "a positive number") -> float:
    found = arguments.number(value, argument, expected)
    if not 0.0 < found < float("inf"):
        raise arguments.refusal(argument, expected, value)
    return found


def matrix(value: object, name: str, shape: tuple[int, int] | None = None) -> Array:
    """A matrix of finite numbers, of the given shape if there is one."""
    try:
        found = np.array(value, dtype=np.float64, ndmin=2)
    except (TypeError, ValueError):
        raise arguments.refusal(name, "a matrix of numbers", value) from None
    if found.ndim != 2 or not np.isfinite(found).all():
        raise arguments.refusal(name, "a matrix of finite numbers", value)
    if shape is not None and found.shape != shape:
        message = f"{name} is {found.shape[0]} by {found.shape[1]}, expected {shape[0]} by {shape[1]}"
        raise UserError("bad-matrix", message)
    return found
