"""Which guards are not affine in time and states, so that no polynomial through a few of their values is exact."""

from collections.abc import Iterable, Mapping

from simnon.model import Equation, HybridModel, Solution, is_affine


def curved_names(model: HybridModel, names: Iterable[str]) -> set[str]:
    """Those of `names`, and of the variables they depend on, that are not affine in time and states."""
    part_of_name = {target: part for part in (*model.equations, *model.solutions) for target in part.targets}
    reads_of_name = {name: part.reads for name, part in part_of_name.items()}
    behind = _reached(names, reads_of_name)
    readers: dict[str, list[str]] = {}
    for name in behind:
        for read in reads_of_name.get(name, ()):
            readers.setdefault(read, []).append(name)
    delayed = {delay.name for delay in model.delays}
    moving = _reached([model.time, *(state for state, _ in model.states), *delayed], readers)
    bent = [name for name in behind & moving if _is_curved(part_of_name.get(name), moving)]
    return _reached([*bent, *delayed], readers)


def _is_curved(part: Equation | Solution | None, moving: set[str]) -> bool:
    return part is not None and not (isinstance(part, Equation) and is_affine(part.value, moving))


def _reached(names: Iterable[str], next_of_name: Mapping[str, Iterable[str]]) -> set[str]:
    found = set(names)
    waiting = list(found)
    while waiting:
        new = set(next_of_name.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return found
