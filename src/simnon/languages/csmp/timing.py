"""The TIMER of a case, with its defaults."""

from collections.abc import Mapping

from simnon.source import frozen

from .data_statements import METHODS
from .deck import Deck

FIXED_STEP = ("RECT", "ADAMS", "TRAP", "SIMP", "RKSFX", "RKSDP")


@frozen
class Timing:
    """`printing` and `drawing` are the intervals of PRINT and OUTPUT; `step` that of the integration."""

    start: float
    stop: float | None
    step: float
    printing: float
    drawing: float
    method: str
    our_method: str

    @property
    def has_fixed_step(self) -> bool:
        return self.method in FIXED_STEP

    @property
    def variables(self) -> dict[str, float]:
        """The values that a program can read."""
        times = {"DELT": self.step, "PRDEL": self.printing, "OUTDEL": self.drawing}
        return times if self.stop is None else {"FINTIM": self.stop, **times}


def timing_of(timer: Mapping[str, float], method: str) -> Timing:
    """OUTDEL is a hundredth of the run, PRDEL the same as OUTDEL, and DELT a sixteenth of the smaller one."""
    start, stop = timer.get("TIME", 0.0), timer.get("FINTIM")
    hundredth = (stop if stop is not None else 1.0) / 100.0
    drawing = timer.get("OUTDEL", timer.get("PRDEL", hundredth))
    printing = timer.get("PRDEL", drawing)
    step = timer.get("DELT", min(printing, drawing) / 16.0)
    return Timing(start, stop, step, printing, drawing, method, METHODS[method])


def first_timing(deck: Deck) -> Timing:
    case = deck.cases[0]
    return timing_of(case.timer, case.method or "RKS")
