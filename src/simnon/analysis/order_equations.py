"""HybridModel -> Schedule: order the equations so that every value is computed before it is used.

Equations are visited in source order and each pulls what it needs in front of it, so a
listing stays close to the user's text and the same text always gives the same order.
Continuous and sampled equations are ordered together: at an instant at which systems are
sampled, simultaneous ones see each other's outputs whatever the order of the files.
`tear_loops` has already solved the algebraic loops.
"""

from collections.abc import Iterable, Mapping, Sequence

from simnon.model import Apply, Block, Equation, HybridModel, Iteration, Role, Schedule, Solution, Stage

from .find_stages import find_stages
from .graph import reached_from, strongly_connected

_NEEDED_BY_THE_RUN = (Role.DERIVATIVE, Role.GUARD, Role.CONDITION, Role.NEW, Role.NEXT_SAMPLE)


def order_equations(model: HybridModel) -> Schedule:
    """Return the blocks of `model` in evaluation order."""
    parts = model.computations
    number_of_target = {target: i for i, part in enumerate(parts) for target in part.targets}
    needs = needs_of(parts)
    sampler_of_name = {variable.name: variable.sampler for variable in model.variables}
    stage_of_name = find_stages(model)
    is_needed = reached_from(_roots(model, number_of_target), needs)
    blocks = []
    for component in strongly_connected(needs):
        number = component[0]
        is_loop = len(component) > 1 or number in needs[number]
        assert not is_loop, "order_equations: tear_loops left a loop"
        target = parts[number].targets[0]
        sampler = sampler_of_name.get(target, "")
        blocks.append(Block(parts[number], _stage(stage_of_name[target], bool(sampler), is_needed[number]), sampler))
    blocks = _gathered(blocks, {name: foreign.name for foreign in model.foreign for name in foreign.elements})
    initial = initial_parts(model, stage_of_name)
    ordered = (initial[i] for component in strongly_connected(needs_of(initial)) for i in component)
    return Schedule(tuple(blocks), tuple(ordered))


def _gathered(blocks: list[Block], function_of_element: Mapping[str, str]) -> list[Block]:
    """The same blocks; those that are results of one call follow each other, so that it is made once.

    They read the same names, so each can stand where the first of them does.
    """
    blocks_of_call: dict[object, list[Block]] = {}
    for number, block in enumerate(blocks):
        value = block.part.value if isinstance(block.part, Equation) else None
        function = function_of_element.get(value.function) if isinstance(value, Apply) else None
        call = (function, value.arguments) if function and isinstance(value, Apply) else number
        blocks_of_call.setdefault(call, []).append(block)
    return [block for members in blocks_of_call.values() for block in members]


def needs_of(parts: Sequence[Equation | Solution]) -> list[list[int]]:
    """For each part, the numbers of the parts it needs, in the order in which it reads them."""
    number_of_target = {target: i for i, part in enumerate(parts) for target in part.targets}
    return [[number_of_target[name] for name in part.reads if name in number_of_target] for part in parts]


def initial_parts(model: HybridModel, stage_of_name: Mapping[str, Stage]) -> list[Equation | Solution]:
    """The INITIAL section and equations that depend on parameters only, with everything they read."""
    needed: list[Equation | Solution] = [*model.initial_computations]
    taken = {target for part in needed for target in part.targets}
    modes = [Equation(mode.name, mode.value, mode.span) for mode in model.modes]
    others: dict[str, Equation | Solution] = {
        target: part for part in (*model.computations, *modes) for target in part.targets if target not in taken
    }

    def take(name: str) -> None:
        if name in others and name not in taken:
            taken.update(others[name].targets)
            needed.append(others[name])

    for name in others:
        if stage_of_name[name] <= Stage.INITIAL:
            take(name)
    for part in needed:
        for name in part.reads:
            take(name)
    return needed


def only_recorded(model: HybridModel, guarded: Iterable[str] = ()) -> set[str]:
    """Variables that are only recorded and in no algebraic loop: whatever their shape, the run does not depend on them.

    `guarded` are names that guards will read.
    """
    parts = model.computations
    number_of_target = {target: i for i, part in enumerate(parts) for target in part.targets}
    needs = needs_of(parts)
    groups = strongly_connected(needs)
    alone = {c[0] for c in groups if len(c) == 1 and c[0] not in needs[c[0]]}
    # Corners in an algebraic loop have guards, which read what the loop reads.
    roots = [number_of_target[name] for name in guarded if name in number_of_target]
    roots += [number for group in groups for number in group if number not in alone]
    is_needed = reached_from(roots + _roots(model, number_of_target), needs)
    return {target for number in alone if not is_needed[number] for target in parts[number].targets}


def _stage(stage: Stage, is_sampled: bool, is_needed: bool) -> Stage:
    if is_sampled:
        return Stage.SAMPLE
    if stage in (Stage.TIME, Stage.STATE) and not is_needed:
        return Stage.OUTPUT
    return stage


def _roots(model: HybridModel, number_of_target: dict[str, int]) -> list[int]:
    names = [v.name for v in model.variables if v.role in _NEEDED_BY_THE_RUN or v.sampler]
    names += [before.of for before in model.befores]
    names += [name for delay in model.delays for name in (delay.source, delay.at)]
    # The next first guess of a loop must not depend on which variables are recorded.
    names += [name for part in model.solutions if isinstance(part, Iteration) for name in part.unknowns]
    for event in model.events:
        for equation in event.equations:
            names += equation.reads
    return [number_of_target[name] for name in names if name in number_of_target]
