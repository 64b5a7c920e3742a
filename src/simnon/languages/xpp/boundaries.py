"""`bdry` lines -> variables that are 0 if the boundary conditions hold, and the commands that search for this.

The initial values become parameters `x_0`. In a condition, a name is the value at the start, which is `x_0`, and a name
with a prime the value at the end; so at the end of a run `boundary` is the sum of the squares of what should be 0.
"""

from collections.abc import Mapping, Sequence

from simnon.model import Apply, Expression, Name, Number, print_number, rewrite
from simnon.source import Span

from .formulas import Spelling
from .grammar import HOMOCLINIC
from .program import BoundaryCondition
from .settings import Settings

_TOLERANCE = "1e-12"


def start_names(states: Sequence[str], spelling: Spelling) -> dict[str, str]:
    """The parameter with the initial value of each state."""
    return {state: spelling.free(f"{state}_0") for state in states}


def residual_of(boundary: BoundaryCondition, start_of_state: Mapping[str, str], start: float) -> Expression | None:
    """The condition in names of the model; None if it is only for AUTO."""

    def change(node: Expression) -> Expression | None:
        match node:
            case Name("t", span):
                return Number(start, span)
            case Name(name, span) if name in start_of_state:
                return Name(start_of_state[name], span)
            case Name(name, span) if name.endswith("'") and name[:-1] in ("t", *start_of_state):
                return Name(name[:-1], span)
            case _:
                return None

    match boundary.value:
        case Apply(function) if function == HOMOCLINIC:
            return None
        case value:
            return rewrite(value, change)


def sum_of_squares(names: Sequence[str], span: Span) -> Expression:
    squares = [Apply("*", (Name(name, span), Name(name, span)), span) for name in names]
    return Apply("+", (Number(0.0, span), *squares), span)


def search_commands(loss: str, starts: Sequence[str], settings: Settings) -> tuple[str, ...]:
    """A run, and the search from its initial values, the shooting method."""
    stop = settings.start + settings.total
    return (
        f"SIMU {print_number(settings.start)} {print_number(stop)}",
        f"OPTIM {loss} {' '.join(starts)} TOL:{_TOLERANCE}",
    )
