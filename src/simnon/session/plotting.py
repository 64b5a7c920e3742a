"""Runs -> curves on the page: what SHOW, ASHOW and PLOT have in common."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simnon.figures import Area, Array, Axis, Curve, Figure, Shape, with_chosen_ends
from simnon.model import Role
from simnon.simulation import Trajectory
from simnon.source import UserError, frozen

from .calculator import curve_of
from .words import is_variable, text_in
from .workspace import LAST, Page, Workspace

MOST_ELEMENTS = 200
"""The most elements of an array that are drawn as curves."""
MOST_MEASURED = 200
"""A file with at most this many rows is shown as points: it was measured, not simulated."""


@frozen
class CurveRequest:
    """A variable or expression, the run it is taken from, and the user's own text for the curve."""

    variable: str
    run: str = LAST
    text: str = ""


def read_curve_request(word: str) -> CurveRequest:
    """`y` or `y/run`."""
    variable, _, run = word.partition("/")
    return CurveRequest(variable.strip(), run.strip())


def with_texts(words: Sequence[str], usage: str) -> tuple[CurveRequest, ...]:
    """Expressions, each followed by the 'text' for its curve if it has one."""
    found: list[CurveRequest] = []
    for word in words:
        if not word.startswith("'"):
            found.append(read_curve_request(word))
        elif found and not found[-1].text and text_in(word).strip():
            found[-1] = replace(found[-1], text=text_in(word))
        else:
            raise UserError("bad-command", f"{word} does not follow a variable", usage)
    return tuple(found)


def elements_of(workspace: Workspace, requested: CurveRequest) -> list[CurveRequest]:
    """The elements of an array, each as a curve; anything else as it is."""
    run = workspace.runs.get(requested.run)
    selection = (
        run.lookup.arrays.select(requested.variable) if run is not None and is_variable(requested.variable) else None
    )
    if selection is None or not selection.counts:
        return [requested]
    if len(selection.names) > MOST_ELEMENTS:
        message = f"'{requested.variable}' has {len(selection.names):,} elements"
        raise UserError(
            "bad-command", message, f"show at most {MOST_ELEMENTS}, such as x[1..10], or draw them with MAP"
        )
    text = f"{requested.text} {{}}" if requested.text else ""
    return [
        replace(requested, variable=name, text=text.format(number + 1)) for number, name in enumerate(selection.names)
    ]


def make_curve(
    workspace: Workspace,
    requested: CurveRequest,
    against: CurveRequest | None,
    *,
    is_marked: bool,
    is_right: bool = False,
    shape: Shape | None = None,
) -> Curve:
    """A variable or an expression of variables, as it was in a run; a few measurements are points unless `shape`."""
    requested = _with_division(workspace, requested)
    run = workspace.run_named(requested.run)
    y = values_of(workspace, run, requested.variable)
    x = run.t if against is None else values_of(workspace, run, against.variable)
    name = spelled(run, requested.variable)
    label = requested.text or (name if requested.run == LAST else f"{name}/{requested.run}")
    is_sampled = run.lookup.has(requested.variable) and run.lookup.find(requested.variable) in run.sampled
    own = Shape.STEPS if is_sampled and against is None else Shape.LINES
    if run.run is None and len(run.t) <= MOST_MEASURED:
        own = Shape.POINTS
    return Curve(label, x, y, _unit(run, requested.variable), is_marked, shape or own, is_right)


def _with_division(workspace: Workspace, requested: CurveRequest) -> CurveRequest:
    """`a/b` is a quotient if no run is called `b`, but the last run has a variable of that name."""
    last = workspace.runs.get(LAST)
    if requested.run == LAST or requested.run in workspace.runs or last is None or not last.lookup.has(requested.run):
        return requested
    return CurveRequest(f"{requested.variable}/{requested.run}", text=requested.text)


def spelled(run: Trajectory, name: str) -> str:
    """The name of a variable as its text spells it; an expression as it was typed."""
    if not run.lookup.has(name):
        return name
    flat = run.lookup.find(name)
    # Whoever names the system as well has two variables of that name to tell apart.
    return flat if "[" in name or "." in name else flat.split("[")[0]


def values_of(workspace: Workspace, run: Trajectory, text: str) -> Array:
    """A stored variable, the time, a parameter, or an expression of these, at each record of the run."""
    if is_variable(text):
        return column_of(workspace, run, text)
    values = curve_of(workspace, text, lambda name: column_of(workspace, run, name))
    return np.broadcast_to(np.asarray(values, dtype=np.float64), run.t.shape).copy()


