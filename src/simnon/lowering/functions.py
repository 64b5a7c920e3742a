"""The functions that models call, as program functions: kernels, tables, the users' own in Python.

Kernels are translated once and cached; a program includes only those it calls.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from enum import Enum
from functools import cache
from typing import assert_never

from simnon.doors import loaded_on_use
from simnon.kernels import ELEMENTARY, KERNELS, MATRIX_FUNCTIONS, kernel_source, newton_numbers
from simnon.model import ForeignDefinition, HybridModel, Interpolation, Table, TableUse
from simnon.program import (
    FOREIGN,
    Allocate,
    ArrayName,
    Call,
    Constant,
    ConstantArray,
    Convention,
    Do,
    Expression,
    ForeignFunction,
    Function,
    Layout,
    Load,
    Local,
    Operation,
    Parameter,
    Program,
    SharedProgram,
    Statement,
    Store,
    Type,
    expressions_of,
    postorder,
    statements_within,
    with_expressions,
)
from simnon.source import frozen

from .python_subset import NotInSubset, Translation, signatures, translate, translate_user_function

with loaded_on_use(__name__):
    from simnon.kernels import natural_spline, natural_spline_surface

KERNEL_PREFIX = "kernel."


class Mathematics(Enum):
    """Which elementary functions a program calls: our own, or those of the machine's C library."""

    OWN = "own"
    LIBM = "libm"


@frozen
class Result:
    """Number `index` of the `count` results of the program function `callee`."""

    callee: str
    index: int
    count: int


