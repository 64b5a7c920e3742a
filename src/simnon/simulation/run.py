"""One run: begin, continue until it ends, and report why."""

import math
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import numpy as np

from simnon.compiler import MAX_EXPANDED_STATES, MethodCode
from simnon.doors import loaded_on_use
from simnon.kernels import METHODS, Shape
from simnon.kernels import control as codes
from simnon.program import SEED_SLOT, START_SLOT, Array, Executable, Layout

from .event_log import EventLog
from .first_method import FIRST_CHOICE
from .not_finite import SlotsAtTime, are_finite, explain_row
from .options import RunOptions
from .outcome import Statistics, StopKind, StopReason
from .prepared_run import PreparedRun
from .record import Record, check_record_size, record_size
from .run_buffers import SIGNS_OF_STIFFNESS, RunBuffers, use_method, with_longer_histories
from .start_report import StartReport, report_start
from .stops import explain_stop

with loaded_on_use(__name__):
    from .corners import notes_on_corners
    from .matrix_buffers import add_jacobian
    from .sundials import Sundials

FIRST_BUDGET = 20_000.0
SECONDS_BETWEEN_REPORTS = 0.05
MAX_STATES_OF_FULL = 400
"""For more states, full matrices cost too much to switch to the method for stiff systems."""
SIGNS_OF_EASE = 8.0
"""Signs that stiffness has ended before the method is switched back; doubled each time."""
Progress = Callable[[float], None]
"""Called about twenty times a second with the time reached."""


class Ending(Protocol):
    """What the results of a run so far are made from, when they are read."""

    def settle(self) -> None:
        """Make all of them now: the run is about to continue."""
        ...


