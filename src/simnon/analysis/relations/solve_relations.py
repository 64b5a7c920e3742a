"""FlatModel -> HybridModel: relations, which state that something is zero, become equations for all unknowns.

The steps, each in its own module:

1. merge names that are equal or negated (`gather`, `merge_names`);
2. report too many or too few relations (`report_singular`);
3. differentiate constraints on states (`reduce_index`, `time_derivative`);
4. keep as many of the constrained states as there are degrees of freedom (`choose_states`, `change_states`);
5. solve each relation for one unknown (`make_causal`), and assemble the result (`assemble_solution`).

Algebraic loops are left to `tear_loops`, comparisons to `make_events_explicit`.
"""

from collections.abc import Mapping
from dataclasses import replace

from simnon.doors import loaded_on_use
from simnon.model import (
    Expression,
    FlatModel,
    HybridModel,
    Name,
    Number,
    Role,
    large_families,
    substitute,
    together,
)
from simnon.source import Report

from .assemble_solution import Solved, assemble_solution, hybrid
from .gather import RelationSystem, gather, has_relations
from .relation import ONE, ZERO
from .time_derivative import NoDerivative, time_derivative

with loaded_on_use(__name__):
    from .chains import linked, make_chains
    from .change_states import Additions, change_states
    from .choose_at_start import StartConstraints
    from .choose_states import Knowledge, StateChoice, choose_states
    from .follow_start_values import Following, find_followings, initial_equations
    from .known_at_start import KnownAtStart
    from .linear_forms import linear_form
    from .make_causal import Candidates, make_causal
    from .matching import Matching
    from .propagate_guesses import propagated_guesses
    from .reduce_index import IndexReduction, reduce_index
    from .relation import Relation, live_names
    from .report_references import MissingReferences
    from .report_singular import Naming, report_dependences, report_singular

_FIRST_GUESS = 0.1
"""For constrained variables without a given value: at zero, constraints such as x^2 + y^2 = 1 have no slope. Neither
have those between two points at the same height, such as the ends of a rod, so each next guess is a little larger."""
_GOLDEN = (5.0**0.5 - 1.0) / 2.0
"""By this factor, so that sums and differences of known and guessed values are seldom zero."""

Edges = list[list[tuple[int, int]]]


def solve_relations(model: FlatModel, report: Report) -> HybridModel | None:
    """None if they cannot be solved, which is reported."""
    if not has_relations(model):
        return _with_families(hybrid(model))
    solver = _Solver(model, gather(model), report)
    solved = solver.solved() if solver.reduce() else None
    return None if report.has_errors or solved is None else _with_families(solved)


def _with_families(model: HybridModel) -> HybridModel:
    """The states of large arrays of parts variable by variable."""
    families = large_families(model.variables)
    if not families:
        return model
    states = together(model.states, [families.get(name, name) for name, _ in model.states])
    constraints = model.start_constraints
    constraints = together(constraints, [families.get(each.name, each.name) for each in constraints])
    return replace(model, states=states, start_constraints=constraints)


