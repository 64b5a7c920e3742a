"""The functions `initial`, `output` and `dynamics` of a system from an FMU.

Model exchange is a function of time, states, inputs and parameters, as any other foreign function. Co-simulation
remembers: each run has an instance of its own, and the number of that instance is a state of the run.
"""

import itertools
import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path

from simnon.program import ForeignFunction
from simnon.source import UserError

from .mock_up import CODE, MODE, RUN, MockUp, read_mock_up
from .mock_up_events import DISTANCE, EVENT, Modes
from .mock_up_instance import Instance, Library, MockUpError

_MOST = 512
"""The number of instances that one system has at the same time: the members of an ensemble run side by side."""


class MockUps:
    """The FMUs of a program: one library for each owner."""

    def __init__(self, first_number: int = 1) -> None:
        self._first_number = first_number
        self._of_owner: dict[tuple[str, str], _Stepped | _Exchanged | Modes] = {}

    def function(self, foreign: ForeignFunction) -> Callable[..., Sequence[float] | float]:
        """What computes the results of `foreign` from its arguments."""
        _check_symbol(foreign)
        mock_up = read_mock_up(Path(foreign.path))
        is_stepped = RUN in foreign.names
        key = (foreign.owner or foreign.name, foreign.path)
        if key not in self._of_owner:
            _check_interface(mock_up, is_stepped=is_stepped)
            library = Library(mock_up, is_stepped=is_stepped)
            self._of_owner[key] = self._kind(library, foreign.names)
        arguments, results = foreign.names[: foreign.arity], foreign.names[foreign.arity :]
        _check_names(mock_up, foreign, (*arguments[1:], *(results if foreign.symbol == "output" else ())))
        return self._of_owner[key].function(foreign.symbol, arguments[1:], results)

    def _kind(self, library: Library, names: Sequence[str]) -> "_Stepped | _Exchanged | Modes":
        if library.is_stepped:
            return _Stepped(library, self._first_number)
        return Modes(library, self._first_number) if MODE in names else _Exchanged(library)


def _check_symbol(foreign: ForeignFunction) -> None:
    if foreign.symbol not in ("initial", "output", "dynamics", DISTANCE) and not foreign.symbol.startswith(EVENT):
        message = f"{foreign.shown}: an FMU has no function '{foreign.symbol}'"
        raise UserError(
            CODE, message, "make it a system, without AS and JACOBIAN: CONTINUOUS SYSTEM pump FROM 'pump.fmu'"
        )


def _check_interface(mock_up: MockUp, *, is_stepped: bool) -> None:
    file = Path(mock_up.path).name
    if is_stepped and not mock_up.stepped:
        raise UserError(CODE, f"{file} has no co-simulation", "make it a CONTINUOUS SYSTEM")
    if not is_stepped and not mock_up.exchange:
        raise UserError(CODE, f"{file} has no model exchange", f"make it a DISCRETE SYSTEM with the STATE {RUN}")


def _check_names(mock_up: MockUp, foreign: ForeignFunction, names: Sequence[str]) -> None:
    known = {signal.name for signal in mock_up.signals} | {RUN, MODE, "period"}
    for name in names:
        if name not in known:
            raise UserError(CODE, f"{foreign.shown}: {Path(mock_up.path).name} has no variable '{name}'", "remove it")


class _Exchanged:
    """Model exchange: a function of its arguments. Instances differ in their parameters, which may be fixed."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._instances: OrderedDict[tuple[float, ...], Instance] = OrderedDict()
        self._lock = threading.Lock()

    def function(self, symbol: str, names: Sequence[str], results: Sequence[str]) -> Callable[..., Sequence[float]]:
        states = self.library.mock_up.states
        places = [names.index(state) for state in states] if symbol != "initial" else []
        own = [i for i in range(len(names)) if names[i] not in states]
        inputs = {signal.name for signal in self.library.mock_up.of_causality("input")}
        driven, fixed = [i for i in own if names[i] in inputs], [i for i in own if names[i] not in inputs]
        declared = [name for name in names if name in states]

        def compute(time: float, *values: float) -> Sequence[float]:
            with self._lock:
                instance = self._with({names[i]: values[i] for i in fixed}, time)
                if symbol == "initial":
                    found = dict(zip(states, instance.states(), strict=True))
                    return [found[name] for name in results]
                instance.go_to(time, [values[i] for i in places])
                instance.set({names[i]: values[i] for i in driven})
                if symbol == "output":
                    return instance.get(results)
                found = dict(zip(states, instance.derivatives(), strict=True))
                return [found[name] for name in declared]

        return compute

    def _with(self, parameters: dict[str, float], time: float) -> Instance:
        key = tuple(parameters.values())
        found = self._instances.get(key)
        if found is None:
            most = 1 if self.library.mock_up.is_single else _MOST
            _make_room(self._instances, most)
            found = self._instances[key] = Instance(self.library, time, parameters)
            if found.following < math.inf:
                raise MockUpError(f"it plans an event at {found.following:g}: the text needs the STATE {MODE}")
        self._instances.move_to_end(key)
        return found


class _Stepped:
    """Co-simulation: `initial` gives each run a number, and the first call with that number makes its instance."""

    def __init__(self, library: Library, first_number: int) -> None:
        self.library = library
        self._numbers = itertools.count(first_number)
        self._waiting: set[float] = set()
        self._instances: OrderedDict[float, Instance] = OrderedDict()
        self._lock = threading.Lock()

    def function(self, symbol: str, names: Sequence[str], results: Sequence[str]) -> Callable[..., Sequence[float]]:
        if symbol == "initial":
            return self._begin
        place = names.index(RUN)
        own = [i for i in range(len(names)) if names[i] in self.library.signal_of_name]

        def compute(time: float, *values: float) -> Sequence[float]:
            with self._lock:
                given = {names[i]: values[i] for i in own}
                instance = self._instance(values[place], time, given)
                instance.advance_to(time)
                instance.set(given)
                return instance.get(results) if symbol == "output" else [values[place]]

        return compute

    def _begin(self, *_: float) -> Sequence[float]:
        with self._lock:
            number = float(next(self._numbers))
            self._waiting.add(number)
        return [number]

    def _instance(self, number: float, time: float, values: dict[str, float]) -> Instance:
        if number in self._waiting:
            self._waiting.discard(number)
            _make_room(self._instances, 1 if self.library.mock_up.is_single else _MOST)
            self._instances[number] = Instance(self.library, time, values)
        found = self._instances.get(number)
        if found is None:
            raise MockUpError("the instance of this run was freed, or was never made here: begin a new run")
        self._instances.move_to_end(number)
        return found


def _make_room(instances: "OrderedDict[tuple[float, ...], Instance] | OrderedDict[float, Instance]", most: int) -> None:
    while len(instances) >= most:
        _, oldest = instances.popitem(last=False)
        oldest.free()
