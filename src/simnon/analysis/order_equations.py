"""Model -> Schedule: order the equations so that every value is computed before it is used.

Equations are visited in source order and each pulls what it needs in front of it, so a
listing stays close to the user's text and the same text always gives the same order.
Continuous and sampled equations are ordered together: at an instant at which systems are
sampled, simultaneous ones see each other's outputs whatever the order of the files.
Equations that need each other become one loop block.
"""

from simnon.model import Block, Equation, Model, Role, Schedule, Stage
from simnon.source import Related, Report

from .find_stages import find_stages
from .graph import reached_from, shortest_cycle, strongly_connected

_NEEDED_BY_THE_RUN = (Role.DERIVATIVE, Role.GUARD, Role.CONDITION, Role.NEW, Role.NEXT_SAMPLE)


def order_equations(model: Model, report: Report) -> Schedule:
    """Return the blocks of `model` in evaluation order; warn once for each algebraic loop."""
    equations = model.equations
    number_of_target = {equation.target: i for i, equation in enumerate(equations)}
    needs = [[number_of_target[name] for name in equation.reads if name in number_of_target] for equation in equations]
    sampler_of_name = {variable.name: variable.sampler for variable in model.variables}
    stage_of_name = find_stages(model)
    is_needed = reached_from(_roots(model, number_of_target), needs)
    blocks = []
    for component in strongly_connected(needs):
        members = tuple(equations[i] for i in component)
        is_loop = len(component) > 1 or component[0] in needs[component[0]]
        if is_loop:
            _warn_about_loop([equations[i] for i in shortest_cycle(needs, component)], members, report)
        sampler = sampler_of_name.get(members[0].target, "")
        stage = _stage(stage_of_name[members[0].target], bool(sampler), is_needed[component[0]])
        blocks.append(Block(members, is_loop, stage, sampler))
    return Schedule(tuple(blocks), *_order_initial(model, stage_of_name, report))


def _order_initial(
    model: Model, stage_of_name: dict[str, Stage], report: Report
) -> tuple[tuple[Equation, ...], tuple[tuple[Equation, ...], ...]]:
    """The INITIAL section and what depends on parameters only, with whatever these read, needs first; the loops."""
    wanted = [*model.initial_equations]
    taken = {equation.target for equation in wanted}
    modes = [Equation(mode.name, mode.value, mode.span) for mode in model.modes]
    others = {equation.target: equation for equation in (*model.equations, *modes) if equation.target not in taken}
    wanted += [equation for equation in others.values() if stage_of_name[equation.target] <= Stage.INITIAL]
    taken.update(equation.target for equation in wanted)
    for equation in wanted:
        for name in equation.reads:
            if name in others and name not in taken:
                taken.add(name)
                wanted.append(others[name])
    number_of_target = {equation.target: i for i, equation in enumerate(wanted)}
    needs = [[number_of_target[name] for name in equation.reads if name in number_of_target] for equation in wanted]
    ordered: list[Equation] = []
    loops: list[tuple[Equation, ...]] = []
    for component in strongly_connected(needs):
        ordered += [wanted[i] for i in component]
        is_loop = len(component) > 1 or component[0] in needs[component[0]]
        if is_loop and any(wanted[i] in model.initial_equations for i in component):
            members = tuple(wanted[i] for i in component)
            loops.append(members)
            _warn_about_loop([wanted[i] for i in shortest_cycle(needs, component)], members, report)
    return tuple(ordered), tuple(loops)


def _stage(stage: Stage, is_sampled: bool, is_needed: bool) -> Stage:
    if is_sampled:
        return Stage.SAMPLE
    if stage in (Stage.TIME, Stage.STATE) and not is_needed:
        return Stage.OUTPUT
    return stage


def _roots(model: Model, number_of_target: dict[str, int]) -> list[int]:
    names = [v.name for v in model.variables if v.role in _NEEDED_BY_THE_RUN or v.sampler]
    names += [before.of for before in model.befores]
    names += [name for delay in model.delays for name in (delay.source, delay.at)]
    for event in model.events:
        for equation in event.equations:
            names += equation.reads
    return [number_of_target[name] for name in names if name in number_of_target]


def _warn_about_loop(cycle: list[Equation], members: tuple[Equation, ...], report: Report) -> None:
    """Name all variables of the loop in the user's order, and show one chain of equations through it."""
    targets = ", ".join(equation.target for equation in members)
    related = tuple(
        Related(f"'{equation.target}' needs '{following.target}'", equation.span)
        for equation, following in zip(cycle, [*cycle[1:], cycle[0]], strict=True)
        if equation.span is not None
    )
    report.warn(
        "algebraic-loop",
        f"{targets}: these equations need each other's values"
        if len(members) > 1
        else f"{targets} needs its own value",
        None if related else members[0].span,
        "a state or a DELAY breaks the loop; otherwise it is solved by iteration",
        related,
    )
