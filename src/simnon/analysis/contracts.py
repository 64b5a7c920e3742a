"""FlatModel, HybridModel -> nothing, or an AssertionError that names the broken invariant.

What a pass can rely on and must keep (see ARCHITECTURE.md). The tests check every model after every pass.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from simnon.model import (
    BUILTINS,
    FUNCTIONS_OF_WHOLE_ARRAYS,
    AnyModel,
    Apply,
    Equation,
    Expression,
    FlatModel,
    HybridModel,
    Interpolation,
    Iteration,
    LinearSystem,
    Name,
    Role,
    Solution,
    Stage,
    Table,
    TableUse,
    functions_in,
    names_in,
    parts_of,
)

from .find_stages import find_stages, stage_of
from .graph import strongly_connected
from .make_events_explicit import CORNERS, KINKED
from .order_equations import needs_of, only_recorded
from .separate_remembered_values import MEMORIES

_GIVEN = frozenset({Role.TIME, Role.PARAMETER, Role.CONSTANT, Role.STATE, Role.HELD, Role.MODE, Role.BEFORE})
"""Variables whose values do not come from equations."""
_REMEMBERED = frozenset({"delayed", "delayed.slope", "uniform", "normal", "periodic"})


def check_flat(model: FlatModel) -> None:
    """Names are unique and belong to variables; functions exist and have the right number of arguments."""
    _check_names(model)
    _check_functions(model, {function.name: len(function.parameters) for function in model.functions})
    for function in model.functions:
        unknown = set(names_in(function.body)) - set(function.parameters) - model.by_name().keys()
        _demand(not unknown, f"the function '{function.name}' reads {unknown}")


def check_hybrid(model: HybridModel, done: Sequence[str]) -> None:
    """Every variable has one source for its value; user functions and remembered values are gone from expressions.

    `done` are the names of the passes so far: have they made events explicit, torn loops, ordered events?
    """
    _check_names(model)
    _check_functions(model, {})
    for expression in _expressions(model):
        _demand(MEMORIES.isdisjoint(functions_in(expression)), "an expression contains a remembered value")
    _check_sources_of_values(model)
    _check_modes(model)
    if "make_events_explicit" in done:
        _check_no_hidden_events(model)
    if "tear_loops" in done:
        _check_no_loops(model.computations)
    if "order_events" in done:
        for event in model.events:
            _check_in_order(event.equations)


def _demand(is_true: bool, message: str) -> None:
    if not is_true:
        raise AssertionError(f"model: {message}")


def _check_names(model: AnyModel) -> None:
    _check_once((variable.name for variable in model.variables), "is the name of")
    for part in model.computations, model.initial_computations, *(event.equations for event in model.events):
        _check_once((target for each in part for target in each.targets), "is determined by")
    role_of_name = {variable.name: variable.role for variable in model.variables}
    read = [part for each in _expressions(model) for part in parts_of(each) if isinstance(part, Name)]
    unresolved = [name for name in read if name.path]
    _demand(not unresolved, f"names are not resolved: {unresolved}")
    inside = {equation.target for part in _iterations(model) for equation in part.equations}
    unknown = {name.name for name in read} - inside | set(_names_elsewhere(model))
    unknown -= role_of_name.keys()
    _demand(not unknown, f"unknown variables: {unknown}")
    for name, derivative in model.states:
        _demand(role_of_name[name] is Role.STATE, f"'{name}' is not a state")
        _demand(role_of_name[derivative] is Role.DERIVATIVE, f"'{derivative}' is not a derivative")


def _check_once(names: Iterable[str], what: str) -> None:
    for name, count in Counter(names).items():
        _demand(count == 1, f"'{name}' {what} {count}")


def _names_elsewhere(model: AnyModel) -> Iterator[str]:
    """The names that occur outside expressions."""
    yield from (target for part in (*model.computations, *model.initial_computations) for target in part.targets)
    yield from (name for pair in model.states for name in pair)
    for sampler in model.samplers:
        yield from (name for pair in sampler.states for name in pair)
        yield from filter(None, (sampler.next_sample, *sampler.triggers, sampler.due))
    for event in model.events:
        yield event.condition
        yield from (equation.target for equation in event.equations)
    yield from (stop.condition for stop in model.stops)
    yield from (name for delay in model.delays for name in (delay.name, delay.source, delay.at))
    yield from (stream.name for stream in model.randoms)
    yield from (name for before in model.befores for name in (before.name, before.of))
    if isinstance(model, HybridModel):
        yield from (name for pair in (*model.aliases, *model.negatives) for name in pair)
        yield from (
            name
            for constraint in model.start_constraints
            for name in (constraint.name, constraint.given, constraint.flag)
            if name
        )


def _expressions(model: AnyModel) -> Iterator[Expression]:
    at_events = (equation for event in model.events for equation in event.equations)
    for part in (*model.computations, *model.initial_computations, *at_events):
        yield from _expressions_of(part)
    if isinstance(model, HybridModel):
        yield from (mode.value for mode in model.modes)
        yield from (event.at for event in model.time_events)
        yield from (equation.value for equation in model.in_derivatives)
        if model.sensitivities is not None:
            yield from (value for row in model.sensitivities.shifts_of_events for value in row)


def _expressions_of(part: Equation | Solution) -> Iterator[Expression]:
    match part:
        case Equation():
            yield part.value
        case LinearSystem():
            yield from (entry for row in (*part.matrix, *part.right) for entry in row)
        case Iteration():
            yield from (equation.value for equation in part.equations)
            yield from part.values
            yield from (entry for row in part.matrix for _, entry in row)


def _iterations(model: AnyModel) -> list[Iteration]:
    return [part for part in (*model.computations, *model.initial_computations) if isinstance(part, Iteration)]


def _computed_by(parts: Sequence[Equation | Solution]) -> set[str]:
    """The names that the parts compute, inside iterations too."""
    inside = {equation.target for part in parts if isinstance(part, Iteration) for equation in part.equations}
    return inside | {target for part in parts for target in part.targets}


def _check_functions(model: AnyModel, count_of_function: dict[str, int]) -> None:
    known = dict(count_of_function)
    for table in model.tables:
        known |= {name: _count(table, use) for name, (use, _) in table.uses().items()}
    known |= {name: len(foreign.parameters) for foreign in model.foreign for name in foreign.elements}
    nodes = (node for expression in _expressions(model) for node in parts_of(expression))
    for name, count in {(node.function, len(node.arguments)) for node in nodes if isinstance(node, Apply)}:
        builtin = BUILTINS.get(name)
        is_internal = name in _REMEMBERED or name in FUNCTIONS_OF_WHOLE_ARRAYS or name == "solve"
        _demand(builtin is not None or name in known or is_internal, f"there is no function '{name}'")
        takes = builtin.takes_count(count) if builtin is not None else known.get(name, count) == count
        _demand(takes, f"'{name}' has {count} arguments")


def _count(table: Table, use: TableUse) -> int:
    """The number of arguments; a piece also takes the interval of each."""
    both = len(table.parameters)
    return {TableUse.VALUE: both, TableUse.PIECE: 2 * both}.get(use, 1)


def _check_sources_of_values(model: HybridModel) -> None:
    computed, at_start = map(_computed_by, (model.computations, model.initial_computations))
    at_events = {equation.target for event in model.events for equation in event.equations}
    shared = [name for name, _ in (*model.aliases, *model.negatives)]
    _check_once(shared, "shares the value of")
    representatives = {name for _, name in (*model.aliases, *model.negatives)}
    _demand(representatives.isdisjoint(shared), "the value that a name shares is shared itself")
    for variable in model.variables:
        name = variable.name
        _demand(variable.role is not Role.RESIDUAL, f"'{name}' is an unsolved relation")
        if name in shared:
            _demand(name not in computed, f"'{name}' shares a value and has its own")
        elif variable.role in _GIVEN:
            is_constant = variable.role is Role.CONSTANT and name in at_start
            _demand(is_constant or name not in computed, f"'{name}' is given and computed")
        else:
            _demand(name in computed | at_start | at_events, f"'{name}' has no value")


def _check_modes(model: HybridModel) -> None:
    role_of_name = {variable.name: variable.role for variable in model.variables}
    modes = [mode.name for mode in model.modes]
    _check_once(modes, "is the name of modes:")
    _demand(set(modes) == {n for n, role in role_of_name.items() if role is Role.MODE}, "a mode is not a variable")
    guards = [name for mode in model.modes for name in mode.guards]
    guards += [domain.guard for domain in model.domains] + [event.guard for event in model.time_events]
    _demand(all(role_of_name.get(name) is Role.GUARD for name in guards), "a guard is not a variable")


def _check_no_hidden_events(model: HybridModel) -> None:
    stage_of_name = find_stages(model)
    sampler_of_name = {variable.name: variable.sampler for variable in model.variables}
    recorded = only_recorded(model)
    piecewise = {table.name for table in model.tables if table.interpolation is not Interpolation.SPLINE}
    for equation in model.equations:
        if sampler_of_name[equation.target]:
            continue
        hidden = (KINKED | piecewise) - (CORNERS if equation.target in recorded else frozenset())
        for node in parts_of(equation.value):
            if isinstance(node, Apply) and node.function in hidden:
                is_steady = stage_of(node, stage_of_name) <= Stage.HELD
                _demand(is_steady, f"an event is hidden in the {node.function.upper()} of '{equation.target}'")


def _check_no_loops(parts: Sequence[Equation | Solution]) -> None:
    needs = needs_of(parts)
    for numbers in strongly_connected(needs):
        is_loop = len(numbers) > 1 or numbers[0] in needs[numbers[0]]
        _demand(not is_loop, f"an unsolved loop through '{parts[numbers[0]].targets[0]}'")


def _check_in_order(equations: Sequence[Equation]) -> None:
    """Among equations that need each other, one reads an old value."""
    needs = needs_of(equations)
    group_of_number = {i: group for group, numbers in enumerate(strongly_connected(needs)) for i in numbers}
    for i, needed in enumerate(needs):
        late = [j for j in needed if j > i and group_of_number[j] != group_of_number[i]]
        _demand(not late, f"'{equations[i].target}' is computed before what it reads")
