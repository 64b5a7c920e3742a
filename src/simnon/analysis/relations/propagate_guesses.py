"""First guesses of variables -> those that follow from them by relations with one unknown left.

A loop may iterate on `u` although the user gave a guess for `F`, and `u = 0.1*F`.
"""

from collections import ChainMap
from collections.abc import Mapping, Sequence

from simnon.model import Number, is_affine, substitute

from ..derivative import partial_derivatives, simplified
from ..estimates import estimate
from .relation import Relation


def propagated_guesses(
    relations: Sequence[Relation],
    unknowns: Sequence[str],
    given: Mapping[str, float],
    value_of_name: Mapping[str, float],
) -> dict[str, float]:
    """Only from guesses given to unknowns; `value_of_name` are the values of parameters and states."""
    free = set(unknowns)
    guesses = {name: value for name, value in given.items() if name in free}
    if not guesses:
        return {}
    relations_of_name: dict[str, list[Relation]] = {}
    names_of_relation: dict[int, list[str]] = {}
    for relation in relations:
        names = names_of_relation[id(relation)] = [name for name in relation.names if name in free]
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
    """The value that the relation gives the name, if it is linear in it."""
    if not is_affine(relation.residual, {name}):
        return None
    slopes = partial_derivatives(relation.residual, {name}.__contains__)
    slope = estimate(simplified(slopes[name]), known) if name in slopes else None
    rest = estimate(substitute(relation.residual, {name: Number(0.0)}), known)
    return None if not slope or rest is None else -rest / slope
