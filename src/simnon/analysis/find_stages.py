"""A model -> the stage of every name: how often its value can change."""

from collections.abc import Mapping

from simnon.model import AnyModel, Expression, Role, Stage, names_in

from .graph import strongly_connected

_STAGE_OF_ROLE = {
    Role.TIME: Stage.TIME,
    Role.PARAMETER: Stage.PARAMETER,
    Role.CONSTANT: Stage.INITIAL,
    Role.HELD: Stage.HELD,
    Role.MODE: Stage.HELD,
    Role.BEFORE: Stage.HELD,
}


def find_stages(model: AnyModel) -> dict[str, Stage]:
    """By name; equations that need each other share the latest stage among them."""
    stage_of_name: dict[str, Stage] = {}
    for variable in model.variables:
        if variable.sampler:
            stage_of_name[variable.name] = Stage.HELD
        elif variable.role is Role.STATE:
            stage_of_name[variable.name] = Stage.STATE
        elif variable.role in _STAGE_OF_ROLE:
            stage_of_name[variable.name] = _STAGE_OF_ROLE[variable.role]
    for initial in model.initial_computations:
        for target in initial.targets:
            stage_of_name.setdefault(target, Stage.INITIAL)
    for event in model.events:
        for equation in event.equations:
            stage_of_name.setdefault(equation.target, Stage.HELD)
    unknown = [part for part in model.computations if part.targets[0] not in stage_of_name]
    number_of_name = {target: i for i, part in enumerate(unknown) for target in part.targets}
    reads = [part.reads for part in unknown]
    needs = [[number_of_name[name] for name in names if name in number_of_name] for names in reads]
    for component in strongly_connected(needs):
        latest = Stage.CONSTANT
        for i in component:
            for name in reads[i]:
                latest = max(latest, stage_of_name.get(name, latest))
        for i in component:
            stage_of_name.update(dict.fromkeys(unknown[i].targets, latest))
    return stage_of_name


def stage_of(expression: Expression, stage_of_name: Mapping[str, Stage]) -> Stage:
    """The latest stage among the names that the expression reads."""
    return max((stage_of_name[name] for name in names_in(expression)), default=Stage.CONSTANT)
