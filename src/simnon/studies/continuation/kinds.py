"""The table of the kinds of branches, and how a request finds its own."""

from collections.abc import Callable

from simnon.source import UserError, frozen, listed, nearest

from .branch import NAME_OF_KIND, Branch
from .curves import follow_folds, follow_hopf_points
from .cycles import follow_cycles
from .equilibria import follow_equilibria
from .request import BranchRequest

ANYWHERE = ""
"""The start that is no labelled point."""


@frozen
class BranchKind:
    """Solutions that `follow` finds over a number of parameters, from labelled points of the kinds `starts`."""

    name: str
    parameters: int
    starts: tuple[str, ...]
    follow: Callable[[BranchRequest], tuple[Branch, ...]]


KINDS = (
    BranchKind("cycles", 1, ("HB", "LC", "LPC", "PD", "TR", "BPC", "EC"), follow_cycles),
    BranchKind(
        "equilibria", 1, (ANYWHERE, "EP", "LP", "HB", "BP", "NS", "CO", "CP", "BT", "GH", "ZH"), follow_equilibria
    ),
    BranchKind("folds", 2, ("LP", "CP", "BT", "ZH"), follow_folds),
    BranchKind("Hopf points", 2, ("HB", "GH", "BT", "ZH"), follow_hopf_points),
)
"""The first kind that fits a start is chosen; a different one can be requested by its name."""


def choose_kind(request: BranchRequest, name: str = "") -> BranchKind:
    start = ANYWHERE if request.start is None else request.start.kind
    count = len(request.parameters)
    fitting = [kind for kind in KINDS if kind.parameters == count and start in kind.starts]
    if name:
        return _named(name, fitting, request)
    if fitting:
        return fitting[0]
    shown = f"{NAME_OF_KIND.get(start, start)} {request.start.label}" if request.start else "an equilibrium"
    starts = [
        f"a {NAME_OF_KIND[each]}" for kind in KINDS if kind.parameters == count for each in kind.starts[:1] if each
    ]
    hint = f"with {count} parameters, start from {' or '.join(starts)}" if starts else "give one parameter, or two"
    raise UserError("bad-start", f"no curve over {listed(request.parameters)} starts from {shown}", hint)


def _named(name: str, fitting: list[BranchKind], request: BranchRequest) -> BranchKind:
    names = [kind.name for kind in KINDS]
    for kind in fitting:
        if kind.name.casefold() == name.casefold():
            return kind
    if name.casefold() in [each.casefold() for each in names]:
        start = "an equilibrium" if request.start is None else request.start.label
        raise UserError(
            "bad-start",
            f"{name} over {listed(request.parameters)} cannot start from {start}",
            f"possible from there: {listed([kind.name for kind in fitting]) or 'nothing'}",
        )
    near = nearest(name, names)
    hint = f"did you mean '{near}'?" if near else f"the kinds are {listed(names)}"
    raise UserError("unknown-kind", f"there is no kind of branches '{name}'", hint)
