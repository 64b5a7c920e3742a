"""Check that every name and function in the expressions of a system exists and is allowed there."""

from collections.abc import Iterator, Mapping
from enum import Enum

from simnon.model import (
    ARRAY_FUNCTIONS,
    ARRAY_PREFIX,
    BUILTINS,
    LAST,
    NAMED_FUNCTIONS,
    OPERATORS,
    SPAN,
    WRITTEN_ARRAYS,
    Apply,
    Expression,
    ForeignDefinition,
    Name,
    Section,
    System,
    SystemKind,
    Variable,
    usage_of,
)
from simnon.source import Related, Report, Span, frozen, nearest

FOREIGN_NAMES = {
    "dt": "a derivative is a variable: declare STATE x and DER dx, then write dx = expression",
    "e": "write EXP(1)",
    "inf": "there is no infinity; give a large number",
    "true": "a condition is an expression: write 1 > 0",
    "false": "a condition is an expression: write 0 > 1",
}
FOREIGN_FUNCTIONS = {
    "clip": "write SAT(x, low, high)",
    "der": "declare STATE x and DER dx, and use dx",
    "sgn": "write SIGN(x)",
    "fabs": "write ABS(x)",
    "floor": "write INT(x), which rounds towards zero",
    "pow": "write x^y",
    "log2": "write LN(x)/LN(2)",
    "heaviside": "write IF x > 0 THEN 1 ELSE 0",
    "rand": "RECT draws numbers between 0 and 1, NORM normal ones, in a discrete system",
    "randn": "NORM draws normal numbers, in a discrete system",
}
"""Names of other languages, and what is meant by them here."""


_ARITIES: dict[str, tuple[int, int | None]] = {**ARRAY_FUNCTIONS, "sat": (3, 3), "round": (1, 1)}


class Context(Enum):
    """What surrounds an expression, in the user's words."""

    INITIAL = "the INITIAL section"
    CONTINUOUS = "a continuous equation"
    SAMPLED = "a discrete system"
    EVENT = "a WHEN"
    CONDITION = "a condition"
    FUNCTION = "a FUNCTION"
    REQUIRE = "a REQUIRE"


@frozen
class ExpressionInContext:
    """An expression and its context."""

    expression: Expression
    context: Context
    parameters: tuple[str, ...] = ()


_ALLOWED = {
    "pre": (Context.SAMPLED, Context.EVENT),
    "rect": (Context.SAMPLED, Context.INITIAL),
    "norm": (Context.SAMPLED, Context.INITIAL),
    "delay": (Context.CONTINUOUS, Context.CONDITION),
}
_MISPLACED = {
    "pre": ("misplaced-pre", "PRE is the value just before a sample or an event"),
    "rect": ("misplaced-random", "draw it in a discrete system, which holds it until its next sample"),
    "norm": ("misplaced-random", "draw it in a discrete system, which holds it until its next sample"),
    "delay": ("misplaced-delay", "delay the signal in a continuous or connecting system"),
}


def check_names(system: System, variables: Mapping[str, Variable], report: Report) -> None:
    """Report undefined names and functions, wrong numbers of arguments, and misplaced constructs."""
    _check_definitions(system, report)
    checker = _Checker(system, variables, report)
    for found in _expressions(system, variables):
        stack = [found.expression]
        while stack:
            part = stack.pop()
            if isinstance(part, Name):
                checker.check_name(part, found)
            elif isinstance(part, Apply):
                stack.extend(reversed(part.arguments))
                if part.function not in OPERATORS:
                    checker.check_function(part, found)


def _check_definitions(system: System, report: Report) -> None:
    """Report a function, or a parameter of one, that is defined twice."""
    first_of_name: dict[str, Span] = {}
    for definition in sorted(system.function_definitions, key=lambda definition: definition.span.start):
        first = first_of_name.setdefault(definition.name, definition.span)
        if first is not definition.span:
            report.error(
                "duplicate-definition",
                f"the function '{definition.name}' is defined twice",
                definition.span,
                "keep one of them",
                (Related("first defined here", first),),
            )
        for i, parameter in enumerate(definition.parameters):
            if parameter in definition.parameters[:i]:
                report.error(
                    "duplicate-definition",
                    f"the function '{definition.name}' has two parameters '{parameter}'",
                    definition.span,
                    "rename one of them",
                )


