"""The functions that models call, as program functions: kernels, tables, the users' own in Python.

Kernels are translated once and kept; a program takes along only those it calls.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from simnon.kernels import KERNELS, kernel_source, natural_spline, natural_spline_surface
from simnon.model import ForeignDefinition, Interpolation, Model, Table
from simnon.program import (
    ArrayName,
    Call,
    ConstantArray,
    Convention,
    ForeignFunction,
    Function,
    Load,
    expressions_of,
    postorder,
    statements_within,
)

from .python_subset import NotInSubset, Signature, Translation, signatures, translate, translate_user_function

KERNEL_PREFIX = "kernel."


@dataclass(frozen=True, slots=True)
class Library:
    """Everything a model can call: by name, and the tables as constant arrays."""

    functions: dict[str, Function]
    constants: dict[str, ConstantArray]
    foreign: dict[str, ForeignFunction]
    tables: dict[str, Table]
    callee_of_name: dict[str, str] = field(default_factory=dict)
    """The program function behind each of the users' functions."""


def make_library(model: Model, text_of_path: Mapping[str, str]) -> Library:
    """`text_of_path` are the Python files that foreign functions come from."""
    has_solutions = model.solutions or model.initial_solutions
    has_kernels = has_solutions or model.tables or model.randoms or model.delays or model.samplers
    kernels = translated_kernels() if has_kernels else Translation(())
    library = Library(
        {function.name: function for function in kernels.functions},
        {constant.name: constant for constant in kernels.constants},
        {},
        {table.name: table for table in model.tables},
    )
    for table in model.tables:
        name = table_array(table.name)
        library.constants[name] = ConstantArray(name, table_numbers(table))
    for foreign in model.foreign:
        _add_foreign(library, foreign, text_of_path)
    return library


@cache
def translated_kernels() -> Translation:
    """All kernels that models call, in one translation; a prefix keeps their names apart from those of entries."""
    known: dict[str, Signature] = {}
    functions: list[Function] = []
    constants: list[ConstantArray] = []
    for module in KERNELS:
        translation = translate(kernel_source(module), public_names(module), known, prefix=KERNEL_PREFIX)
        functions += translation.functions
        constants += translation.constants
        known |= {
            name.removeprefix(KERNEL_PREFIX): signature for name, signature in signatures(translation.functions).items()
        }
    return Translation(tuple(functions), tuple(constants))


def public_names(module: str) -> list[str]:
    lines = kernel_source(module).splitlines()
    return [line[4 : line.index("(")] for line in lines if line.startswith("def ")]


def _add_foreign(library: Library, foreign: ForeignDefinition, text_of_path: Mapping[str, str]) -> None:
    text = text_of_path.get(foreign.path)
    if text is not None:
        try:
            translation = translate_user_function(text, foreign.symbol, prefix=f"{foreign.name}: ")
        except NotInSubset:
            pass
        else:
            library.functions.update({function.name: function for function in translation.functions})
            library.constants.update({constant.name: constant for constant in translation.constants})
            library.callee_of_name[foreign.name] = f"{foreign.name}: {foreign.symbol}"
            return
    library.callee_of_name[foreign.name] = foreign.name
    library.foreign[foreign.name] = ForeignFunction(
        foreign.name,
        foreign.symbol,
        foreign.path,
        len(foreign.parameters),
        Convention(foreign.convention.value),
    )


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
    """The functions and constants behind `called`, in the order of the library."""
    needed: set[str] = set()
    waiting = sorted(called)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            if name in library.functions:
                waiting += names_called(library.functions[name])
    functions = tuple(function for name, function in library.functions.items() if name in needed)
    return functions, tuple(constant for name, constant in library.constants.items() if name in needed)


@cache
def names_called(function: Function) -> tuple[str, ...]:
    """The functions and arrays that a function names."""
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
