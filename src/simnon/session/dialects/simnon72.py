"""The commands of the Simnon of 1972 (RE-113, chapter IV and appendix 3) -> lines of the session.

`,` in place of the first word repeats the last command, in place of an argument of SIMU or COMPU its last value.
Messages are those printed in RE-113, or follow their style if none is printed. A line that begins with `!` is one of
the session.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from simnon.languages import simnon72
from simnon.simulation import StopKind, Trajectory
from simnon.source import UserError

from ..calculator import present_value
from ..computing import compute_point, compute_points
from ..outcome import Outcome, PageDrawn, Printed
from ..plotting import plot_run, present_area, with_area
from ..workspace import LAST, Workspace
from .descriptions72 import DescriptionCommands
from .dialect import ExecuteCommand
from .teletype72 import failed, value_lines
from .words72 import NUMBER, USAGES, Refused, end_of, is_number, number, quiet, times_in

MARKED_POINTS = 10
"""MARK puts a letter at one of so many points."""
_DEFINITION = re.compile(rf"([A-Za-z][A-Za-z0-9]*)\s*:\s*({NUMBER})")
_AXIS = re.compile(rf"([HV])\s*({NUMBER})\s+({NUMBER})", re.IGNORECASE)
_PLOT = re.compile(r"(\w+)\s*(?:←|<-)\s*(\w+(?:\s+\w+)*)")
_MAX_CURVES = 10


class Simnon72(DescriptionCommands):
    def __init__(self, workspace: Workspace, execute_command: ExecuteCommand) -> None:
        super().__init__(workspace, execute_command)
        self._commands: dict[str, Callable[[str, str], Iterator[Outcome]]] = {
            "SYSTT": self._systt,
            "SYSDK": self._sysdk,
            "DISP": self._disp,
            "CX0": self._cx0,
            "CPAR": self._cpar,
            "PLOT": self._plot,
            "AXIS": self._axis,
            "COMPU": self._compu,
            "SIMU": self._simu,
            "SWITCH": self._switch,
            "STOP": self._stop,
            "MODEL": self._model,
        }
        self._word = ""
        self._times: list[float] = [0.0, 1.0]
        self._intervals = 100
        self._bound = 1e-6
        self._ends: dict[str, tuple[float, float]] = {}
        self._title = ""

    @property
    def prompt(self) -> str:
        return ">" if self._typed is None else "SYSTT>"

    @property
    def is_typing(self) -> bool:
        return self._typed is not None

    @property
    def usages(self) -> Mapping[str, str]:
        return (
            USAGES
            if self._typed is None
            else {"*END": "*END   end the description", "*CLOSE": "*CLOSE   without tests"}
        )

    def abandon(self) -> None:
        self._typed = None

    def execute(self, line: str) -> Iterator[Outcome]:
        if self._typed is not None:
            yield from self._take_typed(line, self._typed)
        elif line.lstrip().startswith("!"):
            yield from self.execute_command(line.lstrip()[1:].strip())
        else:
            try:
                yield from self._command(line)
            except Refused as refused:
                yield failed(str(refused))

    def _command(self, line: str) -> Iterator[Outcome]:
        text = line.partition('"')[0].strip()
        if not text:
            return
        match = re.match(r"[A-Za-z][A-Za-z0-9]*|,", text)
        word = match.group().upper() if match else ""
        rest = text[match.end() :].strip() if match else ""
        if word == ",":
            word = self._word
        if word not in self._commands:
            raise Refused("ILLEGAL COMMAND")
        self._word = word
        yield from self._commands[word](rest, line)

    def _disp(self, rest: str, _line: str) -> Iterator[Outcome]:
        end_of(rest, "DISP")
        accepted = self._executable().accepted
        workspace = self.workspace
        run = workspace.runs.get(LAST)
        if run is None or run.lookup is not workspace.model.names:
            run = compute_point(workspace, workspace.settings.start)
        final = run.final
        counts = accepted.defined
        indexed = {
            "<STATE VARIABLE>": ("X", counts.get(simnon72.WordKind.DERIVATIVE, 0)),
            "<DERIVATIVE>": ("DX", counts.get(simnon72.WordKind.DERIVATIVE, 0)),
            "<INSIGNAL>": ("U", counts.get(simnon72.WordKind.INSIGNAL, 0)),
            "<OUTSIGNAL>": ("Y", counts.get(simnon72.WordKind.OUTSIGNAL, 0)),
        }
        groups = {
            group: {f"{letter}{i}": final[f"{letter}{i}"] for i in range(1, count + 1)}
            for group, (letter, count) in indexed.items()
        }
        groups["<TIME>"] = {"T": run.stop.time}
        groups["<VARIABLE>"] = {name: final[name] for name in accepted.variables}
        groups["<PARAMETER>"] = {name: present_value(workspace, name) for name in accepted.parameters}
        shown = ["PRESENT VALUE OF <IDENTIFIER>:S"]
        for group, values in groups.items():
            if values:
                shown += ["", group, "", *value_lines(values)]
        initial = {name: self._initial(name) for name in workspace.model.states}
        if initial:
            shown += ["", "INITIAL VALUE OF <STATE VARIABLE>:S", "", *value_lines(initial)]
        yield Printed("\n".join(shown))

    def _initial(self, name: str) -> float:
        start_of_name = {variable.name: variable.start for variable in self.workspace.model.variables}
        return self.workspace.given.initial.get(name, start_of_name[name] or 0.0)

    def _cx0(self, rest: str, _line: str) -> Iterator[Outcome]:
        definition = _DEFINITION.fullmatch(rest)
        word = simnon72.classify(definition.group(1)) if definition else None
        if definition is None or word is None or word.kind is not simnon72.WordKind.STATE:
            raise Refused("AFTER CX0 SHOULD FOLLOW <X0 DEFINITION>")
        self._executable()
        count = len(self.workspace.model.states)
        if not 1 <= word.index <= count:
            raise Refused(f"INDEX OF <STATE VARIABLE> SHOULD BE IN RANGE 1 - {count}")
        yield from quiet(self.execute_command(f"INIT {word.text}: {number(definition.group(2))!r}"))

    def _cpar(self, rest: str, _line: str) -> Iterator[Outcome]:
        definition = _DEFINITION.fullmatch(rest)
        if definition is None:
            raise Refused("AFTER CPAR SHOULD FOLLOW <PARAMETER DEFINITION>")
        name = definition.group(1).upper()
        if name not in self._executable().accepted.parameters:
            raise Refused(f"NOT <PARAMETER>: {name}")
        yield from quiet(self.execute_command(f"PAR {name}: {number(definition.group(2))!r}"))

    def _plot(self, rest: str, line: str) -> Iterator[Outcome]:
        match = _PLOT.fullmatch(rest)
        names = match.group(2).split() if match else []
        if match is None or len(names) > _MAX_CURVES:
            raise Refused("AFTER PLOT SHOULD FOLLOW <IDENTIFIER>←<IDENTIFIER> ...")
        self._executable()
        against, *shown = (self._identifier(name) for name in (match.group(1), *names))
        self._title = line.strip()
        yield from quiet(self.execute_command(f"PLOT {' '.join(shown)}" + (f" ({against})" if against != "T" else "")))

    def _identifier(self, text: str) -> str:
        name = simnon72.classify(text).text
        try:
            return self.workspace.system.names.find(name)
        except UserError:
            raise Refused(f"NEVER DEFINED: {name}") from None

    def _axis(self, rest: str, _line: str) -> Iterator[Outcome]:
        if rest:
            match = _AXIS.fullmatch(rest)
            if match is None:
                raise Refused("AFTER AXIS SHOULD FOLLOW H/V <MINIMUM VALUE> <MAXIMUM VALUE>")
            low, high = number(match.group(2)), number(match.group(3))
            if low >= high:
                raise Refused("<MAXIMUM VALUE> SHOULD BE GREATER THAN <MINIMUM VALUE>")
            self._ends[match.group(1).upper()] = (low, high)
        ends = " ".join(f"{letter} {low!r} {high!r}" for letter, (low, high) in self._ends.items())
        yield from quiet(self.execute_command(f"AXES {ends}"))
        if self._title:
            title = self._title.replace("'", "")
            yield from quiet(self.execute_command(f"TEXT '{title}'"))

    def _compu(self, rest: str, _line: str) -> Iterator[Outcome]:
        times, intervals, words = times_in(rest, self._times, self._intervals)
        if any(word.upper() != "MARK" for word in words):
            raise Refused("NOT CORRECT MARK")
        self._executable()
        self._times, self._intervals = times, intervals
        self._note(f"COMPU {times[0]!r} {times[1]!r} {intervals} {' '.join(words)}".rstrip())
        workspace = self.workspace
        page = workspace.page
        for outcome in compute_points(workspace, times[0], times[1], intervals):
            if not isinstance(outcome, Trajectory):
                yield outcome
                continue
            workspace.runs = {**workspace.runs, LAST: outcome}
            if workspace.plotted:
                workspace.page = plot_run(workspace, outcome, page, is_marked=bool(words))
                yield self._with_marks(PageDrawn(workspace.page.figure))

    def _simu(self, rest: str, _line: str) -> Iterator[Outcome]:
        times, intervals, words = times_in(rest, self._times, self._intervals)
        options = {word.upper() for word in words if not is_number(word)}
        bounds = [number(word) for word in words if is_number(word)]
        if options - {"CONT", "MARK", "EVERY"} or any(not 0 < bound < 1 for bound in bounds):
            raise Refused("NOT CORRECT CONT/MARK/EVERY/<UPPER ERROR BOUND>")
        self._executable()
        if times[1] < times[0]:
            raise Refused("<STOP VALUE> SHOULD BE GREATER THAN <START VALUE>")
        self._times, self._intervals = times, intervals
        self._bound = bounds[-1] if bounds else self._bound
        start, stop = times
        increment = (stop - start) / intervals
        if increment > 0.0:
            yield from quiet(self.execute_command(f"ERROR {self._bound!r} {self._bound!r} {increment!r}"))
        command = f"SIMU {start!r} {stop!r} {0.0 if 'EVERY' in options else increment!r}"
        if "MARK" in options:
            command += " -MARK"
        states = self.workspace.model.states if "CONT" in options else ()
        before = {name: self._initial(name) for name in states}
        for name in states:
            yield from quiet(self.execute_command(f"INIT {name}: {present_value(self.workspace, name)!r}"))
        for outcome in quiet(self.execute_command(command)):
            yield self._with_marks(outcome)
        for name, value in before.items():
            yield from quiet(self.execute_command(f"INIT {name}: {value!r}"))

    def _with_marks(self, outcome: Outcome) -> Outcome:
        """A page with a letter at every tenth point of its marked curves."""
        if not isinstance(outcome, PageDrawn) or outcome.is_passing:
            return outcome
        page = self.workspace.page
        area = present_area(page)
        curves = tuple(
            replace(curve, marked_points=MARKED_POINTS) if curve.is_marked else curve for curve in area.curves
        )
        self.workspace.page = with_area(page, replace(area, curves=curves))
        return PageDrawn(self.workspace.page.figure)

    def _switch(self, rest: str, _line: str) -> Iterator[Outcome]:
        """An addition: DATA switch 0 back at 0 continues the run that Ctrl-C interrupted."""
        if rest != "0":
            raise Refused("AFTER SWITCH SHOULD FOLLOW 0")
        self._executable()
        run = self.workspace.runs.get(LAST)
        if run is None or run.stop.kind is not StopKind.USER:
            raise Refused("NOTHING IS INTERRUPTED")
        for outcome in quiet(self.execute_command("SIMU -CONT" + (" -MARK" if self.workspace.is_marked else ""))):
            yield self._with_marks(outcome)

    def _stop(self, rest: str, _line: str) -> Iterator[Outcome]:
        end_of(rest, "STOP")
        yield from self.execute_command("STOP")

    def _model(self, rest: str, _line: str) -> Iterator[Outcome]:
        """An addition: `MODEL -CODE` shows the code, even of a description that cannot be executed."""
        if rest.replace(" ", "").upper() == "-CODE" and self._source is not None:
            yield Printed(simnon72.list_code(self._source))
        else:
            yield from self.execute_command(f"MODEL {rest}")
