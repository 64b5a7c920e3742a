"""Unknowns of which only differences occur -> an error that names what is missing: a ground, a fixed point.

If all ACROSS variables of connected terminals can be shifted by the same amount, and no relation changes, then nothing
determines their level. That is decided with numbers, because a formula that cancels need not look like zero.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

from simnon.model import FlatModel, Role, Variable, number_of
from simnon.source import Report, Span, frozen

from .merge_names import Classes
from .relation import Relation

_GOLDEN = (5.0**0.5 - 1.0) / 2.0
_SHIFT = 0.37
_ROUNDING = 1e-9
_DRAWS = 3
_MAX_NAMED = 4


@frozen
class _Reference:
    """What gives terminals of a type their level: the type of the part, and its terminal."""

    what: str
    type: str
    terminal: str


REFERENCES = {
    "electrical.pin": _Reference("a ground", "electrical.ground", "p"),
    "hydraulic.port": _Reference("a given pressure", "hydraulic.reservoir", "a"),
    "mechanics.joint": _Reference("a fixed point", "mechanics.pivot", "a"),
    "rotation.flange": _Reference("a fixed point", "rotation.fixed", "a"),
    "thermal.port": _Reference("a given temperature", "thermal.ambient", "a"),
    "translation.flange": _Reference("a fixed point", "translation.fixed", "a"),
}
"""By type of terminal, those of the libraries."""


class MissingReferences:
    """Finds and reports the unknowns without a level."""

    def __init__(
        self,
        model: FlatModel,
        relations: Sequence[Relation],
        classes: Classes,
        others_of_name: Mapping[str, Sequence[str]],
    ) -> None:
        """`others_of_name` are the names merged into an unknown, as in the `classes`."""
        self._model = model
        self._variable_of_name = model.by_name()
        self._relations = relations
        self._classes = classes
        self._others_of_name = others_of_name

    def report(self, unknowns: Sequence[str], report: Report) -> bool:
        """Whether levels are missing; those of several variables of the same terminals are reported together."""
        names_of_part: dict[tuple[str, str], list[str]] = {}
        for names in self._islands(unknowns):
            if self._is_level_free(names):
                nearest = self._nearest(names)
                names_of_part.setdefault((nearest.owner, nearest.terminal), []).extend(names)
        for names in names_of_part.values():
            self._report(names, report)
        return bool(names_of_part)

    def hint(self, unknowns: Sequence[str]) -> str:
        """What could determine the unknowns besides equations; empty if they are not ACROSS variables."""
        for name in unknowns:
            across = self._across(name)
            if across is not None and across.across_of in REFERENCES:
                reference = REFERENCES[across.across_of]
                return f", or connect {reference.what}: {reference.type}"
        return ""

    def _across(self, unknown: str) -> Variable | None:
        """The ACROSS variable with its value."""
        for name in (unknown, *self._others_of_name.get(unknown, ())):
            variable = self._variable_of_name.get(name)
            if variable is not None and variable.across_of:
                return variable
        return None

    def _islands(self, unknowns: Sequence[str]) -> Iterator[list[str]]:
        """The unknowns that are ACROSS variables of one kind, in groups that relations connect."""
        kind_of_name = {
            name: (across.across_of, across.local.removeprefix(f"{across.terminal}."))
            for name in unknowns
            if (across := self._across(name)) is not None
        }
        group_of_name = {name: [name] for name in kind_of_name}
        for relation in self._relations:
            first_of_kind: dict[tuple[str, str], str] = {}
            for name in relation.names:
                if name in kind_of_name:
                    first = first_of_kind.setdefault(kind_of_name[name], name)
                    _join(group_of_name, first, name)
        position = {name: i for i, name in enumerate(kind_of_name)}
        seen: set[int] = set()
        for group in group_of_name.values():
            if id(group) not in seen and len(group) > 1:
                seen.add(id(group))
                yield sorted(group, key=position.__getitem__)

    def _is_level_free(self, names: Sequence[str]) -> bool:
        """Whether shifting all of them changes no relation; those with one of them are the likeliest to change."""
        shifted = set(names)
        concerned = [relation for relation in self._relations if not shifted.isdisjoint(relation.names)]
        concerned.sort(key=lambda relation: len(shifted.intersection(relation.names)))
        shift_of_name = {name: _SHIFT * self._sign(name) for name in names}
        return all(_is_invariant(relation, shift_of_name) for relation in concerned)

    def _sign(self, unknown: str) -> float:
        """-1 if the unknown is the negated ACROSS variable."""
        across = self._across(unknown)
        return 1.0 if across is None else self._classes.find(across.name)[1]

    def _report(self, names: Sequence[str], report: Report) -> None:
        across = self._all_across(names)
        shown = ", ".join(f"'{variable.name}'" for variable in across[:_MAX_NAMED])
        more = f" and {len(across) - _MAX_NAMED} more" if len(across) > _MAX_NAMED else ""
        nearest = self._nearest(names)
        terminal = f"{nearest.owner}.{nearest.terminal}"
        reference = REFERENCES.get(across[0].across_of)
        if reference is None:
            what, hint = "a reference", f"connect '{terminal}' to a part that gives '{nearest.name}' a value"
        else:
            name = reference.type.rpartition(".")[2]
            what = reference.what
            hint = f"add SYSTEM {name}: {reference.type} and CONNECT {name}.{reference.terminal} {terminal}"
        report.error(
            "too-few-equations",
            f"{what} is missing: the equations contain only differences of {shown}{more}",
            self._place(names, across[0]),
            hint,
        )

    def _all_across(self, names: Sequence[str]) -> list[Variable]:
        return [variable for name in names if (variable := self._across(name)) is not None]

    def _nearest(self, names: Sequence[str]) -> Variable:
        """The one to connect: parts of the model itself can be; the last of them is often the return."""
        return min(reversed(self._all_across(names)), key=lambda variable: variable.owner.count("."))

    def _place(self, names: Sequence[str], across: Variable) -> Span | None:
        """The first CONNECT of these terminals."""
        unknown_of_name = {other: name for name in names for other in (name, *self._others_of_name.get(name, ()))}
        for equation in self._model.equations:
            if self._variable_of_name[equation.target].role is Role.RESIDUAL:
                unknowns = {unknown_of_name.get(read) for read in equation.reads}
                if len(unknowns) == 1 and None not in unknowns:
                    return equation.span
        return across.span


def _join(group_of_name: dict[str, list[str]], one: str, other: str) -> None:
    larger, smaller = group_of_name[one], group_of_name[other]
    if larger is smaller:
        return
    if len(larger) < len(smaller):
        larger, smaller = smaller, larger
    larger += smaller
    group_of_name.update(dict.fromkeys(smaller, larger))


def _is_invariant(relation: Relation, shift_of_name: Mapping[str, float]) -> bool:
    """Whether its residual stays the same, at the first numbers at which it has a value."""
    for draw in range(_DRAWS):
        values = {name: 0.5 + ((i + 1 + draw) * _GOLDEN) % 1.0 for i, name in enumerate(relation.names)}
        moved = {name: value + shift_of_name.get(name, 0.0) for name, value in values.items()}
        before, after = _residual(relation, values), _residual(relation, moved)
        if math.isfinite(before) and math.isfinite(after):
            return abs(after - before) <= _ROUNDING * (1.0 + abs(before))
    return False


def _residual(relation: Relation, values: Mapping[str, float]) -> float:
    """At the values; names that its conditions alone read are equal in all of them."""
    value = number_of(relation.residual, lambda name: values.get(name.name, 0.5))
    return math.nan if value is None else value
