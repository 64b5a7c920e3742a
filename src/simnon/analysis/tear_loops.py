"""HybridModel -> HybridModel: solve algebraic loops, so that no equation needs its own value.

As few variables as possible are torn out of each loop: given these, the others follow one after
the other, and their equations stay as they are. The torn variables are found together:

- If the loop is affine in its variables, from linear equations. A constant matrix is
  eliminated at compile time, which leaves ordinary equations; one that changes less often than the
  loop is inverted only when it changes.
- Otherwise by Newton's method, an `Iteration`. If many variables would have to be torn, all are, so that each
  equation reads few of them and the matrix is sparse.

A relation can give its target as `solve(residual)`: such a target is always torn, and its row is that of
the residual, so that nothing is divided by an expression that can become zero.

Loops through a discrete system are torn in the discrete system and solved when it is sampled;
between its samples they are open. Loops through several are torn in one of them that is on every
cycle, and solved when that one is sampled: the others keep their held values unless they are sampled
at the same instant.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from simnon.doors import loaded_on_use
from simnon.model import (
    Apply,
    Equation,
    Expression,
    HybridModel,
    Iteration,
    Name,
    Solution,
    is_affine,
    names_in,
    parts_of,
)
from simnon.source import Related, Report, listed

from .check_whole import check_no_whole_loop
from .fold_constants import folded
from .graph import all_candidates, feedback_nodes, shortest_cycle, strongly_connected
from .order_equations import initial_parts, needs_of
from .torn_loop import Member

with loaded_on_use(__name__):
    from .column_order import order_columns
    from .linear_loops import LinearLoops
    from .loop_variables import LoopVariables
    from .torn_loop import TornLoop, derivatives, equations_in, formula, is_residual, reject_loop

_REMEMBERED = frozenset({"delayed", "uniform", "normal", "periodic"})
LARGE_LOOP = 200
"""A larger linear loop is eliminated sparsely as a whole, if possible."""
MAX_TORN, MAX_TORN_OF_LINEAR = 20, 150
"""With more torn variables, the matrix of a loop is sparse."""
MAX_SPACE = 4_000_000
"""The largest number of elements in the factors of the matrix of a large loop."""
_BREAK_IT = "put a state or a DELAY into the loop"


def tear_loops(model: HybridModel, report: Report) -> HybridModel:
    check_no_whole_loop(model, model.equations)
    if not model.initial_equations and not _has_loop(model.equations):
        return model
    tearer = _Tearer(model, report)
    # Continuous loops first: only the loops left after that need a discrete system, and are solved at samples only.
    continuous = tearer.solved(list(model.equations), tearer.names.is_continuous, lambda _: True)
    parts = tearer.solved(continuous, lambda _: True, lambda equation: not tearer.names.is_continuous(equation))
    torn = replace(model, equations=equations_in(parts), solutions=_solutions_in(parts))
    if model.initial_equations:
        torn = _with_initial_loops_torn(torn, tearer)
    samplers = tuple(replace(s, due=tearer.names.due_of_sampler.get(s.name, "")) for s in model.samplers)
    return replace(
        torn,
        variables=tuple(tearer.names.variables),
        befores=tuple(tearer.names.befores),
        samplers=samplers,
        linear_loops=tuple(tearer.linear.noted),
    )


def _has_loop(parts: Sequence[Member]) -> bool:
    needs = needs_of(parts)
    return any(len(nodes) > 1 or nodes[0] in needs[nodes[0]] for nodes in strongly_connected(needs))


def _with_initial_loops_torn(model: HybridModel, tearer: "_Tearer") -> HybridModel:
    """Equations that the INITIAL section reads are computed with it, so its loops differ from those of a run."""
    given = {equation.target for equation in model.initial_equations}
    everything = initial_parts(model, tearer.names.stage_of_name)
    check_no_whole_loop(model, everything)
    others = {id(part) for part in everything[len(given) :]}
    solved = tearer.solved(everything, lambda _: True, lambda e: e.target in given, is_initial=True)
    parts = [part for part in solved if id(part) not in others]
    return replace(model, initial_equations=equations_in(parts), initial_solutions=_solutions_in(parts))


def _solutions_in(parts: list[Member]) -> tuple[Solution, ...]:
    return tuple(part for part in parts if not isinstance(part, Equation))


class _Tearer:
    def __init__(self, model: HybridModel, report: Report) -> None:
        self.report = report
        self.names = LoopVariables(model)
        self.linear = LinearLoops(model, self.names, report)
        self.relational = model.relational
        self.iterations = 0

    def solved(
        self,
        parts: list[Member],
        is_concerned: Callable[[Member], bool],
        may_be_torn: Callable[[Equation], bool],
        is_initial: bool = False,
    ) -> list[Member]:
        """The parts with the loops among those concerned solved; tear only equations for which `may_be_torn`."""
        concerned = [part for part in parts if is_concerned(part)]
        needs = needs_of(concerned)
        added_before: dict[int, list[Member]] = {}
        torn: set[int] = set()
        for component in strongly_connected(needs):
            members = [concerned[i] for i in component]
            is_loop = len(component) > 1 or component[0] in needs[component[0]]
            if not is_loop or not any(isinstance(part, Equation) and may_be_torn(part) for part in members):
                continue
            sparse = self.linear.sparsely_eliminated(members) if len(members) > LARGE_LOOP and not is_initial else None
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
                added_before[id(loop.torn[0])] = self.linear.solved(loop) if is_full else self._iterated(loop)
                torn.update(id(equation) for equation in loop.torn)
        result: list[Member] = []
        for part in parts:
            result += added_before.get(id(part), [])
            if id(part) not in torn:
                result.append(part)
        return result

    def _torn(self, parts: list[Member], may_be_torn: Callable[[Equation], bool], is_initial: bool) -> TornLoop | None:
        """The loop with its torn variables chosen, or None if it cannot be solved, which is reported."""
        members = equations_in(parts)
        names = frozenset(target for part in parts for target in part.targets)
        samplers = list(dict.fromkeys(self.names.variable_of_name[e.target].sampler for e in members if not is_initial))
        sampler = next(filter(None, samplers), "")
        needs = needs_of(members)
        is_candidate = [may_be_torn(equation) and equation.target not in self.names.flat for equation in members]
        is_shared = not set(samplers) <= {"", sampler}
        is_linear = not is_shared and all(is_affine(formula(equation), names) for equation in members)
        is_large = False
        if is_shared:
            sampler, numbers = self._torn_in_one(members, needs, is_candidate)
        else:
            numbers, is_large = _few_or_all(needs, is_candidate, MAX_TORN_OF_LINEAR if is_linear else MAX_TORN)
        if len(members) < len(parts):
            why = "this loop goes through another loop"
        elif any(_reads_remembered_value(equation.value, names) for equation in members):
            why = "this loop goes through the lag of a DELAY, or a seed"
        elif numbers is None and is_shared:
            through = ", ".join(filter(None, samplers))
            why = f"none of the discrete systems {through} is on every cycle of this loop"
        elif numbers is None:
            why = "this loop goes only through conditions"
        else:
            taken = set(numbers)
            left = [[j for j in needs[i] if j not in taken] for i in range(len(members))]
            order = [i for component in strongly_connected(left) for i in component if i not in taken]
            torn, chain = tuple(members[i] for i in numbers), tuple(members[i] for i in order)
            owner = self.names.variable_of_name[torn[0].target].owner
            if is_shared:
                chain = tuple(self.names.held_unless_due(equation, sampler) for equation in chain)
            return TornLoop(members, torn, chain, owner, sampler, is_initial, is_shared, is_linear, is_large)
        reject_loop(self.names.written(members), members[0].span, why, _BREAK_IT, self.report)
        return None

    def _torn_in_one(
        self, members: tuple[Equation, ...], needs: list[list[int]], is_candidate: list[bool]
    ) -> tuple[str, list[int] | None]:
        """The first discrete system in which all cycles can be torn, and where."""
        samplers = [self.names.variable_of_name[equation.target].sampler for equation in members]
        for sampler in filter(None, dict.fromkeys(samplers)):
            is_own = [may and s == sampler for may, s in zip(is_candidate, samplers, strict=True)]
            numbers = feedback_nodes(needs, is_own)
            if numbers is not None:
                return sampler, numbers
        return "", None

    def _iterated(self, loop: TornLoop) -> list[Member]:
        iteration = self._iteration(loop)
        if not loop.is_large:
            return [iteration]
        pattern = [[column for column, _ in row] for row in iteration.matrix]
        return [replace(iteration, elimination=order_columns(pattern, MAX_SPACE))]

    def _iteration(self, loop: TornLoop) -> Iteration:
        slopes: list[Equation] = []

        def name_slope(slope: Expression) -> Expression:
            slope = folded(slope)
            if not isinstance(slope, Apply):
                return slope
            slopes.append(Equation(self.names.fresh("slope"), slope, slope.span))
            return Name(slopes[-1].target)

        matrix = derivatives(loop, self.names.flat, name_slope)
        self.iterations += 1
        return Iteration(
            self.iterations,
            tuple(equation.target for equation in loop.members),
            tuple(equation.target for equation in loop.torn),
            (*loop.chain, *slopes),
            tuple(formula(equation) for equation in loop.torn),
            tuple(map(tuple, matrix)),
            loop.members[0].span,
            tuple(map(is_residual, loop.torn)) if any(map(is_residual, loop.torn)) else (),
        )

    def _warn_about_loop(self, cycle: list[Member], members: list[Member], is_linear: bool) -> None:
        """Loops among relations are expected."""
        if self.relational.isdisjoint(target for part in members for target in part.targets):
            self._warn(cycle, members, is_linear)

    def _warn(self, cycle: list[Member], members: list[Member], is_linear: bool) -> None:
        """Name all variables of the loop in the user's order, and show one chain of equations through it."""
        method = "as linear equations" if is_linear else "by iteration from the last solution"
        targets = self.names.written(members)
        known = [part for part in cycle if self.names.written((part,))]
        related = tuple(
            Related("'{}' needs '{}'".format(*self.names.written((part, following))[:2]), part.span)
            for part, following in zip(known, [*known[1:], *known[:1]], strict=True)
            if isinstance(part, Equation) and part.span is not None
        )
        first = members[0]
        self.report.warn(
            "algebraic-loop",
            f"{listed(targets)}: these equations need each other's values"
            if len(targets) > 1
            else f"{targets[0]} needs its own value",
            None if related or not isinstance(first, Equation) else first.span,
            f"a state or a DELAY breaks the loop; otherwise it is solved {method}",
            related,
        )


def _few_or_all(
    needs: Sequence[Sequence[int]], is_candidate: Sequence[bool], limit: int
) -> tuple[list[int] | None, bool]:
    """The variables to tear, or None; and whether there would be more than `limit`, in which case all are torn."""
    few = feedback_nodes(needs, is_candidate, limit)
    is_large = few is not None and len(few) > limit
    return (all_candidates(needs, is_candidate) if is_large else few), is_large


def _reads_remembered_value(expression: Expression, names: frozenset[str]) -> bool:
    """Whether a remembered value depends on the names."""
    return any(
        isinstance(part, Apply) and part.function in _REMEMBERED and not names.isdisjoint(names_in(part))
        for part in parts_of(expression)
    )
