"""FlatModel -> the variables whose initial values a run can be given, and the error for all others."""

from collections.abc import Iterable, Iterator, Sequence, Set

from simnon.model import FlatModel, Role, Variable, element_names, scalars_of
from simnon.program import Layout
from simnon.source import ElementNames, NamesToNumbers, UserError

_STARTED = (Role.STATE, Role.HELD, Role.NEXT_SAMPLE)
_SAMPLED = (Role.OUTPUT, Role.AUXILIARY)


def names_with_initial_value(declared: FlatModel, layout: Layout) -> Set[str]:
    """A run starts, takes its first sample or begins a search from the initial values of these.

    All others are computed by equations before anything reads them.
    """
    names = {v.name for v in declared.variables if _has_initial_value(v) and not (v.shape and declared.whole)}
    names |= {choice.name for choice in declared.versions}
    names |= {unknown for loop in layout.loops for unknown in loop.unknowns}
    slots = layout.initial_slot_of_name()
    known = frozenset(name for name in names if name in slots)
    started = [v for v in declared.variables if declared.whole and v.shape and _has_initial_value(v)]
    return NamesWithElements(known, [element_names(variable) for variable in started]) if started else known


class NamesWithElements(Set[str]):
    """Names, and those of all elements of some arrays."""

    def __init__(self, single: frozenset[str], arrays: Sequence[ElementNames]) -> None:
        self._single = single
        self._elements = NamesToNumbers({}, {(each.before, each.after): (each, 0) for each in arrays})

    def __contains__(self, name: object) -> bool:
        return name in self._single or name in self._elements

    def __iter__(self) -> Iterator[str]:
        yield from self._single
        yield from self._elements

    def __len__(self) -> int:
        return len(self._single) + len(self._elements)

    @classmethod
    def _from_iterable(cls, names: Iterable[str]) -> frozenset[str]:  # type: ignore[override]
        return frozenset(names)


def names_of_samplers(declared: FlatModel) -> Set[str]:
    """The variables of discrete systems."""
    sampled = [variable for variable in declared.variables if variable.sampler]
    if not declared.whole:
        return frozenset(variable.name for variable in sampled)
    hidden = declared.whole.names()
    single = frozenset(v.name for v in sampled if not v.shape and v.name not in hidden)
    arrays = [element_names(variable) for variable in sampled if variable.shape]
    return NamesWithElements(single, arrays) if arrays else single


def no_initial_value(name: str, declared: FlatModel) -> UserError:
    """The error for a variable without an initial value."""
    role = next(variable.role for variable in scalars_of(declared) if variable.name == name)
    hint = "it is computed by an equation; states and held values have one"
    if role is Role.PARAMETER:
        hint = "set a parameter with parameters="
    if role is Role.TIME:
        hint = "a run starts at the time start="
    return UserError("not-a-state", f"'{name}' has no initial value", hint)


def _has_initial_value(variable: Variable) -> bool:
    """Variables that a discrete system computes have initial values, used before its first sample."""
    return variable.role in _STARTED or (bool(variable.sampler) and variable.role in _SAMPLED)
