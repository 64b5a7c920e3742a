"""Python text -> Functions: kernels, and the user's functions in Python files beside a model.

The text is never executed. Functions come after those they call, in the order in which they are first needed, so that
the same text always gives the same functions.
"""

import ast
from collections.abc import Mapping, Sequence

from simnon.kernels import RECORDS
from simnon.program import ConstantArray, Function, Local, Parameter, Set, Type

from .assignments import annotated_type, check_name
from .constants import Number
from .intrinsics import BUILTINS, KERNEL_INTRINSICS
from .module import Module, parse_module
from .refusal import NotInSubset
from .scope import ARRAY, FLOAT, RESULTS_ARRAY, Again, Findings, Scope, convert
from .signature import Signature, Translation, signatures
from .statements import block

_KERNEL_MEANINGS = {**{name: name for name in KERNEL_INTRINSICS}, "zeros": "zeros", "slice_from": "slice_from"}
_USER_MEANINGS = {name: name for name in BUILTINS}


def translate(
    text: str,
    names: Sequence[str],
    externals: Mapping[str, Signature] | None = None,
    constants: Mapping[str, Number] | None = None,
    prefix: str = "",
) -> Translation:
    """Translate the functions `names` of the module `text`, and those they call in it.

    `externals` are functions, and `constants` numbers, that the module uses but does not define. `prefix` precedes the
    name of every translated function and constant array. Raises `NotInSubset`.
    """
    module = parse_module(text, _KERNEL_MEANINGS, constants or {}, RECORDS)
    return _Translator(module, externals or {}, prefix, is_user=False).translate(names)


def translate_user_function(text: str, name: str, prefix: str = "", results: int = 0) -> Translation:
    """Translate one function of a user's file: floats in, a float out.

    With `results` it returns a tuple of that many floats, or one float by itself: the program function stores them in
    an array, its last parameter. Parameters need no annotations. Raises `NotInSubset` if Python must be called instead.
    """
    module = parse_module(text, _USER_MEANINGS, {}, {})
    return _Translator(module, {}, prefix, is_user=True, results=results).translate((name,))


class _Translator:
    def __init__(
        self, module: Module, externals: Mapping[str, Signature], prefix: str, *, is_user: bool, results: int = 0
    ) -> None:
        self._module = module
        self._externals = externals
        self._prefix = prefix
        self._is_user = is_user
        self._results = results
        self._requested: Sequence[str] = ()
        self._functions: dict[str, Function] = {}
        self._signatures: dict[str, Signature] = {}
        self._tables: dict[str, tuple[float, ...]] = {}
        self._open: list[str] = []

    def translate(self, names: Sequence[str]) -> Translation:
        self._requested = names
        try:
            for name in names:
                if name not in self._module.functions:
                    raise NotInSubset(f"this file must define a function '{name}' exactly once", 1, 1)
                self._signature(name, self._module.functions[name])
        except RecursionError:
            raise NotInSubset("nested too deeply", 1, 1) from None
        tables = tuple(ConstantArray(name, values) for name, values in self._tables.items())
        return Translation(tuple(self._functions.values()), tables)

    def _signature(self, name: str, caller: ast.AST) -> Signature | None:
        """The signature of `name`, after it has been translated; None if it is not a function."""
        known = self._signatures.get(name)
        if known is not None:
            return known
        node = self._module.functions.get(name)
        if node is None:
            return self._externals.get(name)
        if name in self._open:
            raise self._module.refuse(caller, f"'{name}' calls itself")
        self._open.append(name)
        function = self._function(node)
        self._open.pop()
        self._functions[name] = function
        self._signatures[name] = signatures((function,))[function.name]
        return self._signatures[name]

    def _function(self, node: ast.FunctionDef) -> Function:
        findings = Findings()
        while True:
            scope = Scope(self._module, self._signature, findings, prefix=self._prefix, is_user=self._is_user)
            try:
                return self._attempt(scope, node)
            except Again:
                continue

    def _attempt(self, scope: Scope, node: ast.FunctionDef) -> Function:
        _declare_parameters(scope, node, is_float_needed=self._is_user and node.name in self._requested)
        self._declare_result(scope, node)
        body, is_ended = block(scope, node.body)
        if not is_ended and (scope.result is not None or scope.is_result_inferred or scope.results):
            raise scope.refuse(node, f"'{node.name}' can end without returning a value")
        parameters = tuple(
            Parameter(parameter.name, parameter.type, parameter.name in scope.written)
            for parameter in scope.parameters.values()
        )
        if scope.results:
            parameters += (Parameter(RESULTS_ARRAY, ARRAY, is_written=True),)
        self._tables |= scope.tables
        is_inline = _is_inline(scope, node)
        return Function(self._prefix + node.name, parameters, scope.result, (*scope.statements, *body), is_inline)

    def _declare_result(self, scope: Scope, node: ast.FunctionDef) -> None:
        if self._results and node.name in self._requested:
            scope.results = self._results
            return
        match node.returns:
            case None if self._is_user:
                scope.is_result_inferred = node.name not in self._requested
                scope.result = None if scope.is_result_inferred else FLOAT
            case None:
                raise scope.refuse(node, f"'{node.name}' needs a return type: '-> float' or '-> None'")
            case ast.Constant(value=None) if not self._is_user:
                scope.result = None
            case returns:
                scope.result = annotated_type(scope, returns)
                if scope.result is ARRAY or (
                    node.name in self._requested and self._is_user and scope.result is not FLOAT
                ):
                    raise scope.refuse(returns, "the function must return a float")