class Run:
    """A run that has begun; it can be interrupted and continued, also beyond its first stop time."""

    initial = StartReport()
    """What became of the initial values of states that relations constrain."""
    library: Sundials | None = None
    seconds = 0.0
    has_new_parameters = False
    """Whether parameters were changed during the run."""
    _last_recorded = -math.inf
    _not_finite: SlotsAtTime | None = None
    """The first row of the record with an infinite or nan value."""
    _ending: "weakref.ref[Ending] | None" = None
    """What the last results of this run are made from, as long as somebody has them."""

    def __init__(self, prepared: PreparedRun, options: RunOptions, buffers: RunBuffers | None = None) -> None:
        """`buffers` have the parameters of this run; without them it has those that were prepared."""
        self._begin(prepared, options, buffers)

    def _begin(self, prepared: PreparedRun, options: RunOptions, buffers: RunBuffers | None) -> None:
        self.prepared, self.options = prepared, options
        self.model, self.layout, self.stored = prepared.model, prepared.layout, prepared.stored
        self.method, self.code, self._code_of_method = prepared.method, prepared.code, prepared.code_of_method
        self.executable: Executable = prepared.executable
        self.compile_seconds, prepared.compile_seconds = prepared.compile_seconds, 0.0
        self.methods = [self.method.name]
        self.notes: list[str] = [prepared.note] if prepared.note else []
        self.buffers = prepared.buffers(options) if buffers is None else buffers
        self._budget = FIRST_BUDGET / prepared.slowness
        self._has_space_for_jacobian = self.method.has_jacobian
        if self.method.has_library_steps:
            self._begin_library_steps()
        if prepared.has_foreign:
            self.executable.foreign_errors.clear()
            self.executable.foreign_losses.clear()
        self._is_isolated = prepared.is_isolated
        if self._is_isolated:
            self._budget = 1.0
        self.record = Record(prepared.width)
        self.events = EventLog(prepared.names)
        self.code.run.begin(*self.buffers.arguments)
        if self.layout.start_constraints:
            self.initial = self._start_report()
            self.notes += [conflict.explanation() for conflict in self.initial.conflicts]
        self.notes += self._corners_at_start()

    def _corners_at_start(self) -> list[str]:
        """Later ones are passed by events; at the start, the derivatives are those of one side."""
        layout, executable, start = self.layout, self.executable, self.options.start
        if not layout.guards or layout.sensitivities is None:
            return []
        states, values = self.buffers.states.copy(), self.buffers.values.copy()
        out = np.zeros(max(len(layout.slots), len(layout.guards)))
        for entry in ("times", "guards"):
            if entry in executable.entries:
                executable.call(entry, start, states, values, out)
        return notes_on_corners(layout, out, states[: layout.sensitivities.base], "the run starts")

    @property
    def _can_slide(self) -> bool:
        return self.prepared.sliding is not None and self.code.exposed is None

    def _begin_sliding(self) -> None:
        """Continue with code that can slide; it is compiled for the first run that needs it."""
        sliding = self.prepared.sliding
        assert sliding is not None
        assert self.layout.sliding is not None
        with self._compiling():
            model, self._code_of_method = sliding()
        self.executable = model.executable
        self.buffers.control.sliding = Shape(self.layout.sliding.numbers).count
        self._has_space_for_jacobian = False
        self.code = self._code()
        if self.method.has_library_steps:
            self._begin_library_steps()

    def _change_method(self, status: int) -> None:
        """Continue with the method for stiff systems, or with the one for nonstiff systems."""
        control = self.buffers.control
        at = control.time
        stiff = self.prepared.if_stiff.method()
        before, self.method = self.method.name, METHODS[stiff if status == codes.STIFF else FIRST_CHOICE]
        self.methods.append(self.method.name)
        found = "is stiff" if status == codes.STIFF else "is no longer stiff"
        self.notes.append(f"the system {found}: {self.method.name} instead of {before} from t = {at:g} on")
        use_method(control, self.method, self.layout)
        self.code = self._code()
        if self.method.has_library_steps:
            # The library has its own choice of steps and orders, also where the system is easy.
            control.watch = 0.0
            self._begin_library_steps()
        else:
            self._monitor_stiffness()

    def _monitor_stiffness(self) -> None:
        """Monitor signs that a different method would be better; each switch back needs twice as many."""
        control = self.buffers.control
        changes = len(self.methods) - 1
        control.watch = 1.0
        control.enough_signs = SIGNS_OF_EASE * 2.0 ** (changes // 2) if changes % 2 else SIGNS_OF_STIFFNESS

    def _code(self) -> MethodCode:
        """The code of the current method, with the workspace it needs."""
        code = self._compiled(self.method.name)
        if self.method.has_jacobian and not self._has_space_for_jacobian:
            add_jacobian(self.buffers, len(self.layout.states), code.jacobian)
            self._has_space_for_jacobian = True
        self.buffers.arguments = code.run.arguments(*self.buffers.arrays())
        return code

    def _begin_library_steps(self) -> None:
        self.library = Sundials(self.method.name, self.executable, self.code, self.buffers, self.options, self.notes)
        self._budget = 1.0

    def _compiled(self, method: str) -> MethodCode:
        with self._compiling():
            return self._code_of_method(method)

    @contextmanager
    def _compiling(self) -> Iterator[None]:
        """The time it takes does not belong to the run."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.compile_seconds += time.perf_counter() - started

    def _can_change(self, status: int) -> bool:
        """Full matrices of many states cost more than short steps; then the run continues as it is, with a note."""
        count = len(self.layout.states)
        if self._needs_elements():
            return self._can_expand(count)
        if status == codes.NOT_STIFF or count <= MAX_STATES_OF_FULL:
            return True
        stiff = self.prepared.if_stiff.method()
        if METHODS[stiff].has_library_steps:
            return True
        jacobian = self._compiled(stiff).jacobian
        if jacobian is not None and jacobian.matrix is not None:
            return True
        control = self.buffers.control
        control.watch = 0.0
        self.notes.append(
            f"the system is stiff from t = {control.time:g} on, but its {count} states depend on each "
            f"other too densely: {self.method.name} continues with short steps"
        )
        return False

    def _needs_elements(self) -> bool:
        """Whether the method for stiff systems needs the elements of whole arrays."""
        with self._compiling():
            return self.prepared.if_stiff.needs_elements()

    def _can_expand(self, count: int) -> bool:
        """It starts again with the elements, if it can."""
        control = self.buffers.control
        if count <= MAX_EXPANDED_STATES and not self.has_new_parameters and control.stop_time == self.options.stop:
            return True
        control.watch = 0.0
        self.notes.append(
            f"the system is stiff from t = {control.time:g} on; {self.method.name} continues with short steps, because "
            "its arrays stay whole"
        )
        return False

    def _start_expanded(self) -> None:
        """Steps so far are repeated, with the same bits."""
        expanded, compiled = self.prepared.if_stiff.expanded, self.compile_seconds
        assert expanded is not None
        started = time.perf_counter()
        prepared, buffers = expanded()
        self._not_finite, self._last_recorded = None, -math.inf
        self._begin(prepared, self.options, buffers)
        self.compile_seconds += compiled + time.perf_counter() - started

    def resume(self, progress: Progress | None = None) -> StopReason:
        """Run until something ends it; Ctrl-C leaves the run ready to be continued."""
        try:
            while True:
                reason = self.advance()
                if reason is not None:
                    return reason
                if progress is not None:
                    progress(self.time)
        except KeyboardInterrupt:
            return self.interrupted()

    def finish(self) -> StopReason:
        """Run until something ends it; Ctrl-C ends the study that needs the whole run."""
        while True:
            reason = self.advance()
            if reason is not None:
                return reason

    def advance(self) -> StopReason | None:
        """Run for about a twentieth of a second; the stop reason, or None if the run can continue."""
        self._wake()
        control = self.buffers.control
        control.budget = self._budget
        started, compiled = time.perf_counter(), self.compile_seconds
        try:
            while True:
                before = time.perf_counter()
                status = self._status()
                self.code.run.note_run(time.perf_counter() - before)
                self._collect()
                if self.prepared.has_foreign and self.executable.foreign_losses:
                    return self._lost()
                if status == codes.ENDED:
                    return self._end(status)
                if status in (codes.STIFF, codes.NOT_STIFF):
                    if self._can_change(status):
                        if self._needs_elements():
                            self._start_expanded()
                        else:
                            self._change_method(status)
                        control = self.buffers.control
                        control.budget = self._budget
                elif status == codes.SLIDE_REQUESTED and self._can_slide:
                    self._begin_sliding()
                elif status == codes.SLIDE_REQUESTED:
                    return explain_stop(codes.CHATTERING, self.model, self.layout, self.buffers, self.events)
                elif status == codes.HISTORY_IS_FULL:
                    self.buffers.values = with_longer_histories(self.layout, self.buffers.values)
                    self.buffers.arguments = self.code.run.arguments(*self.buffers.arrays())
                elif status == codes.RUNNING and self._is_isolated and not _is_time_up(started):
                    control.budget = self._budget
                elif status == codes.RUNNING:
                    self._choose_budget(time.perf_counter() - started)
                    return None
                elif status not in (codes.RECORD_IS_FULL, codes.LOG_IS_FULL):
                    return self._end(status)
                elif _is_time_up(started):
                    # A single step can fill the record many times over.
                    return None
        finally:
            self.seconds += time.perf_counter() - started - (self.compile_seconds - compiled)

    def _wake(self) -> None:
        """Before the run changes its numbers: results that were made of it so far keep theirs."""
        ending = None if self._ending is None else self._ending()
        if ending is not None:
            ending.settle()
        self._ending = None
        if not self.buffers.arguments:
            self.prepared.lend(self.buffers)
            self.buffers.arguments = self.code.run.arguments(*self.buffers.arrays())

    def rest(self, ending: Ending) -> None:
        """The run may be over: hand its largest buffers to another run, until it continues."""
        self._ending = weakref.ref(ending)
        if self.buffers.arguments:
            self.prepared.take_back(self.buffers)

    def _end(self, status: int) -> StopReason:
        if self.prepared.has_foreign:
            self._note_foreign_errors()
        return self._checked(explain_stop(status, self.model, self.layout, self.buffers, self.events))

    def _lost(self) -> StopReason:
        """The process of a function ended; what was computed since is nan."""
        self.executable.foreign_errors.clear()
        hint = "another run starts it again; SWITCH ISOLATE OFF or isolate=False runs the code without a process"
        return StopReason(StopKind.FAILURE, "foreign-process", self.executable.foreign_losses[0], self.time, hint)

    def _note_foreign_errors(self) -> None:
        """A failed function returns nan; why it failed matters more than where the nan arrived."""
        errors = self.executable.foreign_errors
        if errors:
            self.notes += [f"the function {name} failed: {message}" for name, message in errors.items()]
            errors.clear()

    def _checked(self, stop: StopReason) -> StopReason:
        """Check variables that only the record needs: are they infinite or nan, or were they for a while?"""
        first = self._not_finite
        is_last_recorded = self.prepared.is_all_stored and self._last_recorded == stop.time
        if stop.kind is StopKind.FAILURE or (first is None and is_last_recorded):
            return stop
        values = self.final_values()[self.prepared.every]
        if first is None and are_finite(values):
            return stop
        last = SlotsAtTime(stop.time, self.prepared.every, values)
        now, then = last.not_finite(), first.not_finite() if first is not None else set()
        if not now and not then:
            return stop
        # A variable that is bad now and was bad in a record is explained at the earlier time.
        row = first if first is not None and (not now or not now.isdisjoint(then)) else last
        bad = now & then or now or then
        reason = explain_row(row, bad, stop.time, self.model, self.layout, self.buffers.values)
        if now and stop.kind is StopKind.END:
            return reason
        if reason.message not in self.notes:
            self.notes.append(reason.message)
        return stop

    @property
    def is_complete(self) -> bool:
        """Whether it reached the requested end."""
        return self.time >= self.buffers.control.stop_time

    def interrupted(self) -> StopReason:
        """The stop reason of a run that the user interrupted; it can be continued."""
        self._collect()
        at = self.time
        return StopReason(StopKind.USER, "interrupted", f"interrupted at t = {at:g}", at, "continue with SIMU -CONT")

    @property
    def size(self) -> float:
        """The minimum size of the record in bytes."""
        return record_size(self.options, self.record.width, self.buffers.control.stop_time)

    @property
    def time(self) -> float:
        return self.buffers.control.time

    @property
    def has_accumulated(self) -> bool:
        return self.buffers.control.accumulated > -np.inf

    def _choose_budget(self, spent: float) -> None:
        if self._is_isolated:
            # After each step, the process can be lost.
            return
        self._budget = max(1.0, self._budget * min(10.0, SECONDS_BETWEEN_REPORTS / max(spent, 1e-6)))

    def _status(self) -> int:
        """Run the loop until it has something to report; the steps it requests from a library are taken here."""
        while (status := self.code.run(*self.buffers.arguments)) == codes.STEP_REQUESTED:
            assert self.library is not None
            self.library.step()
        return status

    def extend(self, stop: float) -> None:
        """Set a later stop time."""
        check_record_size(self.options, self.record.width, stop)
        control = self.buffers.control
        control.stop_time = stop
        control.phase = codes.ITERATING_EVENTS

    def change_parameters(self, before: Array, after: Array) -> None:
        """Continue with different parameters: `before` and `after` are the values of the text with the old and new.

        Values that depend on parameters alone become what they would be from the start; states, samples and all else
        that the run remembers stay as they are.
        """
        self._wake()
        self.has_new_parameters = True
        old, new = self._initial_values(before), self._initial_values(after)
        changed = (old != new) & ~(np.isnan(old) & np.isnan(new))
        changed[list(remembered_slots(self.layout))] = False
        self.buffers.values[: len(new)][changed] = new[changed]
        self._call("held")
        # Guards may have changed their signs with the parameters, and the derivatives at the end of the last step too.
        self.buffers.control.phase = codes.ITERATING_EVENTS
        if self.library is not None:
            self.library.start_again()

    def continue_from_changes(self) -> None:
        """Continue from states and values that the caller has changed: nothing of earlier steps is used again."""
        self._wake()
        control = self.buffers.control
        control.is_fresh = False
        control.past = 0
        control.phase = codes.ITERATING_EVENTS
        if self.library is not None:
            self.library.start_again()

    def record_again(self) -> None:
        """Record the current point when the run continues, as after an event."""
        self.buffers.control.has_changed = True

    def _initial_values(self, values: Array) -> Array:
        """The values after `initial` has run, for the start of this run."""
        values = values.copy()
        values[[START_SLOT, SEED_SLOT]] = self.options.start, self.options.seed
        if "initial" in self.executable.entries:
            self.executable.call("initial", self.options.start, np.zeros_like(self.buffers.states), values, np.zeros(1))
        return values

    def statistics(self) -> Statistics:
        control = self.buffers.control
        return Statistics(
            ", ".join(self.methods),
            int(control.steps),
            int(control.rejected),
            int(control.evaluations),
            self.events.instants,
            int(control.samples),
            self.seconds,
            int(control.jacobians),
            int(control.factorizations),
            self.compile_seconds,
        )

    def final_values(self) -> Array:
        """The values of all slots at the time reached."""
        self._call("outputs")
        return self.buffers.values

    def values_if_sampled(self) -> Array:
        """The same, if all discrete systems were sampled now; the run itself does not change."""
        values = self.final_values().copy()
        if "sample" in self.executable.entries:
            due = np.ones(max(1, len(self.layout.samplers) + self.layout.sample_pieces))
            self.executable.call("sample", self.time, self.buffers.states, values, due)
        return values

    def _start_report(self) -> StartReport:
        """What became of the initial values of states that relations constrain."""
        values, buffers = self.buffers.values.copy(), self.buffers
        if "outputs" in self.executable.entries:
            out = np.zeros(len(buffers.work) - buffers.control.found)
            self.executable.call("outputs", self.options.start, buffers.states, values, out)
        for state in self.layout.states:
            values[state.value] = buffers.states[state.index]
        return report_start(self.layout, values, self.options)

    def _call(self, entry: str) -> None:
        if entry in self.executable.entries:
            buffers = self.buffers
            found = buffers.control.found
            at = buffers.control.time
            self.executable.call(entry, at, buffers.states, buffers.values, buffers.work[found:])

    def _collect(self) -> None:
        """Copy what the buffers hold."""
        control, width = self.buffers.control, self.record.width
        rows = int(control.rows)
        if rows:
            numbers = self.buffers.record[: rows * width]
            self._last_recorded = float(numbers[-width])
            found = numbers.reshape(rows, width)
            if self._not_finite is None and not are_finite(numbers):
                row = found[int(np.argmin(np.isfinite(found).all(axis=1)))].copy()
                self._not_finite = SlotsAtTime(float(row[0]), self.stored.slots, row[1:])
            if self.stored.negated:
                found[:, self.stored.negated] *= -1.0
            self.record.append(found)
            control.rows = 0.0
        entries = int(control.logged)
        if entries:
            self.events.append_rows(self.buffers.log[: entries * codes.LOG_WIDTH])
            control.logged = 0.0


def remembered_slots(layout: Layout) -> set[int]:
    """The slots of everything a run carries along: states, samples, events, modes, guesses, histories."""
    slots = {START_SLOT, SEED_SLOT, *layout.modes}
    slots |= {state.value for state in layout.states}
    for sampler in layout.samplers:
        slots |= {sampler.count, *(slot for pair in sampler.updates for slot in pair)}
        slots |= {sampler.next_time} if sampler.next_time is not None else set()
    for event in layout.events:
        slots |= {slot for pair in event.value_updates for slot in pair} | {new for _, new in event.state_updates}
    slots |= {delay.history + i for delay in layout.delays for i in range(4)}
    return slots | {slot for loop in layout.loops for slot in (*loop.guesses, loop.residual)}


def _is_time_up(started: float) -> bool:
    return time.perf_counter() - started > SECONDS_BETWEEN_REPORTS
