"""A functional mock-up unit (FMU) -> what it describes; its code is not run.

What cannot be a system is refused with the reason.
"""

import math
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from simnon.source import UserError, frozen, require, valid_names

CODE = "foreign-function"
RUN = "run_"
"""The state of a system in co-simulation: which instance of the FMU belongs to the run."""
MODE = "mode_"
"""The state of a system in model exchange with events: what the FMU remembers since the last one."""
OWN_NAMES = (RUN, "new_run_", MODE, "time_", "next_", "period")
"""Names of the system that are not variables of the FMU."""
_NUMBERS = re.compile(r"Real|Integer|Boolean|Enumeration|Float(32|64)|U?Int(8|16|32|64)")
_USED = ("input", "output", "parameter")


@frozen
class MockUpVariable:
    """A variable of the FMU that is a number; `name` is its name in Simnon."""

    name: str
    reference: int
    kind: str
    """Its type without the version: Real and Float64 are both numbers, but have functions of their own."""
    causality: str
    start: float | None
    unit: str
    text: str
    needs: tuple[str, ...] | None = None
    """Of an output: the inputs and states it depends on; None if the file does not say."""


_LARGEST = 1 << 27
"""Bytes of a description: a small archive can have a larger one."""


@frozen
class MockUp:
    """What the file says about itself."""

    path: str
    version: int
    token: str
    name: str
    text: str
    signals: tuple[MockUpVariable, ...]
    states: tuple[str, ...]
    derivatives: tuple[str, ...]
    exchange: str
    """The name of the library for model exchange; empty if it has no such interface."""
    stepped: str
    """The name of the library for co-simulation; empty if it has no such interface."""
    has_events: bool
    """Whether it has event indicators, or variables that change at events only."""
    period: float
    """The step of co-simulation that it suggests, or a hundredth of the run that it suggests."""
    is_kept: bool
    """Whether the state of an instance in model exchange can be kept and restored."""
    indicators: int
    is_single: bool
    """Whether a process can have only one instance of it."""

    def of_causality(self, *causalities: str) -> list[MockUpVariable]:
        return [signal for signal in self.signals if signal.causality in causalities]


def read_mock_up(path: Path) -> MockUp:
    """Read modelDescription.xml; a UserError if it is not an FMU that can be a system."""
    fmpy = require("fmpy", "an FMU", "fmi")
    try:
        version = _version(path)
        with path.open("rb") as file:
            found = None if version == "1.0" else fmpy.read_model_description(file)
    except FileNotFoundError:
        raise UserError(CODE, f"there is no file '{path.name}'", "check the path") from None
    except Exception as error:  # noqa: BLE001  FMPy raises whatever its parsers do
        lines = [line.removeprefix("- ") for line in str(error).splitlines()]
        reason = " ".join(lines[: 2 if lines and lines[0].endswith(":") else 1]) or type(error).__name__
        raise UserError(CODE, f"{path.name} is not an FMU that can be read: {reason}", "export it again") from None
    if found is None:
        raise UserError(CODE, f"{path.name} has FMI {version}, which is not supported", "export it as FMI 2.0 or 3.0")
    if found.coSimulation is None and found.modelExchange is None:
        message = f"{path.name} has neither co-simulation nor model exchange"
        raise UserError(CODE, message, "export it with one of them")
    _check(found, path.name)
    return _described(found, path)


def _version(path: Path) -> str:
    with zipfile.ZipFile(path) as archive:
        size = archive.getinfo("modelDescription.xml").file_size
        if size > _LARGEST:
            raise ValueError(f"its description has {size >> 20} MB, more than {_LARGEST >> 20}")
        found = re.search(rb"fmiVersion\s*=\s*[\"']([\d.]+)", archive.read("modelDescription.xml"))
    return found[1].decode() if found else ""


def _check(found: Any, file: str) -> None:
    for variable in found.modelVariables:
        if variable.causality not in _USED:
            continue
        if variable.dimensions:
            raise UserError(CODE, f"{file}: '{variable.name}' is an array", "only numbers can be connected")
        if variable.type == "Clock" or variable.clocks:
            raise UserError(CODE, f"{file}: '{variable.name}' belongs to a clock", "export it without clocks")
        if variable.causality != "parameter" and not _NUMBERS.fullmatch(variable.type):
            message = f"{file}: '{variable.name}' is not a number but {variable.type}"
            raise UserError(CODE, message, "only numbers can be connected")


def _described(found: Any, path: Path) -> MockUp:
    numbers = [v for v in found.modelVariables if _NUMBERS.fullmatch(v.type) and not v.dimensions]
    # A text has no number that is infinite or undefined: the FMU keeps its own.
    numbers = [v for v in numbers if v.causality != "parameter" or v.start is None or _number(v.start) is not None]
    texts = [v.name for v in numbers]
    name_of = dict(zip(texts, valid_names(texts, (*OWN_NAMES, "from", "for"), "v"), strict=True))
    # A state needs nothing but itself, whatever else the file leaves open.
    needs = {each.variable.derivative.name: () for each in found.derivatives}
    needs |= {each.variable.name: each.dependencies for each in found.outputs if each.dependencies is not None}
    signals = tuple(_signal(variable, name_of, needs.get(variable.name)) for variable in numbers)
    states = tuple(name_of[each.variable.derivative.name] for each in found.derivatives)
    indicators = found.numberOfEventIndicators or len(found.eventIndicators)
    computed = [v for v in numbers if v.causality in ("output", "local")]
    exchange, stepped = found.modelExchange, found.coSimulation
    return MockUp(
        str(path),
        found.fmiMajorVersion,
        found.guid or "",
        found.modelName or path.stem,
        _line(found.description),
        signals,
        states,
        tuple(name_of[each.variable.name] for each in found.derivatives),
        exchange.modelIdentifier if exchange else "",
        stepped.modelIdentifier if stepped else "",
        bool(indicators) or any(v.variability == "discrete" for v in computed),
        _period(found),
        bool(exchange and exchange.canGetAndSetFMUstate),
        indicators,
        any(each is not None and each.canBeInstantiatedOnlyOncePerProcess for each in (exchange, stepped)),
    )


def _signal(variable: Any, name_of: dict[str, str], needs: Iterable[Any] | None) -> MockUpVariable:
    unit = variable.unit or (variable.declaredType.unit if variable.declaredType else None)
    is_guess = variable.initial == "approx" and variable.causality not in ("input", "parameter")
    return MockUpVariable(
        name_of[variable.name],
        int(variable.valueReference),
        str(variable.type),
        variable.causality or "local",
        None if is_guess else _number(variable.start),
        unit or "",
        _line(variable.description),
        None if needs is None else tuple(name_of[each.name] for each in needs if each.name in name_of),
    )


def _number(text: object) -> float | None:
    words = {"true": 1.0, "false": 0.0}
    shown = str(text).strip().lower()
    if text is None:
        return None
    try:
        value = words[shown] if shown in words else float(shown)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _period(found: Any) -> float:
    own = getattr(found.coSimulation, "fixedInternalStepSize", None)
    experiment = found.defaultExperiment
    suggested = [_number(getattr(experiment, "stepSize", None)), _number(own)]
    start, stop = (_number(getattr(experiment, which, None)) for which in ("startTime", "stopTime"))
    if stop is not None and stop > (start or 0.0):
        suggested.append((stop - (start or 0.0)) / 100)
    return next((each for each in suggested if each), 0.01)


def _line(text: str | None) -> str:
    return " ".join((text or "").replace('"', "'").split())
