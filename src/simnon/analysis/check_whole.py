"""HybridModel -> nothing, or `NotWhole` if its arrays cannot stay whole after all: then they are expanded.

Loops compute values; events, samples, delays and noise of elements are still those of scalars.
"""

from collections.abc import Sequence

from simnon.model import Equation, HybridModel, NeedEachOther, NotWhole, Role, Solution, Stage, indices_of_names

from .find_stages import find_stages
from .graph import strongly_connected
from .order_equations import needs_of
from .take_reciprocals import MAX_STATES

_WHAT_OF_ROLE = {
    Role.GUARD: "an event",
    Role.MODE: "an event",
    Role.CONDITION: "an event",
    Role.BEFORE: "a PRE",
    Role.DELAYED: "a DELAY",
    Role.RANDOM: "noise",
}


def check_whole(model: HybridModel) -> None:
    """After all passes: what depends on an index is computed, and nothing else."""
    if model.state_count <= MAX_STATES and _divides(model):
        # Whether a divisor has a reciprocal depends on the element that is divided.
        raise NotWhole("the derivatives of few states multiply by reciprocals")
    modes = [Equation(mode.name, mode.value) for mode in model.modes]
    indices_of_name = indices_of_names(model.whole, [*model.equations, *model.initial_equations, *modes])
    for variable in model.variables:
        if variable.name not in indices_of_name:
            continue
        what = _WHAT_OF_ROLE.get(variable.role)
        if what is not None:
            text = " ".join(variable.span.text.split()) if variable.span is not None else variable.written
            raise NotWhole(f"'{text}' is {what} of each element")
    inside = {name for part in (*model.solutions, *model.initial_solutions) for name in part.reads}
    at_events = [
        Equation(f"{event.name} {i}", e.value) for event in model.events for i, e in enumerate(event.equations)
    ]
    indices_at_events = indices_of_names(model.whole, [*model.equations, *at_events])
    inside |= {equation.target for equation in at_events}
    if not inside.isdisjoint(indices_of_name) or not inside.isdisjoint(indices_at_events):
        raise NeedEachOther("an algebraic loop or a WHEN uses elements by index")


def _divides(model: HybridModel) -> bool:
    divided = [equation.target for equation in model.equations if "/" in equation.functions]
    if not divided:
        return False
    stage_of_name = find_stages(model)
    return any(stage_of_name[target] is Stage.STATE for target in divided)


def check_no_whole_loop(model: HybridModel, parts: Sequence[Equation | Solution]) -> None:
    """Equations over arrays that need each other's values are solved as scalars."""
    if not model.whole:
        return
    names = model.whole.names()
    needs = needs_of(parts)
    for component in strongly_connected(needs):
        if len(component) == 1 and component[0] not in needs[component[0]]:
            continue
        targets = [target for number in component for target in parts[number].targets]
        if not names.isdisjoint(targets):
            shown = next(target for target in targets if target in names)
            raise NeedEachOther(f"'{shown}' needs its own value")
