"""Programs of a few statements, and their results on a target."""

import numpy as np

from simnon.program import (
    ENTRY_PARAMETERS,
    Array,
    Call,
    Constant,
    ConstantArray,
    Executable,
    Expression,
    ForeignFunction,
    Function,
    Layout,
    Load,
    Local,
    Operation,
    Parameter,
    Program,
    Statement,
    Store,
    Type,
    check_program,
    type_of,
)
from simnon.targets import TARGETS

FLOAT, INT, BOOL, ARRAY = Type.FLOAT, Type.INT, Type.BOOL, Type.ARRAY


def number(value: float) -> Constant:
    return Constant(value, FLOAT)


def integer(value: int) -> Constant:
    return Constant(value, INT)


def boolean(value: bool) -> Constant:
    return Constant(value, BOOL)


def state(index: int) -> Load:
    return Load("states", integer(index))


def local(name: str, type_: Type = FLOAT) -> Local:
    return Local(name, type_)


def apply(operator: str, *arguments: Expression, gives: Type = FLOAT) -> Operation:
    return Operation(operator, arguments, gives)


def is_less(a: Expression, b: Expression) -> Operation:
    return apply("<", a, b, gives=BOOL)


def give(value: Expression, index: int = 0) -> Store:
    """Store `value` in `out`, as a float."""
    as_float = value if type_of(value) is FLOAT else apply("float", value)
    return Store("out", integer(index), as_float)


def call(function: Function, *arguments: Expression) -> Call:
    return Call(function.name, arguments, function.result)


def function_of(
    name: str, parameters: dict[str, Type], result: Type | None, *body: Statement, is_inline: bool = False
) -> Function:
    return Function(name, tuple(Parameter(n, t) for n, t in parameters.items()), result, body, is_inline)


def program_of(
    *body: Statement,
    functions: tuple[Function, ...] = (),
    constants: tuple[ConstantArray, ...] = (),
    foreign: tuple[ForeignFunction, ...] = (),
) -> Program:
    """A program whose one entry, `outputs`, is `body`."""
    entry = Function("outputs", ENTRY_PARAMETERS, None, body)
    program = Program("small", (*functions, entry), ("outputs",), Layout(), constants, foreign)
    check_program(program)
    return program


def run(program: Program, target: str, states: tuple[float, ...] = (), size: int = 4) -> list[float]:
    """The contents of `out` after the program has run."""
    return run_executable(TARGETS[target].build(program), states, size)


def run_executable(executable: Executable, states: tuple[float, ...] = (), size: int = 4) -> list[float]:
    out: Array = np.zeros(size)
    executable.call("outputs", 0.0, np.array(states, dtype=np.float64), np.zeros(4), out)
    return [float(value) for value in out]
