"""DATA: what became of the initial values of states that relations constrain: kept, chosen, or replaced."""

from collections.abc import Sequence

from simnon.program import Array, Layout, StartConstraintTable
from simnon.source import LazySequence, frozen

from .options import RunOptions


@frozen
class InitialValue:
    """`given` is None if the user gave none; `is_free` means that the run starts from the given value."""

    name: str
    given: float | None
    value: float
    is_free: bool

    def explanation(self) -> str:
        """Why the run does not start from the given value."""
        return f"{self.name} was given the initial value {self.given:g}, but the equations need {self.value + 0.0:g}"


@frozen
class StartReport:
    """The states of the text in source order; empty if no relations constrain them."""

    values: Sequence[InitialValue] = ()
    conflicts: tuple[InitialValue, ...] = ()

    def text(self) -> str:
        """A plain report, a line for each kind."""
        conflicts = set(self.conflicts)
        kept = [each for each in self.values if each.is_free and each.given is not None]
        chosen = [each for each in self.values if each.is_free and each.given is None]
        met = [each for each in self.values if not each.is_free and each.given is not None and each not in conflicts]
        found = [each for each in self.values if not each.is_free and each.given is None]
        lines = [
            _line("given and kept", kept),
            _line("given, and the equations agree", met),
            _line("computed by the equations", found),
            _line("chosen, because no value was given", chosen),
        ]
        return "\n".join([*filter(None, lines), *(conflict.explanation() for conflict in self.conflicts)])


def report_start(layout: Layout, values: Array, options: RunOptions) -> StartReport:
    """From the values of all slots at the start of a run."""
    constraints = layout.start_constraints
    are_free = all(each.given is None and not each.leaders for each in layout.constraints_of_scalars())
    if isinstance(constraints, StartConstraintTable) and are_free:
        values = values.copy()  # The report is made when it is read, after the run has changed them.
        return StartReport(LazySequence(len(constraints), lambda: _values(layout, values, options)))
    found = _values(layout, values, options)
    return StartReport(tuple(found), tuple(each for each in found if _is_conflict(each, options.rtol)))


def _values(layout: Layout, values: Array, options: RunOptions) -> list[InitialValue]:
    found: list[InitialValue] = []
    names_given = {
        constraint.name for constraint in layout.start_constraints if constraint.is_given
    } | options.initial.keys()
    for constraint in layout.start_constraints:
        value = float(-values[constraint.value] if constraint.is_negated else values[constraint.value])
        is_given = constraint.name in names_given
        given = value if constraint.given is None else float(values[constraint.given])
        is_free = constraint.given is None and (is_given or names_given.isdisjoint(constraint.leaders))
        found.append(InitialValue(constraint.name, given if is_given else None, value, is_free))
    return found


def _is_conflict(each: InitialValue, rtol: float) -> bool:
    if each.given is None or each.is_free:
        return False
    return abs(each.given - each.value) > rtol * max(1.0, abs(each.given), abs(each.value))


def _line(what: str, values: list[InitialValue]) -> str:
    return f"{what}: {', '.join(f'{each.name} = {each.value + 0.0:g}' for each in values)}" if values else ""
