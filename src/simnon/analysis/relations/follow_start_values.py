"""States that remain although the value is given for a different one: computed from the relation between them.

At the start of a run from the initial value of the other state, at an event from the value a WHEN assigns to it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from simnon.model import Apply, Equation, Expression, Name, apply, substitute
from simnon.source import frozen

from ..derivative import partial_derivatives, simplified
from ..fold_constants import folded
from .make_causal import Candidates, solved_for
from .relation import ONE, ZERO, Relation, live_names


@frozen
class Following:
    """`value` is the value of `state` for which `leader` equals the variable `given`."""

    state: str
    leader: str
    given: str
    value: Expression

    def assigned(self, equation: Equation) -> Equation:
        """The equation of an event, assigning the state instead of the leader."""
        return replace(equation, target=self.state, value=substitute(self.value, {self.given: equation.value}))


def find_followings(
    relations: Iterable[Relation],
    given: Mapping[str, str],
    may_follow: Callable[[str], bool],
    is_steady: Callable[[str], bool],
) -> list[Following]:
    """Find relations between one state that may follow and one whose given value is in the variable `given`."""
    found: list[Following] = []
    for relation in relations:
        names = [name for name in live_names(relation.residual) if not is_steady(name)]
        states = [name for name in names if may_follow(name)]
        leaders = [name for name in names if name in given]
        if len(names) == 2 and len(states) == len(leaders) == 1:
            name = given[leaders[0]]
            value = _solved(relation, states[0], leaders[0], name, is_steady)
            found += [Following(states[0], leaders[0], name, value)] if value is not None else []
    return found


def _solved(
    relation: Relation, state: str, leader: str, given: str, is_steady: Callable[[str], bool]
) -> Expression | None:
    residual = substitute(relation.residual, {leader: Name(given)})
    partials = partial_derivatives(residual, {state}.__contains__)
    row = Candidates(
        Relation(residual, relation.span), (state,), {n: folded(simplified(p)) for n, p in partials.items()}
    )
    value = solved_for(row, state, True, is_steady).value
    return None if isinstance(value, Apply) and value.function == "solve" else value


def initial_equations(
    followings: Iterable[Following], flags: Mapping[str, str], is_given: Callable[[str], bool]
) -> list[Equation]:
    """A value given for the run takes precedence over one in the text; without either, the state starts at zero."""
    followings_of_state: dict[str, list[Following]] = {}
    for following in followings:
        followings_of_state.setdefault(following.state, []).append(following)
    equations: list[Equation] = []
    for state, candidates in followings_of_state.items():
        parts: list[Expression] = []
        for each in candidates:
            if not is_given(each.leader):
                parts += [apply("=", Name(flags[each.leader]), ONE), each.value]
        last = next((each.value for each in candidates if is_given(each.leader)), ZERO)
        equations.append(Equation(state, Apply("if", (*parts, last)) if parts else last))
    return equations
