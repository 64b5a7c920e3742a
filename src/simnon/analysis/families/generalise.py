"""Solved models with few parts -> the model with many: one equation for the parts in the middle, few at the ends.

What is found in the smallest model must give the others, equation by equation: then it does not depend on their number.
`NotWhole` has the reason if it does.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from simnon.model import (
    Apply,
    Equation,
    Extent,
    FlatModel,
    HybridModel,
    Limit,
    Name,
    NotWhole,
    Role,
    Shape,
    StartConstraint,
    Variable,
    element_names,
    family_of,
    name_in_parts,
    place_text,
    together,
)
from simnon.source import frozen

from .members import Members, find_members, growing_arrays
from .part_paths import all_parts
from .pieces import Piece, find_pieces, instances
from .write_whole import Writer

Starts = Callable[[Variable, Mapping[int, float | None]], tuple[float | None, ...]]
"""The start values of all members, from those in the smallest model; empty if they are all the same."""


@frozen
class Sample:
    """A model in which `last` is the last number of the parts."""

    last: int
    declared: FlatModel
    solved: HybridModel


@frozen
class Generalised:
    """`model` has arrays; the rest is what solving relations has found besides its equations."""

    model: FlatModel
    aliases: tuple[tuple[str, str], ...]
    negatives: tuple[tuple[str, str], ...]
    relational: frozenset[str]
    start_constraints: tuple[StartConstraint, ...]
    variables: Mapping[str, Variable]
    """The scalars as they are after relations are solved."""


def generalise(samples: Sequence[Sample], last: int, sizes: Mapping[str, float], starts: Starts) -> Generalised:
    """`sizes` are the values of the structural parameters that differ between the samples."""
    return _Generalising(samples, last, sizes, starts).result()


class _Generalising:
    def __init__(self, samples: Sequence[Sample], last: int, sizes: Mapping[str, float], starts: Starts) -> None:
        self.samples = samples
        self.sample = samples[0]
        self.last = last
        self.sizes = {name.casefold(): value for name, value in sizes.items()}
        self.starts = starts
        self.variables: list[Variable] = []
        arrays = growing_arrays(*(each.declared.variables for each in samples[:2]))
        self.members = [find_members(each.declared.variables, arrays, each.last) for each in samples]

    @property
    def first_members(self) -> Members:
        return self.members[0]

    def result(self) -> Generalised:
        declared, solved = self.sample.declared, self.sample.solved
        self._check_rest()
        self.variables = self._variables()
        known = {variable.name for variable in self.variables}
        writer = Writer(self.last, lambda target: self._fresh(f"sum of {target}", known))
        during = writer.equations(self._pieces(_equations))
        initial = writer.equations(self._pieces(lambda model: list(model.initial_equations)))
        aliases, negatives = ([p for p in pairs if self._is_single(p)] for pairs in (solved.aliases, solved.negatives))
        names = self.first_members.member_of_name
        model = replace(
            declared,
            variables=(*self.variables, *writer.added),
            equations=tuple(during),
            initial_equations=tuple(initial),
            states=self._states(),
            events=solved.events,
            befores=solved.befores,
            delays=solved.delays,
            randoms=solved.randoms,
            functions=(),
            limits=tuple(self._limits()),
            parts=all_parts(declared.parts, self.variables),
        )
        return Generalised(
            model,
            tuple(aliases),
            tuple(negatives),
            frozenset(name for name in solved.relational if name not in names),
            self._start_constraints(),
            {v.name: v for v in solved.variables if v.name not in names and v.name.casefold() not in self.sizes},
        )

    # What has to be the same in all models

    def _check_rest(self) -> None:
        first = self.sample
        for each in self.samples[1:]:
            for field in ("events", "samplers", "stops", "foreign", "delays", "randoms", "befores", "tables"):
                if getattr(each.solved, field) != getattr(first.solved, field):
                    raise NotWhole(_EACH_PART[field])
            for field in ("structural", "versions", "fixed_sets", "requirements", "sizes"):
                if getattr(each.declared, field) != getattr(first.declared, field):
                    raise NotWhole(_EACH_PART[field])
        members = self.first_members.member_of_name
        solved, declared = first.solved, first.declared
        if any(c.given or c.flag or c.leaders for c in solved.start_constraints):
            raise NotWhole("relations constrain the initial values of states")
        used = {n for e in solved.events for q in e.equations for n in (q.target, *q.reads)}
        used |= {n for e in solved.delays for n in (e.name, e.source, e.at)}
        used |= {n for e in solved.befores for n in (e.name, e.of)} | {e.name for e in solved.randoms}
        used |= {n for s in solved.samplers for pair in s.states for n in pair}
        used |= {n for f in declared.fixed_sets for n in f.names} | set(declared.structural)
        used |= declared.requirements.parameters
        if not used.isdisjoint(members):
            raise NotWhole("an event, a delay or a requirement refers to a part of an array")

    def _is_single(self, names: tuple[str, str]) -> bool:
        return self.first_members.member_of_name.keys().isdisjoint(names)

    # Equations

    def _pieces(self, equations_of: Callable[[HybridModel], list[Equation]]) -> list[Piece]:
        values_of_sample = [{e.target: e.value for e in equations_of(sample.solved)} for sample in self.samples]

        def fit(pieces: Sequence[Piece]) -> bool:
            return all(
                values.get(target) == value
                for members, values in zip(self.members, values_of_sample, strict=True)
                for target, value in instances(pieces, members).items()
            )

        found = find_pieces(equations_of(self.sample.solved), self.first_members, fit)
        if any(len(instances(found, m)) != len(v) for m, v in zip(self.members, values_of_sample, strict=True)):
            raise NotWhole("the equations of parts depend on how many there are")
        return found

    def _fresh(self, name: str, known: set[str]) -> str:
        number = 1
        while f"{name}.{number}" in known:
            number += 1
        known.add(f"{name}.{number}")
        return f"{name}.{number}"

    def _states(self) -> tuple[tuple[str, str], ...]:
        found: list[tuple[str, ...]] = []
        for sample, members in zip(self.samples, self.members, strict=True):
            of_name = members.member_of_name
            pairs: dict[tuple[str, str], list[int]] = {}
            for state, derivative in sample.solved.states:
                (one, number), (other, its) = of_name.get(state, (state, 0)), of_name.get(derivative, (derivative, 0))
                if number != its:
                    raise NotWhole(f"the derivative of '{state}' belongs to another part")
                pairs.setdefault((one, other), []).append(number)
            if any(numbers != members.numbers_of_family.get(one, [0]) for (one, _), numbers in pairs.items()):
                raise NotWhole("parts have different states")
            found.append(tuple(pairs))  # type: ignore[arg-type]
        if any(each != found[0] for each in found):
            raise NotWhole("parts have different states")
        return found[0]  # type: ignore[return-value]

    def _start_constraints(self) -> tuple[StartConstraint, ...]:
        """For each state, whether the text gives its initial value."""
        members, variables = self.first_members.member_of_name, {v.name: v for v in self.variables}
        found: dict[str, StartConstraint] = {}
        for constraint in self.sample.solved.start_constraints:
            name, _ = members.get(constraint.name, (constraint.name, 0))
            variable = variables[name]
            is_given = constraint.is_given or variable.start is not None or bool(variable.starts)
            found.setdefault(name, replace(constraint, name=name, is_given=is_given))
        return tuple(found.values())

    # Variables

    def _variables(self) -> list[Variable]:
        found: dict[str, Variable] = {}
        for variable in self.sample.declared.variables:
            if variable.role is Role.RESIDUAL:
                continue
            family = self.first_members.member_of_name.get(variable.name)
            if family is None:
                found[variable.name] = self._single(variable)
            elif family[0] not in found:
                found[family[0]] = self._family(family[0])
        added = [v for v in self.sample.solved.variables if v.name not in self.sample.declared.by_name()]
        for variable in added:
            if any(variable not in each.solved.variables for each in self.samples):
                raise NotWhole("relations add variables to each part")
            found[variable.name] = variable
        return list(together([*found.values()], [family_of(v) or v.name for v in found.values()]))

    def _single(self, variable: Variable) -> Variable:
        size = self.sizes.get(variable.name.casefold())
        if size is not None:
            return replace(variable, start=size)
        if any(each.declared.by_name().get(variable.name) != variable for each in self.samples):
            raise NotWhole(f"'{variable.name}' depends on how many parts there are")
        return variable

    def _family(self, family: str) -> Variable:
        """The array of all members; they differ in nothing but their numbers."""
        patterns: list[Variable] = []
        for sample, members in zip(self.samples, self.members, strict=True):
            by_name, roles = sample.declared.by_name(), sample.solved.by_name()
            for number in members.numbers_of_family[family]:
                name = members.name_of_member[family, number]
                if by_name[name].role is not roles[name].role:
                    raise NotWhole(f"'{name}' is not what it was declared to be")
                patterns.append(_without_number(by_name[name], family))
        if any(replace(pattern, start=None) != replace(patterns[0], start=None) for pattern in patterns):
            raise NotWhole(f"'{family}' is not the same in all parts")
        variable = replace(patterns[0], shape=self._shape(family), span=patterns[0].span)
        differ = any(pattern.start != variable.start for pattern in patterns)
        if all(pattern.start is None for pattern in patterns) and variable.role not in (Role.PARAMETER, Role.STATE):
            return variable
        by_name, members = self.sample.declared.by_name(), self.first_members
        numbers = members.numbers_of_family[family]
        few = {number: by_name[members.name_of_member[family, number]].start for number in numbers}
        return self._with_starts(variable, few, differ=differ)

    def _with_starts(self, variable: Variable, few: Mapping[int, float | None], *, differ: bool) -> Variable:
        """With the values that are given to single parts; they `differ` already in the models with `few` parts."""
        starts = self.starts(variable, few)
        if differ and not starts:
            raise NotWhole(f"'{variable.name}' is not the same in all parts")
        if not starts or all(start == starts[0] for start in starts):
            return replace(variable, start=starts[0]) if starts else variable
        if variable.role is Role.PARAMETER and 0.0 in starts:
            raise NotWhole(f"'{variable.name}' is zero in some parts")
        return replace(variable, start=None, starts=starts)

    def _shape(self, family: str) -> Shape:
        ranges = []
        for sample, members in zip(self.samples, self.members, strict=True):
            numbers = members.numbers_of_family[family]
            if numbers != list(range(numbers[0], numbers[-1] + 1)):
                raise NotWhole(f"parts of '{family}' are missing")
            ranges.append((numbers[0], sample.last - numbers[-1]))
        if any(each != ranges[0] for each in ranges):
            raise NotWhole(f"the size of '{family}' has no simple form")
        first, before_last = ranges[0]
        return (Extent(first, self.last - before_last - first + 1),)

    # The rest

    def _limits(self) -> Iterator[Limit]:
        found: dict[str, Limit] = {}
        variables = {variable.name: variable for variable in self.variables}
        for limit in self.sample.declared.limits:
            family, _ = self.first_members.member_of_name.get(limit.name, (limit.name, 0))
            if family == limit.name:
                found[family] = limit
            elif limit.count:
                raise NotWhole(f"a run counts how often '{family}' leaves its range")
            else:
                found[family] = replace(limit, name=family, elements=element_names(variables[family]))
        return iter(found.values())


_EACH_PART = {
    "events": "a WHEN belongs to each part",
    "samplers": "each part is sampled",
    "stops": "a STOP WHEN belongs to each part",
    "foreign": "a function in a file belongs to each part",
    "delays": "a DELAY belongs to each part",
    "randoms": "noise belongs to each part",
    "befores": "a PRE belongs to each part",
    "tables": "a TABLE belongs to each part",
    "structural": "parts have structural parameters",
    "versions": "parts have versions",
    "fixed_sets": "parts have FIXED values",
    "requirements": "a REQUIRE belongs to each part",
    "sizes": "parts have arrays of their own sizes",
}


def _equations(model: HybridModel) -> list[Equation]:
    """With those of names that share the value of another one."""
    aliases = [Equation(alias, Name(name)) for alias, name in model.aliases]
    negatives = [Equation(alias, Apply("neg", (Name(name),))) for alias, name in model.negatives]
    position = {variable.name: i for i, variable in enumerate(model.variables)}
    return sorted((*model.equations, *aliases, *negatives), key=lambda each: position[each.target])


def _without_number(variable: Variable, family: str) -> Variable:
    """As it would be in any part."""
    if variable.parts and variable.part is not None:
        if variable.array:
            raise NotWhole("parts have arrays")
        owner = name_in_parts(variable.owner, variable.parts, variable.part)
        return replace(variable, name=family, owner=owner, part=None)
    local = variable.local.removesuffix(place_text(variable.place))
    return replace(variable, name=family, local=local, array="", place=())
