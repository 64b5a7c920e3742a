"""A request from a labelled point or an orbit -> the branch of periodic orbits from there."""

from dataclasses import replace

import numpy as np

from simnon.program import Array
from simnon.source import UserError

from ...points import Field
from ..branch import Branch, SpecialPoint
from ..request import BranchRequest
from .branch import CyclePoint, End, make_branch
from .cycle import Cycle
from .equations import Orbit
from .find import crosses, depends_on_time
from .follow import STEPS, FollowedCycles, FoundCycle, follow
from .problem import CycleSettings, Limit, Margins
from .starting import HopfPoint, Start, from_doubling, from_fold, from_hopf, from_orbit, hopf_near

FIRST, LARGEST = 10.0, 3.0
"""Steps along orbits, in steps along equilibria."""
PASSED = ("LPC", "TR", "BPC")
"""Points through which a branch goes on both sides."""
OPEN_ENDS = (Limit.LOW, Limit.HIGH, Limit.LONG)


def follow_cycles(request: BranchRequest) -> tuple[Branch, ...]:
    """From a Hopf point or a period doubling one way, from any other orbit both ways."""
    start = request.start
    assert start is not None, "cycles: a branch of orbits begins at one, or at a Hopf point"
    following = _Following(request)
    if isinstance(start, CyclePoint) and start.cycle is not None:
        found, ends = following.from_cycle(start, start.cycle)
    else:
        found, ends = following.from_hopf(start)
    return (make_branch(request.simulator, following.field, found, ends),)


class _Following:
    def __init__(self, request: BranchRequest) -> None:
        self.request = request
        self.field = field = Field(request.simulator, request.parameters, request.point)
        self.low, self.high = float(request.lower[0]), float(request.upper[0])
        self.value = request.point.values[request.parameters[0]]
        self._check(field)
        largest = LARGEST * request.settings.largest
        first = min(FIRST * request.settings.first, largest)
        self.steps = replace(STEPS, first=first, largest=largest, points=request.settings.points)

    def _check(self, field: Field) -> None:
        if depends_on_time(field.partials.model.analysed.model):
            raise UserError(
                "cannot-continue-branch",
                "the model depends on time, so its orbits have no branch",
                "write the forcing as an oscillator with two states",
            )
        if not self.low <= self.value <= self.high:
            name = field.parameters[0]
            raise UserError(
                "bad-range",
                f"the branch starts at {name} = {self.value:g}, outside the range from {self.low:g} to {self.high:g}",
                "choose a range around it",
            )

    def from_hopf(self, start: SpecialPoint) -> tuple[tuple[FoundCycle, ...], tuple[End, End]]:
        states = np.array([start.point.values[name] for name in self.field.states])
        hopf = HopfPoint(states, self.value, start.details["frequency"])
        followed = self._follow(from_hopf(self.field, hopf))
        return followed.cycles, (End(f"the Hopf point {start.label}", hopf), self._end(followed))

    def from_cycle(self, start: CyclePoint, cycle: Cycle) -> tuple[tuple[FoundCycle, ...], tuple[End, End]]:
        orbit = self._orbit(cycle)
        if start.kind == "PD":
            followed = self._follow(from_doubling(self.field, orbit))
            return followed.cycles, (End(f"the period doubling {start.label}"), self._end(followed))
        begin = from_fold if start.kind == "LPC" else from_orbit
        back, forth = (self._follow(begin(orbit, sign)) for sign in (-1.0, 1.0))
        middle = replace(forth.cycles[0], kind=start.kind if start.kind in PASSED else "")
        return (*reversed(back.cycles[1:]), middle, *forth.cycles[1:]), (self._end(back), self._end(forth))

    def _orbit(self, cycle: Cycle) -> Orbit:
        if cycle.orbit is None:
            raise UserError(
                "cannot-continue-branch",
                "the orbit passes events or depends on time, so it has no branch",
                "a branch needs orbits without events",
            )
        return replace(cycle.orbit, parameters=np.array([self.value]))

    def _follow(self, start: Start) -> FollowedCycles:
        crossed = crosses(self.field, start.orbit)
        if crossed:
            raise UserError(
                "cannot-continue-branch",
                f"the orbit passes an event: {crossed[0]}",
                "a branch needs orbits without events; model.cycle and CYCLE find single ones with events",
            )
        settings = CycleSettings(self.low, self.high, is_doubled=start.is_doubled)
        return follow(self.field, start, settings, self._margins(), self.steps)

    def _margins(self) -> tuple[tuple[str, ...], Margins | None]:
        """Comparisons must not change on an orbit, and variables must stay within their bounds."""
        field, bounds = self.field, self.request.bounds
        if not field.guards and not bounds:
            return (), None
        low, high = np.array(list(bounds.values())).reshape(-1, 2).T

        def margins(states: Array, parameters: Array) -> Array:
            values = field.others(tuple(bounds), states, parameters)
            return np.concatenate((field.margins(states, parameters), values - low, high - values), axis=1)

        events = [f"the orbit reaches an event: {name}" for name in field.guards]
        ends = [f"{name} has reached {pair[i]:g}" for i in (0, 1) for name, pair in bounds.items()]
        return (*events, *ends), margins

    def _end(self, followed: FollowedCycles) -> End:
        """An orbit that has vanished has done so at a Hopf point."""
        name = self.field.parameters[0]
        if followed.limit != Limit.POINT:
            is_open = followed.limit in OPEN_ENDS or followed.end == "points"
            last = followed.cycles[-1].observation.orbit.parameters[0]
            reason = followed.reason.replace("the parameter", name)
            where = f", near {name} = {last:.6g}" if followed.limit == Limit.GROWING else ""
            return End(f"{reason}{where}", is_labelled=is_open)
        orbit = followed.cycles[-1].observation.orbit
        guess = HopfPoint(orbit.profile.mean(), float(orbit.parameters[0]), 2.0 * np.pi / orbit.period)
        hopf = hopf_near(self.field, guess) or guess
        return End(f"the amplitude has become zero: a Hopf point at {name} = {hopf.parameter:.6g}", hopf)
