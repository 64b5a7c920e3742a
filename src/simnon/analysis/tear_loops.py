"""Model -> Model: algebraic loops are solved, so that afterwards no equation needs its own value.

Of each loop as few variables as possible are torn out: given them, the others follow one after
the other, and their equations stay as they are. The torn ones are found together:

- Where the loop is affine in its variables, from linear equations. A constant matrix is
  eliminated here and now, and ordinary equations are left; one that changes less often than the
  loop is inverted only when it changes.
- Otherwise by Newton's method, an `Iteration`.

What a relation gives may stand as `solve(residual)`: such a target is always torn, and its row is that of
the residual, so that nothing is divided by what may be zero.

Loops through a discrete system are torn in the discrete system and solved when it is sampled;
between its samples they are open. Loops through several are torn in one of them, through which every
circle goes, and solved when that one is sampled: those of the others that are not sampled at the same
instant keep what they hold.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from simnon.model import (
    Apply,
    Before,
    Equation,
    Expression,
    Iteration,
    LinearLoop,
    LinearSystem,
    Model,
    Name,
    Number,
    Role,
    Solution,
    Stage,
    Variable,
    apply,
    full_row,
    names_in,
    parts_of,
)
from simnon.source import Related, Report, frozen, listed

from .affine import constant_part, is_affine
from .column_order import order_columns
from .derivative import gradient_of, partial_derivatives, simplified
from .elimination import factored
from .find_stages import find_stages, stage_of
from .fold_constants import folded
from .graph import all_that_may_be_taken, feedback_nodes, shortest_cycle, strongly_connected
from .numbers_of import number_of
from .order_equations import initial_parts, needs_of
from .sparse_elimination import Row, eliminate

ZERO, ONE = Number(0.0), Number(1.0)
_MEMORIES = frozenset({"delayed", "uniform", "normal", "periodic"})
LARGE_LOOP = 200
"""A linear loop of more variables is eliminated sparsely as a whole, if it can be."""
MOST_TORN, MOST_TORN_OF_LINEAR = 16, 150
"""With more torn variables, the matrix of a loop is no longer full."""
MOST_PRODUCTS = 500_000
MOST_ROOM = 4_000_000
"""So many numbers may stand in the factors of the matrix of a large loop."""
_BREAK_IT = "put a state or a DELAY into the loop"

Part = Equation | Solution


def tear_loops(model: Model, report: Report) -> Model:
    if not model.initial_equations and not _has_loop(model.equations):
        return model
    tearer = _Tearer(model, report)
    continuous = tearer.solved(list(model.equations), tearer.is_continuous, lambda _: True)
    parts = tearer.solved(continuous, lambda _: True, lambda equation: not tearer.is_continuous(equation))
    torn = replace(model, equations=_equations_in(parts), solutions=_solutions_in(parts))
    if model.initial_equations:
        torn = _with_initial_loops_torn(torn, tearer)
    samplers = tuple(replace(s, due=tearer.due_of_sampler.get(s.name, "")) for s in model.samplers)
    return replace(
        torn,
        variables=tuple(tearer.variables),
        befores=tuple(tearer.befores),
        samplers=samplers,
        linear_loops=tuple(tearer.linear_loops),
    )


def _has_loop(parts: Sequence[Part]) -> bool:
    needs = needs_of(parts)
    return any(len(nodes) > 1 or nodes[0] in needs[nodes[0]] for nodes in strongly_connected(needs))


def _with_initial_loops_torn(model: Model, tearer: "_Tearer") -> Model:
    """What the INITIAL section reads is computed with it, so the loops are others than those of a run."""
    given = {equation.target for equation in model.initial_equations}
    everything = initial_parts(model, tearer.stage_of_name)
    others = {id(part) for part in everything[len(given) :]}
    solved = tearer.solved(everything, lambda _: True, lambda e: e.target in given, is_initial=True)
    parts = [part for part in solved if id(part) not in others]
    return replace(model, initial_equations=_equations_in(parts), initial_solutions=_solutions_in(parts))


def _equations_in(parts: list[Part]) -> tuple[Equation, ...]:
    return tuple(part for part in parts if isinstance(part, Equation))


def _solutions_in(parts: list[Part]) -> tuple[Solution, ...]:
    return tuple(part for part in parts if not isinstance(part, Equation))


@frozen
class _Loop:
    """The members in source order; the torn ones, and the others as they follow from them."""

    members: tuple[Equation, ...]
    torn: tuple[Equation, ...]
    chain: tuple[Equation, ...]
    owner: str
    sampler: str
    is_initial: bool
    is_shared: bool = False
    """Whether it goes through several discrete systems."""
    is_linear: bool = False
    is_large: bool = False
    """Whether all is torn that can be, so that each equation reads few of the torn ones."""

    @property
    def names(self) -> frozenset[str]:
        return frozenset(equation.target for equation in self.members)


class _Tearer:
    def __init__(self, model: Model, report: Report) -> None:
        self.report = report
        self.variables = list(model.variables)
        self.variable_of_name = model.by_name()
        self.stage_of_name = find_stages(model)
        self.flat = {variable.name for variable in model.variables if variable.is_condition}
        self.flat |= {mode.name for mode in model.modes}
        self.relational = model.relational
        self.value_of_parameter = {v.name: v.start or 0.0 for v in model.variables if v.role is Role.PARAMETER}
        self.befores = list(model.befores)
        self.due_of_sampler: dict[str, str] = {}
        """For each discrete system in a loop with others the variable that says whether it is being sampled."""
        self.modes = {mode.name for mode in model.modes}
        self.linear_loops: list[LinearLoop] = []
        self.iterations = 0
        self._counts: dict[str, int] = {}

    def is_continuous(self, part: Part) -> bool:
        return not self.variable_of_name[part.targets[0]].sampler

    def solved(
        self,
        parts: list[Part],
        is_concerned: Callable[[Part], bool],
        may_be_torn: Callable[[Equation], bool],
        is_initial: bool = False,
    ) -> list[Part]:
        """The parts with the loops among those concerned solved; only some equations may be torn."""
        concerned = [part for part in parts if is_concerned(part)]
        needs = needs_of(concerned)
        added_before: dict[int, list[Part]] = {}
        torn: set[int] = set()
        for component in strongly_connected(needs):
            members = [concerned[i] for i in component]
            is_loop = len(component) > 1 or component[0] in needs[component[0]]
            if not is_loop or not any(isinstance(part, Equation) and may_be_torn(part) for part in members):
                continue
            sparse = self._sparsely_eliminated(members) if len(members) > LARGE_LOOP and not is_initial else None
            if sparse is not None:
                self._warn_about_loop([concerned[i] for i in shortest_cycle(needs, component)], members, True)
                added_before[id(members[0])] = sparse
                torn.update(id(part) for part in members)
                continue
            loop = self._torn(members, may_be_torn, is_initial)
            is_linear = loop is not None and loop.is_linear
            self._warn_about_loop([concerned[i] for i in shortest_cycle(needs, component)], members, is_linear)
            if loop is not None:
                is_full = is_linear and not loop.is_large
                added_before[id(loop.torn[0])] = self._linear(loop) if is_full else self._iterated(loop)
                torn.update(id(equation) for equation in loop.torn)
        result: list[Part] = []
        for part in parts:
            result += added_before.get(id(part), [])
            if id(part) not in torn:
                result.append(part)
        return result

    def _note_linear(self, loop: _Loop, matrix: tuple[tuple[Expression, ...], ...]) -> None:
        if loop.is_initial or loop.torn[0].target not in self.relational:
            return
        self.linear_loops.append(
            LinearLoop(
                tuple(equation.target for equation in loop.members),
                tuple(equation.target for equation in loop.torn),
                tuple(dict.fromkeys(name for e in loop.members for name in e.reads if name in self.modes)),
                matrix,
                tuple(equation.span for equation in loop.members),
            )
        )

    def _torn(self, parts: list[Part], may_be_torn: Callable[[Equation], bool], is_initial: bool) -> _Loop | None:
        """The loop with its torn variables chosen, or None where it cannot be solved, which is reported."""
        members = _equations_in(parts)
        names = frozenset(target for part in parts for target in part.targets)
        samplers = list(dict.fromkeys(self.variable_of_name[e.target].sampler for e in members if not is_initial))
        sampler = next(filter(None, samplers), "")
        needs = needs_of(members)
        may_be_taken = [may_be_torn(equation) and equation.target not in self.flat for equation in members]
        is_shared = not set(samplers) <= {"", sampler}
        is_linear = not is_shared and all(is_affine(_formula(equation), names) for equation in members)
        is_large = False
        if is_shared:
            sampler, numbers = self._torn_in_one(members, needs, may_be_taken)
        else:
            most = MOST_TORN_OF_LINEAR if is_linear else MOST_TORN
            numbers = feedback_nodes(needs, may_be_taken, most)
            is_large = numbers is not None and len(numbers) > most
            if is_large:
                numbers = all_that_may_be_taken(needs, may_be_taken)
        if len(members) < len(parts):
            why = "this loop goes through another loop"
        elif any(_has_memory(equation.value, names) for equation in members):
            why = "this loop goes through the lag of a DELAY, or a seed"
        elif numbers is None and is_shared:
            through = ", ".join(filter(None, samplers))
            why = f"of the discrete systems {through} none is on every circle of this loop"
        elif numbers is None:
            why = "this loop goes through conditions only"
        else:
            left = [[j for j in needs[i] if j not in numbers] for i in range(len(members))]
            order = [i for component in strongly_connected(left) for i in component if i not in numbers]
            torn, chain = tuple(members[i] for i in numbers), tuple(members[i] for i in order)
            owner = self.variable_of_name[torn[0].target].owner
            if is_shared:
                chain = tuple(self._where_due(equation, sampler) for equation in chain)
            return _Loop(members, torn, chain, owner, sampler, is_initial, is_shared, is_linear, is_large)
        self._refuse(members, why, _BREAK_IT)
        return None

    def _torn_in_one(
        self, members: tuple[Equation, ...], needs: list[list[int]], may_be_taken: list[bool]
    ) -> tuple[str, list[int] | None]:
        """The first discrete system in which all circles can be torn, and where."""
        samplers = [self.variable_of_name[equation.target].sampler for equation in members]
        for sampler in filter(None, dict.fromkeys(samplers)):
            is_own = [may and s == sampler for may, s in zip(may_be_taken, samplers, strict=True)]
            numbers = feedback_nodes(needs, is_own)
            if numbers is not None:
                return sampler, numbers
        return "", None

    def _where_due(self, equation: Equation, sampler: str) -> Equation:
        """An equation of another discrete system: where that is not sampled, what it holds."""
        own = self.variable_of_name[equation.target].sampler
        if own in ("", sampler):
            return equation
        due, held = Name(self._due(own)), Name(self._before(equation.target))
        return replace(equation, value=Apply("if", (due, equation.value, held), equation.span))

    def _due(self, sampler: str) -> str:
        name = self.due_of_sampler.get(sampler)
        if name is None:
            name = self.due_of_sampler[sampler] = f"{sampler} is sampled"
            self._add_held(Variable(name, Role.BEFORE, sampler, name, is_condition=True))
        return name

    def _before(self, name: str) -> str:
        known = next((before.name for before in self.befores if before.of == name), None)
        if known is None:
            variable = self.variable_of_name[name]
            known = f"PRE({name})"
            self.befores.append(Before(known, name))
            self._add_held(replace(variable, name=known, local=known, role=Role.BEFORE, sampler="", start=None))
        return known

    def _add_held(self, variable: Variable) -> None:
        self.variables.append(variable)
        self.variable_of_name[variable.name] = variable
        self.stage_of_name[variable.name] = Stage.HELD
        if variable.is_condition:
            self.flat.add(variable.name)

    def _derivatives(
        self, loop: _Loop, name_slope: Callable[[Expression], Expression]
    ) -> list[list[tuple[int, Expression]]]:
        """The derivatives of the torn variables less their values by the torn variables, through the chain.

        Row by row, with the columns in which something stands.
        """
        gradient_of_name: dict[str, dict[int, Expression]] = {e.target: {i: ONE} for i, e in enumerate(loop.torn)}
        for equation in loop.chain:
            gradient = {} if equation.target in self.flat else gradient_of(equation.value, gradient_of_name)
            gradient_of_name[equation.target] = {column: name_slope(slope) for column, slope in gradient.items()}
        rows = []
        for i, equation in enumerate(loop.torn):
            gradient = gradient_of(_formula(equation), gradient_of_name)
            own = gradient
            if not _is_residual(equation):
                own = {column: apply("neg", slope) for column, slope in gradient.items()}
                own[i] = apply("+", ONE, own[i]) if i in own else ONE
            entries = [(j, folded(simplified(own[j]))) for j in sorted(own)]
            rows.append([(j, entry) for j, entry in entries if entry != ZERO])
        return rows

    def _iterated(self, loop: _Loop) -> list[Part]:
        iteration = self._iteration(loop)
        if not loop.is_large:
            return [iteration]
        pattern = [[column for column, _ in row] for row in iteration.matrix]
        return [replace(iteration, elimination=order_columns(pattern, MOST_ROOM))]

    def _iteration(self, loop: _Loop) -> Iteration:
        slopes: list[Equation] = []

        def name_slope(slope: Expression) -> Expression:
            slope = folded(slope)
            if not isinstance(slope, Apply):
                return slope
            slopes.append(Equation(self._fresh("slope"), slope, slope.span))
            return Name(slopes[-1].target)

        matrix = self._derivatives(loop, name_slope)
        self.iterations += 1
        return Iteration(
            self.iterations,
            tuple(equation.target for equation in loop.members),
            tuple(equation.target for equation in loop.torn),
            (*loop.chain, *slopes),
            tuple(_formula(equation) for equation in loop.torn),
            tuple(map(tuple, matrix)),
            loop.members[0].span,
            tuple(map(_is_residual, loop.torn)) if any(map(_is_residual, loop.torn)) else (),
        )

    def _linear(self, loop: _Loop) -> list[Part]:
        """Equations for what the chain is where the torn variables are zero, then for the torn ones."""
        added: list[Part] = []

        def named(stem: str, value: Expression) -> Expression:
            value = folded(value)
            return self._added(stem, value, loop, added) if isinstance(value, Apply) else value

        sparse = self._derivatives(loop, lambda slope: named("slope", slope))
        matrix = [full_row(row, len(sparse)) for row in sparse]
        constant_of_name: dict[str, Expression] = {equation.target: ZERO for equation in loop.torn}
        for equation in loop.chain:
            constant_of_name[equation.target] = named("free", constant_part(equation.value, constant_of_name))
        right = [folded(_right_side(equation, constant_of_name)) for equation in loop.torn]
        numbers = [[entry.value for entry in row if isinstance(entry, Number)] for row in matrix]
        if all(len(row) == len(matrix) for row in numbers):
            return added + self._eliminated(loop, numbers, right)
        names = tuple(tuple(named("matrix", entry) for entry in row) for row in matrix)
        self._note_linear(loop, names)
        if len(matrix) == 1:
            return [*added, replace(loop.torn[0], value=_quotient(right[0], names[0][0]))]
        column = tuple(named("free", value) for value in right)
        return added + self._system(loop, names, column)

    def _sparsely_eliminated(self, parts: list[Part]) -> list[Part] | None:
        """All members of a large linear loop from one sparse elimination; None where the loop is of another kind.

        Its coefficients are numbers and parameters: then pivots can be chosen now.
        """
        members = _equations_in(parts)
        loop = _Loop(members, members, (), self.variable_of_name[members[0].target].owner, "", is_initial=False)
        is_plain = len(members) == len(parts) and all(map(self.is_continuous, members))
        is_linear = is_plain and all(is_affine(_formula(equation), loop.names) for equation in members)
        if not is_linear or not self.flat.isdisjoint(loop.names):
            return None
        rows = self._rows(loop)
        if rows is None:
            return None
        eliminated: list[Part] = []

        def named(stem: str, value: Expression) -> Expression:
            value = folded(value)
            return self._added(stem, value, loop, eliminated) if isinstance(value, Apply) else value

        pivots = eliminate(rows, named, MOST_PRODUCTS)
        if pivots is None:
            return None
        names = [Name(equation.target) for equation in members]
        for i, column in reversed(pivots):
            others = [(names[j], entry) for j, entry in rows[i].entries.items() if j != column]
            terms = [simplified(apply("neg", apply("*", entry, name))) for name, entry in others]
            total = _total([*([] if rows[i].right == ZERO else [rows[i].right]), *terms])
            value = folded(_quotient(total, rows[i].entries[column]))
            eliminated.append(replace(members[column], value=value))
        return eliminated

    def _rows(self, loop: _Loop) -> list[Row] | None:
        """Each equation as a row of the linear equations for all members; None where a coefficient has no number."""
        column_of_name = {equation.target: i for i, equation in enumerate(loop.members)}
        nothing: dict[str, Expression] = dict.fromkeys(column_of_name, ZERO)
        rows: list[Row] = []
        for i, equation in enumerate(loop.members):
            partials = partial_derivatives(_formula(equation), column_of_name.__contains__)
            entries = {column_of_name[name]: partial for name, partial in partials.items()}
            if not _is_residual(equation):
                entries = {j: apply("neg", partial) for j, partial in entries.items()}
                entries[i] = apply("+", ONE, entries[i]) if i in entries else ONE
            entries = {j: folded(simplified(entry)) for j, entry in entries.items()}
            numbers = {j: number_of(entry, self.value_of_parameter) for j, entry in entries.items() if entry != ZERO}
            known = {j: number for j, number in numbers.items() if number is not None}
            if len(known) < len(numbers):
                return None
            right = folded(_right_side(equation, nothing))
            rows.append(Row({j: entries[j] for j in known}, known, right))
        return rows

    def _eliminated(self, loop: _Loop, matrix: list[list[float]], right: list[Expression]) -> list[Part]:
        """Forward and back substitution as equations, with what is zero left out."""
        factors = factored(matrix)
        if factors is None:
            hint = "the equations contradict each other, or say the same: change one of them"
            self._refuse(loop.members, "this loop has no solution, or infinitely many", hint)
            return list(loop.torn)
        added: list[Part] = []
        partly: list[Expression] = []
        for i, row in enumerate(factors.rows):
            value = folded(_less(right[factors.order[i]], row[:i], partly))
            is_last = i == len(matrix) - 1
            partly.append(value if is_last or not isinstance(value, Apply) else self._added("free", value, loop, added))
        names = [Name(equation.target) for equation in loop.torn]
        for i, (equation, row) in enumerate(zip(loop.torn, factors.rows, strict=True)):
            total = _less(partly[i], row[i + 1 :], names[i + 1 :])
            added.append(replace(equation, value=folded(_quotient(total, Number(row[i])))))
        return added

    def _system(
        self, loop: _Loop, matrix: tuple[tuple[Expression, ...], ...], right: tuple[Expression, ...]
    ) -> list[Part]:
        """The inverse where it changes less often than the loop; else the linear equations themselves."""
        targets = tuple(equation.target for equation in loop.torn)
        latest = max(stage_of(entry, self.stage_of_name) for row in matrix for entry in row)
        is_often = latest > Stage.INITIAL if loop.sampler else latest >= self.stage_of_name[targets[0]]
        if is_often or loop.is_initial:
            return [LinearSystem((targets,), matrix, (right,))]
        count = range(len(targets))
        inverse = tuple(tuple(self._variable("inverse", loop, "", latest).name for _ in count) for _ in count)
        units = tuple(tuple(ONE if i == j else ZERO for i in count) for j in count)
        added: list[Part] = [LinearSystem(inverse, matrix, units)]
        for i, equation in enumerate(loop.torn):
            terms = [apply("*", Name(inverse[j][i]), right[j]) for j in count if right[j] != ZERO]
            added.append(replace(equation, value=_total(terms)))
        return added

    def _added(self, stem: str, value: Expression, loop: _Loop, added: list[Part]) -> Name:
        """A new variable with its equation, computed when the loop is, or at the start of a run."""
        stage = Stage.INITIAL if loop.is_initial else stage_of(value, self.stage_of_name)
        sampler = "" if stage <= Stage.INITIAL else loop.sampler
        variable = self._variable(stem, loop, sampler, Stage.HELD if sampler else stage)
        added.append(Equation(variable.name, value, value.span))
        return Name(variable.name, value.span)

    def _variable(self, stem: str, loop: _Loop, sampler: str, stage: Stage) -> Variable:
        name = self._fresh(stem)
        span = loop.members[0].span
        variable = Variable(name, Role.INTERMEDIATE, loop.owner, name, span=span, sampler=sampler)
        self.variables.append(variable)
        self.variable_of_name[name] = variable
        self.stage_of_name[name] = stage
        return variable

    def _fresh(self, stem: str) -> str:
        self._counts[stem] = self._counts.get(stem, 0) + 1
        return f"{stem}.{self._counts[stem]}"

    def _refuse(self, members: tuple[Equation, ...], why: str, hint: str) -> None:
        targets = listed([equation.target for equation in members])
        self.report.error("algebraic-loop-unsolved", f"{targets}: {why}", members[0].span, hint)

    def _warn_about_loop(self, cycle: list[Part], members: list[Part], is_linear: bool) -> None:
        """Loops among relations are expected."""
        if self.relational.isdisjoint(target for part in members for target in part.targets):
            self._warn(cycle, members, is_linear)

    def _warn(self, cycle: list[Part], members: list[Part], is_linear: bool) -> None:
        """Name all variables of the loop in the user's order, and show one chain of equations through it."""
        way = "as linear equations" if is_linear else "by iteration from the last solution"
        targets = [target for part in members for target in part.targets]
        related = tuple(
            Related(f"'{part.target}' needs '{following.targets[0]}'", part.span)
            for part, following in zip(cycle, [*cycle[1:], cycle[0]], strict=True)
            if isinstance(part, Equation) and part.span is not None
        )
        first = members[0]
        self.report.warn(
            "algebraic-loop",
            f"{listed(targets)}: these equations need each other's values"
            if len(targets) > 1
            else f"{targets[0]} needs its own value",
            None if related or not isinstance(first, Equation) else first.span,
            f"a state or a DELAY breaks the loop; otherwise it is solved {way}",
            related,
        )


