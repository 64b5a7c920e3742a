"""HybridModel -> HybridModel: guards that are linear in time get the time at which they change sign.

The crossing of `t < 100` need not be searched for: the integrator knows in advance where to stop. Guards
that depend on time in any other way are located like those of the states.
"""

from dataclasses import replace

from simnon.model import Expression, HybridModel, Number, Role, Stage, TimeEvent, apply, substitute
from simnon.source import Report

from .derivative import partial_derivatives, simplified
from .find_stages import find_stages, stage_of

_MAX_SUBSTITUTIONS = 50


def find_time_events(model: HybridModel, report: Report) -> HybridModel:
    del report
    if not model.modes:
        return model
    stage_of_name = find_stages(model)
    value_of_name = {equation.target: equation.value for equation in model.equations}
    time_events: list[TimeEvent] = []
    limits = {domain.guard for domain in model.domains}
    for variable in model.variables:
        is_guard = variable.role is Role.GUARD and variable.name not in limits
        if is_guard and stage_of_name[variable.name] is Stage.TIME:
            at = _crossing_time(value_of_name[variable.name], model.time, value_of_name, stage_of_name)
            if at is not None:
                time_events.append(TimeEvent(variable.name, at))
    return replace(model, time_events=tuple(time_events))


def _crossing_time(
    guard: Expression,
    time: str,
    value_of_name: dict[str, Expression],
    stage_of_name: dict[str, Stage],
) -> Expression | None:
    """The zero of a*t + b, with `a` and `b` free of time; None if the guard does not have that form."""

    def depends_on_time(name: str) -> bool:
        return stage_of_name[name] is Stage.TIME

    for _ in range(_MAX_SUBSTITUTIONS):
        names = [name for name in partial_derivatives(guard, depends_on_time) if name != time]
        if not names:
            break
        if names[0] not in value_of_name:
            return None
        guard = substitute(guard, {names[0]: value_of_name[names[0]]})
    slope = simplified(partial_derivatives(guard, depends_on_time).get(time, Number(0.0)))
    if stage_of(slope, stage_of_name) > Stage.HELD or slope == Number(0.0):
        return None
    at_zero = simplified(substitute(guard, {time: Number(0.0)}))
    if stage_of(at_zero, stage_of_name) > Stage.HELD:
        return None
    return simplified(apply("/", apply("neg", at_zero), slope))
