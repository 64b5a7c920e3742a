"""HybridModel -> HybridModel: within each WHEN, a new value is computed before those that read it."""

from dataclasses import replace

from simnon.model import Equation, HybridModel
from simnon.source import Report

from .graph import strongly_connected


def order_events(model: HybridModel, report: Report) -> HybridModel:
    del report
    if not model.events:
        return model
    return replace(model, events=tuple(replace(event, equations=_ordered(event.equations)) for event in model.events))


def _ordered(equations: tuple[Equation, ...]) -> tuple[Equation, ...]:
    number_of_target = {equation.target: i for i, equation in enumerate(equations)}
    needs = [[number_of_target[name] for name in equation.reads if name in number_of_target] for equation in equations]
    return tuple(equations[i] for component in strongly_connected(needs) for i in component)
