"""The code of the members of an ensemble: the loop of single runs at once, lanes when they are compiled.

Each gives the bits of single runs, so an ensemble can change from one to the other between any two members.
"""

import threading
from collections.abc import Callable

from simnon.program import EnsembleCode

SECONDS_WORTH_LANES = 0.5
"""Lanes are compiled after members have run for this long on all threads together: compiling takes as long or
longer."""


class MemberCode:
    """`code` is the fastest available at present; `make` compiles lanes, and is None if there is nothing left to do."""

    def __init__(self, code: EnsembleCode, make: Callable[[], EnsembleCode | None] | None) -> None:
        self.code = code
        self._make = make
        self._maker: threading.Thread | None = None
        self._spent = 0.0

    def note(self, seconds: float) -> None:
        """Count the time that members ran on all threads together."""
        self._spent += seconds
        if self._make is not None and self._spent >= SECONDS_WORTH_LANES:
            make, self._make = self._make, None
            self._maker = threading.Thread(target=self._compile, args=(make,), name="simnon lanes")
            self._maker.start()

    def finish(self) -> EnsembleCode:
        """Compile the lanes, or wait for them."""
        if self._make is not None:
            make, self._make = self._make, None
            self._compile(make)
        if self._maker is not None:
            self._maker.join()
        return self.code

    def _compile(self, make: Callable[[], EnsembleCode | None]) -> None:
        self.code = make() or self.code
