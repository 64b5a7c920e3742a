"""Ranges or distributions of parameters and initial values -> an ensemble."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

import numpy as np

from simnon.program import Array
from simnon.simulation import Model, Quantity, number_of
from simnon.source import UserError

from .designs import START, Design, grid_design, sampled_design, variable_of, zipped_design
from .distributions import HasQuantiles
from .engines import choose_engine
from .ensemble import Ensemble
from .keeping import read_keep
from .study import Study, leave, make_job

Progress = Callable[[int], None]
"""Called some times a second with how many members are done."""
Values = Sequence[Quantity] | Array


class RunKeywords(TypedDict, total=False):
    """As of `Model.simulate`; `parameters` and `initial` hold for all members."""

    parameters: Mapping[str, Quantity] | None
    initial: Mapping[str, Quantity] | None
    method: str
    rtol: float
    atol: float | Mapping[str, float]
    spacing: float | None
    seed: int
    step: float | None
    points: int
    largest_step: float


def sweep(
    model: Model,
    values: Mapping[str, Values],
    start: float,
    stop: float,
    *,
    zipped: bool = False,
    keep: Sequence[str] | str | None = None,
    engine: Any = None,
    to: str | Path | None = None,
    force: bool = False,
    progress: Progress | None = None,
    **run: Unpack[RunKeywords],
) -> Ensemble:
    """Run the model with every value of each parameter or initial value with every value of all others.

    With `zipped` the first values go together, then the second ones. `keep` says what is kept of each member: numbers
    such as "max(H)" and "at(H, 5)", curves by their name, or "all"; by default the final values of all states.
    """
    found = with_labels(model, {name: _numbers(model, name, given) for name, given in values.items()})
    design = zipped_design(found) if zipped else grid_design(found)
    study = make_study(model, design, start, stop, keep=keep, to=to, force=force, **run)
    return finish(study, engine, progress)


def sample(
    model: Model,
    distributions: Mapping[str, HasQuantiles],
    start: float,
    stop: float,
    *,
    count: int,
    design: str = "random",
    keep: Sequence[str] | str | None = None,
    engine: Any = None,
    to: str | Path | None = None,
    force: bool = False,
    progress: Progress | None = None,
    **run: Unpack[RunKeywords],
) -> Ensemble:
    """Run `count` members with values drawn from distributions: "random", by a "latin" hypercube, or "sobol" points.

    `seed` makes the draw, and the noise of each member.
    """
    drawn = sampled_design(with_labels(model, distributions), count, run.get("seed", 0), design)
    return finish(make_study(model, drawn, start, stop, keep=keep, to=to, force=force, **run), engine, progress)


def make_study(
    model: Model,
    design: Design,
    start: float,
    stop: float,
    *,
    keep: Sequence[str] | str | None = None,
    to: str | Path | None = None,
    force: bool = False,
    **run: Unpack[RunKeywords],
) -> Study:
    """The study, not begun."""
    if force and to is None:
        raise UserError("bad-option", "force= needs a file to replace", "name it in to=")
    kept = read_keep(model, keep, run.get("spacing"))
    job = make_job(
        model, tuple(variable_of(name) for name in design.names), kept, {"start": start, "stop": stop, **run}
    )
    return Study(model, design, job, None if to is None else Path(to), force=force)


def finish(study: Study, engine: Any = None, progress: Progress | None = None) -> Ensemble:
    """Run what is left of the study. Ctrl-C ends it with what is done, and `finish` goes on from there."""
    going = study.go_on(choose_engine(engine))
    try:
        for done in going:
            if progress is not None:
                progress(done)
    except KeyboardInterrupt:
        leave(going)
    finally:
        going.close()
    return study.ensemble()


def _numbers(model: Model, name: str, values: Values) -> Any:
    """Those that have units, as numbers in that of the variable; others as they are."""
    unit = model.unit_of_name.get(model.names.find(name))
    if isinstance(values, np.ndarray):
        return values
    if hasattr(values, "magnitude") or any(isinstance(value, str) or hasattr(value, "magnitude") for value in values):
        return [number_of(value, name, unit) for value in values]
    return values


def with_labels(model: Model, values: Mapping[str, Any]) -> dict[str, Any]:
    """By full names; an initial value is `start(x)`, so that it is not taken for the curve."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        flat = model.names.find(name)
        label = flat if flat in model.parameters else f"{START}({flat})"
        if label in found:
            raise UserError("bad-design", f"'{name}' is given twice")
        found[label] = value
    return found
