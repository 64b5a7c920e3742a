"""Model exchange of an FMU with events: what it remembers between two events has a number, a state of the run.

So the FMU is a function of its arguments, although it has a memory: steps that are tried and rejected, other runs and
the members of an ensemble do not disturb each other.
"""

import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from simnon.source import frozen

from .mock_up import MODE
from .mock_up_instance import Instance, Library, MockUpError

_MOST = 512
"""The number of modes that are kept: the oldest belong to runs that ended long ago."""
_MOMENT = 1e-9
"""Longer than the interval in which a run locates an event."""
DISTANCE, EVENT = "distance", "event_"
"""The functions of a text: how far the next event is, and the value of a state after it."""


@frozen
class Mode:
    """What an instance remembers since an event."""

    instance: Instance
    parameters: Mapping[str, float]
    given: Mapping[str, float]
    kept: Any
    """The state of the instance, which it has made itself."""
    signs: tuple[float, ...]
    """Of the event indicators just after the event."""
    offsets: tuple[float, ...]
    """How far an indicator that turns back at once can move before that is the next event."""
    following: float
    """The time of the next event that it has planned."""


class Modes:
    """The modes of one system; the instances differ in their parameters and in the start of the run."""

    def __init__(self, library: Library, first_number: int = 1) -> None:
        self.library = library
        self._modes: OrderedDict[float, Mode] = OrderedDict()
        self._first: dict[tuple[float, ...], float] = {}
        self._after: tuple[tuple[float, ...], dict[str, float]] = ((), {})
        self._current: dict[int, float] = {}
        self._number = first_number - 1
        self._lock = threading.Lock()

    def function(
        self, symbol: str, names: Sequence[str], results: Sequence[str]
    ) -> Callable[..., Sequence[float] | float]:
        def compute(time: float, *values: float) -> Sequence[float] | float:
            with self._lock:
                given = dict(zip(names, values, strict=True))
                if symbol == "initial":
                    found = self._begin(time, given)
                    return [found[name] for name in results]
                if symbol.startswith(EVENT):
                    return self._after_event(time, given)[symbol.removeprefix(EVENT)]
                mode = self._at(time, given)
                if symbol == DISTANCE:
                    return _distance(mode, time)
                if symbol == "output":
                    return mode.instance.get(results)
                found = dict(zip(self.library.mock_up.states, mode.instance.derivatives(), strict=True))
                return [found[name] for name in names if name in found]

        return compute

    def _begin(self, time: float, parameters: dict[str, float]) -> dict[str, float]:
        key = (time, *parameters.values())
        if self._first.get(key) not in self._modes:
            instance = Instance(self.library, time, parameters)
            self._first[key] = self._added(instance, time, parameters, instance.following)
        number = self._first[key]
        instance = self._restored(number).instance
        return {**dict(zip(self.library.mock_up.states, instance.states(), strict=True)), MODE: number}

    def _at(self, time: float, given: dict[str, float]) -> Mode:
        """The mode of the run, with its instance at this point."""
        mode = self._restored(float(round(given[MODE])))
        if any(given[name] != value for name, value in mode.parameters.items() if name in given):
            raise MockUpError("its parameters cannot change during a run: begin a new run")
        mode.instance.go_to(time, [given[name] for name in self.library.mock_up.states])
        inputs = {variable.name for variable in self.library.mock_up.of_causality("input")}
        mode.instance.set({name: value for name, value in given.items() if name in inputs})
        return mode

    def _after_event(self, time: float, given: dict[str, float]) -> dict[str, float]:
        """The states and the mode after the event; one event gives all of them."""
        key = (time, *given.values())
        if self._after[0] != key:
            mode = self._at(time, given)
            following = mode.instance.take_event()
            states = dict(zip(self.library.mock_up.states, mode.instance.states(), strict=True))
            number = self._added(mode.instance, time, mode.parameters, following)
            self._after = (key, {**states, MODE: number})
        return self._after[1]

    def _added(self, instance: Instance, time: float, parameters: Mapping[str, float], following: float) -> float:
        given, kept = dict(instance.given), instance.keep()
        signs = tuple(1.0 if value > 0 else -1.0 for value in instance.indicators())
        offsets = tuple(
            max(0.0, -sign * value) for sign, value in zip(signs, _shortly_after(instance, time), strict=True)
        )
        while len(self._modes) >= _MOST:
            _, oldest = self._modes.popitem(last=False)
            oldest.instance.forget(oldest.kept)
        self._number += 1
        self._modes[float(self._number)] = Mode(instance, parameters, given, kept, signs, offsets, following)
        self._current[id(instance)] = math.nan
        return float(self._number)

    def _restored(self, number: float) -> Mode:
        mode = self._modes.get(number)
        if mode is None:
            raise MockUpError("what it remembers of this run is gone: begin a new run")
        self._modes.move_to_end(number)
        if self._current[id(mode.instance)] != number:
            mode.instance.restore(mode.kept, mode.given)
            self._current[id(mode.instance)] = number
        return mode


def _shortly_after(instance: Instance, time: float) -> list[float]:
    """The indicators a moment later: a run does not see an event that follows at once upon another."""
    moment = _MOMENT * max(1.0, abs(time))
    states = zip(instance.states(), instance.derivatives(), strict=True)
    instance.go_to(time + moment, [state + moment * rate for state, rate in states])
    return instance.indicators()


def _distance(mode: Mode, time: float) -> float:
    """Positive until an indicator changes its sign or the planned time has come."""
    found = zip(mode.signs, mode.instance.indicators(), mode.offsets, strict=True)
    moved = [sign * value + offset for sign, value, offset in found]
    planned = [mode.following - time] if math.isfinite(mode.following) else []
    return min([*moved, *planned], default=1.0)
