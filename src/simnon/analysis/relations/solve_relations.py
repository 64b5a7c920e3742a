"""Model -> Model: relations, which say that something is zero, become equations for all unknowns.

In these steps, each in a module of its own:

1. names that are equal or opposite become one (`gather`, `merge_names`);
2. relations that are too many or too few are reported (`report_singular`);
3. constraints on states are differentiated (`reduce_index`, `time_derivative`);
4. of the states that are bound by constraints as many stay as are free (`choose_states`, `change_states`);
5. each relation is solved for one unknown (`make_causal`).

Algebraic loops are left to `tear_loops`, comparisons to `make_events_explicit`.
"""

from collections.abc import Sequence
from dataclasses import replace

from simnon.model import (
    Before,
    Delay,
    Equation,
    Expression,
    Model,
    Name,
    Number,
    Role,
    Variable,
    Wish,
    substitute,
)
from simnon.source import Report

from .chains import linked, make_chains
from .change_states import Additions, Wishes, change_states
from .choose_states import Choice, Knowledge, choose_states
from .gather import Problem, gather
from .linear_forms import linear_form
from .make_causal import Row, make_causal
from .matching import Matching
from .reduce_index import Reduction, reduce_index
from .relation import ONE, ZERO, Relation, live_names
from .report_singular import Naming, report_dependence, report_singular
from .time_derivative import NoDerivative, time_derivative

_FIRST_GUESS = 0.1
"""Of a constrained variable that was given no value: at zero, constraints such as x^2 + y^2 = 1 have no slope."""

Edges = list[list[tuple[int, int]]]


def solve_relations(model: Model, report: Report) -> Model:
    if not any(variable.role is Role.RESIDUAL for variable in model.variables):
        return model
    solver = _Solver(model, gather(model), report)
    solved = solver.solved() if solver.reduce() else None
    return model if solved is None else solved