def _declare_parameters(scope: Scope, node: ast.FunctionDef, *, is_float_needed: bool) -> None:
    given = node.args
    if given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
        raise scope.refuse(node, f"'{node.name}': only plain parameters, without defaults")
    for argument in (*given.posonlyargs, *given.args):
        name = argument.arg
        if name in scope.parameters:
            raise scope.refuse(argument, f"duplicate parameter '{name}'")
        check_name(scope, argument, name)
        type_ = _parameter_type(scope, argument)
        if is_float_needed and type_ is not FLOAT:
            raise scope.refuse(argument, f"'{name}' must be a float: models pass floats")
        scope.parameters[name] = Parameter(name, type_)
        scope.assigned.add(name)
        if type_ is ARRAY:
            _declare_array(scope, argument)
        elif name in scope.findings.copied:
            _copy_parameter(scope, name, type_)
        else:
            scope.variables[name] = Local(name, type_)


def _declare_array(scope: Scope, argument: ast.arg) -> None:
    assert isinstance(argument.annotation, ast.Name)
    scope.array_sizes[argument.arg] = None
    kind = argument.annotation.id
    if kind in scope.module.records:
        scope.records[argument.arg] = scope.module.records[kind]
    elif kind == "Integers":
        scope.integer_arrays.add(argument.arg)


def _parameter_type(scope: Scope, argument: ast.arg) -> Type:
    if argument.annotation is not None:
        return annotated_type(scope, argument.annotation)
    if scope.is_user:
        return FLOAT
    raise scope.refuse(argument, f"'{argument.arg}' has no type")


def _copy_parameter(scope: Scope, name: str, type_: Type) -> None:
    """A parameter that is assigned is copied to a variable: parameters never change in a program."""
    copy = Local(f"{name}__copy", scope.findings.widened.get(name, type_))
    scope.variables[name] = copy
    scope.statements.append(Set(copy.name, convert(Local(name, type_), copy.type)))


def _is_inline(scope: Scope, node: ast.FunctionDef) -> bool:
    """`@inline` is the only decorator allowed."""
    match node.decorator_list:
        case []:
            return False
        case [ast.Name(id="inline")] if not scope.is_user:
            return True
        case _:
            raise scope.refuse(node.decorator_list[0], "decorators are not in the subset")