def _is_residual(equation: Equation) -> bool:
    """Whether the target is what makes a residual zero."""
    return isinstance(equation.value, Apply) and equation.value.function == "solve"


def _formula(equation: Equation) -> Expression:
    """What the target is equal to, or what must be zero."""
    value = equation.value
    return value.arguments[0] if isinstance(value, Apply) and value.function == "solve" else value


def _right_side(equation: Equation, constant_of_name: dict[str, Expression]) -> Expression:
    constant = constant_part(_formula(equation), constant_of_name)
    return simplified(apply("neg", constant)) if _is_residual(equation) and constant != ZERO else constant


def _has_memory(expression: Expression, names: frozenset[str]) -> bool:
    """Whether something that has no formula is computed from the names."""
    return any(
        isinstance(part, Apply) and part.function in _MEMORIES and not names.isdisjoint(names_in(part))
        for part in parts_of(expression)
    )


def _less(value: Expression, factors: Sequence[float], parts: Sequence[Expression]) -> Expression:
    """The value less multiples of the parts."""
    terms = [] if value == ZERO else [value]
    for factor, part in zip(factors, parts, strict=True):
        if factor != 0.0 and part != ZERO:
            terms.append(apply("neg", part) if factor == 1.0 else apply("*", Number(-factor), part))
    return _total(terms)


def _total(terms: list[Expression]) -> Expression:
    if not terms:
        return ZERO
    return terms[0] if len(terms) == 1 else apply("+", *terms)


def _quotient(dividend: Expression, divisor: Expression) -> Expression:
    if dividend == ZERO or divisor == ONE:
        return dividend
    return apply("/", dividend, divisor)
