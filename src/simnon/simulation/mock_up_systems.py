"""An FMU -> the text of a system from it: continuous for model exchange, discrete for co-simulation.

Variables keep their units, values and descriptions. Model exchange is chosen if the FMU has it and has no events.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from simnon.model import UnreadableUnit, measure_of, parse_unit
from simnon.source import UserError, valid_name
from simnon.targets import MODE, RUN, MockUp, MockUpVariable, read_mock_up


def mock_up_text(path: Path) -> str:
    """The system as text; a UserError if the FMU cannot be one."""
    mock_up = read_mock_up(path)
    can_exchange = bool(mock_up.exchange and mock_up.states)
    is_exchanged = can_exchange and not (mock_up.has_events and mock_up.stepped)
    if not is_exchanged and not mock_up.stepped:
        message = f"{path.name} has model exchange only, and no states"
        raise UserError("foreign-function", message, "export it with co-simulation")
    if is_exchanged and mock_up.has_events and not mock_up.is_kept:
        message = f"{path.name} has model exchange only, and events, but its state cannot be kept"
        raise UserError("foreign-function", message, "export it with co-simulation, or with canGetAndSetFMUState")
    lines = _exchanged(mock_up) if is_exchanged else _stepped(mock_up)
    kind = "CONTINUOUS" if is_exchanged else "DISCRETE"
    heading = f"{kind} SYSTEM {valid_name(path.stem, 'fmu')} FROM '{path.name}'"
    return "\n".join([_with_comment(heading, mock_up.text), *lines, "INITIAL", "END", ""])


def _exchanged(mock_up: MockUp) -> list[str]:
    signal_of_name = {signal.name: signal for signal in mock_up.signals}
    states = [signal_of_name[name] for name in mock_up.states]
    memory = [MODE] if mock_up.has_events else []
    lines = ["TIME time_", *(_declared("STATE", state) for state in states), *(f"STATE {name}" for name in memory)]
    lines += [f"DER {' '.join([*mock_up.derivatives, *(f'der_{name}' for name in memory)])}"]
    lines += [*_connected(mock_up, (*mock_up.states, *memory)), *(_events(mock_up) if memory else ())]
    return [*lines, *_values(mock_up), *(_value(state) for state in states if state.start is not None)]


def _events(mock_up: MockUp) -> Iterable[str]:
    """One WHEN takes all events: the FMU itself knows which they are."""
    states = (*mock_up.states, MODE)
    others = [variable.name for variable in mock_up.of_causality("input", "parameter")]
    names = ", ".join(["time_", *states, *others])
    before = ", ".join(["time_", *(f"PRE({name})" for name in states), *others])
    file = Path(mock_up.path).name
    yield f"der_{MODE} = 0"
    yield f"FUNCTION distance_({names}) FROM '{file}' AS distance"
    yield from (f"FUNCTION after_{name}({names}) FROM '{file}' AS event_{name}" for name in states)
    yield f"WHEN distance_({names}) < 0"
    yield from (f"  {name} = after_{name}({before})" for name in states)
    yield "END"


def _stepped(mock_up: MockUp) -> list[str]:
    lines = ["TIME time_", "TSAMP next_", f"STATE {RUN}", "NEW new_run_", *_connected(mock_up, (RUN,))]
    period = f'period: {mock_up.period!r} " of its communication points'
    return [*lines, *_values(mock_up), period, "next_ = time_ + period"]


def _connected(mock_up: MockUp, states: Sequence[str]) -> Iterable[str]:
    """Inputs and outputs; an output names the inputs it needs, so that a loop of systems is not an algebraic one."""
    inputs = mock_up.of_causality("input")
    yield from (_declared("INPUT", signal) for signal in inputs)
    always = ["time_", *states, *(signal.name for signal in mock_up.of_causality("parameter"))]
    for signal in mock_up.of_causality("output"):
        needs = None if signal.needs is None else [each.name for each in inputs if each.name in signal.needs]
        is_part = needs is not None and len(needs) < len(inputs) and signal.name not in states
        yield _declared(
            "OUTPUT", signal, f" FROM {' '.join([*always, *needs])}" if needs is not None and is_part else ""
        )


def _values(mock_up: MockUp) -> Iterable[str]:
    return (_value(signal) for signal in mock_up.of_causality("input", "parameter"))


def _declared(word: str, signal: MockUpVariable, sources: str = "") -> str:
    unit = _unit(signal)
    return _with_comment(f"{word} {signal.name}{unit and f' [{unit}]'}{sources}", _comment(signal))


def _value(signal: MockUpVariable) -> str:
    is_declared = signal.causality != "parameter"
    unit = "" if is_declared else _unit(signal)
    text = f"{signal.name}: {signal.start or 0.0!r}{unit and f' [{unit}]'}"
    return text if is_declared else _with_comment(text, _comment(signal))


def _unit(signal: MockUpVariable) -> str:
    """As Simnon writes it: `kg.m2/s` is `kg*m^2/s`; empty if it is not known."""
    if not signal.unit:
        return ""
    for text in (signal.unit, re.sub(r"(?<=[A-Za-z])(-?\d+)", r"^\1", signal.unit).replace(".", "*")):
        try:
            measure_of(parse_unit(text))
        except UnreadableUnit:
            continue
        return text
    return ""


def _comment(signal: MockUpVariable) -> str:
    is_lost = signal.unit and not _unit(signal)
    return f"{signal.text} [{signal.unit}]".strip() if is_lost else signal.text


def _with_comment(line: str, comment: str) -> str:
    return f'{line} " {comment}' if comment else line