def column_of(workspace: Workspace, run: Trajectory, name: str) -> Array:
    """A stored variable, or the time; a parameter is a straight line."""
    if name.casefold() in ("t", "time") and not run.lookup.has(name):
        return run.t
    flat = run.lookup.find(name)
    if flat in run.columns:
        return run.columns[flat]
    value = run.provenance.options.parameters.get(flat)
    system = workspace.loaded
    if value is None and system is not None and run.lookup is system.names:
        if flat in system.model.variable_of_name and system.model.variable_of_name[flat].role is Role.TIME:
            return run.t
        value = system.model.parameters.get(flat)
    if value is None:
        raise UserError("not-stored", f"'{name}' was not stored", f"STORE {name} -ADD, then SIMU again")
    return np.full_like(run.t, value)


def _unit(run: Trajectory, name: str) -> str:
    return run.units.get(run.lookup.find(name), "") if run.lookup.has(name) else ""


def parameters_of_last_run(workspace: Workspace) -> dict[str, float]:
    """Every parameter of the current model as it was in the last run; none if that was of a different model."""
    run, system = workspace.runs.get(LAST), workspace.loaded
    if run is None or system is None or run.lookup is not system.names:
        return {}
    return {**system.model.parameters, **run.provenance.options.parameters}


def time_axis(workspace: Workspace) -> Axis:
    """The axis of a time, with its unit in the model, if it has one."""
    system = workspace.loaded
    if system is not None:
        for variable in system.model.analysed.declared.variables:
            if variable.role is Role.TIME and variable.name in system.model.variable_of_name:
                return Axis(variable.local, variable.unit.text if variable.unit else "")
    return Axis("t")


def shown_by_program(workspace: Workspace) -> Sequence[str]:
    """The variables that the text of the program shows."""
    experiment = workspace.model.analysed.declared.experiment if workspace.loaded is not None else None
    return () if experiment is None else experiment.shown


def with_program_ends(workspace: Workspace, axis: Axis, names: Sequence[str]) -> Axis:
    """The axis with the ends that the text of the program gives for the first of these variables, if it does.

    Those of the time hold for the run of the program, not for one of a different length.
    """
    experiment = workspace.model.analysed.declared.experiment if workspace.loaded is not None else None
    if experiment is None or not names:
        return axis
    ends = next((ends for name, ends in experiment.ranges.items() if name.casefold() == names[0].casefold()), None)
    is_time = names[0].casefold() == time_axis(workspace).label.casefold()
    settings = workspace.settings
    if ends is None or (is_time and (settings.start, settings.stop) != (experiment.start, experiment.stop)):
        return axis
    return replace(axis, low=ends[0], high=ends[1])


def with_area(page: Page, area: Area) -> Page:
    """The page with a different current area."""
    areas = (*page.figure.areas[: page.area], area, *page.figure.areas[page.area + 1 :])
    return replace(page, figure=replace(page.figure, areas=areas), is_used=True)


def next_area(page: Page) -> Page:
    """Where new axes go: to the next area, after the last one to the first on an empty page."""
    if not page.is_used:
        return page
    following = page.area + 1
    if following >= len(page.figure.areas):
        return empty_page(*_division(page))
    return replace(page, area=following, is_used=False, place=None)


def with_figure(page: Page, figure: Figure) -> Page:
    """A figure with one area goes to the next one; one with several, such as a Bode diagram, takes the whole page."""
    areas = tuple(map(with_chosen_ends, figure.areas))
    if len(areas) == 1:
        return with_area(next_area(page), areas[0])
    return Page(replace(figure, areas=areas), len(areas) - 1, is_used=True, split=_division(page))


def _division(page: Page) -> tuple[int, int]:
    """Rows and columns, as SPLIT has chosen them."""
    return page.split or (page.figure.rows, page.figure.columns)


def empty_page(rows: int, columns: int) -> Page:
    return Page(Figure(rows, columns, (Area(),) * (rows * columns)))


def present_area(page: Page) -> Area:
    return page.figure.areas[page.area]


def plot_run(workspace: Workspace, run: Trajectory, page: Page, *, is_marked: bool = False) -> Page:
    """The curves of PLOT on the page as it was when the run began."""
    against = workspace.plotted_against
    curves = tuple(
        Curve(
            workspace.plotted_texts.get(name, name),
            column_of(workspace, run, against) if against else run.t,
            column_of(workspace, run, name),
            _unit(run, name),
            is_marked,
        )
        for name in workspace.plotted
    )
    area = present_area(page)
    if not area.has_axes:
        axis = (
            Axis(against)
            if against
            else replace(time_axis(workspace), low=workspace.settings.start, high=workspace.settings.stop)
        )
        area = with_chosen_ends(Area(axis, Axis(), curves, has_axes=True))
    else:
        area = replace(area, curves=(*area.curves, *curves))
    return with_area(page, area)
