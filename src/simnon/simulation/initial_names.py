"""FlatModel -> the variables whose initial values a run can be given, and the error for all others."""

from simnon.model import FlatModel, Role, Variable
from simnon.program import Layout
from simnon.source import UserError

_STARTED = (Role.STATE, Role.HELD, Role.NEXT_SAMPLE)
_SAMPLED = (Role.OUTPUT, Role.AUXILIARY)


def names_with_initial_value(declared: FlatModel, layout: Layout) -> frozenset[str]:
    """A run starts, takes its first sample or begins a search from the initial values of these.

    All others are computed by equations before anything reads them.
    """
    names = {variable.name for variable in declared.variables if _has_initial_value(variable)}
    names |= {choice.name for choice in declared.versions}
    names |= {unknown for loop in layout.loops for unknown in loop.unknowns}
    return frozenset(names & layout.initial_slot_of_name().keys())


def no_initial_value(name: str, declared: FlatModel) -> UserError:
    """The error for a variable without an initial value."""
    role = next(variable.role for variable in declared.variables if variable.name == name)
    hint = "it is computed by an equation; states and held values have one"
    if role is Role.PARAMETER:
        hint = "set a parameter with parameters="
    if role is Role.TIME:
        hint = "a run starts at the time start="
    return UserError("not-a-state", f"'{name}' has no initial value", hint)


def _has_initial_value(variable: Variable) -> bool:
    """Variables that a discrete system computes have initial values, used before its first sample."""
    return variable.role in _STARTED or (bool(variable.sampler) and variable.role in _SAMPLED)
