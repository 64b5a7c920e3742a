"""A model with OPTA -> the search that it defines: its inputs measure a run, its outputs are varied."""

from simnon.simulation import Simulator, Trajectory
from simnon.source import UserError, arguments
from simnon.studies import METHODS, Measured, SearchOptions, Slopes

from .optimising import Search, bounds_of, problem_within_ranges, values_now
from .slopes import Differentiated, differentiated
from .standard_systems import connected_at_end, is_connected, is_read, variables_of
from .workspace import Workspace

OPTA = "OPTA"
_OUTPUTS, _CONSTRAINTS = 8, 4


def wanted_search(workspace: Workspace) -> Search | None:
    """The search of OPTA; None if the model has none, or it is off."""
    model = workspace.model
    own = variables_of(model, OPTA)
    if "LOSS" not in own or not _value(workspace, own["ON"]):
        return None
    if not is_connected(model, own["LOSS"]):
        raise UserError("no-loss", f"nothing is connected to LOSS[{OPTA}]", f"for a single run: PAR ON[{OPTA}]: 0")
    used = [i for i in range(1, _OUTPUTS + 1) if is_read(model, own[f"P{i}"])]
    if not used:
        raise UserError("no-parameters", f"nothing is connected to P1[{OPTA}]", f"for a single run: PAR ON[{OPTA}]: 0")
    inequalities, equalities = (_connected(model, own, letter) for letter in "CZ")
    starts = tuple(own[f"START{i}"] for i in used)
    bounds = [bounds_of(_value(workspace, own[f"LOW{i}"]), _value(workspace, own[f"HIGH{i}"])) for i in used]
    loss = own["LOSS"]
    measured = (loss, *inequalities, *equalities)

    def measure(run: Trajectory) -> Measured:
        final = connected_at_end(run, measured)
        return Measured(final[loss], tuple(final[c] for c in inequalities), tuple(final[z] for z in equalities))

    def slopes(run: Trajectory) -> Slopes:
        final = connected_at_end(run, [f"d({name})/d({start})" for name in measured for start in starts])
        return tuple(tuple(final[f"d({name})/d({start})"] for start in starts) for name in measured)

    def differentiate() -> tuple[Differentiated | None, str]:
        return differentiated(
            workspace.elements, starts, measured, lambda extended: Differentiated(extended, (), slopes)
        )

    low, high = [low for low, _ in bounds], [high for _, high in bounds]
    return Search(
        starts,
        problem_within_ranges(workspace, starts, low, high, (len(inequalities), len(equalities))),
        measure,
        (),
        _options(workspace, own),
        loss,
        (*inequalities, *equalities),
        bool(_value(workspace, own["MAXIMUM"])),
        differentiate,
    )


def _options(workspace: Workspace, own: dict[str, str]) -> SearchOptions:
    chosen = _value(workspace, own["METHOD"])
    if chosen not in range(len(METHODS)):
        known = ", ".join(f"{i} {name}" for i, name in enumerate(METHODS))
        raise UserError("bad-option", f"there is no METHOD {chosen:g}", f"the methods are {known}")
    runs = arguments.integer(_value(workspace, own["RUNS"]), f"RUNS[{OPTA}]", least=1)
    return SearchOptions(METHODS[int(chosen)], _value(workspace, own["TOL"]), runs, workspace.settings.seed)


def _connected(model: Simulator, own: dict[str, str], letter: str) -> tuple[str, ...]:
    inputs = [own[f"{letter}{i}"] for i in range(1, _CONSTRAINTS + 1)]
    return tuple(name for name in inputs if is_connected(model, name))


def _value(workspace: Workspace, name: str) -> float:
    return values_now(workspace, (name,))[name]
