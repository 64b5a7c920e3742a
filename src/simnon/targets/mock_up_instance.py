"""One instance of an FMU: numbers in, numbers out, through the functions of its library."""

import copy
import math
import shutil
import tempfile
import weakref
from collections.abc import Iterable, Mapping, Sequence
from ctypes import byref, c_double
from pathlib import Path
from typing import Any

from simnon.source import UserError, require

from .mock_up import CODE, MockUp, MockUpVariable

_TWO, _THREE = {"Enumeration": "Integer"}, {"Enumeration": "Int64"}
_MAX_UPDATES = 100
_ENDED = 3
"""The number of `fmi2Terminated` among the statuses of FMI 2."""


class MockUpError(Exception):
    """Why an FMU could not compute; a run continues with nan and reports it."""


class Library:
    """The library of an FMU, unpacked and loaded; the folder is removed when nobody uses it any more."""

    def __init__(self, mock_up: MockUp, *, is_stepped: bool) -> None:
        self.mock_up, self.is_stepped = mock_up, is_stepped
        self.fmpy = require("fmpy", "an FMU", "fmi")
        self.interface = require(f"fmpy.fmi{mock_up.version}", "an FMU", "fmi")
        self.folder = tempfile.mkdtemp(prefix="simnon-fmu-")
        weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        self.signal_of_name = {signal.name: signal for signal in mock_up.signals}
        self.messages: list[str] = []
        self._kept = self._logger()
        self.loaded = self._load()

    def _load(self) -> Any:
        file = Path(self.mock_up.path).name
        machine = self.fmpy.platform if self.mock_up.version == 2 else self.fmpy.platform_tuple
        try:
            self.fmpy.extract(self.mock_up.path, self.folder)
        except Exception as error:
            raise UserError(CODE, f"{file} cannot be unpacked: {error}", "export it again") from error
        if not any(Path(self.folder, "binaries", machine).glob("*.*")):
            raise UserError(CODE, f"{file} has no library for this machine, {machine}", "export it for this machine")
        kind = "Slave" if self.is_stepped else "Model"
        make = getattr(self.interface, f"FMU{self.mock_up.version}{kind}")
        identifier = self.mock_up.stepped if self.is_stepped else self.mock_up.exchange
        try:
            return make(guid=self.mock_up.token, modelIdentifier=identifier, unzipDirectory=self.folder)
        except Exception as error:
            raise UserError(CODE, f"the library of {file} cannot be loaded: {error}", "export it again") from error

    def _logger(self) -> Any:
        """What the FMU calls to say why something failed."""
        if self.mock_up.version == 3:
            return lambda *given: self._note(given[1], given[3])
        callbacks, usual = self.interface.fmi2CallbackFunctions(), self.interface.defaultCallbacks
        callbacks.logger = self.interface.fmi2CallbackLoggerTYPE(lambda *given: self._note(given[2], given[4]))
        callbacks.allocateMemory, callbacks.freeMemory = usual.allocateMemory, usual.freeMemory
        self.interface.addLoggerProxy(byref(callbacks))
        return callbacks

    def _note(self, status: int, message: bytes | None) -> None:
        if status > 1 and message:
            self.messages = [*self.messages[-2:], message.decode("utf-8", "replace").strip()]

    def instantiated(self) -> Any:
        unit = copy.copy(self.loaded)
        if self.mock_up.version == 3:
            unit.instantiate(logMessage=self._kept)
        else:
            unit.instantiate(callbacks=self._kept)
        return unit

    def failure(self, error: Exception) -> MockUpError:
        why = "; ".join(self.messages) or str(error)
        self.messages = []
        return MockUpError(why)


