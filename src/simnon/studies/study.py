"""Many runs in progress: the design, the completed members, and where the results go.

A study can be interrupted at any time and continued; completed members are not run again.
"""

import json
import math
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from simnon.simulation import END, NOT_RUN, STOPS, MemberKeywords, Reduction, Simulator
from simnon.source import UserError, arguments
from simnon.targets import TARGETS
from simnon.version import __version__

from .designs import Design
from .engines import Chunks, Engine, choose_engine
from .ensemble import Ensemble
from .ensemble_files import description
from .keeping import Kept
from .members import Job, Members, member_options
from .results import Results
from .size import Size, check_size, size_of
from .storage import InMemory, OnDisk, Storage

USUAL_POINTS = 100
"""Extra records besides those at steps and events, if reductions need them."""
_NEAR = 1e-9
Done = Callable[[int], None]
"""Called several times a second with the number of completed members."""


class Study:
    """The members of a design, run with the options of one run."""

    def __init__(
        self, model: Simulator, design: Design, job: Job, path: Path | None = None, *, force: bool = False
    ) -> None:
        """With `force` an existing file is replaced."""
        self.model, self.design, self.job = model, design, job
        _check_seeds(job.options.seed, len(design))
        check_size(job, design, path)
        model.check_members(job.names, design.numbers(0, len(design)), job.options.parameters)
        model.begin(member_options(model, job, 0, design.numbers(0, 1)[0], job.keep.stored))
        self.is_done = np.zeros(len(design), bool)
        self.path = path
        self._messages: dict[str, str] = {}
        self._storage = self._make_storage(path, force=force)

    def _make_storage(self, path: Path | None, *, force: bool) -> Storage:
        if path is None:
            return InMemory(self.job, len(self.design))
        # A file describes itself from the beginning, so that it can be read even if this process is killed.
        described = description(self._provenance(), {}, self.model.units)
        return OnDisk(path, self.job, self.design, self.model.units, described, force=force)

    @property
    def size(self) -> Size:
        """The size of the results."""
        return size_of(self.job, self.design, self.path)

    @property
    def done(self) -> int:
        """The number of completed members."""
        return int(self.is_done.sum())

    def resume(self, engine: Engine) -> Generator[int]:
        """Run the remaining members, yielding the number of completed ones now and then; `leave` ends it early."""
        keep = self.job.keep
        columns = len(keep.curves) + len(keep.stored) + 1
        numbers = len(keep.reductions) + columns * len(self.job.times) + len(self.design.names) + 8
        chunks = Chunks(self.design, self.is_done, 8 * numbers)
        results = engine.results(self.model, self.job, chunks)
        done = self.done
        try:
            for members in results:
                done += self._store(members)
                yield done
        except KeyboardInterrupt:
            with suppress(KeyboardInterrupt):
                self._store(results.throw(KeyboardInterrupt))
                for members in results:
                    self._store(members)
            raise
        finally:
            self._storage.flush()

    def finish(self, engine: Any = None, progress: Done | None = None) -> Ensemble:
        """Run the remaining members. Ctrl-C returns the results so far, and another `finish` continues from there."""
        progress = arguments.function(progress, "progress")
        running = self.resume(choose_engine(engine))
        try:
            for done in running:
                if progress is not None:
                    progress(done)
        except KeyboardInterrupt:
            leave(running)
        finally:
            running.close()
        return self.ensemble()

    def _store(self, members: Members | None) -> int:
        """Return the number of members stored."""
        if members is None:
            return 0
        self._storage.put(members)
        self.is_done[members.first : members.first + len(members)] = members.have_run
        return int(members.have_run.sum())

    def ensemble(self) -> Ensemble:
        """The results so far."""
        stored = self._storage.stored()
        for number in np.unique(stored.stops).tolist():
            code = STOPS[number]
            if code not in (NOT_RUN, END) and code not in self._messages:
                self._messages[code] = self._message(int(np.flatnonzero(stored.stops == number)[0]))
        results = Results(
            self.design,
            stored,
            self.job.times,
            self.job.keep.curves if self.job.keep.has_records else (),
            dict(self._messages),
            self.model.units,
            self._provenance(),
        )
        self._storage.note_messages(self._messages)
        return Ensemble(results, self.model.names)

    def _message(self, number: int) -> str:
        """Why the member stopped, with its number; it is run again by itself to find out."""
        numbers = self.design.numbers(number, number + 1)[0]
        run = self.model.begin(member_options(self.model, self.job, number, numbers, self.job.keep.stored))
        while (stop := run.advance()) is None:
            pass
        return f"{stop.message} (member {number})"

    def _provenance(self) -> dict[str, str]:
        job, model = self.job, self.model
        options = {name: value for name, value in asdict(job.options).items() if value is not None}
        return {
            "model": model.name,
            "sources": json.dumps(model.hashes),
            "options": json.dumps(options, default=str),
            "parameters": json.dumps(self.design.names),
            "design": self.design.description,
            "kept": json.dumps([*(each.label for each in job.keep.reductions), *job.keep.curves]),
            "math": job.recipe.math,
            **({"fma": "true"} if job.recipe.is_fused else {}),
            "seed": str(job.options.seed),
            "simnon": __version__,
            "machine": TARGETS[job.options.target].description,
        }


def _check_seeds(seed: int, count: int) -> None:
    """Each member has its own seed, seed + number, which must differ from that of its neighbours."""
    if seed + count - 1 > arguments.LARGEST_INTEGER:
        most = arguments.LARGEST_INTEGER - count + 1
        raise UserError(
            "bad-option",
            f"the seed of a member is seed plus its number, at most 2**53: seed is {seed}",
            f"give at most {most}",
        )


def leave(running: Generator[int]) -> None:
    """End `resume` soon; completed members are stored, also if a Ctrl-C ended it."""
    with suppress(KeyboardInterrupt):
        running.throw(KeyboardInterrupt)


def make_job(
    model: Simulator, names: tuple[str, ...], keep: Kept, start: float, stop: float, options: MemberKeywords
) -> Job:
    """The job with full names; the times of `at` become those of records."""
    run = model.options(start, stop, **options, store=keep.stored)
    is_reduced = any(each.function != "final" for each in keep.reductions)
    if is_reduced and not run.points and run.spacing is None:
        run = replace(run, points=USUAL_POINTS)
    grid = run.spacing or ((run.stop - run.start) / run.points if run.points else 0.0)
    reductions = tuple(_on_grid(each, run.start, run.stop, grid) for each in keep.reductions)
    return Job(model.recipe, names, run, replace(keep, reductions=reductions))


def _on_grid(reduction: Reduction, start: float, stop: float, grid: float) -> Reduction:
    """The value at a time is read from the record there, so there must be one."""
    if reduction.function != "at":
        return reduction
    count = round((reduction.number - start) / grid) if grid else 0
    time = start + count * grid
    if abs(time - stop) <= 1e-6 * grid:
        time = stop
    if not start <= reduction.number <= stop:
        raise UserError("outside-run", f"t = {reduction.number:g} is outside the run from {start:g} to {stop:g}")
    if not math.isclose(time, reduction.number, rel_tol=_NEAR, abs_tol=_NEAR * grid):
        raise UserError(
            "bad-option",
            f"there is no record at t = {reduction.number:g}: records are {grid:g} apart",
            "choose spacing= or points= so that there is one",
        )
    return replace(reduction, number=time)