def _expressions(system: System, variables: Mapping[str, Variable]) -> Iterator[ExpressionInContext]:
    for assignment in system.assignments:
        variable = variables.get(assignment.target.name) if not assignment.target.path else None
        if assignment.section is Section.INITIAL:
            context = Context.INITIAL
        elif system.kind is SystemKind.DISCRETE and (variable is None or variable.sampler):
            context = Context.SAMPLED
        else:
            context = Context.CONTINUOUS
        yield ExpressionInContext(assignment.value, context)
    for relation in system.relations:
        yield ExpressionInContext(relation.left, Context.CONTINUOUS)
        yield ExpressionInContext(relation.right, Context.CONTINUOUS)
    for when in system.whens:
        yield ExpressionInContext(when.condition, Context.CONDITION)
        for assignment in when.assignments:
            yield ExpressionInContext(assignment.value, Context.EVENT)
    for stop in system.stops:
        yield ExpressionInContext(stop.condition, Context.CONDITION)
    for require in system.requires:
        yield ExpressionInContext(require.condition, Context.REQUIRE)
    for function in system.functions:
        yield ExpressionInContext(function.body, Context.FUNCTION, function.parameters)


class _Checker:
    def __init__(self, system: System, variables: Mapping[str, Variable], report: Report) -> None:
        self.system = system
        self.variables = variables
        self.report = report
        self.parameters = _parameters(system)
        self._reported: set[str] = set()

    def check_name(self, name: Name, found: ExpressionInContext) -> None:
        if name.path:
            if self.system.kind is not SystemKind.CONNECTING and not self.system.parts:
                self.report.error(
                    "misplaced-reference",
                    f"'{name.name}[{name.owner}]' is allowed only in a connecting system",
                    name.span,
                    f"declare INPUT {name.name} and connect it",
                )
            return
        known = name.name in self.variables or name.name in found.parameters or name.name.startswith("FOR ")
        if known or name.name in self.system.unreadable or name.name in self._reported:
            return
        self._reported.add(name.name)
        self.report.error("undefined-name", f"'{name.name}' is never defined", name.span, self._name_hint(name.name))

    def _name_hint(self, name: str) -> str:
        if name in self.parameters:
            return f"'{name}' is a function: write {name}(...)"
        foreign = FOREIGN_NAMES.get(name.casefold())
        if foreign:
            return foreign
        near = nearest(name, [*self.variables, *sorted(self.system.unreadable)])
        if near:
            return f"did you mean '{near}'?"
        if name.casefold() in ("t", "time"):
            return f"declare it: TIME {name}"
        return f"give it a value ({name}: number) or an equation ({name} = expression)"

    def check_function(self, call: Apply, found: ExpressionInContext) -> None:
        function = call.function
        if function in WRITTEN_ARRAYS or function in (SPAN, LAST):
            return
        if function.startswith(ARRAY_PREFIX):
            word = function.removeprefix(ARRAY_PREFIX)
            self._check_arity(call, *_ARITIES[word], usage_of(word))
        elif function in BUILTINS:
            builtin = BUILTINS[function]
            self._check_arity(call, builtin.least, builtin.most, usage_of(function))
            allowed = _ALLOWED.get(function)
            if allowed is not None and found.context not in allowed:
                code, hint = _MISPLACED[function]
                self.report.error(code, f"{function.upper()} is not allowed in {found.context.value}", call.span, hint)
        elif function in self.parameters:
            names = self.parameters[function]
            self._check_arity(call, len(names), len(names), f"{function}({', '.join(names)})")
        elif function not in self.system.unreadable:
            self._report_function(call)

    def _check_arity(self, call: Apply, least: int, most: int | None, usage: str) -> None:
        count = len(call.arguments)
        if count >= least and (most is None or count <= most):
            return
        if most is None:
            expected = f"at least {least}"
        elif least == most:
            expected = str(least)
        else:
            expected = f"{least} to {most}"
        self.report.error(
            "wrong-arguments",
            f"'{_shown(call.function)}' takes {expected} argument{'' if expected == '1' else 's'}, found {count}",
            call.span,
            f"write {usage}",
        )

    def _report_function(self, call: Apply) -> None:
        if call.function in self._reported:
            return
        self._reported.add(call.function)
        known = [*NAMED_FUNCTIONS, *_ARITIES, *self.parameters]
        near = nearest(call.function, known)
        if call.function in self.variables:
            hint = f"'{call.function}' is a variable: write {call.function}*( ... ) for a product"
        elif call.function.casefold() in FOREIGN_FUNCTIONS:
            hint = FOREIGN_FUNCTIONS[call.function.casefold()]
        elif near:
            hint = f"did you mean '{_shown(near)}'?"
        else:
            hint = f"define it: FUNCTION {call.function}(x) = expression"
        span = call.span
        assert span is not None
        self.report.error(
            "undefined-function",
            f"there is no function '{call.function}'",
            Span(span.source, span.start, span.start + len(call.function)),
            hint,
        )


def _parameters(system: System) -> dict[str, tuple[str, ...]]:
    """Of its functions, by their names."""
    return {
        name: definition.parameters
        for definition in system.function_definitions
        for name in (definition.elements if isinstance(definition, ForeignDefinition) else (definition.name,))
    }


def _shown(function: str) -> str:
    if function.startswith(ARRAY_PREFIX):
        return function.removeprefix(ARRAY_PREFIX).upper()
    return function.upper() if function in BUILTINS else function
