"""Python statements -> Statements; unreachable code is dropped.

`scope.assigned` holds, at every point, the variables that certainly have a value there.
"""

import ast
from collections.abc import Sequence

from simnon.program import (
    Break,
    Call,
    Constant,
    Continue,
    Do,
    Expression,
    For,
    If,
    Return,
    Statement,
    Store,
    While,
)

from .assignments import assign, assign_augmented, assign_declared, declare, right_hand_side, set_variable
from .calls import ARTICLES, call_function, name_of_callee
from .expressions import arguments, condition, expression
from .scope import FLOAT, INT, RESULT, RESULTS_ARRAY, WIDTH, Scope, convert, type_of, widest


def block(scope: Scope, nodes: Sequence[ast.stmt]) -> tuple[tuple[Statement, ...], bool]:
    """The statements, and whether their end is unreachable."""
    outer, scope.statements = scope.statements, []
    is_ended = False
    for node in nodes:
        if statement(scope, node):
            is_ended = True
            break
    inner, scope.statements = scope.statements, outer
    return tuple(inner), is_ended


def statement(scope: Scope, node: ast.stmt) -> bool:
    """Add the statement to the scope; True if its end is unreachable."""
    match node:
        case ast.Assign(targets=[target], value=value):
            assign(scope, target, value)
        case ast.Assign():
            raise scope.refuse(node, "assign one variable at a time")
        case ast.AugAssign():
            assign_augmented(scope, node)
        case ast.If():
            return _if(scope, node)
        case ast.Expr():
            _do(scope, node)
        case ast.Return():
            _return(scope, node)
            return True
        case ast.For():
            _for(scope, node)
        case ast.While():
            return _while(scope, node)
        case ast.Break():
            _breaks(scope, node).append(set(scope.assigned))
            scope.statements.append(Break())
            return True
        case ast.Continue():
            _breaks(scope, node)
            scope.statements.append(Continue())
            return True
        case ast.AnnAssign():
            assign_declared(scope, node)
        case ast.Pass():
            pass
        case _:
            raise scope.refuse(node, f"{type(node).__name__} is not a statement of the subset")
    return False


def _breaks(scope: Scope, node: ast.stmt) -> list[set[str]]:
    if not scope.breaks:
        raise scope.refuse(node, "not inside a loop")
    return scope.breaks[-1]


def _do(scope: Scope, node: ast.Expr) -> None:
    match node.value:
        case ast.Constant(value=str()):
            return
        case ast.Call() as called:
            signature = scope.callee(name_of_callee(scope, called), called)
            if signature is not None:
                values = arguments(scope, called)
                scope.statements.append(Do(call_function(scope, called, signature, values)))
                return
        case _:
            pass
    raise scope.refuse(node, "this line has no effect")


def _return(scope: Scope, node: ast.Return) -> None:
    if scope.results:
        _return_several(scope, node)
        return
    if node.value is None:
        if scope.result is not None or scope.is_result_inferred:
            raise scope.refuse(node, "a value must be returned")
        scope.statements.append(Return())
        return
    value = right_hand_side(scope, node.value)
    if isinstance(value, Call):
        value = scope.hold(value)
    scope.statements.append(Return(_as_result(scope, node, value)))


def _return_several(scope: Scope, node: ast.Return) -> None:
    """A tuple, whose rows can be tuples, or a number if it is the only one."""
    rows = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
    elements = [each for row in rows for each in (row.elts if isinstance(row, ast.Tuple) else [row])]
    if len(elements) != scope.results:
        raise scope.refuse(node, f"{scope.results} numbers must be returned")
    for position, element in enumerate(elements):
        if element is None:
            raise scope.refuse(node, "a value must be returned")
        value = convert(expression(scope, element), FLOAT)
        scope.statements.append(Store(RESULTS_ARRAY, Constant(position, INT), value))
    scope.statements.append(Return())


