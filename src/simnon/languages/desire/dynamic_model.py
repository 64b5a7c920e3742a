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

    def is_parameter(self, name: str) -> bool:
        return name in self.read and name not in self.states and name not in self.computed

    def has(self, name: str) -> bool:
        return name in self.read or name in self.computed or name in self.states
