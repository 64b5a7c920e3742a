"""The user's names of states: a state that stands for one variable or another has the name of the present one."""

from collections.abc import Mapping, Sequence

from simnon.model import Apply, Expression, HybridModel, Name, Number


def state_names(model: HybridModel, states: Sequence[str], values: Mapping[str, float]) -> tuple[str, ...]:
    """Of the states of a model whose choice of states can change; `values` has the numbers of the present choices."""
    new_value_of_state = {e.target: e.value for event in model.events for e in event.equations}
    of_before = {before.name: before.of for before in model.befores}
    found = []
    for state in states:
        value = new_value_of_state.get(state)
        chosen = _chosen(value, values) if value is not None and state.startswith("chosen.") else None
        found.append(of_before.get(chosen.name, state) if isinstance(chosen, Name) else state)
    return tuple(found)


def _chosen(value: Expression, values: Mapping[str, float]) -> Expression:
    """The branch of a choice by number: `IF choice = 1 THEN a ELSE IF choice = 2 THEN b ELSE c`."""
    match value:
        case Apply("if", (*pairs, last)):
            for condition, branch in zip(pairs[::2], pairs[1::2], strict=True):
                match condition:
                    case Apply("=", (Name(name), Number(number))) if values.get(name) == number:
                        return branch
            return last
        case _:
            return value
