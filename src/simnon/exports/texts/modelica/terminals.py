"""Relations between terminals -> connections: which terminals CONNECT joins, if all of them fit Modelica's rules.

Modelica sets the ACROSS variables of connected terminals equal and the sum of their THROUGH variables to zero, as
CONNECT does. The relations are compared with that; if they differ, the model is written without connectors.
"""

from collections.abc import Sequence

from simnon.model import Apply, Equation, Expression, FlatModel, Name, Role, Variable
from simnon.source import frozen

from .groups import Group, is_residual

Terminal = tuple[str, str]
"""The part, and the name of the terminal there."""


@frozen
class Connections:
    """`pairs` replace the `relations`, by their targets."""

    pairs: tuple[tuple[Terminal, Terminal], ...]
    relations: frozenset[str]


def find_connections(model: FlatModel, joining: Group) -> Connections | None:
    """None if a terminal or a relation between terminals is not one that a connector of Modelica expresses."""
    variables = model.by_name()
    terminals = [v for v in model.variables if v.terminal]
    if any(not _is_plain(variable) for variable in terminals):
        return None
    pairs: dict[tuple[Terminal, Terminal], None] = {}
    sums: list[list[str]] = []
    taken = []
    for equation in joining.continuous:
        if not is_residual(equation, variables):
            continue
        pair, names = _pair(equation, variables), _sum(equation.value, variables)
        if pair is not None:
            pairs[pair] = None
        elif names is not None:
            sums.append(names)
        elif any(variables[name].terminal for name in equation.reads if name in variables):
            return None
        if pair is not None or names is not None:
            taken.append(equation.target)
    found = Connections(tuple(pairs), frozenset(taken))
    return found if _agree(found, sums, terminals) else None


def _is_plain(variable: Variable) -> bool:
    inside = variable.local.removeprefix(f"{variable.terminal}.")
    return variable.role is Role.AUXILIARY and inside.isidentifier() and inside != variable.local


def _place(variable: Variable) -> Terminal:
    return variable.owner, variable.terminal


def _pair(equation: Equation, variables: dict[str, Variable]) -> tuple[Terminal, Terminal] | None:
    """The terminals of `a.p.v - b.p.v`, of two ACROSS variables."""
    match equation.value:
        case Apply("+", (Name(first), Apply("neg", (Name(second),)))):
            a, b = variables.get(first), variables.get(second)
            are_across = a is not None and b is not None and a.across_of and b.across_of
            return (_place(a), _place(b)) if a is not None and b is not None and are_across else None
        case _:
            return None


def _sum(value: Expression, variables: dict[str, Variable]) -> list[str] | None:
    """The names of a sum of THROUGH variables."""
    terms = value.arguments if isinstance(value, Apply) and value.function == "+" else (value,)
    names = [term.name for term in terms if isinstance(term, Name)]
    found = [variables[name] for name in names if name in variables]
    are_through = len(found) == len(terms) and all(v.terminal and not v.across_of for v in found)
    return names if are_through else None


def _agree(found: Connections, sums: Sequence[Sequence[str]], terminals: Sequence[Variable]) -> bool:
    """True if the sums are those of the connected sets, one for each THROUGH variable."""
    set_of: dict[Terminal, frozenset[Terminal]] = {_place(v): frozenset((_place(v),)) for v in terminals}
    for first, second in found.pairs:
        joined = set_of[first] | set_of[second]
        set_of |= dict.fromkeys(joined, joined)
    through = {v.name: v for v in terminals if not v.across_of}
    seen = [name for names in sums for name in names]
    if sorted(seen) != sorted(through):
        return False
    return all(frozenset(_place(through[n]) for n in names) == set_of[_place(through[names[0]])] for names in sums)
