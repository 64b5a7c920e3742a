"""HybridModel -> HybridModel: derivatives multiply by reciprocals of divisors that are constant within a step.

A division takes four times as long as a multiplication, and each stage of a step waits for the one before it. The
last bit of a derivative does not matter to an integration. Everything shown, compared, sampled or assigned stays the
quotient that was written, and so do arguments of functions to which the last bit may matter, as in `INT(x/p)`.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from operator import is_

from simnon.model import (
    Apply,
    Equation,
    Expression,
    HybridModel,
    Name,
    Number,
    Stage,
    names_in,
)
from simnon.source import Report

from .find_stages import find_stages
from .workbench import Moment, Setting, Workbench

ONE = Number(1.0)
MAX_STATES = 64
"""The steps of a larger model do not wait for divisions."""
_SMOOTH = frozenset({"+", "neg", "*", "/", "min", "max", "abs"})
"""And the branches of IF."""

Reciprocal = Callable[[Expression], Expression | None]


def take_reciprocals(model: HybridModel, report: Report) -> HybridModel:
    del report
    if not 0 < model.state_count <= MAX_STATES or not any("/" in equation.functions for equation in model.equations):
        return model
    stage_of_name = find_stages(model)
    owner_of_name = {variable.name: variable.owner for variable in model.variables}
    bench = Workbench(model)
    reciprocal_of_name: dict[str, Name] = {}

    def reciprocal(divisor: Expression) -> Expression | None:
        if isinstance(divisor, Number):
            return _reciprocal_number(divisor.value)
        if not isinstance(divisor, Name) or stage_of_name[divisor.name] > Stage.HELD:
            return None
        known = reciprocal_of_name.get(divisor.name)
        if known is None:
            setting = Setting(Moment.CONTINUOUS, owner_of_name[divisor.name])
            known = bench.hoist(Apply("/", (ONE, Name(divisor.name))), setting, "reciprocal")
            reciprocal_of_name[divisor.name] = known
        return known

    changed = []
    for equation in _smooth_equations(model, stage_of_name):
        if "/" not in equation.functions:
            continue
        value = _with_products(equation.value, reciprocal)
        if value is not equation.value:
            changed.append(replace(equation, value=value))
    bench.rewrite(lambda equation, _: equation.value, lambda _: False)
    return replace(bench.finished(), in_derivatives=tuple(changed)) if changed else model


def _reciprocal_number(number: float) -> Number | None:
    if abs(number) < sys.float_info.min:
        return None
    return Number(1.0 / number)


def _smooth_equations(model: HybridModel, stage_of_name: Mapping[str, Stage]) -> Iterable[Equation]:
    """The equations of derivatives and of all that they read, except what goes into other functions."""
    changing = {e.target: e for e in model.equations if stage_of_name[e.target] is Stage.STATE}
    needed = _behind([derivative for _, derivative in model.states], changing)
    fed_elsewhere = [name for equation in needed for name in _fed_elsewhere(equation.value)]
    exact = _behind([*fed_elsewhere, *(name for solution in model.solutions for name in solution.reads)], changing)
    exact_targets = {equation.target for equation in exact}
    return [equation for equation in needed if equation.target not in exact_targets]


def _behind(names: Iterable[str], equation_of_target: Mapping[str, Equation]) -> list[Equation]:
    """The equations of the names and of everything these read."""
    found = {name: equation_of_target[name] for name in names if name in equation_of_target}
    pending = list(found.values())
    while pending:
        for name in pending.pop().reads:
            if name not in found and name in equation_of_target:
                found[name] = equation_of_target[name]
                pending.append(found[name])
    return list(found.values())


def _smooth_arguments(node: Apply) -> range | tuple[int, ...]:
    """The arguments whose last bit only affects the last bit of the value; for IF, its branches."""
    count = len(node.arguments)
    if node.function == "if":
        return (*range(1, count, 2), count - 1)
    return range(count if node.function in _SMOOTH else 0)


def _fed_elsewhere(expression: Expression) -> list[str]:
    """The names read outside sums, products and the like."""
    found: list[str] = []
    stack = [expression]
    while stack:
        node = stack.pop()
        if isinstance(node, Apply):
            smooth = _smooth_arguments(node)
            stack += (node.arguments[i] for i in smooth)
            others = set(range(len(node.arguments))).difference(smooth)
            found += (name for i in sorted(others) for name in names_in(node.arguments[i]))
    return found


def _with_products(node: Expression, reciprocal: Reciprocal) -> Expression:
    if not isinstance(node, Apply):
        return node
    arguments = list(node.arguments)
    for i in _smooth_arguments(node):
        arguments[i] = _with_products(arguments[i], reciprocal)
    factor = reciprocal(arguments[1]) if node.function == "/" else None
    if factor is not None:
        return Apply("*", (arguments[0], factor), node.span)
    return node if all(map(is_, arguments, node.arguments)) else Apply(node.function, tuple(arguments), node.span)
