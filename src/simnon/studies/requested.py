"""Names and bounds as callers give them -> full names, each once, and pairs of numbers for them."""

from collections.abc import Mapping, Sequence

import numpy as np

from simnon.program import Array
from simnon.simulation import Simulator
from simnon.source import UserError, arguments, listed


def read_names(model: Simulator, names: Sequence[str] | str, argument: str) -> tuple[str, ...]:
    """The full names, in the order given; a single text counts as a list of one."""
    found: dict[str, str] = {}
    for name in arguments.names(names, argument):
        for full in model.names.select(name).names:
            if full in found:
                raise UserError(
                    "given-twice", f"{argument}: '{found[full]}' and '{name}' are the same variable", "give it once"
                )
            found[full] = name
    return tuple(found)


def read_bounds(
    model: Simulator,
    bounds: Mapping[str, tuple[float, float]] | None,
    names: Sequence[str],
    argument_name: str = "bounds",
) -> dict[str, tuple[float, float]]:
    """Pairs by full name; only `names` can have them."""
    found: dict[str, tuple[float, float]] = {}
    for name, given in arguments.by_name(bounds, argument_name, "of names and pairs of numbers").items():
        full, argument = model.names.find(name), f"{argument_name}: '{name}'"
        if full not in names:
            hint = f"what varies is {listed(names)}" if names else "nothing varies"
            raise UserError("bad-option", f"{argument} does not vary", hint)
        found[full] = pair_of(given, argument)
    return found


def pair_of(given: object, argument: str) -> tuple[float, float]:
    if isinstance(given, tuple | list) and len(given) == 2:
        low, high = (arguments.number(bound, argument) for bound in given)
        if low < high:
            return low, high
    raise arguments.refusal(argument, "a lower and a higher number", given)


def ends_of(bounds: Mapping[str, tuple[float, float]], names: Sequence[str]) -> tuple[Array, Array]:
    """The lower and the upper bounds of `names`, infinite for those that have none."""
    pairs = np.array([bounds.get(name, (-np.inf, np.inf)) for name in names]).reshape(len(names), 2)
    return pairs[:, 0], pairs[:, 1]