class _Solver:
    def __init__(self, model: FlatModel, problem: RelationSystem, report: Report) -> None:
        self.model = model
        self.problem = problem
        self.report = report
        self.variable_of_name = model.by_name()
        self.relations: list[Relation] = list(problem.relations)
        self.chains = make_chains(model.states, problem.unknowns)
        self.edges = self._find_edges()
        self.families: list[list[Relation]] = []
        """Each relation with its derivatives."""
        self.reduction = IndexReduction((), (), ())
        self.choice = StateChoice()
        self.additions = Additions()
        self.guesses: dict[str, float] = {}
        self.flags: dict[str, str] = {}
        """For states whose role depends on whether they were given a value, the variables that record it."""

    def _find_edges(self) -> Edges:
        """For each relation the chains that occur in it, with the highest order."""
        position_of_name = self.chains.position_of_name
        edges: Edges = []
        for relation in self.relations:
            order_of_chain: dict[int, int] = {}
            for name in relation.names:
                position = position_of_name.get(name)
                if position is not None:
                    order_of_chain[position[0]] = max(order_of_chain.get(position[0], 0), position[1])
            edges.append(list(order_of_chain.items()))
        return edges

    def reduce(self) -> bool:
        """Find which relations to differentiate, and do so; whether there are equations for all unknowns."""
        if self._has_across and self._lacks_level():
            return False
        if self._is_of_index_one():
            count = len(self.relations)
            self.reduction = IndexReduction((0,) * count, tuple(self.chains.orders), (0,) * count)
            self.families = [[relation] for relation in self.relations]
            return True
        naming = self._naming()
        if report_singular(self.relations, self.edges, self.chains, naming, self._references(naming), self.report):
            return False
        self._link()
        self.reduction = reduce_index(self.edges, self.chains.orders)
        for chain, order in enumerate(self.reduction.orders):
            self.chains.name(chain, order)
        self.families = [self._family(i) for i in range(len(self.relations))]
        if self.report.has_errors:
            return False
        self.choice = choose_states(self.relations, self.reduction, self.chains, self._knowledge(), self.report)
        return not self.report.has_errors

    def _naming(self) -> Naming:
        others_of_name: dict[str, list[str]] = {}
        for name in self.problem.meaning_of_name:
            others_of_name.setdefault(self.problem.classes.find(name)[0], []).append(name)
        position = {variable.name: i for i, variable in enumerate(self.model.variables)}
        ordered = {root: sorted(names, key=position.__getitem__) for root, names in others_of_name.items()}
        ordered = {root: [name for name in names if name != root] for root, names in ordered.items()}
        return Naming(ordered, self.variable_of_name)

    @property
    def _has_across(self) -> bool:
        return any(variable.across_of for variable in self.model.variables)

    def _lacks_level(self) -> bool:
        """Whether only differences of some potentials occur: as many equations as unknowns can repeat each other.

        Counting does not find that, nor does elimination in a circuit with diodes, where slopes change.
        """
        unknowns = [names[0] for names in self.chains.names if len(names) == 1]
        return self._references(self._naming()).report(unknowns, self.report)

    def _references(self, naming: Naming) -> MissingReferences:
        return MissingReferences(self.model, self.relations, self.problem.classes, naming.others_of_name)

    def _is_of_index_one(self) -> bool:
        orders = self.chains.orders
        highest = [[chain for chain, order in row if order == orders[chain]] for row in self.edges]
        return len(orders) == len(highest) and not Matching(len(highest), len(orders)).grow(
            highest, range(len(highest))
        )

    def _link(self) -> None:
        self.chains, used = linked(self.chains, self.relations)
        by_name: dict[str, Expression] = {old: Name(new) for old, new in self.chains.renamed.items()}
        dropped = set(used)
        self.relations = [
            replace(relation, residual=(residual := substitute(relation.residual, by_name)), form=linear_form(residual))
            for i, relation in enumerate(self.relations)
            if i not in dropped
        ]
        self.edges = self._find_edges()

    def _family(self, number: int) -> list[Relation]:
        family = [self.relations[number]]
        delayed = {
            v.name: f"'{v.written}' is delayed, and has no formula"
            for v in self.model.variables
            if v.role is Role.DELAYED
        }
        foreign = frozenset(name for definition in self.model.foreign for name in definition.elements)
        for order in range(1, self.reduction.times[number] + 1):
            last = family[-1]
            try:
                residual = time_derivative(last.residual, self._rate, delayed, foreign)
            except NoDerivative as missing:
                self._report_no_derivative(last, str(missing))
                return family
            family.append(Relation(residual, last.span, order=order))
        return family

    def _rate(self, name: str) -> Expression:
        if name == self.model.time:
            return ONE
        position = self.chains.position_of_name.get(name)
        return Name(self.chains.name(position[0], position[1] + 1)) if position is not None else ZERO

    def _report_no_derivative(self, relation: Relation, why: str) -> None:
        names = [name for name in live_names(relation.residual) if name in self.chains.position_of_name]
        states = ", ".join(f"'{name}'" for name in names)
        self.report.error(
            "no-derivative",
            f"this equation must be differentiated, because it constrains {states}, but {why}",
            relation.span,
            "use functions that can be differentiated, or turn one of the states into a parameter or an input",
        )

    def _knowledge(self) -> Knowledge:
        parameters = {
            v.name: v.start or 0.0 for v in self.model.variables if v.role is Role.PARAMETER and not v.is_condition
        }
        starts = {v.name: v.start or 0.0 for v in self.model.variables if v.role in (Role.STATE, Role.HELD)}
        assigned = {equation.target for event in self.model.events for equation in event.equations}
        initial = {equation.target for equation in self.model.initial_equations}

        def rank(name: str) -> int:
            variable = self.variable_of_name.get(name)
            if variable is None or variable.role is not Role.STATE:
                return 0
            if name in assigned:
                return 3
            return 2 if variable.start is not None or name in initial else 1

        position_of_name = {variable.name: i for i, variable in enumerate(self.model.variables)}
        return Knowledge(parameters, starts | parameters | {self.model.time: 0.0}, rank, position_of_name)

    def solved(self) -> HybridModel | None:
        changing = {
            (column, self.reduction.orders[column] - level)
            for group in self.choice.changing
            for column in group.columns
            for level in range(group.times)
        }
        dependent = self.choice.dummies | changing
        states, unknowns = self._states_and_unknowns(dependent)
        given = {name: _given_name(name) for name in unknowns if self._role(name) is Role.STATE}
        names = {state for state, _ in states}
        self._change_states(given, names)
        followings = self._follow(given, names)
        free = [name for name in unknowns if name not in given]
        starts = self._knowledge().value_at_start
        self.guesses |= propagated_guesses(self.relations, free, self._given_guesses(), starts)
        rows = [*self._rows(set(unknowns)), *self.additions.rows]
        steady = {v.name for v in self.model.variables if v.role in (Role.PARAMETER, Role.CONSTANT)}
        equations, dependences = make_causal(rows, unknowns, steady.__contains__, self._knowledge().value_of_parameter)
        if dependences:
            naming = self._naming()
            report_dependences(dependences, naming, self._references(naming), self.report)
            return None
        found = Solved(
            self.model,
            self.problem,
            equations,
            unknowns,
            states,
            given,
            self.chains.renamed,
            self.guesses,
            self.flags,
            followings,
            self.additions,
        )
        return assemble_solution(found, self.report)

    def _role(self, name: str) -> Role:
        variable = self.variable_of_name.get(name)
        return variable.role if variable is not None else Role.INTERMEDIATE

    def _states_and_unknowns(self, dependent: set[tuple[int, int]]) -> tuple[list[tuple[str, str]], list[str]]:
        """A variable whose derivative is not computed from constraints is a state."""
        states: list[tuple[str, str]] = []
        unknowns: list[str] = []
        for chain, names in enumerate(self.chains.names):
            top = self.reduction.orders[chain]
            for order, name in enumerate(names[: top + 1]):
                if order < top and (chain, order + 1) not in dependent:
                    states.append((name, names[order + 1]))
                else:
                    unknowns.append(name)
        return states, unknowns

    def _rows(self, unknowns: set[str]) -> list[Candidates]:
        """Every relation and its derivatives; each level is solved for the derivatives of its own level."""
        rows: list[Candidates] = []
        for i, family in enumerate(self.families):
            times = self.reduction.times[i]
            highest = [chain for chain, order in self.edges[i] if order + times == self.reduction.orders[chain]]
            for level, relation in enumerate(family):
                names = [self.chains.name(c, self.reduction.orders[c] - times + level) for c in highest]
                rows.append(Candidates(relation, tuple(name for name in names if name in unknowns)))
        return rows

    def _change_states(self, given: Mapping[str, str], states: set[str]) -> None:
        values: dict[str, Expression] = {}
        for column in sorted(column for group in self.choice.changing for column in group.columns):
            for order, name in enumerate(self.chains.names[column]):
                if name in states:
                    continue
                variable = self.variable_of_name.get(name)
                start = variable.start if variable is not None else None
                values[name] = Name(given[name]) if name in given else Number(start or 0.0)
                if name in given:
                    self.flags[name] = _flag_name(name)
                    if order == 0 and not self._is_given(name):
                        self.guesses[name] = _FIRST_GUESS * (1.0 + _GOLDEN * len(self.guesses))
        start_constraints = StartConstraints(values, dict(self.flags), KnownAtStart(self.model, self.relations, states))
        for number, group in enumerate(self.choice.changing, start=1):
            families = [self.families[row] for row in group.rows]
            change_states(
                group, families, number, self.chains, self.reduction.orders, start_constraints, self.additions
            )

    def _follow(self, given: Mapping[str, str], states: set[str]) -> list[Following]:
        """The states constrained by one other; those without a given value start from that of the other."""
        if not given:
            return []
        constrained = [r for i, family in enumerate(self.families) for r in family[: self.reduction.times[i]]]
        declared = states & self.variable_of_name.keys()
        is_known = KnownAtStart(self.model, self.relations)
        followings = find_followings(constrained, given, declared.__contains__, is_known)
        free = [each for each in followings if not self._is_given(each.state)]
        self.flags |= {each.leader: _flag_name(each.leader) for each in free if not self._is_given(each.leader)}
        self.additions.initial += initial_equations(free, self.flags, self._is_given)
        return followings

    def _given_guesses(self) -> dict[str, float]:
        """The values given to variables that relations determine, by their representative."""
        found: dict[str, float] = {}
        for variable in self.model.variables:
            root, sign = self.problem.classes.find(variable.name)
            if variable.start is not None and variable.role in (Role.AUXILIARY, Role.OUTPUT):
                found.setdefault(root, sign * variable.start)
        return found

    def _is_given(self, name: str) -> bool:
        variable = self.variable_of_name[name]
        return variable.start is not None or any(e.target == name for e in self.model.initial_equations)


def _flag_name(name: str) -> str:
    return f"{name} is given"


def _given_name(name: str) -> str:
    return f"{name} as given"
