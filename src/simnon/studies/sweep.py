"""Ranges or distributions of parameters and initial values -> a study of runs with them."""

from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any, Unpack, cast

import numpy as np

from simnon.program import Array
from simnon.simulation import MemberKeywords, OrbitKeywords, Quantity, Simulator, check_names, number_of
from simnon.source import UserError, arguments

from .designs import START, Design, grid_design, sampled_design, variable_of, zipped_design
from .distributions import HasQuantiles
from .keeping import read_keep
from .study import Study, make_job

Values = Sequence[Quantity] | Array


def sweep(
    model: Simulator,
    values: Mapping[str, Values],
    start: float,
    stop: float,
    *,
    zipped: bool = False,
    keep: Sequence[str] | str | None = None,
    to: str | Path | None = None,
    force: bool = False,
    **options: Unpack[MemberKeywords],
) -> Study:
    """Every combination of values of parameters and initial values, or lists in parallel."""
    given = arguments.by_name(values, "values", "of names and lists of values")
    found = with_labels(model, {name: numbers_of(model, name, each) for name, each in given.items()})
    design = zipped_design(found) if arguments.truth(zipped, "zipped") else grid_design(found)
    check_not_given(model, design, options)
    return make_study(model, design, start, stop, keep=keep, to=to, force=force, **options)


def sample(
    model: Simulator,
    distributions: Mapping[str, HasQuantiles],
    start: float,
    stop: float,
    *,
    count: int,
    design: str = "random",
    keep: Sequence[str] | str | None = None,
    to: str | Path | None = None,
    force: bool = False,
    **options: Unpack[MemberKeywords],
) -> Study:
    """`count` members with values drawn from distributions: "random", by a "latin" hypercube, or "sobol" points."""
    given = arguments.by_name(distributions, "distributions", "of names and distributions")
    drawn = sampled_design(with_labels(model, given), count, options.get("seed", 0), design)
    check_not_given(model, drawn, options)
    return make_study(model, drawn, start, stop, keep=keep, to=to, force=force, **options)


def make_study(
    model: Simulator,
    design: Design,
    start: float,
    stop: float,
    *,
    keep: Sequence[str] | str | None = None,
    to: str | Path | None = None,
    force: bool = False,
    **options: Unpack[MemberKeywords],
) -> Study:
    """The study, not begun; the members' own values override `parameters` and `initial`."""
    check_names(options, MemberKeywords, "runs of a sweep or sample have")
    path = None if to is None else arguments.file_path(to, "to")
    if arguments.truth(force, "force") and path is None:
        raise UserError("bad-option", "force= needs a file to replace", "name the file in to=")
    kept = read_keep(model, keep, options.get("spacing"))
    job = make_job(model, tuple(variable_of(name) for name in design.names), kept, start, stop, options)
    return Study(model, design, job, path, force=force)


def check_not_given(model: Simulator, design: Design, options: MemberKeywords | OrbitKeywords) -> None:
    """Reject values of variables that differ between members."""
    own = {variable_of(name) for name in design.names}
    for argument in ("parameters", "initial"):
        given: Mapping[str, Any] = arguments.by_name(cast(Any, options.get(argument)), argument, "of names and values")
        for name in given:
            if model.names.find(name) in own:
                message = f"{argument}: '{name}' differs between members"
                raise UserError("given-twice", message, f"omit it from {argument}=")


def numbers_of(model: Simulator, name: str, values: Values) -> Array:
    """In the unit of the variable, if it has one."""
    if isinstance(values, np.ndarray) and values.dtype.kind in "fiub":
        return values.astype(np.float64)
    unit = model.unit_of_name.get(model.names.find(name))
    argument = "values"
    if isinstance(values, str) or not hasattr(values, "__iter__") or _is_single(values):
        return np.array([number_of(values, name, unit, argument)])
    if isinstance(values, Mapping | Set | bytes) or not hasattr(values, "__len__"):
        raise arguments.refusal(f"values: '{name}'", "a list of numbers", values)
    return np.array([number_of(value, name, unit, argument) for value in values])


def _is_single(values: object) -> bool:
    """Whether it is a pint quantity or a numpy array with a single number."""
    return np.ndim(getattr(values, "magnitude", values)) == 0 if hasattr(values, "ndim") else False  # type: ignore[arg-type]


def with_labels(model: Simulator, values: Mapping[str, Any]) -> dict[str, Any]:
    """By full names; an initial value is `start(x)`, to distinguish it from the curve."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        flat = model.names.find(name)
        label = flat if flat in model.parameters else f"{START}({flat})"
        if label in found:
            raise UserError("bad-design", f"'{name}' is given twice")
        found[label] = value
    return found
