"""All values of a model at one instant, without a run: what states, parameters and discrete states imply there.

Comparisons have their results at the instant, and no event happens. Discrete systems either keep the values they have,
or are all sampled.
"""

import numpy as np

from simnon.program import START_SLOT, Array, Executable, Layout
from simnon.source import UserError

MAX_ITERATIONS = 100
"""Comparisons depend on each other; after this many iterations they will not become consistent."""


class Instant:
    """`values` are those of a run before it begins; they are changed."""

    def __init__(self, executable: Executable, values: Array) -> None:
        layout = executable.layout
        if layout.delays:
            raise UserError(
                "needs-the-past",
                f"the derivatives depend on the past: {layout.delays[0].name} is a DELAY",
                "simulate the model instead",
            )
        self._executable, self.values, self.time = executable, values, 0.0
        self.states: Array = np.zeros(max(1, len(layout.states)))
        flags = len(layout.samplers) + layout.sample_pieces
        self._out = np.zeros(max(len(layout.states), len(layout.modes), layout.conditions, flags, 1))

    @property
    def layout(self) -> Layout:
        return self._executable.layout

    def start(self, time: float) -> None:
        """Everything that follows from the parameters: the INITIAL sections, and the start values they give."""
        self.time = time
        self.values[START_SLOT] = time
        self._call("initial", self.states.copy())

    def move_to(self, time: float, states: Array, new: Array | None = None) -> None:
        """Everything that follows from the states.

        Discrete systems keep their values; if `new` is given, all of them are sampled, with these new states.
        """
        values, layout, modes = self.values, self.layout, list(self.layout.modes)
        count = len(layout.states)
        self.time, self.states[:count] = time, states[:count]
        values[[state.value for state in layout.states]] = states[:count]
        # The result of a comparison can change that of a different one: iterate until they are consistent.
        for _ in range(MAX_ITERATIONS):
            self._call("held")
            if new is not None:
                self._sample(new)
                # What is computed once between samples follows from what they hold.
                self._call("held")
            if not modes:
                return
            self._call("modes")
            if np.array_equal(values[modes], self._out[: len(modes)]):
                return
            values[modes] = self._out[: len(modes)]

    def _sample(self, new: Array) -> None:
        samplers = self.layout.samplers
        self.values[[slot for sampler in samplers for _, slot in sampler.updates]] = new
        self._call("times")
        self._out[: len(samplers) + self.layout.sample_pieces] = 1.0
        self._call("sample")

    def derivatives(self) -> Array:
        self._call("times")
        self._call("derivatives")
        for loop in self.layout.loops:
            if self.values[loop.residual] != 0.0:
                raise UserError(
                    "algebraic-loop-failed",
                    f"the algebraic loop of {', '.join(loop.members)} has no solution at t = {self.time:g}",
                    "try a different point",
                )
        return self._out[: len(self.layout.states)].copy()

    def record(self) -> None:
        """Compute everything that a record would show."""
        self._call("outputs")

    def guards(self) -> Array:
        """The values whose signs the results of comparisons are."""
        out = np.zeros(max(1, len(self.layout.guards)))
        if "guards" in self._executable.entries:
            self._call("times")
            self._executable.call("guards", self.time, self.states, self.values, out)
        return out[: len(self.layout.guards)]

    def gradients(self, formulas: Executable) -> Array:
        """The matrix of the program: a row and a column for each pair of its layout."""
        layout = formulas.layout
        out = np.zeros(max(1, layout.jacobian_size))
        self._call("times")
        formulas.call("jacobian", self.time, self.states, self.values, out)
        return out

    def _call(self, entry: str, states: Array | None = None) -> None:
        if entry in self._executable.entries:
            self._executable.call(entry, self.time, self.states if states is None else states, self.values, self._out)
