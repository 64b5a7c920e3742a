"""Systems from files -> the same systems with equations, each an element of a call of a function of the file.

The file computes what the text leaves open: derivatives or new states and the next sample in `dynamics`, outputs in
`output`, initial values in `initial`; in `jacobian` the derivatives of `dynamics` by the states. A Python file is
parsed, not run: the parameters of its functions are names of the system. C and Fortran take arrays of the states, the
inputs and the parameters; an FMU takes the same, by name.
"""

import ast
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from simnon.model import (
    Apply,
    Assignment,
    Convention,
    Declaration,
    Declared,
    Expression,
    ForeignDefinition,
    ForeignSystem,
    Name,
    Number,
    Section,
    System,
    SystemKind,
)
from simnon.source import OUTSIDE_HINT, Report, frozen, is_within_reach, nearest, outside_text

CODE = "foreign-function"
NOTHING = Number(math.nan)
"""What a function receives for a variable that its result does not depend on."""


def with_equations_of_files(systems: Iterable[System], report: Report) -> tuple[System, ...]:
    """Every system; those from files with the equations that the files compute."""
    return tuple(
        system if system.file is None else _Completion(system, system.file, report).completed() for system in systems
    )


INITIAL, OUTPUT, DYNAMICS, JACOBIAN = "initial", "output", "dynamics", "jacobian"
_SECTIONS = {INITIAL: Section.INITIAL, OUTPUT: Section.OUTPUT, DYNAMICS: Section.DYNAMICS}


@frozen
class _Wanted:
    """The variables that one function of a file computes, in order; those of a Jacobian belong to no declaration."""

    function: str
    declarations: tuple[Declaration, ...]
    columns: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        names = tuple(declaration.name for declaration in self.declarations)
        return tuple(f"d({name})/d({column})" for name in names for column in self.columns) if self.columns else names


@frozen
class _Arguments:
    """What a function takes, and the lengths of the arrays if it takes arrays."""

    names: tuple[str, ...]
    values: tuple[Expression, ...]
    arrays: tuple[int, ...] = ()


