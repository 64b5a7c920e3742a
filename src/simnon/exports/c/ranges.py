"""Compiled discrete system -> the range of each of its numbers: RANGE of the text, and extremes of simulated samples.

Inputs need a RANGE. Everything else that has none takes what many samples with inputs anywhere in their ranges reach,
times a margin.
"""

from collections.abc import Mapping

import numpy as np

from simnon.compiler import CompiledModel
from simnon.program import START_SLOT, Array, values_at_start
from simnon.source import UserError

from .fixed_point import Range
from .parts import Parts

SAMPLES = 20_000
LONGEST_HOLD = 200
"""Inputs keep a value for up to this many samples, so that integrators move."""
MARGIN = 2.0


def find_ranges(model: CompiledModel, parts: Parts, given: Mapping[str, tuple[float, float]]) -> dict[int, Range]:
    """By slot; raises UserError if an input has no range."""
    limits = {limit.name: Range(limit.low, limit.high) for limit in model.analysed.declared.limits}
    limits = {name: found for name, found in limits.items() if np.isfinite(found.size)}
    limits |= {name: Range(float(low), float(high)) for name, (low, high) in given.items()}
    values = values_at_start(model.program.layout)
    inputs = [member for member in parts.members if member.group == "inputs"]
    for member in inputs:
        if member.slot.name not in limits:
            raise UserError(
                "no-range",
                f"the range of the input '{member.slot.name}' is not known",
                f"write RANGE {member.slot.name} low..high in the text, or give it with the command",
            )
    low, high = _extremes(model, values, {m.slot.index: limits[m.slot.name] for m in inputs})
    found = {}
    for member in parts.members:
        i = member.slot.index
        reached = Range(float(low[i]), float(high[i]))
        is_steady = member.group == "parameters" or reached.low == reached.high
        size = reached.size if is_steady else MARGIN * reached.size
        found[i] = limits.get(member.slot.name) or (reached if is_steady else Range(-size, size))
    return found


def _extremes(model: CompiledModel, values: Array, inputs: Mapping[int, Range]) -> tuple[Array, Array]:
    """The least and largest of all values, with inputs that jump within their ranges, always in the same way."""
    executable, layout, random = model.executable, model.program.layout, np.random.default_rng(1987)
    states, due = np.zeros(1), np.ones(max(1, len(layout.samplers) + layout.sample_pieces))
    values[START_SLOT] = 0.0
    if "initial" in executable.entries:
        executable.call("initial", 0.0, states, values, due)
    low, high = values.copy(), values.copy()
    change_of_input = dict.fromkeys(inputs, 0)
    for sample in range(SAMPLES):
        for slot, found in inputs.items():
            if sample >= change_of_input[slot]:
                change_of_input[slot] = sample + int(random.integers(1, LONGEST_HOLD))
                values[slot] = random.choice((found.low, found.high, random.uniform(found.low, found.high)))
        due[:] = 1.0
        executable.call("sample", float(sample), states, values, due)
        np.minimum(low, values, out=low)
        np.maximum(high, values, out=high)
    return low, high
