"""Assignments -> Set, Store and Allocate: a variable has one type, the widest assigned to it."""

import ast

from simnon.program import Allocate, Call, Constant, Expression, Load, Local, Set, Store, Type

from .calls import ARTICLES, call_function, name_of_callee
from .expressions import arguments, array_name, expression, field, index, load_field
from .operations import binary
from .scope import FLOAT, WIDTH, Again, Scope, convert, type_of, widest

ANNOTATIONS = {
    "float": Type.FLOAT,
    "int": Type.INT,
    "bool": Type.BOOL,
    "Array": Type.ARRAY,
    "Integers": Type.ARRAY,
    "Table": Type.ARRAY,
}
TYPES = {float: Type.FLOAT, int: Type.INT, bool: Type.BOOL}


def assign(scope: Scope, target: ast.expr, node: ast.expr) -> None:
    """`target = value`."""
    match target:
        case ast.Name(id=name):
            size = _size_of_zeros(scope, node)
            if size is not None:
                _allocate(scope, target, name, size)
            else:
                set_variable(scope, target, name, right_hand_side(scope, node))
        case ast.Subscript():
            value = right_hand_side(scope, node)
            _store(scope, target, scope.hold(value) if isinstance(value, Call) else value)
        case ast.Attribute():
            value = right_hand_side(scope, node)
            _store_field(scope, target, scope.hold(value) if isinstance(value, Call) else value)
        case _:
            raise scope.refuse(target, "only a variable or an element of an array can be assigned")


def assign_declared(scope: Scope, node: ast.AnnAssign) -> None:
    """`name: type = value`."""
    if not isinstance(node.target, ast.Name) or node.value is None:
        raise scope.refuse(node, "a declaration must assign a value to a variable")
    name = node.target.id
    type_ = annotated_type(scope, node.annotation)
    if type_ is not Type.ARRAY:
        known = scope.variables.get(name)
        if known is not None and known.type is not type_:
            raise scope.refuse(node, f"'{name}' is already {ARTICLES[known.type]}")
        scope.declared.add(name)
        scope.findings.widened[name] = type_
    assign(scope, node.target, node.value)


