"""The progress of a run -> a line that reports it, with the estimated time left."""

from simnon.session import Advanced

from ..plain import number

FIRST_AFTER, EVERY = 0.3, 0.1
"""Seconds: shorter runs report nothing, and longer ones not too often."""


class Progress:
    """`clock` gives seconds; the report is `line`."""

    def __init__(self, now: float) -> None:
        self._started = now
        self._last = now + FIRST_AFTER - EVERY
        self._first: tuple[float, float] | None = None
        self.line = ""

    def is_due(self, now: float) -> bool:
        return now >= self._last + EVERY

    def was_shown(self, now: float) -> None:
        self._last = now

    def advance(self, advanced: Advanced, now: float) -> None:
        """Note the progress."""
        span = advanced.stop - advanced.start
        fraction = (advanced.time - advanced.start) / span if span else 1.0
        self._first = self._first or (now, fraction)
        self.line = "  ".join(
            filter(None, (_progress_text(advanced), f"{100 * fraction:.0f} %", self._rest(fraction, now)))
        )

    def forget(self) -> None:
        """A run has ended; the next one may follow."""
        self._first, self.line = None, ""

    def _rest(self, fraction: float, now: float) -> str:
        assert self._first is not None
        begun, first = self._first
        if fraction <= first or now <= begun:
            return ""
        left = (now - begun) * (1.0 - fraction) / (fraction - first)
        return f"about {_length(left)} left"


def _progress_text(advanced: Advanced) -> str:
    return advanced.text or f"t = {number(float(f'{advanced.time:.4g}'))} of {number(advanced.stop)}"


def _length(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
