"""FlatModel -> FlatModel: find which variables are conditions, and check that each is used as one."""

from dataclasses import replace

from simnon.model import (
    BUILTINS,
    CONDITIONS,
    NOW,
    RELATIONS,
    Apply,
    Equation,
    Expression,
    FlatModel,
    Kind,
    Name,
    Number,
    Role,
    Variable,
    print_expression,
)
from simnon.source import Related, Report, Span

_MUST_BE_NUMBERS = (Role.DERIVATIVE, Role.NEW, Role.NEXT_SAMPLE, Role.STATE)
_LOGICAL = frozenset({*RELATIONS, *(f"{relation}{NOW}" for relation in RELATIONS), "and", "or", "not", "if"})
_CONDITION_HINT = "compare it, for example x > 0"
_NUMBER_HINT = "turn it into a number: IF condition THEN 1 ELSE 0"


def check_kinds(model: FlatModel, report: Report) -> FlatModel:
    conditions = _condition_names(model)
    variable_of_name = model.by_name()
    connected = {e.target: e.span for e in model.equations if variable_of_name[e.target].role is Role.INPUT and e.span}
    checker = _Checker(conditions, connected, report)
    for equation in _all_equations(model):
        variable = variable_of_name[equation.target]
        if variable.role is Role.CONDITION:
            checker.check(equation.value, Kind.CONDITION)
        elif variable.role in _MUST_BE_NUMBERS or equation.target not in conditions:
            if not (_LOGICAL.isdisjoint(equation.functions) and conditions.isdisjoint(equation.reads)):
                checker.check(equation.value, Kind.NUMBER)
        else:
            checker.check(equation.value, Kind.CONDITION)
    for requirement in model.requirements.conditions:
        checker.check(requirement.condition, Kind.CONDITION)
    if not conditions:
        return model
    return replace(model, variables=tuple(_marked(v, conditions) for v in model.variables))


def _all_equations(model: FlatModel) -> tuple[Equation, ...]:
    at_events = tuple(equation for event in model.events for equation in event.equations)
    return (*model.initial_equations, *model.equations, *at_events)


def _marked(variable: Variable, conditions: set[str]) -> Variable:
    is_condition = variable.name in conditions and variable.role not in _MUST_BE_NUMBERS
    return replace(variable, is_condition=True) if is_condition else variable


def _condition_names(model: FlatModel) -> set[str]:
    """The targets whose equation gives a condition, directly or by copying one that does."""
    copies: list[tuple[str, str]] = [(before.name, before.of) for before in model.befores]
    conditions: set[str] = {v.name for v in model.variables if v.role is Role.CONDITION}
    for equation in _all_equations(model):
        result = _result(equation.value)
        if isinstance(result, Name):
            copies.append((equation.target, result.name))
        elif isinstance(result, Apply) and result.function in CONDITIONS:
            conditions.add(equation.target)
    by_source: dict[str, list[str]] = {}
    for target, source in copies:
        by_source.setdefault(source, []).append(target)
    waiting = sorted(conditions)
    while waiting:
        for target in by_source.get(waiting.pop(), ()):
            if target not in conditions:
                conditions.add(target)
                waiting.append(target)
    return conditions


def _result(expression: Expression) -> Expression:
    """The first value of an IF, which determines its kind."""
    while isinstance(expression, Apply) and expression.function == "if":
        expression = expression.arguments[1]
    return expression


class _Checker:
    def __init__(self, conditions: set[str], connected: dict[str, Span], report: Report) -> None:
        self.conditions = conditions
        self.connected = connected
        self.report = report

    def check(self, expression: Expression, expected: Kind) -> None:
        match expression:
            case Number():
                self._compare(expression, Kind.NUMBER, expected)
            case Name(name):
                self._compare(expression, Kind.CONDITION if name in self.conditions else Kind.NUMBER, expected)
            case Apply("if", arguments):
                for i, argument in enumerate(arguments):
                    is_test = i % 2 == 0 and i < len(arguments) - 1
                    self.check(argument, Kind.CONDITION if is_test else expected)
            case Apply(function, arguments):
                self._compare(expression, Kind.CONDITION if function in CONDITIONS else Kind.NUMBER, expected)
                builtin = BUILTINS.get(function)
                takes = builtin.takes if builtin else Kind.NUMBER
                for argument in arguments:
                    self.check(argument, takes)

    def _compare(self, expression: Expression, found: Kind, expected: Kind) -> None:
        if found is expected:
            return
        text = print_expression(expression)
        connection = self.connected.get(expression.name) if isinstance(expression, Name) else None
        related = (Related(f"'{text}' is connected here", connection),) if connection is not None else ()
        if expected is Kind.CONDITION:
            self.report.error(
                "condition-expected",
                f"expected a condition, but '{text}' is a number",
                expression.span,
                _CONDITION_HINT,
                related,
            )
        else:
            self.report.error(
                "value-expected",
                f"expected a number, but '{text}' is a condition",
                expression.span,
                _NUMBER_HINT,
                related,
            )
