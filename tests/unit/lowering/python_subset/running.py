"""A translated function as a program with one entry, so that targets can run it."""

import math
import struct
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from simnon.lowering.python_subset import Translation
from simnon.program import (
    ENTRY_PARAMETERS,
    Array,
    ArrayName,
    Call,
    Constant,
    ConstantArray,
    Do,
    Executable,
    Expression,
    Function,
    Layout,
    Load,
    Local,
    Operation,
    Program,
    Set,
    Statement,
    Store,
    Type,
    check_program,
)
from simnon.targets import TARGETS

Number: TypeAlias = float | int | bool
HALF = 2**32


def run(
    translation: Translation,
    name: str,
    arguments: Sequence[Number],
    array: Array | None = None,
    target: str = "llvm",
) -> Number | None:
    """Call the function: its scalars are `arguments`, its one array, if any, is `array`."""
    return Runner(translation, name, target)(arguments, array)


class Runner:
    """A function of a translation, compiled once for many calls."""

    def __init__(self, translation: Translation, name: str, target: str) -> None:
        (self._function,) = (f for f in translation.functions if f.name == name)
        self._executable = _compile(translation, self._function, target)

    def __call__(self, arguments: Sequence[Number], array: Array | None = None) -> Number | None:
        states = np.zeros(2 * len(arguments) + 2)
        for number, argument in enumerate(arguments):
            if isinstance(argument, int):
                # Two halves, because a float has only 53 bits.
                states[2 * number : 2 * number + 2] = argument // HALF, argument % HALF
            else:
                states[2 * number] = argument
        out = np.zeros(2)
        self._executable.call("entry", 0.0, states, np.zeros(1) if array is None else array, out)
        match self._function.result:
            case Type.INT:
                return int(out[0]) * HALF + int(out[1])
            case Type.BOOL:
                return bool(out[1])
            case Type.FLOAT:
                return float(out[0])
            case _:
                return None


def same(left: object, right: object) -> bool:
    """Equal to the last bit; all nans are equal."""
    if isinstance(left, float) and isinstance(right, float):
        return struct.pack("<d", left) == struct.pack("<d", right) or (math.isnan(left) and math.isnan(right))
    return left == right


def _compile(translation: Translation, function: Function, target: str) -> Executable:
    body: list[Statement] = []
    call = Call(function.name, tuple(_arguments(function)), function.result)
    if function.result is None:
        body.append(Do(call))
    else:
        body += [Set("result", call), *_results(Local("result", function.result))]
    entry = Function("entry", ENTRY_PARAMETERS, None, tuple(body))
    constants: tuple[ConstantArray, ...] = translation.constants
    program = Program("test", (*translation.functions, entry), ("entry",), Layout(), constants)
    check_program(program)
    return TARGETS[target].build(program)


def _arguments(function: Function) -> list[Expression | ArrayName]:
    arguments: list[Expression | ArrayName] = []
    place = 0
    for parameter in function.parameters:
        if parameter.type is Type.ARRAY:
            arguments.append(ArrayName("values"))
            continue
        first = Load("states", Constant(place, Type.INT))
        second = Load("states", Constant(place + 1, Type.INT))
        whole = _op("+", Type.INT, _op("*", Type.INT, _int(first), Constant(HALF, Type.INT)), _int(second))
        if parameter.type is Type.FLOAT:
            arguments.append(first)
        elif parameter.type is Type.INT:
            arguments.append(whole)
        else:
            arguments.append(_op("!=", Type.BOOL, whole, Constant(0, Type.INT)))
        place += 2
    return arguments


def _results(result: Local) -> list[Statement]:
    if result.type is Type.FLOAT:
        return [Store("out", Constant(0, Type.INT), result)]
    whole: Expression = result if result.type is Type.INT else _op("int", Type.INT, result)
    halves = (
        _op("//", Type.INT, whole, Constant(HALF, Type.INT)),
        _op("%", Type.INT, whole, Constant(HALF, Type.INT)),
    )
    return [
        Store("out", Constant(place, Type.INT), _op("float", Type.FLOAT, half)) for place, half in enumerate(halves)
    ]


def _int(value: Expression) -> Expression:
    return _op("int", Type.INT, value)


def _op(operator: str, type_: Type, *arguments: Expression) -> Operation:
    return Operation(operator, arguments, type_)
