"""DATA: the DYNAMIC section of a program."""

from simnon.model import Assignment, Declaration, Stop
from simnon.source import frozen


@frozen
class DynamicModel:
    """`read` are the names read before they are computed: states, time, and values of the experiment."""

    declarations: tuple[Declaration, ...]
    assignments: tuple[Assignment, ...]
    stops: tuple[Stop, ...]
    states: tuple[str, ...]
    read: frozenset[str]
    computed: frozenset[str]
    in_indices: frozenset[str]
    """The names in indices and shifts: they have the same value in all runs."""

    def is_state(self, name: str) -> bool:
        return _whole(name) in self.states

    def is_parameter(self, name: str) -> bool:
        name = _whole(name)
        return name in self.read and name not in self.states and name not in self.computed

    def has(self, name: str) -> bool:
        name = _whole(name)
        return name in self.read or name in self.computed or name in self.states


def _whole(name: str) -> str:
    """The array of an element `x[2]`."""
    return name.partition("[")[0]
