"""Code of DERIVATIVE that computes a variable from its own last value -> a DISCRETE section.

`IF (x > peak) peak = x` is executed at every evaluation in ACSL. Here it is executed at every communication, so that
the answer does not depend on the steps.
"""

from collections.abc import Iterable

from simnon.model import Expression, names_in
from simnon.source import Report

from ..syntax import Assigned, Branching, Code, Constant, Discrete, Procedural, Program
from .procedures import targets_in

DEFAULT_INTERVAL = 1.0
"""CINT if the program does not set it."""


def separate_memories(program: Program, report: Report) -> None:
    """Move such code, if INITIAL gives its variables a value and nothing else computes them."""
    first = targets_in(program.initial)
    kept: list[Code] = []
    for code in program.equations:
        own = targets_in((code,))
        others = targets_in(each for each in program.equations if each is not code)
        is_plain = all(name in first and name not in others for name in own)
        if isinstance(code, Branching) and is_plain and own.keys() & _names_read((code,)):
            _add_section(program, code, next(iter(own)), report)
        else:
            kept.append(code)
    program.equations[:] = kept


def _add_section(program: Program, code: Branching, variable: str, report: Report) -> None:
    report.warn(
        "carried-value",
        f"'{variable}' is computed from its own last value: it is updated at every communication",
        code.span,
        "a shorter CINTERVAL updates it more often",
    )
    interval = program.communication
    is_given = any(constant.name == interval for constant in program.constants)
    if not is_given and interval not in targets_in(program.initial):
        program.constants.append(Constant(interval, (), (DEFAULT_INTERVAL,), code.span))
    name = f"{variable}_memory".casefold()
    program.discrete[name] = Discrete(name, code.span, interval, [code])


def _names_read(code: Iterable[Code]) -> set[str]:
    found: set[str] = set()
    for statement in code:
        expressions: list[Expression] = []
        match statement:
            case Assigned(_, value):
                expressions = [value]
            case Branching(branches, otherwise):
                expressions = [condition for condition, _ in branches]
                found |= _names_read(inner for _, body in branches for inner in body) | _names_read(otherwise)
            case Procedural(body):
                found |= _names_read(body)
            case _:
                pass
        found |= {name for expression in expressions for name in names_in(expression)}
    return found
