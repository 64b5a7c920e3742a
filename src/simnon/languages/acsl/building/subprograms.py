"""FUNCTION -> a function of the system: its statements become one expression.

A function of ACSL reads the variables of the model; ours has only its arguments. So the variables it reads, itself or
through the functions it calls, become further arguments, which every call passes on.
"""

from collections.abc import Iterable, Mapping

from simnon.model import Apply, Expression, FunctionDefinition, Name, depth_of, parts_of, rewrite
from simnon.source import Report

from ...procedural import VersionedAssignment, execute
from ...steps import Label
from ..syntax import Subprogram
from .procedures import RETURN, Ordering
from .resolver import with_added

MAX_PARTS = 20_000
DEEPEST = 200


def function_of(subprogram: Subprogram, ordering: Ordering, report: Report) -> FunctionDefinition | None:
    """None if it gives no value, which is reported."""
    steps = (*ordering.steps(subprogram.body, {}, {}), Label(RETURN, subprogram.span))
    executed = execute(
        steps,
        report,
        is_taken=lambda name: name in subprogram.parameters,
        is_held=lambda name: name in subprogram.parameters,
        constant=lambda _expression: None,
    )
    last = executed.last_of.get(subprogram.result)
    if last is None:
        report.error(
            "missing-equation",
            f"the function '{subprogram.name}' does not get a value on every path",
            subprogram.span,
            f"write {subprogram.result} = expression",
        )
        return None
    body = _written_out(executed.versions, last)
    if body is None:
        report.error(
            "nesting-too-deep",
            f"the function '{subprogram.name}' becomes too long as an expression",
            subprogram.span,
            "make it shorter, or write it in Python: FUNCTION f(x) FROM 'file.py' in a Simnon system",
        )
        return None
    return FunctionDefinition(subprogram.name, subprogram.parameters, body, subprogram.span)


def _written_out(versions: tuple[VersionedAssignment, ...], last: str) -> Expression | None:
    """The last version, with those it reads written in their places; None if that grows too much."""
    written: dict[str, Expression] = {}
    size_of: dict[str, int] = {}
    for version in versions:
        size = _size(version.value, size_of)
        value = _substituted(version.value, written) if size <= MAX_PARTS else version.value
        if size > MAX_PARTS or depth_of(value) > DEEPEST:
            return None
        written[version.name], size_of[version.name] = value, size
    return written[last]


def _size(value: Expression, size_of: Mapping[str, int]) -> int:
    return sum(size_of.get(part.name, 1) if isinstance(part, Name) else 1 for part in parts_of(value))


def _substituted(value: Expression, written: Mapping[str, Expression]) -> Expression:
    return rewrite(value, lambda part: written.get(part.name) if isinstance(part, Name) else None)


def close_over(
    definitions: Iterable[FunctionDefinition],
) -> tuple[list[FunctionDefinition], dict[str, tuple[str, ...]]]:
    """The functions with all they read as arguments, and the added ones of each, by its name without case."""
    definitions = list(definitions)
    added: dict[str, dict[str, None]] = {}
    calls: dict[str, set[str]] = {}
    for function in definitions:
        read = [part.name for part in parts_of(function.body) if isinstance(part, Name)]
        word = function.name.casefold()
        added[word] = {name: None for name in read if name not in function.parameters}
        calls[word] = {part.function.casefold() for part in parts_of(function.body) if isinstance(part, Apply)}
    for _ in definitions:
        for word, called in calls.items():
            for other in sorted(called & added.keys()):
                added[word] |= added[other]
    names = {word: tuple(found) for word, found in added.items()}
    return [_closed(function, names) for function in definitions], names


def _closed(function: FunctionDefinition, added: Mapping[str, tuple[str, ...]]) -> FunctionDefinition:
    def passing(part: Expression) -> Expression | None:
        if isinstance(part, Apply) and added.get(part.function.casefold()):
            arguments = tuple([rewrite(argument, passing) for argument in part.arguments])
            return with_added(Apply(part.function, arguments, part.span), added)
        return None

    parameters = (*function.parameters, *added[function.name.casefold()])
    return FunctionDefinition(function.name, parameters, rewrite(function.body, passing), function.span)
