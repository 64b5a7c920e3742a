"""First guesses of variables -> those of others that follow from them by a relation with one unknown left.

A search may be made for `u` where the user said where `F` is, and `u = 0.1*F`.
"""

from collections import ChainMap
from collections.abc import Mapping, Sequence

from simnon.model import Number, is_affine, substitute

from ..derivative import partial_derivatives, simplified
from ..estimates import estimate
from .relation import Relation


def carried_guesses(
    relations: Sequence[Relation],
    unknowns: Sequence[str],
    given: Mapping[str, float],
    value_of_name: Mapping[str, float],
) -> dict[str, float]:
    """Only from what was given to unknowns; `value_of_name` are the values of parameters and states."""
    wanted = set(unknowns)
    guesses = {name: value for name, value in given.items() if name in wanted}
    if not guesses:
        return {}
    relations_of_name: dict[str, list[Relation]] = {}
    names_of_relation: dict[int, list[str]] = {}
    for relation in relations:
        names = names_of_relation[id(relation)] = [name for name in relation.names if name in wanted]
        for name in names:
            relations_of_name.setdefault(name, []).append(relation)
    found: dict[str, float] = {}
    known = ChainMap(guesses, dict(value_of_name))
    waiting = list(guesses)
    for name in waiting:
        for relation in relations_of_name.get(name, ()):
            left = [other for other in names_of_relation[id(relation)] if other not in guesses]
            value = _solution(relation, left[0], known) if len(left) == 1 else None
            if value is not None:
                guesses[left[0]] = found[left[0]] = value
                waiting.append(left[0])
    return found


def _solution(relation: Relation, name: str, known: Mapping[str, float]) -> float | None:
    """What the relation says of the name, where it is linear in it."""
    if not is_affine(relation.residual, {name}):
        return None
    slopes = partial_derivatives(relation.residual, {name}.__contains__)
    slope = estimate(simplified(slopes[name]), known) if name in slopes else None
    rest = estimate(substitute(relation.residual, {name: Number(0.0)}), known)
    return None if not slope or rest is None else -rest / slope