@frozen
class Library:
    """Everything a model can call: by name, and the tables as constant arrays."""

    functions: dict[str, Function]
    constants: dict[str, ConstantArray]
    foreign: dict[str, ForeignFunction]
    table_of_function: dict[str, tuple[Table, TableUse, int]]
    """For each function applied to a table: the table, how it is used, and which argument."""
    mathematics: Mathematics
    callee_of_name: dict[str, str] = field(default_factory=dict)
    """The program function behind each of the users' functions."""
    result_of_name: dict[str, Result] = field(default_factory=dict)
    """Which result of which call each element of a function with several results is."""
    names_in_function: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The functions and arrays that a function refers to."""

    def take_kernels(self, modules: tuple[str, ...]) -> None:
        self._take(translated(modules), names_in_kernels(modules))

    def take(self, translation: Translation) -> None:
        self._take(translation, {function.name: names_called(function) for function in translation.functions})

    def _take(self, translation: Translation, names_in_function: Mapping[str, tuple[str, ...]]) -> None:
        self.functions.update({function.name: function for function in translation.functions})
        self.constants.update({constant.name: constant for constant in translation.constants})
        self.names_in_function.update(names_in_function)


def make_library(model: HybridModel, text_of_path: Mapping[str, str], mathematics: Mathematics) -> Library:
    """`text_of_path` are the Python files that define the foreign functions."""
    uses = {name: (table, *use) for table in model.tables for name, use in table.uses().items()}
    library = Library({}, {}, {}, uses, mathematics)
    had = {
        "random numbers": model.randoms,
        "tables": model.tables,
        "delays": model.delays,
        "samplers": model.samplers,
        "solutions": model.solutions or model.initial_solutions,
    }
    for need, modules in KERNELS.items():
        if had[need]:
            library.take_kernels(modules)
    for table in model.tables:
        name = table_array(table.name)
        library.constants[name] = ConstantArray(name, table_numbers(table))
    for foreign in model.foreign:
        if foreign.is_in_file:
            _add_foreign(library, foreign, text_of_path)
        else:
            _add_matrix_function(library, foreign)
    return library


@cache
def translated(modules: tuple[str, ...]) -> Translation:
    """The kernels of `modules`, callees first; a prefix keeps their names distinct from those of entries."""
    if not modules:
        return Translation(())
    *earlier, module = modules
    before = translated(tuple(earlier))
    known = {name.removeprefix(KERNEL_PREFIX): known for name, known in signatures(before.functions).items()}
    own = translate(kernel_source(module), public_names(module), known, newton_numbers(), prefix=KERNEL_PREFIX)
    return Translation((*before.functions, *own.functions), (*before.constants, *own.constants))


def elementary_function(operator: str, library: Library) -> str:
    """The name of our own function for an operator; adds its modules to the library."""
    kernel, modules = ELEMENTARY[operator]
    name = f"{KERNEL_PREFIX}{kernel}"
    if name not in library.functions:
        library.take_kernels(modules)
    return name


ELEMENTARY_NAMES = tuple(f"{KERNEL_PREFIX}{kernel}" for kernel, _ in ELEMENTARY.values())


@cache
def elementary_program() -> Program:
    """All elementary functions, compiled once for all models."""
    modules = tuple(dict.fromkeys(module for _, modules in ELEMENTARY.values() for module in modules))
    translation = translated(modules)
    return Program("elementary functions", translation.functions, ELEMENTARY_NAMES, Layout(), translation.constants)


ELEMENTARY_LIBRARY = SharedProgram("elementary functions", elementary_program, frozenset(ELEMENTARY_NAMES))


def public_names(module: str) -> list[str]:
    lines = kernel_source(module).splitlines()
    return [line[4 : line.index("(")] for line in lines if line.startswith("def ")]


def _add_foreign(library: Library, foreign: ForeignDefinition, text_of_path: Mapping[str, str]) -> None:
    callee = _translated_callee(library, foreign, text_of_path.get(foreign.path))
    count = len(foreign.results)
    if not count:
        library.callee_of_name[foreign.name] = callee
    for index, name in enumerate(foreign.elements if count else ()):
        library.result_of_name[name] = Result(callee, index, count)
    if callee in library.functions:
        return
    library.foreign[callee] = ForeignFunction(
        callee,
        foreign.symbol,
        foreign.path,
        len(foreign.parameters),
        Convention(foreign.convention.value),
        foreign.body,
        count,
        foreign.arrays,
        foreign.owner,
        (*foreign.parameters, *foreign.results),
        foreign.isolation,
    )


def _add_matrix_function(library: Library, definition: ForeignDefinition) -> None:
    """The kernel behind a function that takes numbers: they are put into an array."""
    library.take_kernels(MATRIX_FUNCTIONS)
    name, (rows,) = definition.name, definition.arrays
    parameters = [Parameter(f"a{i}", Type.FLOAT) for i in range(len(definition.parameters))]
    spaces = {"a": len(parameters), "lu": rows * rows, "pivots": rows, "work": 9 * rows * rows}
    body: list[Statement] = [Allocate(array, size) for array, size in spaces.items()]
    body += [
        Store("a", Constant(i, Type.INT), Local(parameter.name, Type.FLOAT)) for i, parameter in enumerate(parameters)
    ]
    arrays = [ArrayName(array) for array in (*spaces, "results")]
    body.append(Do(Call(f"{KERNEL_PREFIX}{definition.symbol}", (Constant(rows, Type.INT), *arrays), None)))
    results = Parameter("results", Type.ARRAY, is_written=True)
    function = Function(name, (*parameters, results), None, tuple(body))
    library.take(Translation((function,)))
    for index, element in enumerate(definition.elements):
        library.result_of_name[element] = Result(name, index, len(definition.results))


def _translated_callee(library: Library, foreign: ForeignDefinition, text: str | None) -> str:
    """The program function that a Python text was translated to; the foreign one if it must be called."""
    called = f"{FOREIGN}{foreign.name}"
    if text is None:
        return called
    prefix = f"{foreign.name}: "
    try:
        translation = translate_user_function(text, foreign.symbol, prefix, len(foreign.results))
    except NotInSubset:
        return called
    library.take(_with_own_mathematics(translation, library))
    return prefix + foreign.symbol


def _with_own_mathematics(translation: Translation, library: Library) -> Translation:
    """The users' functions with our elementary functions instead of Python's, if the program has them."""
    if library.mathematics is Mathematics.LIBM:
        return translation
    functions = [
        replace(function, body=with_expressions(function.body, lambda value: _own(value, library)))
        for function in translation.functions
    ]
    return replace(translation, functions=tuple(functions))


def _own(value: Expression, library: Library) -> Expression:
    match value:
        case Operation(operator, arguments, type_):
            changed = tuple(_own(argument, library) for argument in arguments)
            if operator in ELEMENTARY:
                return Call(elementary_function(operator, library), changed, type_)
            return Operation(operator, changed, type_)
        case Call(function, given, result):
            return Call(function, tuple(a if isinstance(a, ArrayName) else _own(a, library) for a in given), result)
        case Load(array, index):
            return Load(array, _own(index, library))
        case Constant() | Local():
            return value
        case _:
            assert_never(value)


def table_array(name: str) -> str:
    return f"table {name}"


def table_numbers(table: Table) -> tuple[float, ...]:
    """The table in the layout of the kernels."""
    numbers = (*table.first, *table.second, *table.values)
    if table.interpolation is not Interpolation.SPLINE:
        return numbers
    if not table.second:
        return (*numbers, *natural_spline(table.first, table.values))
    return (*numbers, *natural_spline_surface(table.first, table.second, table.values))


def needed_from(library: Library, called: set[str]) -> tuple[tuple[Function, ...], tuple[ConstantArray, ...]]:
    """The functions and constants that `called` need, in the order of the library."""
    needed: set[str] = set()
    waiting = sorted(called)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            if name in library.functions:
                waiting += library.names_in_function[name]
    functions = tuple(function for name, function in library.functions.items() if name in needed)
    return functions, tuple(constant for name, constant in library.constants.items() if name in needed)


@cache
def names_in_kernels(modules: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    return {function.name: names_called(function) for function in translated(modules).functions}


def names_called(function: Function) -> tuple[str, ...]:
    """The functions and arrays that a function refers to."""
    names: set[str] = set()
    for statement in statements_within(function.body):
        for expression in expressions_of(statement):
            for node in postorder(expression):
                if isinstance(node, Call):
                    names.add(node.function)
                    names.update(a.name for a in node.arguments if isinstance(a, ArrayName))
                elif isinstance(node, Load):
                    names.add(node.array)
    return tuple(sorted(names))


def called_by(callers: Iterable[Function], functions: Iterable[Function]) -> set[str]:
    """The names of those `functions` that the callers call, directly or indirectly."""
    by_name = {function.name: function for function in functions}
    found: set[str] = set()
    waiting = [name for caller in callers for name in names_called(caller)]
    while waiting:
        name = waiting.pop()
        if name in by_name and name not in found:
            found.add(name)
            waiting += names_called(by_name[name])
    return found
