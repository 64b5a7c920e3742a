"""A start -> the branch of periodic orbits from there, with its folds, period doublings, torus and branch points."""

import numpy as np

from simnon.source import UserError, frozen

from ..walk import WalkPoint, WalkSettings, correct, walk
from .equations import HasField
from .problem import CycleObservation, CycleProblem, CycleSettings, Limit, Margins, Test
from .starting import Start

STEPS = WalkSettings(first=0.1, smallest=1e-5, largest=0.15, points=1000, tolerance=2e-4, turn=0.9, located=1e-6)
"""Newton's method squares its errors: after a correction of this size they are some 1e-8."""
SAME_PARAMETER = 1e-6
"""As a fraction of the range."""
KIND_OF_TEST = {Test.FOLD: "LPC", Test.DOUBLING: "PD", Test.TORUS: "TR", Test.BRANCH: "BPC"}


@frozen
class FoundCycle:
    """One orbit of a branch; `kind` are the letters of its label if it is special."""

    kind: str
    observation: CycleObservation


@frozen
class FollowedCycles:
    """In order along the branch, and why it ends: the `end` of the walk, and the number of the limit if it is one."""

    cycles: tuple[FoundCycle, ...]
    end: str
    reason: str
    limit: int | None = None


def follow(
    field: HasField,
    start: Start,
    settings: CycleSettings,
    margins: tuple[tuple[str, ...], Margins | None] = ((), None),
    steps: WalkSettings = STEPS,
) -> FollowedCycles:
    """The branch from the orbit nearest to the start, in its direction."""
    problem = CycleProblem(field, start.orbit, start.sizes, settings, margins)
    along = start.direction.unknowns()
    along = along / np.sqrt(np.sum(problem.weights * along**2))
    first = correct(problem, start.orbit.unknowns(), along, steps)
    if first is None:
        raise UserError(
            "no-cycle", "no periodic orbit was found near the start", "start from a run that has settled on its orbit"
        )
    found = walk(problem, first, along, steps)
    cycles = [each for each in map(_found, found.points) if each is not None]
    limit = problem.limit_names.index(found.reason) if found.end == "limit" else None
    if limit == Limit.GROWING:
        cycles = _without_noise(cycles, SAME_PARAMETER * (settings.high - settings.low))
    return FollowedCycles(tuple(cycles), found.end, found.reason, limit)


def _without_noise(cycles: list[FoundCycle], same: float) -> list[FoundCycle]:
    """At a homoclinic orbit the parameter stands still and a multiplier is zero or infinite: rounding makes folds."""
    last = cycles[-1].observation.orbit.parameters[0]
    return [each for each in cycles if not each.kind or abs(each.observation.orbit.parameters[0] - last) > same]


def _found(point: WalkPoint) -> FoundCycle | None:
    """None for a test function that jumps instead of passing through zero."""
    assert isinstance(point.observation, CycleObservation)
    if point.test is None:
        return FoundCycle("", point.observation)
    floquet = point.observation.floquet
    if point.test == Test.TORUS and not floquet.has_pair_on_circle():
        return None
    if point.test == Test.DOUBLING and not floquet.has_doubling():
        return None
    return FoundCycle(KIND_OF_TEST[Test(point.test)], point.observation)
