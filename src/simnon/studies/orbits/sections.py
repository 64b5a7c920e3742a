"""A surface or a period -> the points at which orbits cross it: Poincaré sections, for one run or over a parameter."""

from collections.abc import Mapping
from dataclasses import field, replace

import numpy as np

from simnon.figures import Figure
from simnon.program import Array
from simnon.simulation import (
    MemberOutputs,
    RunOptions,
    Simulator,
    StopReason,
    Table,
    Trajectory,
    Watching,
    trajectory_of,
)
from simnon.source import UserError, arguments, frozen, has_same_fields, no_hash, resources

from .rows import Done, run_chunks
from .section_figures import draw_points, draw_return_map
from .surfaces import CROSSINGS, MOST, SINCE, watch_section

ROUNDING = 1e-9


@frozen
class SectionRequest:
    """`section` is the text of a surface, or empty if a `period` is given; `of` what is kept of each point.

    Points before `transient` from the start are omitted, and a run ends after `most` of the others.
    """

    section: str
    direction: str
    period: float | None
    transient: float
    of: tuple[str, ...]
    most: int
    over: str = ""
    values: tuple[float, ...] = ()


@frozen
class Section:
    """The points, one after another: `section["x"]`, `section.t`; over a parameter, that of all its values."""

    t: Array = field(repr=False)
    columns: Mapping[str, Array] = field(repr=False)
    """By variable; over a parameter the first column is that of its values."""
    over: str
    shown: tuple[str, ...]
    """The variables that change on the surface."""
    units: Mapping[str, str] = field(repr=False)
    notes: tuple[str, ...] = ()

    __eq__ = has_same_fields
    __hash__ = no_hash

    def __getitem__(self, name: str) -> Array:
        if name in self.columns:
            return self.columns[name]
        return self.trajectory()[name]

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        over = f" over {self.over}" if self.over else ""
        return f"Section({len(self):,} points of {', '.join(self.shown)}{over})"

    def trajectory(self) -> Trajectory:
        """The points as a table that can be written, shown and converted like a run."""
        return trajectory_of(Table(self.t, self.columns, self.units, {}))

    def plot(self, *names: str) -> Figure:
        """The points in the plane of two variables; over a parameter one variable against it."""
        chosen = tuple(arguments.text(name, "a name") for name in names) or self._usual()
        if len(chosen) != (1 if self.over else 2):
            expected = "one variable" if self.over else "two variables"
            raise UserError("bad-option", f"expected {expected}, found {len(chosen)}", f"name {expected}")
        first, second = (self.over, chosen[0]) if self.over else chosen
        return draw_points((first, self[first]), (second, self[second]), self.units)

    def _usual(self) -> tuple[str, ...]:
        count = 1 if self.over else 2
        return (*self.shown, *(name for name in self.columns if name not in (*self.shown, self.over)))[:count]

    def return_map(self, name: str = "") -> Figure:
        """Each value of a variable against the one before it."""
        if self.over:
            raise UserError("bad-option", "a return map is that of one run", "omit over=")
        chosen = arguments.text(name, "name") or self._usual()[0]
        return draw_return_map(chosen, self[chosen], self.units)


def find_section(
    model: Simulator, options: RunOptions, request: SectionRequest, progress: Done | None = None
) -> Section:
    watched, options = _prepared(model, options, request)
    shown = tuple(name for name in request.of if name in model.recordable)
    if request.over:
        return _over(watched, options, request, shown, model.units, progress)
    run = watched.begin(replace(options, store=request.of))
    reason = run.resume()
    rows = run.record.rows()[: request.most]
    columns = {name: rows[:, i + 1].copy() for i, name in enumerate(request.of)}
    return Section(rows[:, 0].copy(), columns, "", shown, model.units, _notes(len(rows), reason, is_over=False))


def _prepared(model: Simulator, options: RunOptions, request: SectionRequest) -> tuple[Simulator, RunOptions]:
    """The model that counts crossings, with options that record them."""
    since = options.start + request.transient
    if request.period is None:
        watched = model.watched(watch_section(model, request.section, request.direction))
        # A start on the surface is no crossing, nor is one that differs from it by rounding.
        since += ROUNDING * (options.stop - options.start)
        given = {SINCE: since, MOST: float(request.most)}
        return watched, replace(
            options, parameters={**options.parameters, **given}, watching=Watching(counter=CROSSINGS)
        )
    first = options.start + request.period * np.ceil(request.transient / request.period - ROUNDING)
    count = min(request.most, int((options.stop - first) / request.period + ROUNDING) + 1)
    if first > options.stop:
        raise UserError("bad-option", "the run ends before its transient", "run longer, or shorten the transient")
    stop = min(options.stop, first + (count - 1) * request.period)
    watching = Watching(first_record=float(first))
    return model, replace(options, stop=float(stop), spacing=request.period, watching=watching)


def _over(
    model: Simulator,
    options: RunOptions,
    request: SectionRequest,
    shown: tuple[str, ...],
    units: Mapping[str, str],
    progress: Done | None,
) -> Section:
    values = np.array(request.values)
    size = 8.0 * len(values) * request.most * (len(request.of) + 2)
    resources.check_memory(2 * size, f"{request.most:,} points for each of {len(values):,} values", "keep fewer points")
    model.check_members([request.over], values[:, None], options.parameters)
    keep = MemberOutputs(curves=request.of, rows=request.most)
    parts, first, failed = [], 0, 0
    for part in run_chunks(model, [request.over], values[:, None], replace(options, store=()), keep, progress):
        member, point = np.nonzero(~np.isnan(part.curves[:, :, 0]))
        parts.append(np.column_stack([values[first + member], part.curves[member, point]]))
        failed += int((~part.have_results).sum())
        first += len(part.stops)
    rows = np.concatenate(parts)
    columns = {request.over: rows[:, 0], **{name: rows[:, i + 2] for i, name in enumerate(request.of)}}
    notes = [f"{failed:,} of {len(values):,} runs failed before they ended"] if failed else []
    return Section(rows[:, 1], columns, request.over, shown, units, (*notes, *_notes(len(rows), None, is_over=True)))


def _notes(count: int, reason: StopReason | None, *, is_over: bool) -> tuple[str, ...]:
    notes = []
    if reason is not None and reason.code not in ("end", "stop-condition"):
        notes.append(f"the run ended early: {reason.message}")
    if not count:
        notes.append(f"no point was found: {'the runs' if is_over else 'the run'} did not cross the section in time")
    return tuple(notes)