def assign_augmented(scope: Scope, node: ast.AugAssign) -> None:
    """`target op= value`; the index of an element is computed once."""
    match node.target:
        case ast.Name():
            old = expression(scope, ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
            value = binary(scope, node, old, expression(scope, node.value))
            set_variable(scope, node.target, node.target.id, value)
        case ast.Subscript():
            _store_augmented(scope, node, node.target)
        case ast.Attribute():
            old = load_field(scope, node.target)
            _store_field(scope, node.target, binary(scope, node, old, expression(scope, node.value)))
        case _:
            raise scope.refuse(node, "only a variable or an element of an array can be assigned")


def right_hand_side(scope: Scope, node: ast.expr) -> Expression:
    """A value on its own, in which a call can write arrays."""
    if not isinstance(node, ast.Call):
        return expression(scope, node)
    signature = scope.callee(name_of_callee(scope, node), node)
    if signature is None or not signature.has_writes:
        return expression(scope, node)
    if signature.result is None:
        raise scope.refuse(node, f"'{signature.name}' returns nothing")
    return call_function(scope, node, signature, arguments(scope, node))


def set_variable(scope: Scope, node: ast.AST, name: str, value: Expression) -> None:
    variable = _variable(scope, node, name, type_of(value))
    if isinstance(value, Call) and value.type is not variable.type:
        value = scope.hold(value)
    scope.statements.append(Set(variable.name, convert(value, variable.type)))
    scope.assigned.add(name)


def _variable(scope: Scope, node: ast.AST, name: str, type_: Type) -> Local:
    """The variable to which a value of this type is assigned, created if it is new."""
    if name in scope.array_sizes:
        raise scope.refuse(node, f"'{name}' is an array and cannot be reassigned")
    if name in scope.parameters and name not in scope.findings.copied:
        scope.findings.copied.add(name)
        raise Again
    if name in scope.loops:
        scope.findings.counted.add(scope.loops[name])
        raise Again
    variable = scope.variables.get(name)
    if variable is None:
        return declare(scope, node, name, type_)
    if WIDTH[type_] > WIDTH[variable.type]:
        if name in scope.declared:
            raise scope.refuse(node, f"'{name}' is {ARTICLES[variable.type]}, this is {ARTICLES[type_]}")
        raise scope.widen(name, type_)
    return variable


def declare(scope: Scope, node: ast.AST, name: str, type_: Type) -> Local:
    """A new variable, of the type found for it or of `type_`."""
    check_name(scope, node, name)
    declared = scope.findings.widened.get(name, type_)
    if widest(declared, type_) is not declared:
        raise scope.refuse(node, f"'{name}' is {ARTICLES[declared]}, this is {ARTICLES[type_]}")
    variable = Local(name, declared)
    scope.variables[name] = variable
    return variable


def check_name(scope: Scope, node: ast.AST, name: str) -> None:
    if name in scope.read_globals:
        raise scope.refuse(node, f"'{name}' is already used as a name of the file")
    if scope.module.meanings.get(name) == "math":
        raise scope.refuse(node, f"'{name}' is the module math")
    if not name.isascii() or "__" in name:
        raise scope.refuse(node, f"'{name}': names of variables are ASCII, without two underscores in a row")


def annotated_type(scope: Scope, node: ast.expr) -> Type:
    name = node.id if isinstance(node, ast.Name) else ""
    type_ = Type.ARRAY if name in scope.module.records else ANNOTATIONS.get(name)
    if type_ is None or (scope.is_user and type_ is Type.ARRAY):
        raise scope.refuse(node, "the type must be float, int, bool or, in a kernel, Array")
    return type_


def _size_of_zeros(scope: Scope, node: ast.expr) -> int | None:
    match node:
        case ast.Call(func=ast.Name(id=name), args=[size_node]) if scope.module.meanings.get(name) == "zeros":
            size = scope.constant(size_node)
            if not isinstance(size, int) or size <= 0:
                raise scope.refuse(node, "the size of an array must be a constant, 1 or more")
            return size
        case _:
            return None


def _allocate(scope: Scope, node: ast.AST, name: str, size: int) -> None:
    if name in scope.array_sizes or name in scope.variables:
        raise scope.refuse(node, f"'{name}' is already something else; create an array in one place only")
    check_name(scope, node, name)
    scope.array_sizes[name] = size
    scope.assigned.add(name)
    scope.statements.append(Allocate(name, size))


def _store(scope: Scope, target: ast.Subscript, value: Expression) -> None:
    array = _written_array(scope, target)
    scope.statements.append(Store(array, index(scope, target), convert(value, FLOAT)))


def _store_field(scope: Scope, target: ast.Attribute, value: Expression) -> None:
    array, found = field(scope, target)
    type_ = TYPES[found.kind]
    if WIDTH[type_of(value)] > WIDTH[type_]:
        raise scope.refuse(target, f"'{found.name}' is {ARTICLES[type_]}, this is {ARTICLES[type_of(value)]}")
    scope.written.add(array)
    scope.statements.append(Store(array, Constant(found.offset, Type.INT), convert(value, FLOAT)))


def _store_augmented(scope: Scope, node: ast.AugAssign, target: ast.Subscript) -> None:
    array = _written_array(scope, target)
    position = scope.hold(index(scope, target))
    value = binary(scope, node, Load(array, position), expression(scope, node.value))
    scope.statements.append(Store(array, position, convert(value, FLOAT)))


def _written_array(scope: Scope, target: ast.Subscript) -> str:
    array = array_name(scope, target.value)
    if array is None or array not in scope.array_sizes:
        raise scope.refuse(target, "only elements of arrays can be assigned, and not of constants")
    scope.written.add(array)
    return array
