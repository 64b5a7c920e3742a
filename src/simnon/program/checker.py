"""Program -> nothing, or an AssertionError that reports the fault.

What targets can rely on is checked here and nowhere else: types, names, that locals are set and arrays created before
they are used, that functions return their type, that written arrays have no aliases.
"""

from .abi import ENTRIES, ENTRY_PARAMETERS
from .function_checker import FunctionChecker, Signature
from .instructions import Call, Function, Parameter, Type
from .program import Program
from .walk import expressions_of, postorder, statements_within


def check_program(program: Program) -> None:
    """Raise AssertionError unless every target can compile `program`."""
    names = [function.name for function in program.functions]
    names += [function.name for function in program.foreign] + [function.name for function in program.imports]
    _demand(len(set(names)) == len(names), "two functions have the same name")
    signatures = {f.name: Signature(f.parameters, f.result) for f in (*program.functions, *program.imports)}
    for name in program.entries:
        _demand(name in signatures, f"the entry '{name}' is not a function")
        is_right = name not in ENTRIES or signatures[name] == Signature(ENTRY_PARAMETERS, None)
        _demand(is_right, f"the entry '{name}' has a different signature")
    for foreign in program.foreign:
        parameters = tuple(Parameter(str(number), Type.FLOAT) for number in range(foreign.arity))
        if foreign.results:
            written = Parameter("results", Type.ARRAY, is_written=True)
            signatures[foreign.name] = Signature((*parameters, written), None)
        else:
            signatures[foreign.name] = Signature(parameters, Type.FLOAT)
    sizes = {constant.name: len(constant.values) for constant in program.constants}
    _demand(all(sizes.values()), "a constant array is empty")
    for function in program.functions:
        FunctionChecker(function, signatures, sizes).check()
    _check_recursion(program)


def _demand(is_true: bool, message: str) -> None:
    if not is_true:
        raise AssertionError(f"program: {message}")


def _check_recursion(program: Program) -> None:
    """Remove functions that call none of the remaining ones; what is left is recursive."""
    calls = {function.name: _called_by(function) for function in program.functions}
    while calls:
        leaves = [name for name, called in calls.items() if not called & calls.keys()]
        _demand(bool(leaves), f"these functions are recursive: {', '.join(calls)}")
        for name in leaves:
            del calls[name]


def _called_by(function: Function) -> frozenset[str]:
    return frozenset(
        node.function
        for statement in statements_within(function.body)
        for expression in expressions_of(statement)
        for node in postorder(expression)
        if isinstance(node, Call)
    )