class Instance:
    """Initialised at `time` with `values` by name; nan means that the FMU keeps its own value."""

    def __init__(self, library: Library, time: float, values: Mapping[str, float]) -> None:
        self.library, self.time = library, time
        self.given: dict[str, float] = {}
        self.following = math.inf
        self._is_third = library.mock_up.version == 3
        try:
            self.unit = library.instantiated()
            self._finalizer = weakref.finalize(self, _free, self.unit, library)
            self.set(values)
            self._initialise(time)
        except MockUpError:
            raise
        except Exception as error:
            raise library.failure(error) from error

    def free(self) -> None:
        self._finalizer()

    def _initialise(self, time: float) -> None:
        unit = self.unit
        if self._is_third:
            unit.enterInitializationMode(startTime=time)
        else:
            unit.setupExperiment(startTime=time)
            unit.enterInitializationMode()
        unit.exitInitializationMode()
        if not self.library.is_stepped:
            self.following = self._settle()
            unit.enterContinuousTimeMode()

    def _settle(self) -> float:
        """Update until nothing changes; the time of the next event that it plans."""
        update = self.unit.updateDiscreteStates if self._is_third else self.unit.newDiscreteStates
        for _ in range(_MAX_UPDATES):
            needs_more, ends, _, _, has_next, following = update()
            if ends:
                raise MockUpError("it ended the simulation")
            if not needs_more:
                return float(following) if has_next else math.inf
        raise MockUpError("its discrete states do not settle")

    def take_event(self) -> float:
        """Model exchange: the event at this point; the time of the next one that it plans."""
        self._call("enterEventMode")
        following = self._settle()
        self._call("enterContinuousTimeMode")
        return following

    def indicators(self) -> list[float]:
        return self._filled("getEventIndicators", self.library.mock_up.indicators)

    def keep(self) -> Any:
        """The state of the instance; `forget` frees it."""
        return self._call(f"getFMU{self._state}")

    def restore(self, kept: Any, given: Mapping[str, float]) -> None:
        self._call(f"setFMU{self._state}", kept)
        self.given = dict(given)

    def forget(self, kept: Any) -> None:
        self._call(f"freeFMU{self._state}", kept)

    @property
    def _state(self) -> str:
        return "State" if self._is_third else "state"

    def set(self, values: Mapping[str, float]) -> None:
        """Those that differ from what was set before."""
        changed = {name: v for name, v in values.items() if not math.isnan(v) and self.given.get(name) != v}
        for kind, names in _by_kind(self.library.signal_of_name, changed).items():
            try:
                self._set_numbers(kind, names, changed)
            except MockUpError:
                self._set_each(kind, names, changed)
        self.given |= changed

    def _set_numbers(self, kind: str, names: Sequence[str], values: Mapping[str, float]) -> None:
        references = [self.library.signal_of_name[name].reference for name in names]
        self._call(f"set{self._suffix(kind)}", references, [_typed(kind, values[name]) for name in names])

    def _set_each(self, kind: str, names: Sequence[str], values: Mapping[str, float]) -> None:
        """Some FMUs refuse to set a parameter that they never change: it keeps the value that the description gives."""
        for name in names:
            try:
                self._set_numbers(kind, [name], values)
            except MockUpError:
                if values[name] != self.library.signal_of_name[name].start:
                    raise

    def get(self, names: Sequence[str]) -> list[float]:
        found: dict[str, float] = {}
        for kind, group in _by_kind(self.library.signal_of_name, names).items():
            references = [self.library.signal_of_name[name].reference for name in group]
            found |= zip(group, map(float, self._call(f"get{self._suffix(kind)}", references)), strict=True)
        return [found[name] for name in names]

    def advance_to(self, time: float) -> None:
        """Co-simulation: one step up to `time`."""
        if time == self.time or math.isnan(time):
            return
        if time < self.time:
            raise MockUpError(f"it is at {self.time:g} and cannot go back to {time:g}: begin a new run")
        try:
            result = self._call("doStep", self.time, time - self.time)
        except MockUpError as error:
            if self._has_ended():
                raise MockUpError(f"it ended the simulation before {time:g}") from error
            raise
        if self._is_third and result[1]:
            raise MockUpError(f"it ended the simulation before {time:g}")
        self.time = time

    def _has_ended(self) -> bool:
        """FMI 2 tells in a status why it discarded a step."""
        return not self._is_third and bool(self._call("getBooleanStatus", _ENDED))

    def go_to(self, time: float, states: Sequence[float]) -> None:
        """Model exchange: the point at which it is evaluated."""
        if not math.isnan(time):
            self._call("setTime", time)
        if states and not any(map(math.isnan, states)):
            self._call("setContinuousStates", (c_double * len(states))(*states), len(states))

    def states(self) -> list[float]:
        return self._filled("getContinuousStates", len(self.library.mock_up.states))

    def derivatives(self) -> list[float]:
        function = "getContinuousStateDerivatives" if self._is_third else "getDerivatives"
        return self._filled(function, len(self.library.mock_up.states))

    def _filled(self, function: str, count: int) -> list[float]:
        found = (c_double * count)()
        self._call(function, found, count)
        return list(found)

    def _suffix(self, kind: str) -> str:
        return (_THREE if self._is_third else _TWO).get(kind, kind)

    def _call(self, function: str, *arguments: Any) -> Any:
        try:
            return getattr(self.unit, function)(*arguments)
        except Exception as error:
            raise self.library.failure(error) from error


def _by_kind(signal_of_name: Mapping[str, MockUpVariable], names: Iterable[str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(signal_of_name[name].kind, []).append(name)
    return groups


def _typed(kind: str, value: float) -> float | int | bool:
    if kind == "Boolean":
        return value > 0.5
    return value if kind.startswith(("Real", "Float")) else round(value)


def _free(unit: Any, library: Library) -> None:
    """The library stays loaded: other instances use it, and `library` keeps it."""
    release = unit.fmi3FreeInstance if library.mock_up.version == 3 else unit.fmi2FreeInstance
    release(unit.component)
