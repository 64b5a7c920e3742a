"""Program -> the same with a product and the sum that follows it rounded once (fused multiply-add), on request.

Every target computes the same fused operations, so they still agree bit for bit. In a model only the derivatives are
fused: guards and modes must agree with each other to the last bit, and elementary functions rely on separate roundings.
"""

from collections.abc import Iterable
from dataclasses import replace

from simnon.program import (
    ArrayName,
    Call,
    Expression,
    Function,
    Load,
    Operation,
    Program,
    Type,
    postorder,
    with_expressions,
)

from .functions import called_by

FUSED = "fma"
FUSED_ENTRIES = ("times", "derivatives", "jacobian")
"""What a step of a method calls."""


def fuse_model(program: Program) -> Program:
    """The program of a model, or of its Jacobian."""
    steps = _functions_of_steps(program)
    functions = tuple(_fused_function(f) if f.name in steps else f for f in program.functions)
    return replace(program, functions=functions, is_fused=True)


def _functions_of_steps(program: Program) -> set[str]:
    """The entries that a step calls, and the functions into which long ones and those with islands are divided.

    A function that other entries can call too, such as an algebraic loop or a function of the user, has parameters of
    its own.
    """
    entries = [function for function in program.functions if function.name in FUSED_ENTRIES]
    called = called_by(entries, program.functions)
    kinds = {entry.parameters for entry in entries}
    pieces = {f.name for f in program.functions if any(f.parameters[-len(kind) :] == kind for kind in kinds)}
    return {entry.name for entry in entries} | (called & pieces)


def fuse_functions(functions: Iterable[Function]) -> tuple[Function, ...]:
    """The functions of a method."""
    return tuple(map(_fused_function, functions))


def _fused_function(function: Function) -> Function:
    return replace(function, body=with_expressions(function.body, _fused))


def _fused(expression: Expression) -> Expression:
    """Bottom-up and without recursion; of two products that are added, the left one is fused."""
    found: dict[int, Expression] = {}
    for node in postorder(expression):
        match node:
            case Operation(arguments=arguments):
                found[id(node)] = _operation(node, tuple(found[id(argument)] for argument in arguments))
            case Load(index=index):
                found[id(node)] = replace(node, index=found[id(index)])
            case Call(arguments=given):
                found[id(node)] = replace(node, arguments=tuple(_argument(each, found) for each in given))
            case _:
                found[id(node)] = node
    return found[id(expression)]


def _argument(argument: Expression | ArrayName, found: dict[int, Expression]) -> Expression | ArrayName:
    if not isinstance(argument, ArrayName):
        return found[id(argument)]
    return argument if argument.offset is None else replace(argument, offset=found[id(argument.offset)])


def _operation(node: Operation, arguments: tuple[Expression, ...]) -> Operation:
    if node.type is Type.FLOAT and node.operator in ("+", "-"):
        left, right = arguments
        is_sum = node.operator == "+"
        if isinstance(left, Operation) and left.operator == "*":
            first, second = left.arguments
            return _fma(first, second, right if is_sum else _negated(right))
        if isinstance(right, Operation) and right.operator == "*":
            first, second = right.arguments
            return _fma(first if is_sum else _negated(first), second, left)
    return replace(node, arguments=arguments)


def _fma(first: Expression, second: Expression, added: Expression) -> Operation:
    return Operation(FUSED, (first, second, added), Type.FLOAT)


def _negated(value: Expression) -> Expression:
    """The sign is exact, so the difference is rounded once too."""
    if isinstance(value, Operation) and value.operator == "neg":
        return value.arguments[0]
    return Operation("neg", (value,), Type.FLOAT)
