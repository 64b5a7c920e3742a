"""The solved relations -> HybridModel: equations, states, aliases and start constraints under their names."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from simnon.doors import loaded_on_use
from simnon.model import (
    AnyModel,
    Before,
    Delay,
    Equation,
    Event,
    FlatModel,
    HybridModel,
    Name,
    Role,
    StartConstraint,
    Variable,
    substitute,
)
from simnon.source import Report, frozen

from .gather import RelationSystem

with loaded_on_use(__name__):
    from .change_states import Additions
    from .follow_start_values import Following


@frozen
class Solved:
    """The solution: `equations` for `unknowns`, and the remaining `states`, each with its derivative.

    `given` maps dependent states to the variables with their initial values; `renamed` are derivatives that are states;
    `flags` the variables that record whether a dependent state was given its initial value; `followings` are
    states that remain, each constrained by one that does not.
    """

    declared: FlatModel
    problem: RelationSystem
    equations: Sequence[Equation]
    unknowns: Sequence[str]
    states: Sequence[tuple[str, str]]
    given: Mapping[str, str]
    renamed: Mapping[str, str]
    guesses: Mapping[str, float]
    flags: Mapping[str, str]
    followings: Sequence[Following]
    additions: Additions


def assemble_solution(solved: Solved, report: Report) -> HybridModel:
    solved = replace(solved, declared=_with_states_assigned(solved))
    _report_dependent_targets(solved, report)
    return _Result(solved).model()


def _with_states_assigned(solved: Solved) -> FlatModel:
    """If a WHEN assigns a state that is constrained to another one, assign that other one instead."""
    following_of_leader = {each.leader: each for each in reversed(solved.followings)}
    events: list[Event] = []
    for event in solved.declared.events:
        taken = {equation.target for equation in event.equations}
        equations: list[Equation] = []
        for equation in event.equations:
            following = following_of_leader.get(equation.target)
            if following is not None and following.state not in taken:
                taken.add(following.state)
                equations.append(following.assigned(equation))
            else:
                equations.append(equation)
        events.append(replace(event, equations=tuple(equations)))
    return replace(solved.declared, events=tuple(events))


def _report_dependent_targets(solved: Solved, report: Report) -> None:
    dependent = set(solved.unknowns)
    for event in solved.declared.events:
        for equation in event.equations:
            if equation.target in dependent:
                report.error(
                    "dependent-state",
                    f"a WHEN cannot assign '{equation.target}': the equations determine it",
                    equation.span,
                    "assign a state that it depends on",
                )


_COMMON_FIELDS = tuple(each.name for each in fields(AnyModel))


def hybrid(flat: FlatModel) -> HybridModel:
    """The same model, if every equation already determines its target."""
    return HybridModel(**{name: getattr(flat, name) for name in _COMMON_FIELDS})


class _Result:
    def __init__(self, solved: Solved) -> None:
        self.solved = solved
        self.declared = solved.declared
        self.given = solved.given
        self.equations = solved.equations
        self.meaning = dict(solved.problem.meaning_of_name)
        self.states = solved.states
        self.unknowns = solved.unknowns
        self.variable_of_name = solved.declared.by_name()
        self.names_given = {e.target for e in self.declared.initial_equations}
        self.names_given |= {name for name, _ in self.declared.states if self.variable_of_name[name].start is not None}

    def model(self) -> HybridModel:
        declared, additions = self.declared, self.solved.additions
        states, extra = self._state_pairs()
        aliases, negatives, kept = self._aliases()
        equations = [*self.equations, *extra, *kept, *self._renamed(), *additions.equations]
        befores = [*declared.befores, *(Before(f"PRE({n})", n) for n in self._new_befores())]
        return replace(
            hybrid(declared),
            variables=self._variables({state for state, _ in states}, {d for _, d in states}),
            equations=tuple(self._in_order(equations)) + tuple(map(self._substituted, self.solved.problem.others)),
            initial_equations=(*(self._initial(e) for e in declared.initial_equations), *additions.initial),
            states=(*states, *additions.states),
            events=(
                *(replace(e, equations=tuple(map(self._substituted, e.equations))) for e in declared.events),
                *additions.events,
            ),
            befores=tuple(self._positive(befores)),
            delays=tuple(self._positive_delay(delay) for delay in declared.delays),
            aliases=aliases,
            negatives=negatives,
            relational=frozenset(equation.target for equation in self.equations),
            start_constraints=self._start_constraints(),
        )

    def _substituted(self, equation: Equation) -> Equation:
        if self.meaning.keys().isdisjoint(equation.reads):
            return equation
        return replace(equation, value=substitute(equation.value, self.meaning))

    def _initial(self, equation: Equation) -> Equation:
        return replace(self._substituted(equation), target=self.given.get(equation.target, equation.target))

    def _state_pairs(self) -> tuple[list[tuple[str, str]], list[Equation]]:
        """Each state with its own derivative; an equation defines a derivative that is itself a state."""
        declared = dict(self.declared.states)
        names = {name for name, _ in self.states}
        pairs: list[tuple[str, str]] = []
        extra: list[Equation] = []
        for state, rate in self.states:
            own = declared.get(state, rate)
            if own in names:
                own = f"der({state})"
                extra.append(Equation(own, Name(rate)))
            pairs.append((state, own))
        order = {state: i for i, (state, _) in enumerate(self.declared.states)}
        pairs.sort(key=lambda pair: order.get(pair[0], len(order)))
        return pairs, extra

    def _renamed(self) -> list[Equation]:
        """The derivatives that are states themselves."""
        return [Equation(old, Name(new)) for old, new in self.solved.renamed.items()]

    def _aliases(self) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...], list[Equation]]:
        """Names that share another's value, equal or negated; and equations for those that are numbers.

        A name that a remembered value reads keeps its own equation unless the sign is the same.
        """
        needed = {before.of for before in self.declared.befores} | {d.source for d in self.declared.delays}
        needed |= {delay.at for delay in self.declared.delays}
        classes = self.solved.problem.classes
        aliases: list[tuple[str, str]] = []
        negatives: list[tuple[str, str]] = []
        kept: list[Equation] = []
        name_of_number: dict[float, str] = {}
        for variable in self.declared.variables:
            name = variable.name
            if name not in self.meaning:
                continue
            root, sign = classes.find(name)
            if root in classes.number_of_root:
                root, sign = name_of_number.setdefault(sign * classes.number_of_root[root] + 0.0, name), 1.0
            if root == name or (sign < 0.0 and name in needed):
                kept.append(Equation(name, self.meaning[name], variable.span))
            elif sign > 0.0:
                aliases.append((name, root))
            else:
                negatives.append((name, root))
        self.representative = dict(aliases)
        return tuple(aliases), tuple(negatives), kept

    def _positive(self, befores: Sequence[Before]) -> list[Before]:
        return [replace(before, of=self.representative.get(before.of, before.of)) for before in befores]

    def _positive_delay(self, delay: Delay) -> Delay:
        source, at = self.representative.get(delay.source, delay.source), self.representative.get(delay.at, delay.at)
        return replace(delay, source=source, at=at)

    def _new_befores(self) -> list[str]:
        known = {before.of for before in self.declared.befores}
        return [name for name in self.solved.additions.before if name not in known]

    def _variables(self, states: set[str], derivatives: set[str]) -> tuple[Variable, ...]:
        variables: list[Variable] = []
        starts = self._starts()
        for variable in self.declared.variables:
            if variable.role is Role.RESIDUAL:
                continue
            role = variable.role
            if variable.name in states:
                role = Role.STATE
            elif variable.name in derivatives:
                role = Role.DERIVATIVE
            elif role in (Role.STATE, Role.DERIVATIVE) and not variable.sampler:
                role = Role.AUXILIARY
            start = variable.start if variable.start is not None else starts.get(variable.name)
            start = self.solved.guesses.get(variable.name, start)
            is_same = role is variable.role and start == variable.start
            variables.append(variable if is_same else replace(variable, role=role, start=start))
        known = {variable.name for variable in self.declared.variables}
        new = [*self.unknowns, *(name for pair in self._pairs_of(derivatives) for name in pair)]
        for name in dict.fromkeys(new):
            if name not in known:
                role = Role.STATE if name in states else Role.DERIVATIVE if name in derivatives else Role.INTERMEDIATE
                variables.append(Variable(name, role, local=name))
        variables += self.solved.additions.variables
        variables += [Variable(f"PRE({n})", Role.BEFORE, local=f"PRE({n})") for n in self._new_befores()]
        for name, constraint in self.given.items():
            declared = self.variable_of_name[name]
            variables.append(
                Variable(constraint, Role.CONSTANT, declared.owner, constraint, declared.start, declared.unit)
            )
        for name, flag in self.solved.flags.items():
            variables.append(Variable(flag, Role.CONSTANT, local=flag, start=float(name in self.names_given)))
        return tuple(variables)

    def _pairs_of(self, derivatives: set[str]) -> list[tuple[str, str]]:
        pairs, _ = self._state_pairs()
        return [pair for pair in pairs if pair[1] in derivatives]

    def _starts(self) -> dict[str, float]:
        """First guesses given to names that were merged into others."""
        starts: dict[str, float] = {}
        for variable in self.declared.variables:
            meaning = self.meaning.get(variable.name)
            if variable.start is not None and isinstance(meaning, Name):
                starts.setdefault(meaning.name, variable.start)
        unknowns = set(self.unknowns)
        return {name: start for name, start in starts.items() if name in unknowns}

    def _in_order(self, equations: list[Equation]) -> list[Equation]:
        """In the order in which the variables are declared, added variables last."""
        position = {variable.name: i for i, variable in enumerate(self.declared.variables)}
        return sorted(equations, key=lambda equation: position.get(equation.target, len(position)))

    def _start_constraints(self) -> tuple[StartConstraint, ...]:
        flags = self.solved.flags
        leaders: dict[str, list[str]] = {}
        for each in self.solved.followings:
            leaders.setdefault(each.state, []).append(each.leader)
        return tuple(
            StartConstraint(
                name,
                self.given.get(name, ""),
                name in self.names_given,
                flags.get(name, ""),
                tuple(leaders.get(name, ())),
            )
            for name, _ in self.declared.states
        )