class _Solver:
    def __init__(self, model: Model, problem: Problem, report: Report) -> None:
        self.model = model
        self.problem = problem
        self.report = report
        self.variable_of_name = model.by_name()
        self.relations: list[Relation] = list(problem.relations)
        self.chains = make_chains(model.states, problem.unknowns)
        self.edges = self._find_edges()
        self.families: list[list[Relation]] = []
        """Each relation with its derivatives."""
        self.reduction = Reduction((), (), ())
        self.choice = Choice()
        self.additions = Additions()
        self.guesses: dict[str, float] = {}

    def _find_edges(self) -> Edges:
        """Per relation the chains that stand in it, with the highest order."""
        place_of_name = self.chains.place_of_name
        edges: Edges = []
        for relation in self.relations:
            order_of_chain: dict[int, int] = {}
            for name in relation.names:
                place = place_of_name.get(name)
                if place is not None:
                    order_of_chain[place[0]] = max(order_of_chain.get(place[0], 0), place[1])
            edges.append(list(order_of_chain.items()))
        return edges

    def reduce(self) -> bool:
        """Find which relations are differentiated, and do it; whether there are equations for all unknowns."""
        if self._is_of_index_one():
            count = len(self.relations)
            self.reduction = Reduction((0,) * count, tuple(self.chains.orders), (0,) * count)
            self.families = [[relation] for relation in self.relations]
            return True
        if report_singular(self.relations, self.edges, self.chains, self._naming(), self.report):
            return False
        self._link()
        self.reduction = reduce_index(self.edges, self.chains.orders)
        for chain, order in enumerate(self.reduction.orders):
            self.chains.name(chain, order)
        self.families = [self._family(i) for i in range(len(self.relations))]
        if self.report.has_errors:
            return False
        self.choice = choose_states(self.relations, self.reduction, self.chains, self._knowledge(), self.report)
        return True

    def _naming(self) -> Naming:
        others_of_name: dict[str, list[str]] = {}
        for name in self.problem.meaning_of_name:
            others_of_name.setdefault(self.problem.classes.find(name)[0], []).append(name)
        place = {variable.name: i for i, variable in enumerate(self.model.variables)}
        ordered = {root: sorted(names, key=place.__getitem__) for root, names in others_of_name.items()}
        ordered = {root: [name for name in names if name != root] for root, names in ordered.items()}
        return Naming(ordered, {variable.name: variable.span for variable in self.model.variables})

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
        delayed = {v.name: "is delayed, and has no formula" for v in self.model.variables if v.role is Role.DELAYED}
        foreign = frozenset(definition.name for definition in self.model.foreign)
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
        place = self.chains.place_of_name.get(name)
        return Name(self.chains.name(place[0], place[1] + 1)) if place is not None else ZERO

    def _report_no_derivative(self, relation: Relation, why: str) -> None:
        names = [name for name in live_names(relation.residual) if name in self.chains.place_of_name]
        states = ", ".join(f"'{name}'" for name in names)
        self.report.error(
            "no-derivative",
            f"this equation has to be differentiated, because it binds {states}, but {why}",
            relation.span,
            "write it with functions that can be differentiated, or make a parameter or an input of one of the states",
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

        place_of_name = {variable.name: i for i, variable in enumerate(self.model.variables)}
        return Knowledge(parameters, starts | parameters | {self.model.time: 0.0}, rank, place_of_name)

    def solved(self) -> Model | None:
        changing = {
            (column, self.reduction.orders[column] - level)
            for group in self.choice.changing
            for column in group.columns
            for level in range(group.times)
        }
        dependent = self.choice.dummies | changing
        states, unknowns = self._states_and_unknowns(dependent)
        given = {name: _given_name(name) for name in unknowns if self._role(name) is Role.STATE}
        self._change_states(given)
        rows = [*self._rows(set(unknowns)), *self.additions.rows]
        steady = {v.name for v in self.model.variables if v.role in (Role.PARAMETER, Role.CONSTANT)}
        equations, dependences = make_causal(rows, unknowns, steady.__contains__, self._knowledge().value_of_parameter)
        for dependence in dependences:
            report_dependence(dependence, self._naming(), self.report)
        if dependences:
            return None
        return _Result(self, states, unknowns, given, equations).model()

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

    def _rows(self, unknowns: set[str]) -> list[Row]:
        """Every relation and its derivatives; each level is solved for the derivatives of its own level."""
        rows: list[Row] = []
        for i, family in enumerate(self.families):
            times = self.reduction.times[i]
            highest = [chain for chain, order in self.edges[i] if order + times == self.reduction.orders[chain]]
            for level, relation in enumerate(family):
                names = [self.chains.name(c, self.reduction.orders[c] - times + level) for c in highest]
                rows.append(Row(relation, tuple(name for name in names if name in unknowns)))
        return rows

    def _change_states(self, given: dict[str, str]) -> None:
        for number, group in enumerate(self.choice.changing):
            values: dict[str, Expression] = {}
            wished: set[str] = set()
            for column in group.columns:
                for name in self.chains.names[column]:
                    variable = self.variable_of_name.get(name)
                    start = variable.start if variable is not None else None
                    is_wish = name in given and (start is not None or self._is_initial(name))
                    values[name] = Name(given[name]) if name in given else Number(start or 0.0)
                    wished |= {name} if is_wish else set()
                    if name in given and not is_wish and name == self.chains.names[column][0]:
                        self.guesses[name] = _FIRST_GUESS
            wishes = Wishes(values, frozenset(wished))
            change_states(group, number + 1, self.chains, self.reduction.orders, wishes, self.additions)

    def _is_initial(self, name: str) -> bool:
        return any(equation.target == name for equation in self.model.initial_equations)


def _given_name(name: str) -> str:
    return f"{name} as given"


class _Result:
    """The parts of the solved model, put together."""

    def __init__(
        self,
        solver: _Solver,
        states: list[tuple[str, str]],
        unknowns: list[str],
        given: dict[str, str],
        equations: list[Equation],
    ) -> None:
        self.solver = solver
        self.declared = solver.model
        self.given = given
        self.equations = equations
        self.meaning = dict(solver.problem.meaning_of_name)
        self.states = states
        self.unknowns = unknowns
        self.derivative_of_state: dict[str, str] = {}

    def model(self) -> Model:
        declared, additions = self.declared, self.solver.additions
        self._check_events()
        states, extra = self._state_pairs()
        aliases, negatives, kept = self._aliases()
        equations = [*self.equations, *extra, *kept, *self._renamed(), *additions.equations]
        befores = [*declared.befores, *(Before(f"PRE({n})", n) for n in self._new_befores())]
        return replace(
            declared,
            variables=self._variables({state for state, _ in states}, {d for _, d in states}),
            equations=tuple(self._in_order(equations)) + tuple(map(self._substituted, self.solver.problem.others)),
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
            wishes=self._wishes(),
        )

    def _substituted(self, equation: Equation) -> Equation:
        if self.meaning.keys().isdisjoint(equation.reads):
            return equation
        return replace(equation, value=substitute(equation.value, self.meaning))

    def _initial(self, equation: Equation) -> Equation:
        return replace(self._substituted(equation), target=self.given.get(equation.target, equation.target))

    def _check_events(self) -> None:
        dependent = set(self.unknowns)
        for event in self.declared.events:
            for equation in event.equations:
                if equation.target in dependent:
                    self.solver.report.error(
                        "dependent-state",
                        f"a WHEN cannot give '{equation.target}' a value: the equations determine it",
                        equation.span,
                        "give a value to a state that it depends on",
                    )

    def _state_pairs(self) -> tuple[list[tuple[str, str]], list[Equation]]:
        """Each state with a derivative of its own; where that is a state itself, an equation says so."""
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
        return [Equation(old, Name(new)) for old, new in self.solver.chains.renamed.items()]

    def _aliases(self) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...], list[Equation]]:
        """Names that share another's value, with its sign or the opposite; and equations for those that are numbers.

        What a memory looks at keeps an equation of its own unless it has the same sign.
        """
        needed = {before.of for before in self.declared.befores} | {d.source for d in self.declared.delays}
        needed |= {delay.at for delay in self.declared.delays}
        classes = self.solver.problem.classes
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
        return [name for name in self.solver.additions.before if name not in known]

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
            start = self.solver.guesses.get(variable.name, start)
            is_same = role is variable.role and start == variable.start
            variables.append(variable if is_same else replace(variable, role=role, start=start))
        known = {variable.name for variable in self.declared.variables}
        new = [*self.unknowns, *(name for pair in self._pairs_of(derivatives) for name in pair)]
        for name in dict.fromkeys(new):
            if name not in known:
                role = Role.STATE if name in states else Role.DERIVATIVE if name in derivatives else Role.INTERMEDIATE
                variables.append(Variable(name, role, local=name))
        variables += self.solver.additions.variables
        variables += [Variable(f"PRE({n})", Role.BEFORE, local=f"PRE({n})") for n in self._new_befores()]
        for name, wish in self.given.items():
            declared = self.solver.variable_of_name[name]
            variables.append(Variable(wish, Role.CONSTANT, declared.owner, wish, declared.start, declared.unit))
        return tuple(variables)

    def _pairs_of(self, derivatives: set[str]) -> list[tuple[str, str]]:
        pairs, _ = self._state_pairs()
        return [pair for pair in pairs if pair[1] in derivatives]

    def _starts(self) -> dict[str, float]:
        """First guesses that were given to names which others stand for."""
        starts: dict[str, float] = {}
        for variable in self.declared.variables:
            meaning = self.meaning.get(variable.name)
            if variable.start is not None and isinstance(meaning, Name):
                starts.setdefault(meaning.name, variable.start)
        unknowns = set(self.unknowns)
        return {name: start for name, start in starts.items() if name in unknowns}

    def _in_order(self, equations: list[Equation]) -> list[Equation]:
        """In the order in which the variables are declared, those of our own last."""
        place = {variable.name: i for i, variable in enumerate(self.declared.variables)}
        return sorted(equations, key=lambda equation: place.get(equation.target, len(place)))

    def _wishes(self) -> tuple[Wish, ...]:
        initial = {equation.target for equation in self.declared.initial_equations}
        wishes: list[Wish] = []
        for name, _ in self.declared.states:
            is_given = self.solver.variable_of_name[name].start is not None or name in initial
            wishes.append(Wish(name, self.given.get(name, ""), is_given))
        return tuple(wishes)
