"""Lines of a script of acslX, which is MATLAB with commands of ACSL after `!!` -> commands of ACSL.

`%` begins a comment. Flags of the integration such as WESITG, and data in brackets, have no counterpart here.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from simnon.source import frozen

_FLAG = re.compile(r"[A-Z]{3}(?:ITG|TIG)\s*=\s*\S+", re.IGNORECASE)
_DATA = re.compile(r"\s*(\w+)\s*=\s*\[")
_ASSIGNED = re.compile(r"\s*(\w+)\s*(?:\([\d\s,]+\)\s*)?=\s*[^=]")
_PLOT = re.compile(r"\s*plot\s*\((.*)\)\s*$", re.IGNORECASE)
_CURVE = re.compile(r"\s*_(\w+)\s*")


@frozen
class ScriptLine:
    commands: tuple[str, ...]
    ignored: str = ""
    """What the line does besides, for a note."""


@dataclass(slots=True)
class ScriptReader:
    """Reads one script; data in brackets can take several lines."""

    is_known: Callable[[str], bool]
    """Whether the model has a variable of this name, which an assignment then sets."""
    _is_in_data: bool = False

    def read(self, line: str) -> ScriptLine:
        plain = line.partition("%")[0]
        if self._is_in_data:
            self._is_in_data = "]" not in plain
            return ScriptLine(())
        data = _DATA.match(plain)
        if data is not None:
            self._is_in_data = "]" not in plain
            return ScriptLine((), f"the data {data[1]} are ignored; SYST takes a file of data as a system")
        own = plain.strip().startswith("!!")
        text = (plain.strip().removeprefix("!!") if own else plain).partition("!")[0]
        parts = [part.strip() for part in re.split(r"[;$]", text)]
        return _joined([self._of_part(part) for part in parts if part])

    def _of_part(self, part: str) -> ScriptLine:
        plotted, assigned = _PLOT.match(part), _ASSIGNED.match(part)
        if plotted is not None:
            return _of_plot(plotted[1])
        if _FLAG.fullmatch(part):
            return ScriptLine(())
        if assigned is None:
            return ScriptLine((part,))
        if self.is_known(assigned[1]):
            return ScriptLine((f"SET {part}",))
        return ScriptLine((), f"the model has no variable '{assigned[1]}': the assignment is ignored")


def _of_plot(arguments: str) -> ScriptLine:
    """`plot(_t, _x, data(:,1), data(:,2), '+')`: the variables have an underscore; the first is the axis."""
    names = [match[1] for part in re.split(r",(?![^(]*\))", arguments) if (match := _CURVE.fullmatch(part))]
    if len(names) < 2:
        return ScriptLine((), f"plot({arguments}) is ignored; PLOT y, z draws variables")
    axis = "" if names[0].casefold() == "t" else f" /XAXIS = {names[0]}"
    shown = list(dict.fromkeys(name for name in names[1:] if name != names[0]))
    has_more = arguments.count("(") > 0
    return ScriptLine((f"PLOT {', '.join(shown)}{axis}",), "data are not plotted" if has_more else "")


def _joined(lines: list[ScriptLine]) -> ScriptLine:
    return ScriptLine(
        tuple(command for line in lines for command in line.commands),
        "; ".join(line.ignored for line in lines if line.ignored),
    )
