"""What an entry computes, step by step, and how steps become functions.

Long entries are split into functions of at most LONGEST steps: the time of code generators grows more than
proportionally with the length of a function. Values computed in one piece and read in a different one are stored.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from simnon.doors import loaded_on_use
from simnon.model import Apply, Expression, Iteration, LinearSystem, Name, Shape, names_in, parts_of
from simnon.program import (
    ENTRY_PARAMETERS,
    ArrayName,
    Call,
    Constant,
    Do,
    Function,
    If,
    Load,
    Local,
    Operation,
    Parameter,
    Set,
    Statement,
    Store,
    Type,
)
from simnon.program import Expression as Lowered
from simnon.source import frozen

from .expressions import BOOL, FLOAT, INT, ZERO, Scope, as_float, lower, type_of
from .functions import Library
from .whole_arrays import Element, Loop, WholeNames, copied

with loaded_on_use(__name__):
    from .loops import call_loop, solve_linear

LONGEST = 64
_PARAMETERS = frozenset(parameter.name for parameter in ENTRY_PARAMETERS)


@frozen
class Step:
    """Compute `value`; name it `target` for the steps that follow, store it in `element`, or both.

    With `due` the step is taken only if that element of `out` is nonzero, and only the stored value can be read.
    `count` and `history` are slots that RECT, NORM and DELAY need.
    """

    value: Expression
    target: str = ""
    element: Element | None = None
    due: int | None = None
    count: int | None = None
    history: int = 0
    reads: list[str] | None = None
    """The names in `value`, if known."""

    @property
    def targets(self) -> tuple[str, ...]:
        return (self.target,) if self.target else ()

    @property
    def names_read(self) -> list[str]:
        return names_in(self.value) if self.reads is None else self.reads


@frozen
class SolutionStep:
    """Solve for the targets of `part` together, and store each in its element, if any; `due` as for a Step.

    If `is_kept`, an iteration keeps its solution as its next guess. The workspace of a large one is at `workspace`.
    """

    part: LinearSystem | Iteration
    elements: tuple[Element | None, ...]
    due: int | None = None
    is_kept: bool = True
    workspace: int = 0

    @property
    def targets(self) -> tuple[str, ...]:
        return self.part.targets

    @property
    def names_read(self) -> list[str]:
        return self.part.reads


@frozen
class ArrayCopy:
    """Copy an array of this shape."""

    source: Element
    target: Element
    shape: Shape
    due: int | None = None
    targets: tuple[str, ...] = ()
    names_read: tuple[str, ...] = ()


AnyStep: TypeAlias = Step | SolutionStep | ArrayCopy


@dataclass(slots=True)
class Surroundings:
    """What names mean outside the steps of an entry."""

    element_of_name: Callable[[str], Element]
    time: str
    conditions: frozenset[str]
    library: Library
    called: set[str] = field(default_factory=set)
    whole: WholeNames | None = None
    _meaning_of_name: dict[str, Lowered] = field(default_factory=dict)

    def meaning(self, name: str) -> Lowered:
        """How to read a value that no step of the function has computed."""
        known = self._meaning_of_name.get(name)
        if known is None:
            known = self._meaning_of_name[name] = self._read(name)
        return known

    def _read(self, name: str) -> Lowered:
        if name == self.time:
            return Local("time", FLOAT)
        element = self.whole.meaning(name, self.element_of_name) if self.whole is not None else None
        value = load(self.element_of_name(name)) if element is None else element
        if not isinstance(value, Load):
            return value
        return Operation("!=", (value, ZERO), BOOL) if name in self.conditions else value


def make_entry(
    name: str,
    steps: Sequence[AnyStep],
    around: Surroundings,
    parameters: tuple[Parameter, ...] = ENTRY_PARAMETERS,
) -> list[Function]:
    """The functions of an entry; the last is the entry itself."""
    if len(steps) <= LONGEST:
        return [Function(name, parameters, None, statements_of(steps, frozenset(), around))]
    pieces = pieces_of(steps, around.library)
    crossing = crossing_names(pieces)
    functions = [
        Function(f"{name}.{i + 1}", parameters, None, statements_of(piece, crossing, around))
        for i, piece in enumerate(pieces)
    ]
    arguments = tuple(ArrayName(p.name) if p.type is Type.ARRAY else Local(p.name, p.type) for p in parameters)
    calls = tuple(Do(Call(function.name, arguments, None)) for function in functions)
    return [*functions, Function(name, parameters, None, calls)]


def pieces_of(steps: Sequence[AnyStep], library: Library) -> list[list[AnyStep]]:
    """Pieces of at most LONGEST steps; those that take results of one call stay together."""
    pieces: list[list[AnyStep]] = []
    last: object = None
    for step in steps:
        call = call_in(step.value, library) if isinstance(step, Step) else None
        if not pieces or (len(pieces[-1]) >= LONGEST and (call is None or call != last)):
            pieces.append([])
        pieces[-1].append(step)
        last = call
    return pieces


def call_in(value: Expression, library: Library) -> tuple[str, tuple[Expression, ...]] | None:
    """The first call with several results in an expression."""
    for part in parts_of(value) if library.result_of_name else ():
        result = library.result_of_name.get(part.function) if isinstance(part, Apply) else None
        if result is not None and isinstance(part, Apply):
            return result.callee, part.arguments
    return None


def crossing_names(pieces: Sequence[Sequence[AnyStep]]) -> frozenset[str]:
    """The targets that are read in a different piece than the one that computes them."""
    piece_of_target = {target: i for i, piece in enumerate(pieces) for step in piece for target in step.targets}
    crossing: set[str] = set()
    for i, piece in enumerate(pieces):
        for step in piece:
            crossing.update(name for name in step.names_read if piece_of_target.get(name, i) != i)
    return frozenset(crossing)


def statements_of(steps: Sequence[AnyStep], crossing: frozenset[str], around: Surroundings) -> tuple[Statement, ...]:
    writer = _Writer(around, crossing)
    for step in steps:
        writer.write(step)
    return tuple(writer.finished())


class _Writer:
    """Writes the statements of one function; consecutive steps that are due together share one IF."""

    def __init__(self, around: Surroundings, crossing: frozenset[str]) -> None:
        self.around = around
        self.crossing = crossing
        self.locals: dict[str, Local] = {}
        self.scope = Scope(self._meaning, around.library, called=around.called)
        if around.whole is not None:
            self.scope.index_of_name = around.whole.index_of_name
        self.due: int | None = None
        self.waiting: list[Statement] = []

    def write(self, step: AnyStep) -> None:
        if step.due != self.due:
            self._close()
            self.due = step.due
        scope = self.scope.inner()
        if isinstance(step, ArrayCopy):
            self.waiting.append(copied(step.source, step.target, step.shape))
            return
        loop = self.around.whole.loop(step.target) if self.around.whole and isinstance(step, Step) else None
        if loop is not None and isinstance(step, Step):
            self._write_loop(step.value, loop, scope)
            return
        if isinstance(step, SolutionStep):
            self._write_solution(step, scope)
        else:
            scope.samples = step.count
            scope.history_of_delay = step.history
            value = lower(step.value, scope)
            self.waiting += scope.statements
            self._keep(step.target, step.element, value)
        self.scope.results_of_call = scope.results_of_call

    def _write_loop(self, value: Expression, loop: Loop, scope: Scope) -> None:
        """Calls made in the loop have no results after it."""
        assert self.around.whole is not None
        scope.results_of_call = {}
        lowered = as_float(lower(value, scope))
        self.waiting += self.around.whole.written(loop, self.around.element_of_name, lowered, scope.statements)

    def _write_solution(self, step: SolutionStep, scope: Scope) -> None:
        match step.part:
            case LinearSystem():
                values = solve_linear(step.part, scope)
            case Iteration():
                values = call_loop(step.part, step.is_kept, step.workspace, scope)
            case _:
                assert_never(step.part)
        self.waiting += scope.statements
        for target, element, value in zip(step.targets, step.elements, values, strict=True):
            self._keep(target, element, value)

    def finished(self) -> list[Statement]:
        self._close()
        return self.scope.statements

    def _keep(self, target: str, element: Element | None, value: Lowered) -> None:
        elements = [] if element is None else [element]
        if target in self.crossing and self.around.element_of_name(target) not in elements:
            elements.append(self.around.element_of_name(target))
        if target and self.due is None:
            local = Local(_local_name(target), type_of(value))
            self.waiting.append(Set(local.name, value))
            self.locals[target] = local
            value = local
        self.waiting += [Store(p.array, Constant(p.index, INT), as_float(value)) for p in elements]

    def _close(self) -> None:
        if self.due is None or not self.waiting:
            self.scope.statements += self.waiting
        else:
            is_due = Operation("!=", (load(Element("out", self.due)), ZERO), BOOL)
            self.scope.statements.append(If(is_due, tuple(self.waiting)))
            # Calls made in the IF have no results after it.
            self.scope.results_of_call = {}
        self.waiting = []

    def _meaning(self, name: str) -> Lowered:
        local = self.locals.get(name)
        if local is not None:
            return local
        return self.around.meaning(name)


def _local_name(target: str) -> str:
    """The name of the variable, unless a parameter of every entry has the same name."""
    return f"{target} of the model" if target in _PARAMETERS else target


def load(element: Element) -> Load:
    return Load(element.array, Constant(element.index, INT))


def store_name(name: str, element: Element, due: int | None = None) -> Step:
    """Copy a variable to an element."""
    return Step(Name(name), "", element, due)
