"""HybridModel -> HybridModel: recognise TSAMP equations `ts = t + period`, so that periods can be counted.

Adding 0.1 repeatedly drifts away from the exact instants; counting periods does not.
"""

from dataclasses import replace

from simnon.model import Apply, Equation, Expression, HybridModel, Name, Stage
from simnon.source import Report

from .find_stages import find_stages, stage_of


def recognise_periods(model: HybridModel, report: Report) -> HybridModel:
    del report
    instants = {sampler.next_sample for sampler in model.samplers if sampler.next_sample}
    if not instants:
        return model
    stage_of_name = find_stages(model)

    def recognised(equation: Equation) -> Equation:
        period = _period(equation.value, model.time) if equation.target in instants else None
        if period is None or stage_of(period, stage_of_name) > Stage.INITIAL:
            return equation
        return replace(equation, value=Apply("periodic", (Name(model.time), period), equation.value.span))

    return replace(model, equations=tuple(recognised(equation) for equation in model.equations))


def _period(value: Expression, time: str) -> Expression | None:
    """The expression added to time, if the equation does nothing else."""
    match value:
        case Apply("+", (Name(name), period)) if name == time:
            return period
        case Apply("+", (period, Name(name))) if name == time:
            return period
        case _:
            return None
