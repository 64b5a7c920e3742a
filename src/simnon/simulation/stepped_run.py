"""A run controlled from Python: advance it, read it, change its parameters, advance it again."""

from collections.abc import Mapping

from simnon.source import UserError, arguments

from .options import read_values
from .outcome import StopKind, StopReason
from .quantities import Quantity
from .run import Run
from .simulator import Simulator
from .trajectory import Trajectory


class SteppedRun:
    """What `Model.begin` returns; `run["x"]` is the current value of x, by any name of a variable or parameter.

    Each `advance_to` ends a step of the method at its time, as an event would. The same calls give bit-identical
    numbers.
    """

    def __init__(self, simulator: Simulator, run: Run) -> None:
        self._simulator, self._run = simulator, run
        self._stop: StopReason | None = None

    @property
    def time(self) -> float:
        return self._run.time

    @property
    def stop(self) -> StopReason | None:
        """Why the last `advance_to` ended: at its time, or earlier by STOP WHEN, a failure or Ctrl-C; None at first."""
        return self._stop

    @property
    def parameters(self) -> Mapping[str, float]:
        """Every parameter with its current value."""
        return {**self._simulator.parameters, **self._run.options.parameters}

    def advance_to(self, time: float | None = None) -> StopReason:
        """Run to `time`, by default to the stop that `begin` was given; later times are allowed too.

        Ctrl-C raises KeyboardInterrupt and leaves the run where it is.
        """
        stop = self._run.options.stop if time is None else arguments.number(time, "time")
        if not self.time <= stop < float("inf"):
            raise UserError(
                "bad-argument", f"time: the run is already at t = {self.time:g}, found {stop:g}", "give a later time"
            )
        self._run.extend(stop)
        try:
            while (reason := self._run.advance()) is None:
                """Twenty times a second, so that Ctrl-C is noticed."""
        except KeyboardInterrupt:
            self._stop = self._run.interrupted()
            raise
        self._stop = reason
        return reason

    def set(self, parameters: Mapping[str, Quantity]) -> None:
        """Change parameters, which include unconnected inputs, from now on.

        Jumps that follow are recorded on both sides, as at an event.
        """
        given = read_values(self._simulator, parameters, "parameters")
        self._simulator.change_parameters(self._run, {**self._run.options.parameters, **given})
        self._run.record_again()

    def __getitem__(self, name: str) -> float:
        simulator = self._simulator
        flat = simulator.names.find(name)
        if flat not in simulator.slot_of_name:  # Only the time has no slot.
            return self.time
        return simulator.numbers_in(self._run.final_values(), (flat,))[0]

    def trajectory(self) -> Trajectory:
        """What has been recorded so far."""
        stop = self._stop or StopReason(StopKind.USER, "not-run", "the run has not been advanced", self.time)
        return self._simulator.trajectory(self._run, stop)

    def __repr__(self) -> str:
        return f"SteppedRun({self._simulator.name} at t = {self.time:g})"
