"""HybridModel+Schedule -> how many partial derivatives `differentiate` would create, without creating them."""

from simnon.model import HybridModel, Iteration, Schedule, Stage
from simnon.source import frozen

WEIGHT_OF_FULL = 20
"""The gradients of a large loop come from equations with a full matrix; the weight of each entry."""


@frozen
class GradientCount:
    """For all intermediate values, and for the derivatives by the states alone."""

    on_the_way: int
    in_jacobian: int


def count_gradients(model: HybridModel, schedule: Schedule) -> GradientCount:
    """The set of states behind each value is an integer used as a bit set."""
    states_behind = {state: 1 << i for i, (state, _) in enumerate(model.states)}
    on_the_way = 0
    for block in schedule.blocks:
        if block.stage is not Stage.STATE:
            continue
        behind = 0
        for name in block.part.reads:
            behind |= states_behind.get(name, 0)
        if isinstance(block.part, Iteration) and block.part.elimination is not None:
            on_the_way += WEIGHT_OF_FULL * len(block.part.unknowns) ** 2
        for target in block.part.targets:
            states_behind[target] = behind
            on_the_way += behind.bit_count()
    return GradientCount(on_the_way, sum(states_behind.get(name, 0).bit_count() for _, name in model.states))
