"""Runs of one model that differ in the values of some parameters and initial values -> what they record.

A study that runs a small model again and again would spend its time on the objects of single runs, not in machine code.
Here the run loop is called directly; whatever it reports besides its end is left to a `Run`.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simnon.kernels import control as codes
from simnon.model import Role
from simnon.program import Array
from simnon.source import frozen

from .failed_loops import failed_loop
from .not_finite import are_finite
from .options import RunOptions
from .outcome import StopKind, StopReason
from .prepared_run import PreparedRun
from .run import FIRST_BUDGET
from .run_buffers import RunBuffers
from .simulator import Simulator


class RepeatedRun:
    """`options` are those of all runs; in each, `names` have other values."""

    def __init__(self, model: Simulator, options: RunOptions, names: Sequence[str]) -> None:
        self._model, self._options, self._names = model, options, tuple(names)
        self._are_parameters = [model.role_of(name) is Role.PARAMETER for name in names]
        self._is_direct = not (model.is_whole or model.program.foreign)
        self._kept: _Kept | None = None

    def at(self, values: Sequence[float] | Array) -> tuple[Array, StopReason | None]:
        """A row for each record, the time first, and why the run ended if that was not its stop time.

        Raises if a value is refused.
        """
        if self._kept is None or self._model.has_checks:
            options = self.options(values)
            self._model.start_values(options)
            self._kept = self._kept or self._keep(options)
        found = self._kept.rows(values) if self._is_direct else None
        if found is not None:
            return found, None
        rows, stop = self._general(self.options(values))
        # What one run needs, such as another method, the next will need too.
        self._is_direct &= stop is not None
        return rows, stop

    def options(self, values: Sequence[float] | Array) -> RunOptions:
        """Of one of the runs."""
        parameters, initial = dict(self._options.parameters), dict(self._options.initial)
        for name, is_parameter, value in zip(
            self._names, self._are_parameters, np.asarray(values).tolist(), strict=True
        ):
            (parameters if is_parameter else initial)[name] = value
        return replace(self._options, parameters=parameters, initial=initial)

    def _keep(self, options: RunOptions) -> "_Kept":
        model = self._model.on(options.target)
        prepared, buffers = model.prepared(options)
        if prepared.method.has_library_steps:
            self._is_direct = False
        places, indices = [], []
        given = list(options.initial)
        for i, (name, is_parameter) in enumerate(zip(self._names, self._are_parameters, strict=True)):
            slots = [model.slot_of_name[name]] if is_parameter else model.initial_slots_of(name)
            own = [prepared.place_of_value(slot) for slot in slots]
            own += [] if is_parameter else [prepared.place_of_work(buffers.control.initial_values + given.index(name))]
            places += own
            indices += [i] * len(own)
        return _Kept(prepared, buffers, np.array(places), np.array(indices))

    def _general(self, options: RunOptions) -> tuple[Array, StopReason | None]:
        run = self._model.begin(options)
        stop = run.finish()
        return run.record.rows(), None if stop.kind is StopKind.END else stop


@frozen
class _Kept:
    """A run that has not begun; numbers of others go to `places` in its block, `indices` say which."""

    prepared: PreparedRun
    buffers: RunBuffers
    places: NDArray[np.int64]
    indices: NDArray[np.int64]

    def rows(self, values: Sequence[float] | Array) -> Array | None:
        """None if there is something to report besides the end."""
        prepared = self.prepared
        buffers = prepared.again(self.buffers, self.places, np.asarray(values)[self.indices])
        control, arguments, code = buffers.control, buffers.arguments, prepared.code.run
        code.begin(*arguments)
        status = codes.RUNNING
        while status in (codes.RUNNING, codes.LOG_IS_FULL):
            control.logged, control.budget = 0.0, FIRST_BUDGET / prepared.slowness
            before = time.perf_counter()
            status = code(*arguments)
            code.note_run(time.perf_counter() - before)
        count, width = int(control.rows), prepared.width
        numbers = buffers.record[: count * width].copy()
        prepared.take_back(buffers)
        if status != codes.ENDED or not are_finite(numbers):
            return None
        if failed_loop(control.time, prepared.model, prepared.layout, buffers.values) is not None:
            return None
        found = numbers.reshape(count, width)
        if prepared.stored.negated:
            found[:, prepared.stored.negated] *= -1.0
        return found
