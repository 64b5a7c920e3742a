"""Which names have values before the relations between states are solved: those that depend on none of these states."""

from collections.abc import Iterable

from simnon.model import FlatModel, Role, names_in

from .relation import Relation

_GIVEN = (Role.PARAMETER, Role.CONSTANT, Role.TIME, Role.HELD)


class KnownAtStart:
    """A predicate on names; `states` are those that stay states and start from their given values."""

    def __init__(self, model: FlatModel, relations: Iterable[Relation], states: Iterable[str] = ()) -> None:
        self.is_known = {v.name: True for v in model.variables if v.role in _GIVEN}
        self.is_known |= dict.fromkeys(states, True)
        self.residual_of_name = {relation.target: relation.residual for relation in relations if relation.target}

    def __call__(self, name: str) -> bool:
        waiting = [name]
        # Each needs the next one; a name that needs itself is unknown.
        while waiting:
            last = waiting[-1]
            residual = self.residual_of_name.get(last)
            if last in self.is_known or residual is None:
                self.is_known.setdefault(waiting.pop(), False)
                continue
            others = [other for other in names_in(residual) if other != last]
            new = next((other for other in others if other not in self.is_known and other not in waiting), None)
            if new is not None:
                waiting.append(new)
            else:
                self.is_known[waiting.pop()] = all(self.is_known.get(other, False) for other in others)
        return self.is_known[name]
