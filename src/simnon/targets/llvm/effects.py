"""What a loop changes: the locals it sets and the arrays it can write, computed before it is emitted."""

from simnon.program import (
    Allocate,
    ArrayName,
    Call,
    Constant,
    Expression,
    For,
    Function,
    Return,
    Set,
    Statement,
    Store,
    expressions_of,
    postorder,
    statements_within,
)


def locals_set_in(*blocks: tuple[Statement, ...]) -> tuple[str, ...]:
    """In source order, each once."""
    return tuple(
        dict.fromkeys(
            statement.name
            for block in blocks
            for statement in statements_within(block)
            if isinstance(statement, Set | For)
        )
    )


def arrays_written_in(functions: dict[str, Function], *blocks: tuple[Statement, ...]) -> tuple[str, ...]:
    """The names of the arrays that are stored to, allocated, or given to a function that writes them."""
    written: dict[str, None] = {}
    for block in blocks:
        for statement in statements_within(block):
            if isinstance(statement, Store | Allocate):
                written[statement.array] = None
            for expression in expressions_of(statement):
                for node in postorder(expression):
                    if isinstance(node, Call):
                        written |= dict.fromkeys(arrays_written_by(node, functions))
    return tuple(written)


def arrays_written_by(call: Call, functions: dict[str, Function]) -> tuple[str, ...]:
    """A foreign function writes the array for its results."""
    if call.function not in functions:
        return tuple(argument.name for argument in call.arguments if isinstance(argument, ArrayName))
    return tuple(
        argument.name
        for parameter, argument in zip(functions[call.function].parameters, call.arguments, strict=True)
        if parameter.is_written and isinstance(argument, ArrayName)
    )


def size_of_local_arrays(function: Function) -> dict[str, int]:
    """The space each local array needs: its largest allocation."""
    sizes: dict[str, int] = {}
    for statement in statements_within(function.body):
        if isinstance(statement, Allocate):
            sizes[statement.array] = max(statement.size, sizes.get(statement.array, 1))
    return sizes


def returns_only_at_end(function: Function) -> bool:
    """Whether control leaves the function only at its last statement."""
    returns = sum(isinstance(statement, Return) for statement in statements_within(function.body))
    is_last = bool(function.body) and isinstance(function.body[-1], Return)
    return returns == int(is_last)


def is_always(condition: Expression) -> bool:
    """Whether a loop with this condition ends only by a jump out of it."""
    return isinstance(condition, Constant) and condition.value is True
