"""The sample of a discrete system -> what it computes, and when the next one is; a timer needs only the first."""

from simnon.program import (
    Constant,
    Function,
    If,
    Layout,
    Local,
    Set,
    Statement,
    Store,
    expressions_of,
    postorder,
    statements_within,
)

from .functions import reads_of


def without_timing(function: Function, layout: Layout) -> tuple[Statement, ...]:
    """The statements without those that only find the time of the next sample."""
    timing = _timing_slots(layout)
    return _with_needed_locals([s for s in function.body if not _is_timing(s, timing)])


def timing_alone(function: Function, layout: Layout) -> tuple[Statement, ...] | None:
    """The others; None if the sample itself reads them, as random numbers read the number of the sample."""
    timing = _timing_slots(layout)
    rest = Function("sample", (), None, without_timing(function, layout))
    if reads_of(rest, "values") & timing:
        return None
    return _with_needed_locals([s for s in function.body if isinstance(s, Set) or _is_timing(s, timing)])


def _timing_slots(layout: Layout) -> set[int]:
    sampler = layout.samplers[0]
    own = set(range(sampler.count, sampler.count + 4))
    return own if sampler.next_time is None else own | {sampler.next_time}


def _is_timing(statement: Statement, timing: set[int]) -> bool:
    if isinstance(statement, If):
        return all(isinstance(s, Set) or _is_timing(s, timing) for s in (*statement.then, *statement.otherwise))
    index = statement.index if isinstance(statement, Store) else None
    return isinstance(index, Constant) and index.value in timing


def _with_needed_locals(statements: list[Statement]) -> tuple[Statement, ...]:
    """Without locals that nothing reads."""
    while True:
        read = _locals_of(statements)
        fewer = [s for s in statements if not isinstance(s, Set) or s.name in read]
        if len(fewer) == len(statements):
            return tuple(fewer)
        statements = fewer


def _locals_of(statements: list[Statement]) -> set[str]:
    return {
        node.name
        for statement in statements_within(tuple(statements))
        for expression in expressions_of(statement)
        for node in postorder(expression)
        if isinstance(node, Local)
    }
