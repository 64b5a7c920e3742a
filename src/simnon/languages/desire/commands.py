"""Acts of an experiment -> lines of a macro that makes the same runs in the same order."""

from collections.abc import Mapping
from contextlib import suppress
from typing import assert_never

from simnon.model import Apply, names_in, print_expression, print_number
from simnon.source import Report, Span

from ..identifiers import free_name
from .dynamic_model import DynamicModel
from .names import TIME, Spellings
from .syntax import (
    Act,
    Declare,
    Else,
    For,
    Give,
    Go,
    If,
    Label,
    MakeRun,
    Next,
    Proceed,
    Reset,
    assigned_by,
    expressions_of,
)

_CONTRARY = {"<": "GE", "<=": "GT", ">": "LE", ">=": "LT", "=": "NE", "<>": "EQ"}


class CommandWriter:
    def __init__(
        self, report: Report, names: Spellings, model: DynamicModel, known: Mapping[str, float], shown: tuple[str, ...]
    ) -> None:
        self.report = report
        self.names = names
        self.model = model
        self.known = known
        self.shown = tuple(dict.fromkeys(shown))
        self.lines: list[str] = []
        self._open: list[If | For] = []
        self._ends: list[tuple[str, str]] = []
        self._loops: list[str] = []
        self._labels: dict[str, str] = {}
        self._continues = False
        self._going, self._reached = "", ""
        self._has_run = False

    def commands(self, acts: tuple[Act, ...], picture: str) -> tuple[str, ...]:
        """Empty if the acts are the single run that SIMU makes by itself; `picture` is the file that /PIC names."""
        self._find_labels(acts)
        self._continues = _can_continue(acts)
        self._begin(acts)
        for act in acts:
            self._write(act)
        for act in self._open:
            word = "if has no proceed" if isinstance(act, If) else "for has no next"
            self.report.error("end-expected", f"this {word}", act.span, "add it")
        has_picture = picture and any(isinstance(act, MakeRun) for act in acts) and self.shown
        if has_picture:
            return (*self.lines, f"HCOPY {picture}")
        is_plain = all(isinstance(act, MakeRun | Reset) for act in acts)
        is_single = sum(isinstance(act, MakeRun) for act in acts) < 2
        return () if is_plain and is_single else tuple(self.lines)

    def _find_labels(self, acts: tuple[Act, ...]) -> None:
        taken: set[str] = set()
        for act in acts:
            if isinstance(act, Label):
                if act.label in self._labels:
                    self.report.error(
                        "duplicate-definition",
                        f"the label '{act.label}' is defined twice",
                        act.span,
                        "keep one of them",
                    )
                    continue
                self._labels[act.label] = free_name(act.label, lambda name: name.casefold() in taken)
                taken.add(self._labels[act.label].casefold())

    def _begin(self, acts: tuple[Act, ...]) -> None:
        """The variables of the macro, and the initial values of what it changes in the model."""
        changed = {assigned_by(act) for act in acts}
        read = {name for act in acts for expression in expressions_of(act) for name in names_in(expression)}
        used = changed | read
        for name, value in self.known.items():
            if name in used and (name in changed or not self.model.has(name)):
                self._assign(name, print_number(value))
        if self._continues:
            self._going, self._reached = self.names.free("going"), self.names.free("reached")
            self.lines.append(f"LET {self._going} = 0")

    def _assign(self, name: str, text: str) -> None:
        if self.model.is_state(name):
            self.lines.append(f"INIT {name}: {text}")
        elif self.model.is_parameter(name) and name != TIME:
            self.lines.append(f"PAR {name}: {text}")
        else:
            self.lines.append(f"LET {name} = {text}")

    def _write(self, act: Act) -> None:
        match act:
            case Give(name, value, span):
                if self.model.is_state(name) and self._continues and self._has_run:
                    self._reject(f"the state '{name}' is changed between continued runs", span, "use drunr or reset")
                self._assign(name, print_expression(value))
            case Declare(span=span):
                self._reject("arrays are declared before the first run", span, "move it to the top")
            case MakeRun(is_reset):
                self._make_run(is_reset)
            case Reset():
                if self._continues:
                    self.lines.append(f"LET {self._going} = 0")
            case If():
                self._if(act)
            case Else(span):
                self._else(span)
            case Proceed(span):
                self._proceed(span)
            case For():
                self._for(act)
            case Next():
                self._next(act)
            case Label(label):
                self.lines.append(f"LABEL {self._labels[label]}")
            case Go():
                self._go(act)
            case _:
                assert_never(act)

    def _make_run(self, is_reset: bool) -> None:
        length, step = self._setting("TMAX", ""), self._setting("DT", "")
        scale = self._setting("scale", "1")
        self._has_run = True
        if self.shown:
            self.lines.append(f"AXES H {self._start} {self._stop(length)} V -{scale} {scale}")
            self.lines.append(f"PLOT {' '.join(self.shown)}")
        self.lines.append(f"ALGOR HEUN {step}")
        if self._continues:
            self._continue(length, is_reset)
        else:
            self.lines.append(self._simulate(length))
        self._check_scale(scale)

    def _simulate(self, length: str) -> str:
        points = self._setting("NN", "")
        spacing = f" {length}/({points}-1)" if points else ""
        with suppress(ValueError, ZeroDivisionError):
            spacing = f" {print_number(float(length) / (float(points) - 1.0))}"
        return f"SIMU {self._start} {self._stop(length)}{spacing}"

    def _continue(self, length: str, is_reset: bool) -> None:
        """A run begins where the last one ended, unless there was none since reset."""
        label, end = self._new_labels("on", "ran")
        self.lines += [
            f"IF {self._going} EQ 1 GOTO {label}",
            f"LET {self._reached} = {self._stop(length)}",
            self._simulate(length),
            f"GOTO {end}",
            f"LABEL {label}",
            f"LET {self._reached} = {self._reached} + {length}",
            f"SIMU {self._reached} -CONT",
            f"LABEL {end}",
            f"LET {self._going} = {0 if is_reset else 1}",
        ]

    def _check_scale(self, scale: str) -> None:
        """XCCC becomes negative if a curve left the display."""
        flag = self.names.spelled("XCCC")
        if flag in self.known and self.shown and any(flag in line for line in self.lines):
            beyond = " OR ".join(f"MAX(ABS({name})) > {scale}" for name in self.shown)
            self.lines.append(f"LET {flag} = IF {beyond} THEN -ABS({flag}) ELSE {flag}")

    def _if(self, act: If) -> None:
        otherwise, end = self._new_labels("otherwise", "proceed")
        self._open.append(act)
        self._ends.append((otherwise, end))
        match act.condition:
            case Apply(function, (left, right)) if function in _CONTRARY:
                test = f"{print_expression(left)} {_CONTRARY[function]} {print_expression(right)}"
                self.lines.append(f"IF {test} GOTO {otherwise}")
            case _:
                name = self.names.free("holds")
                self.lines.append(f"LET {name} = IF {print_expression(act.condition)} THEN 1 ELSE 0")
                self.lines.append(f"IF {name} EQ 0 GOTO {otherwise}")

    def _else(self, span: Span) -> None:
        if not self._open or not isinstance(self._open[-1], If) or not self._ends[-1][0]:
            self._reject("this else has no if", span, "write if a < b then ... else ... proceed")
            return
        otherwise, end = self._ends[-1]
        self._ends[-1] = ("", end)
        self.lines += [f"GOTO {end}", f"LABEL {otherwise}"]

    def _proceed(self, span: Span) -> None:
        if not self._open or not isinstance(self._open[-1], If):
            self._reject("this proceed has no if", span, "write if a < b then ... else ... proceed")
            return
        otherwise, end = self._ends.pop()
        self._open.pop()
        self.lines += [f"LABEL {label}" for label in (otherwise, end) if label]

    def _for(self, act: For) -> None:
        is_own = self.model.has(act.name)
        variable = self.names.free(f"{act.name}_loop") if is_own else act.name
        self._open.append(act)
        self._loops.append(variable)
        step = "" if act.step is None else f" STEP {print_expression(act.step)}"
        self.lines.append(f"FOR {variable} = {print_expression(act.first)} TO {print_expression(act.last)}{step}")
        if is_own:
            self._assign(act.name, variable)

    def _next(self, act: Next) -> None:
        opened = self._open[-1] if self._open else None
        if not isinstance(opened, For) or act.name not in ("", opened.name):
            self._reject("this next has no for", act.span, "write for i = 1 to 5 ... next")
            return
        self._open.pop()
        self.lines.append(f"NEXT {self._loops.pop()}")

    def _go(self, act: Go) -> None:
        if act.label in self._labels:
            self.lines.append(f"GOTO {self._labels[act.label]}")
            return
        hint = f"write label {act.label}"
        self.report.error("unknown-label", f"there is no label '{act.label}'", act.span, hint)

    def _reject(self, message: str, span: Span, hint: str) -> None:
        self.report.error("wrong-section", message, span, hint)

    def _setting(self, name: str, otherwise: str) -> str:
        """Its number if it is constant, its name if the macro changes it."""
        spelled = self.names.spelled(name)
        if any(line.startswith((f"LET {spelled} =", f"PAR {spelled}:", f"FOR {spelled} =")) for line in self.lines):
            return spelled
        return print_number(self.known[spelled]) if spelled in self.known else otherwise

    @property
    def _start(self) -> str:
        return print_number(self.known.get(TIME, 0.0))

    def _stop(self, length: str) -> str:
        return length if self._start == "0" else f"{self._start}+{length}"

    def _new_labels(self, *words: str) -> tuple[str, ...]:
        labels = []
        for word in words:
            taken = {label.casefold() for label in self._labels.values()}
            label = free_name(word, taken.__contains__)
            self._labels[f"{word} {len(self._labels)}"] = label
            labels.append(label)
        return tuple(labels)


def _can_continue(acts: tuple[Act, ...]) -> bool:
    """Whether a run may begin where a previous one ended."""
    runs = [i for i, act in enumerate(acts) if isinstance(act, MakeRun)]
    lasting = [i for i, act in enumerate(acts) if isinstance(act, MakeRun) and not act.is_reset]
    if not lasting:
        return False
    has_loops = any(isinstance(act, For | Label) for act in acts)
    return has_loops or lasting[0] != runs[-1]
