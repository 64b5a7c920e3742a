"""Ranges or distributions of parameters and initial values -> an ensemble."""

from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any, TypedDict, Unpack, cast

import numpy as np

from simnon.program import Array
from simnon.simulation import Model, Quantity, number_of
from simnon.source import UserError, arguments, listed, nearest

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
    target: str


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
    given = arguments.by_name(values, "values", "of names and lists of values")
    found = with_labels(model, {name: _numbers(model, name, each) for name, each in given.items()})
    design = zipped_design(found) if arguments.truth(zipped, "zipped") else grid_design(found)
    _check_run(model, design, run)
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

    `seed` makes the draw, and with the number of a member, from 0 on, added to it the noise of that member.
    """
    given = arguments.by_name(distributions, "distributions", "of names and distributions")
    drawn = sampled_design(with_labels(model, given), count, run.get("seed", 0), design)
    _check_run(model, drawn, run)
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
    place = None if to is None else arguments.file_path(to, "to")
    if arguments.truth(force, "force") and place is None:
        raise UserError("bad-option", "force= needs a file to replace", "name the file in to=")
    kept = read_keep(model, keep, run.get("spacing"))
    job = make_job(
        model, tuple(variable_of(name) for name in design.names), kept, {"start": start, "stop": stop, **run}
    )
    return Study(model, design, job, place, force=force)


def finish(study: Study, engine: Any = None, progress: Progress | None = None) -> Ensemble:
    """Run what is left of the study. Ctrl-C ends it with what is done, and `finish` goes on from there."""
    progress = arguments.function(progress, "progress")
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


def _check_run(model: Model, design: Design, run: RunKeywords) -> None:
    """Refuse options that a run does not have, and values that the members have of their own."""
    for option in run:
        if option not in RunKeywords.__annotations__:
            near = nearest(option, RunKeywords.__annotations__)
            hint = f"did you mean {near}=?" if near else f"there are {listed(tuple(RunKeywords.__annotations__))}"
            raise UserError("bad-option", f"a sweep or sample has no option '{option}'", hint)
    own = {variable_of(name) for name in design.names}
    for argument in ("parameters", "initial"):
        given: Mapping[str, Any] = arguments.by_name(cast(Any, run.get(argument)), argument, "of names and values")
        for name in given:
            if model.names.find(name) in own:
                message = f"{argument}: '{name}' differs between members"
                raise UserError("given-twice", message, f"omit it from {argument}=")


def _numbers(model: Model, name: str, values: Values) -> Array:
    """In the unit of the variable, where they have one."""
    if isinstance(values, np.ndarray) and values.dtype.kind in "fiub":
        return values.astype(np.float64)
    unit = model.unit_of_name.get(model.names.find(name))
    argument = "values"
    if isinstance(values, str) or not hasattr(values, "__iter__") or _is_single(values):
        return np.array([number_of(values, name, unit, argument)])  # type: ignore[arg-type]
    if isinstance(values, Mapping | Set | bytes) or not hasattr(values, "__len__"):
        raise arguments.refusal(f"values: '{name}'", "a list of numbers", values)
    return np.array([number_of(value, name, unit, argument) for value in values])


def _is_single(values: object) -> bool:
    """A quantity of pint, or an array of numpy, that holds one number."""
    return np.ndim(getattr(values, "magnitude", values)) == 0 if hasattr(values, "ndim") else False  # type: ignore[arg-type]


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