class _Completion:
    """One system and its file."""

    def __init__(self, system: System, file: ForeignSystem, report: Report) -> None:
        self.system = system
        self.file = file
        self.report = report
        self.name = Path(file.path).name
        declared = [declaration.name for declaration in system.declarations]
        given = [value.name for value in system.values]
        assigned = [each.target.name for each in system.assignments if not each.target.path]
        at_events = [each.target.name for when in system.whens for each in when.assignments]
        self.known = {name.casefold(): name for name in (*declared, *given, *assigned, *at_events)}
        self.parameters = [name for name in given if name not in (*declared, *at_events)]

    def completed(self) -> System:
        wanted = self._wanted()
        functions = self._functions()
        if functions is None:
            return self._unreadable(wanted)
        before = len(self.report.diagnostics)
        if not self.file.has_initial and self._symbol(INITIAL) in functions:
            wanted += self._initial()
        if not wanted:
            message = f"'{self.system.name}' leaves nothing for '{self.name}' to compute"
            self._error(message, "declare STATE and DER, or OUTPUT, without equations")
        if self.file.has_jacobian or self._symbol(JACOBIAN) in functions:
            wanted += self._jacobian(wanted)
        found = {each.function: (each, self._arguments(each, functions)) for each in wanted}
        self._check_sources()
        self._check_jacobian({function: taken for function, (_, taken) in found.items()})
        if len(self.report.diagnostics) > before:
            return self._unreadable(wanted)
        definitions = [self._definition(*each, has_jacobian=JACOBIAN in found) for each in found.values()]
        return replace(
            self.system,
            foreign=(*self.system.foreign, *definitions),
            assignments=(*self.system.assignments, *(a for each in found.values() for a in self._assignments(*each))),
        )

    def _unreadable(self, wanted: Sequence[_Wanted]) -> System:
        """One mistake in a file gives one message, not a second one for each missing equation."""
        names = frozenset(name for each in wanted for name in each.names)
        return replace(self.system, unreadable=self.system.unreadable | names)

    def _wanted(self) -> list[_Wanted]:
        """What the text leaves open."""
        system = self.system
        assigned = {a.target.name for a in system.assignments if a.section is not Section.INITIAL and not a.target.path}
        at_events = {a.target.name for when in system.whens for a in when.assignments}
        following = (Declared.NEW, Declared.TSAMP) if system.kind is SystemKind.DISCRETE else (Declared.DER,)
        dynamics = [d for kind in following for d in system.declared(kind) if d.name not in assigned]
        plain = {declaration.name for declaration in system.declared(Declared.STATE)} | assigned | at_events
        plain |= {a.target.name for a in system.assignments if a.section is Section.INITIAL}
        if system.kind is not SystemKind.DISCRETE:
            plain |= {value.name for value in system.values}
        output = [d for d in system.declared(Declared.OUTPUT) if d.name not in plain]
        found = [_Wanted(OUTPUT, tuple(output)), _Wanted(DYNAMICS, tuple(dynamics))]
        return (self._initial() if self.file.has_initial else []) + [each for each in found if each.declarations]

    def _initial(self) -> list[_Wanted]:
        given = {value.name for value in self.system.values}
        given |= {a.target.name for a in self.system.assignments if a.section is Section.INITIAL}
        states = tuple(d for d in self.system.declared(Declared.STATE) if d.name not in given)
        return [_Wanted(INITIAL, states)] if states else []

    def _jacobian(self, wanted: Sequence[_Wanted]) -> list[_Wanted]:
        """The derivatives of what `dynamics` returns by all states; a discrete system has none."""
        if self.system.kind is SystemKind.DISCRETE:
            return []
        states = tuple(declaration.name for declaration in self.system.declared(Declared.STATE))
        return [_Wanted(JACOBIAN, each.declarations, states) for each in wanted if each.function == DYNAMICS]

    def _check_jacobian(self, taken: Mapping[str, _Arguments]) -> None:
        if JACOBIAN not in taken:
            return
        for name in taken[JACOBIAN].names:
            if name not in taken[DYNAMICS].names:
                symbol, other = self._symbol(JACOBIAN), self._symbol(DYNAMICS)
                message = f"'{symbol}' in '{self.name}' takes '{name}', which '{other}' does not take"
                self._error(message, f"let both take it, or leave it out of '{symbol}'")

    def _symbol(self, function: str) -> str:
        return f"{self.file.prefix}{function}"

    def _functions(self) -> dict[str, ast.FunctionDef] | None:
        """Those that a Python file defines; None if there is no such file, which is reported."""
        path, source = Path(self.file.path), self.file.span.source
        if not self.file.path:
            return None
        if not is_within_reach(path, source):
            self.report.error("outside-folder", outside_text(self.name), self.file.span, OUTSIDE_HINT)
        elif not path.is_file():
            self._error(f"there is no file '{self.name}'", "the path is relative to the folder of the model")
        elif self.file.convention is not Convention.PYTHON:
            return {}
        else:
            return self._parsed(path)
        return None

    def _parsed(self, path: Path) -> dict[str, ast.FunctionDef] | None:
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"), self.name)
        except (OSError, SyntaxError, ValueError, RecursionError) as error:
            self._error(f"'{self.name}' cannot be read: {error}", "fix the Python file")
            return None
        return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}

    def _arguments(self, wanted: _Wanted, functions: dict[str, ast.FunctionDef]) -> _Arguments:
        if self.file.convention is not Convention.PYTHON:
            return self._arrays(wanted.function)
        symbol = self._symbol(wanted.function)
        function = functions.get(symbol)
        if function is None:
            near = nearest(symbol, functions)
            hint = f"did you mean '{near}'?" if near else f"it must return {', '.join(wanted.names)}"
            self._error(f"'{self.name}' has no function '{symbol}'", hint)
            return _Arguments((), ())
        self._check_results(function, wanted)
        taken = function.args
        if taken.vararg or taken.kwarg or taken.kwonlyargs:
            hint = "name the variables of the system that it takes: def dynamics(x, u): ..."
            self._error(f"'{symbol}' in '{self.name}' takes *, ** or named arguments", hint)
            return _Arguments((), ())
        names = tuple(self._variable(symbol, each.arg) for each in (*taken.posonlyargs, *taken.args))
        return _Arguments(names, tuple(Name(name, self.file.span) for name in names))

    def _variable(self, symbol: str, parameter: str) -> str:
        name = self.known.get(parameter.casefold())
        if name is None:
            near = nearest(parameter, list(self.known.values()))
            hint = f"did you mean '{near}'?" if near else "declare it, or give it a value"
            self._error(
                f"'{symbol}' in '{self.name}' takes '{parameter}', which '{self.system.name}' does not have", hint
            )
        return name or parameter

    def _arrays(self, function: str) -> _Arguments:
        """Time first, then the elements of the arrays."""
        time = [declaration.name for declaration in self.system.declared(Declared.TIME)]
        states, inputs = ([d.name for d in self.system.declared(kind)] for kind in (Declared.STATE, Declared.INPUT))
        arrays = [self.parameters] if function == INITIAL else [states, inputs, self.parameters]
        elements = [name for array in arrays for name in array]
        first: Expression = Name(time[0], self.file.span) if time else NOTHING
        values = (first, *(Name(name, self.file.span) for name in elements))
        lengths = () if self.file.convention is Convention.FMU else tuple(map(len, arrays))
        return _Arguments((time[0] if time else "time", *elements), values, lengths)

    def _check_results(self, function: ast.FunctionDef, wanted: _Wanted) -> None:
        """A tuple of the wrong length is found without running the function."""
        count = len(wanted.names)
        for node in _own_nodes(function):
            if not isinstance(node, ast.Return):
                continue
            found = _length(node.value)
            if found is not None and found != count:
                message = f"'{function.name}' in '{self.name}' returns {found} numbers in line {node.lineno}"
                self._error(message, f"{count} needed: {', '.join(wanted.names)}")
                return

    def _check_sources(self) -> None:
        """The names after FROM in a declaration must exist."""
        for source in dict.fromkeys(s for d in self.system.declared(Declared.OUTPUT) for s in d.sources):
            if source.name not in self.known.values():
                near = nearest(source.name, list(self.known.values()))
                hint = f"did you mean '{near}'?" if near else "declare it, or give it a value"
                self.report.error("undefined-name", f"'{source.name}' is never defined", source.span, hint)

    def _definition(self, wanted: _Wanted, taken: _Arguments, *, has_jacobian: bool = False) -> ForeignDefinition:
        return ForeignDefinition(
            wanted.function,
            taken.names,
            self.file.path,
            self._symbol(wanted.function),
            self.file.convention,
            self.file.span,
            results=wanted.names,
            arrays=taken.arrays,
            jacobian=JACOBIAN if has_jacobian and wanted.function == DYNAMICS else "",
            columns=wanted.columns,
        )

    def _assignments(self, wanted: _Wanted, taken: _Arguments) -> list[Assignment]:
        if wanted.function == JACOBIAN:
            return []
        elements = self._definition(wanted, taken).elements
        return [
            Assignment(
                Name(each.name, each.span),
                Apply(element, _needed(taken.values, each), each.span),
                _SECTIONS[wanted.function],
                each.span,
            )
            for element, each in zip(elements, wanted.declarations, strict=True)
        ]

    def _error(self, message: str, hint: str) -> None:
        self.report.error(CODE, message, self.file.span, hint)


def _needed(values: tuple[Expression, ...], declaration: Declaration) -> tuple[Expression, ...]:
    """The arguments of a call for this variable: only those it is declared to depend on."""
    sources = {source.name for source in declaration.sources}
    if not sources:
        return values
    return tuple(value if isinstance(value, Name) and value.name in sources else NOTHING for value in values)


def _length(value: ast.expr | None) -> int | None:
    """How many numbers a tuple, or a tuple of rows, has; None if that does not show."""
    if not isinstance(value, ast.Tuple):
        return None
    lengths = [_length(each) if isinstance(each, ast.Tuple) else 1 for each in value.elts]
    if any(isinstance(each, ast.Starred | ast.List) for each in value.elts):
        return None
    known = [length for length in lengths if length is not None]
    return sum(known) if len(known) == len(lengths) else None


def _own_nodes(function: ast.FunctionDef) -> Iterable[ast.AST]:
    """The nodes of a function without those of functions inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            waiting += ast.iter_child_nodes(node)
