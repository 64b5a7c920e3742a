"""DATA: the LLVM names of everything visible to a program's functions. Names of a program can be any text."""

import re
from collections.abc import Iterable

from simnon.program import ForeignFunction, Function, Program
from simnon.source import frozen


@frozen
class Symbols:
    """`values_of_symbol` are the numbers of the constant arrays."""

    functions: dict[str, Function]
    imported: frozenset[str]
    function_symbol: dict[str, str]
    constant_symbol: dict[str, str]
    values_of_symbol: dict[str, tuple[float, ...]]
    foreign: dict[str, ForeignFunction]
    foreign_symbol: dict[str, str]


def symbols_of(program: Program, ready: Iterable[str] = ()) -> Symbols:
    """`ready` are functions of the program that are not compiled with it."""
    constants = {c.name: _symbol("c", number, c.name) for number, c in enumerate(program.constants)}
    outside = (*(function.name for function in program.imports), *ready)
    linked = {name: entry_symbol(name) for name in (*program.entries, *outside)}
    # Programs that are linked together must not define a symbol twice.
    own = {f.name: _symbol("f", number, f"{program.name}.{f.name}") for number, f in enumerate(program.functions)}
    return Symbols(
        functions={function.name: function for function in (*program.functions, *program.imports)},
        imported=frozenset(outside),
        function_symbol=own | linked,
        constant_symbol=constants,
        values_of_symbol={constants[constant.name]: constant.values for constant in program.constants},
        foreign={function.name: function for function in program.foreign},
        foreign_symbol={f.name: _symbol("x", number, f.name) for number, f in enumerate(program.foreign)},
    )


def entry_symbol(name: str) -> str:
    """The same in every program, so that programs can be linked."""
    return f"@entry.{name}"


def _symbol(prefix: str, number: int, name: str) -> str:
    """The number makes it unique, the letters are for the reader."""
    return f"@{prefix}{number}." + re.sub(r"[^A-Za-z0-9_.]+", "_", name)
