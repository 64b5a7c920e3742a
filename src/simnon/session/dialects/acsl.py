"""The commands of a running ACSL program -> lines of the session.

Words can be shortened to the letters in the table. `LOAD file` is an addition: an ACSL program was linked with its
commands. SIMNON precedes a line of the session. Everything after `!` or `%` is a comment, but `!!` precedes a command.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from simnon.languages import acsl
from simnon.source import UserError, nearest

from ..outcome import Failed, Noted, Outcome
from ..workspace import Workspace
from .acsl_scripts import ScriptReader
from .dialect import CommandDialect, ExecuteCommand

_SHORTEST = {
    "SET": 1,
    "START": 2,
    "STOP": 3,
    "DISPLAY": 1,
    "PREPARE": 3,
    "OUTPUT": 1,
    "PLOT": 2,
    "PRINT": 3,
    "RANGE": 1,
    "CONTINUE": 1,
    "QUIT": 1,
    "LOAD": 1,
    "SIMNON": 3,
}
"""The minimum number of letters of a command; START takes precedence over STOP."""
USAGES = {
    "SET": "SET name = value, ...",
    "START": "START [/NC]",
    "DISPLAY": "DISPLAY [name, ...]",
    "PREPARE": "PREPARE name, ... | @clear | @all",
    "OUTPUT": "OUTPUT name, ... | @clear",
    "PLOT": "PLOT name, ... [/XAXIS = name]",
    "PRINT": "PRINT [name, ...]",
    "RANGE": "RANGE name, ...",
    "CONTINUE": "CONTINUE",
    "STOP": "STOP",
    "QUIT": "QUIT",
    "LOAD": "LOAD file",
    "SIMNON": "SIMNON line of the session",
}
_ASSIGNED = re.compile(r"\s*([^\W\d]\w*)\s*(?:\(\s*([\d\s,]+)\))?\s*=\s*([^=,]+?)\s*(?:,|$)")
_TRUTHS = {".TRUE.": "1", ".T.": "1", ".FALSE.": "0", ".F.": "0"}


class Acsl(CommandDialect):
    def __init__(self, workspace: Workspace, execute_command: ExecuteCommand) -> None:
        super().__init__(workspace, execute_command)
        self._commands: dict[str, Callable[[str], Iterator[Outcome]]] = {
            "SET": self._set,
            "START": self._start,
            "DISPLAY": self._display,
            "PREPARE": self._prepare,
            "OUTPUT": self._output,
            "PLOT": self._plot,
            "PRINT": lambda rest: self.execute_command(f"PRINT {' '.join(_names(rest))}".strip()),
            "RANGE": self._range,
            "CONTINUE": self._continue,
            "STOP": lambda _rest: self.execute_command("STOP"),
            "QUIT": lambda _rest: self.execute_command("STOP"),
            "LOAD": self._load,
            "SIMNON": self.execute_command,
        }
        self._script = ScriptReader(self._is_known)
        self._prepared: tuple[str, ...] = ()
        self._printed: tuple[str, ...] = ()
        self._settings: dict[str, float] = {}
        """CINT, NSTP, MAXT and IALG, if they were set here."""

    @property
    def prompt(self) -> str:
        return "ACSL>"

    @property
    def is_typing(self) -> bool:
        return False

    @property
    def usages(self) -> Mapping[str, str]:
        return USAGES

    def abandon(self) -> None:
        """Nothing is typed in over several lines."""

    def execute(self, line: str) -> Iterator[Outcome]:
        script = self._script.read(line)
        for part in script.commands:
            match = re.match(r"\s*([A-Za-z]+)\s*(.*?)\s*$", part)
            if match is None:
                raise UserError("bad-command", f"'{part}' is not a command", _KNOWN)
            yield from self._commands[_command(match.group(1))](match.group(2))
        if script.ignored:
            yield Noted(script.ignored)

    def _is_known(self, name: str) -> bool:
        """Whether the model has the variable, or an array of this name, whose elements are x_1, x_2, ..."""
        loaded = self.workspace.loaded
        if loaded is None:
            return False
        layout = loaded.model.layout
        known = (*layout.slot_of_name(), *(state.name for state in layout.states))
        return any(re.fullmatch(rf"{re.escape(name)}(_\d+)*", each, re.IGNORECASE) for each in known)

    def _load(self, rest: str) -> Iterator[Outcome]:
        self._prepared, self._printed, self._settings = (), (), {}
        yield from self.execute_command(f"SYST {' '.join(_names(rest))}")

    def _set(self, rest: str) -> Iterator[Outcome]:
        """Set constants or system constants; for any other variable, the initial value. All of them or none."""
        before, settings = self.workspace.snapshot(), dict(self._settings)
        outcomes = [outcome for name, value in _assignments(rest) for outcome in self._set_one(name, value)]
        failed = [outcome for outcome in outcomes if isinstance(outcome, Failed)]
        if failed:
            self.workspace.restore(before)
            self._settings = settings
        yield from failed[:1] or outcomes

    def _set_one(self, name: str, value: str) -> Iterator[Outcome]:
        word = name.upper()
        parameters = {known.casefold() for known in self.workspace.model.parameters}
        if word in ("CINT", "NSTP", "MAXT", "IALG"):
            self._settings[word] = _number(value)
        if name.casefold() in parameters:
            yield from self.execute_command(f"PAR {name}: {value}")
        elif word not in self._settings or name.casefold() == self.workspace.settings.spacing_variable.casefold():
            yield from self.execute_command(f"INIT {name}: {value}")
        if word in ("NSTP", "MAXT", "IALG"):
            yield from self._choose_method()

    def _choose_method(self) -> Iterator[Outcome]:
        number = self._settings.get("IALG")
        if number is None:
            return
        method = acsl.METHOD_OF_IALG.get(int(number))
        if method is None:
            raise UserError(
                "unknown-method", f"there is no method with the number {number:g}", "IALG is 1 to 5, 8 to 10"
            )
        spacing = self._spacing
        if number in acsl.OF_FIXED_STEP and spacing is not None:
            step = spacing / self._settings.get("NSTP", acsl.USUAL_STEPS)
            method += f" {min(step, self._settings.get('MAXT', step))!r}"
        yield from self.execute_command(f"ALGOR {method}")

    @property
    def _spacing(self) -> float | None:
        return self._settings.get("CINT", self.workspace.settings.spacing)

    def _start(self, rest: str) -> Iterator[Outcome]:
        if rest.replace(" ", "").upper() not in ("", "/NC"):
            raise UserError("bad-command", f"START cannot interpret '{rest}'", "START, or START /NC")
        settings = self.workspace.settings
        stop = self._end()
        stop = settings.stop if stop is None else stop
        spacing = None if settings.spacing_variable else self._spacing
        yield from self._stored()
        if settings.spacing_variable:
            self.workspace.settings = replace(settings, stop=stop)
            yield from self.execute_command("SIMU")
        else:
            times = (settings.start, stop) if spacing is None else (settings.start, stop, spacing)
            yield from self.execute_command(f"SIMU {' '.join(map(repr, times))}")
        if self._printed:
            every = f" EVERY {spacing!r}" if spacing is not None else ""
            yield from self.execute_command(f"PRINT {' '.join(self._printed)}{every}")

    def _continue(self, rest: str) -> Iterator[Outcome]:
        stop = rest or (repr(end) if (end := self._end()) is not None else "")
        yield from self.execute_command(f"SIMU {stop} -CONT")

    def _stored(self) -> Iterator[Outcome]:
        chosen = dict.fromkeys((*self._prepared, *self._printed)) if self._prepared else {"-ALL": None}
        yield from self.execute_command(f"STORE {' '.join(chosen)}")

    def _end(self) -> float | None:
        """When a TERMT is certain to end the run, with the current constants."""
        model = self.workspace.model
        declared = model.analysed.declared
        value_of = {equation.target: equation.value for equation in declared.equations}
        constants = {**model.parameters, **self.workspace.given.parameters}
        return acsl.end_of_run([value_of[stop.condition] for stop in declared.stops], declared.time, constants)

    def _display(self, rest: str) -> Iterator[Outcome]:
        yield from self.execute_command(f"DISP {' '.join(_names(rest))}".strip())

    def _prepare(self, rest: str) -> Iterator[Outcome]:
        self._prepared = self._listed(rest, self._prepared)
        yield from ()

    def _output(self, rest: str) -> Iterator[Outcome]:
        self._printed = self._listed(rest, self._printed)
        yield from ()

    def _listed(self, rest: str, before: tuple[str, ...]) -> tuple[str, ...]:
        """Names are added; `@CLEAR` empties the list, and so does `@ALL`: without a choice everything is kept."""
        listed = before
        time = self.workspace.model.analysed.declared.time.upper()
        for word in _names(rest):
            if word.upper() in ("@CLEAR", "CLEAR", "@ALL", "ALL"):
                listed = ()
            elif word.upper() != time:
                listed = (*listed, self.workspace.system.names.find(word))
        return tuple(dict.fromkeys(listed))

    def _plot(self, rest: str) -> Iterator[Outcome]:
        """`PLOT y, z`, against a given variable with `/XAXIS=x` or `'XAXIS'=x`."""
        against = ""

        def take_axis(match: re.Match[str]) -> str:
            nonlocal against
            against = f" ({match.group(1)})"
            return " "

        plain = re.sub(r"(?:/\s*XAXIS|['\"]XAXIS['\"])\s*=\s*(\w+)\s*,?", take_axis, rest, flags=re.IGNORECASE)
        if "/" in plain or "=" in plain:
            raise UserError("bad-command", f"PLOT cannot interpret '{plain.strip()}'", "PLOT y, z /XAXIS=x")
        yield from self.execute_command(f"ASHOW {' '.join(_names(plain))}{against}".strip())

    def _range(self, rest: str) -> Iterator[Outcome]:
        yield from self.execute_command("DISP " + " ".join(f"MIN({name}) MAX({name})" for name in _names(rest)))


_KNOWN = f"the commands are {', '.join(_SHORTEST)}"


def _command(word: str) -> str:
    upper = word.upper()
    for command, letters in _SHORTEST.items():
        if len(upper) >= letters and command.startswith(upper):
            return command
    near = nearest(upper, _SHORTEST)
    raise UserError("unknown-command", f"there is no command '{word}'", f"did you mean {near}?" if near else _KNOWN)


def _names(rest: str) -> list[str]:
    """Names between commas or blanks; an element x(2) is x_2 in Simnon."""
    joined = re.sub(r"(\w)\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)", lambda m: "_".join(filter(None, m.groups())), rest)
    return [word.strip("'\"") for word in re.split(r"[\s,]+", joined) if word]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UserError("bad-command", f"'{text}' is not a number", "SET name = value") from None


def _assignments(text: str) -> list[tuple[str, str]]:
    """`name = value, ...` as in SET."""
    place, found = 0, []
    if not text:
        raise UserError("bad-command", "SET needs a name and a value", "SET name = value, ...")
    while place < len(text):
        match = _ASSIGNED.match(text, place)
        if match is None:
            raise UserError("bad-command", f"'{text[place:].strip()}' is not name = value", "SET name = value, ...")
        name = "_".join((match.group(1), *re.findall(r"\d+", match.group(2) or "")))
        value = _TRUTHS.get(match.group(3).upper(), re.sub(r"(?<=\d|\.)[dD](?=[-+\d])", "E", match.group(3)))
        found.append((name, value))
        place = match.end()
    return found
