"""A call with its arguments already translated -> Call or operation."""

import ast

from simnon.program import ArrayName, Call, Expression, Type

from .intrinsics import INTRINSICS
from .scope import ARRAY, WIDTH, Scope, convert, type_of
from .signature import Signature

ARTICLES = {Type.FLOAT: "a float", Type.INT: "an int", Type.BOOL: "a bool", Type.ARRAY: "an array"}


def name_of_callee(scope: Scope, node: ast.Call) -> str:
    """The callee: the name of a function, or the name of an intrinsic."""
    match node.func:
        case ast.Name(id=name) if name not in scope.variables and name not in scope.array_sizes:
            scope.read_globals.add(name)
            return name
        case ast.Attribute(value=ast.Name(id=owner), attr=name) if scope.module.meanings.get(owner) == "math":
            return f"math.{name}"
        case _:
            raise scope.refuse(node.func, "only functions of this file and of math can be called")


def call(scope: Scope, node: ast.Call, arguments: list[Expression | ArrayName]) -> Expression:
    """The value of a call inside an expression, where nothing can be written."""
    name = name_of_callee(scope, node)
    signature = scope.callee(name, node)
    if signature is None:
        return _intrinsic(scope, node, name, arguments)
    if signature.has_writes:
        raise scope.refuse(node, f"'{name}' writes an array: call it on its own line, or as 'x = {name}(...)'")
    if signature.result is None:
        raise scope.refuse(node, f"'{name}' returns nothing")
    return call_function(scope, node, signature, arguments)


def call_function(scope: Scope, node: ast.Call, signature: Signature, arguments: list[Expression | ArrayName]) -> Call:
    name = signature.name
    if len(arguments) != len(signature.parameters):
        raise scope.refuse(node, f"'{name}' takes {len(signature.parameters)} arguments, {len(arguments)} given")
    passed: list[Expression | ArrayName] = []
    for node_passed, argument, parameter in zip(node.args, arguments, signature.parameters, strict=True):
        if isinstance(argument, ArrayName) or parameter.type is ARRAY:
            passed.append(_array_argument(scope, node_passed, argument, parameter.type))
            if parameter.is_written:
                _note_write(scope, node_passed, passed[-1])
            continue
        if WIDTH[type_of(argument)] > WIDTH[parameter.type]:
            raise scope.refuse(
                node_passed,
                f"'{parameter.name}' of '{name}' is {ARTICLES[parameter.type]}, this is {ARTICLES[type_of(argument)]}",
            )
        passed.append(convert(argument, parameter.type))
    if signature.has_writes:
        _check_aliases(scope, node, signature, passed)
    return Call(name, tuple(passed), signature.result)


def _array_argument(scope: Scope, node: ast.AST, argument: Expression | ArrayName, expected: Type) -> ArrayName:
    if expected is not ARRAY:
        raise scope.refuse(node, f"{ARTICLES[expected]} is expected, this is an array")
    if not isinstance(argument, ArrayName):
        raise scope.refuse(node, f"an array is expected, this is {ARTICLES[type_of(argument)]}")
    return argument


def _note_write(scope: Scope, node: ast.AST, argument: Expression | ArrayName) -> None:
    assert isinstance(argument, ArrayName)
    if argument.name not in scope.array_sizes:
        raise scope.refuse(node, f"'{argument.name}' is a constant and cannot be written")
    scope.written.add(argument.name)


def _check_aliases(scope: Scope, node: ast.Call, signature: Signature, arguments: list[Expression | ArrayName]) -> None:
    names = [argument.name for argument in arguments if isinstance(argument, ArrayName)]
    for node_passed, argument, parameter in zip(node.args, arguments, signature.parameters, strict=True):
        if not parameter.is_written or not isinstance(argument, ArrayName) or argument.offset is not None:
            continue
        if names.count(argument.name) > 1:
            raise scope.refuse(node_passed, f"'{signature.name}' writes '{argument.name}', which is passed to it twice")


def _intrinsic(scope: Scope, node: ast.Call, name: str, arguments: list[Expression | ArrayName]) -> Expression:
    intrinsic = INTRINSICS.get(scope.module.meanings.get(name, name if "." in name else ""))
    if intrinsic is None:
        raise scope.refuse(node, f"'{name}' is neither a function of this file nor of the subset")
    if not intrinsic.fewest <= len(arguments) <= intrinsic.most:
        raise scope.refuse(node, f"'{name}' does not take {len(arguments)} arguments")
    values = [argument for argument in arguments if not isinstance(argument, ArrayName)]
    if intrinsic.is_used_twice:
        values = [scope.hold(value) for value in values]
    value = intrinsic.build(*values) if len(values) == len(arguments) else None
    if value is None:
        raise scope.refuse(node, f"'{name}' does not take arguments of these types")
    return value