def _as_result(scope: Scope, node: ast.Return, value: Expression) -> Expression:
    given = type_of(value)
    if scope.is_result_inferred:
        scope.result = scope.findings.widened.get(RESULT, scope.result or given)
        if widest(scope.result, given) is not scope.result:
            raise scope.widen(RESULT, given)
    if scope.result is None:
        raise scope.refuse(node, "the function is declared to return nothing")
    if WIDTH[given] > WIDTH[scope.result]:
        raise scope.refuse(node, f"the function returns {ARTICLES[scope.result]}, this is {ARTICLES[given]}")
    return convert(value, scope.result)


def _if(scope: Scope, node: ast.If) -> bool:
    test = condition(scope, node.test)
    before = scope.assigned
    scope.assigned = set(before)
    then, is_then_ended = block(scope, node.body)
    after_then = scope.assigned
    scope.assigned = before
    otherwise, is_otherwise_ended = block(scope, node.orelse)
    if is_otherwise_ended:
        scope.assigned = after_then
    elif not is_then_ended:
        scope.assigned = scope.assigned & after_then
    scope.statements.append(If(test, then, otherwise))
    return is_then_ended and is_otherwise_ended


def _while(scope: Scope, node: ast.While) -> bool:
    if node.orelse:
        raise scope.refuse(node, "'else' of a loop is not in the subset")
    outer, scope.statements = scope.statements, []
    test = condition(scope, node.test)
    header, scope.statements = scope.statements, outer
    before = scope.assigned
    body, breaks = _loop_body(scope, node.body)
    scope.statements.append(While(tuple(header), test, body))
    if not (isinstance(test, Constant) and test.value is True):
        scope.assigned = before
        return False
    scope.assigned = set.intersection(*breaks) if breaks else before
    return not breaks


def _loop_body(scope: Scope, nodes: Sequence[ast.stmt]) -> tuple[tuple[Statement, ...], list[set[str]]]:
    """The body, and the variables assigned at each of its breaks."""
    scope.assigned = set(scope.assigned)
    scope.breaks.append([])
    body, _ = block(scope, nodes)
    return body, scope.breaks.pop()


def _for(scope: Scope, node: ast.For) -> None:
    if node.orelse:
        raise scope.refuse(node, "'else' of a loop is not in the subset")
    if not isinstance(node.target, ast.Name):
        raise scope.refuse(node.target, "a loop must have one variable")
    name = node.target.id
    start, stop, step = _range(scope, node.iter)
    before = scope.assigned
    is_counted = id(node) in scope.findings.counted or name in scope.assigned
    if not is_counted and name not in scope.variables:
        declare(scope, node.target, name, INT)
    if is_counted or scope.variables[name].type is not INT:
        counter = scope.temporary(INT)
        body = _counted_body(scope, node, node.target, counter)
        scope.statements.append(For(counter.name, start, stop, step, body))
    else:
        scope.loops[name] = id(node)
        scope.assigned = scope.assigned | {name}
        body, _ = _loop_body(scope, node.body)
        del scope.loops[name]
        scope.statements.append(For(name, start, stop, step, body))
    scope.assigned = before


def _counted_body(scope: Scope, node: ast.For, target: ast.Name, counter: Expression) -> tuple[Statement, ...]:
    """The body of a loop whose variable is also assigned elsewhere: Python continues from its own counter."""
    outer, scope.statements = scope.statements, []
    scope.assigned = set(scope.assigned)
    set_variable(scope, target, target.id, counter)
    first, scope.statements = scope.statements, outer
    body, _ = _loop_body(scope, node.body)
    return (*first, *body)


def _range(scope: Scope, node: ast.expr) -> tuple[Expression, Expression, int]:
    match node:
        case ast.Call(func=ast.Name(id="range"), args=[_] | [_, _] | [_, _, _] as bounds, keywords=[]):
            step = scope.constant(bounds[2]) if len(bounds) == 3 else 1
        case _:
            raise scope.refuse(node, "a loop must iterate over range(...)")
    if not isinstance(step, int) or step == 0:
        raise scope.refuse(node, "the step must be a nonzero constant")
    values = [expression(scope, bound) for bound in bounds[:2]]
    for bound, value in zip(bounds, values, strict=False):
        if type_of(value) is not INT:
            raise scope.refuse(bound, "range takes ints")
    start = values[0] if len(values) == 2 else Constant(0, INT)
    return start, values[-1], step
