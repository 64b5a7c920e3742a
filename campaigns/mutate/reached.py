"""Which tests reach which lines of a package, and how long each takes: from one run of its tests without a mutant.

The tests that reach a mutant, the quickest first, come before all others. The map only decides on the order: every
test is run unless one fails.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from coverage import CoverageData

IMPORTING = ""
"""The context of lines that run before the first test."""


@dataclass(slots=True)
class Reached:
    """`folder` has what `recording` wrote into it."""

    folder: Path
    source: Path
    """The folder of Simnon's packages in the checkout that was recorded."""
    seconds_of_test: dict[str, float] = field(default_factory=dict)
    _lines: CoverageData = field(init=False)

    def __post_init__(self) -> None:
        self.seconds_of_test = json.loads((self.folder / "seconds.json").read_text("utf-8"))
        self._lines = CoverageData(str(self.folder / "lines"))
        self._lines.read()

    def order(self, tests: Sequence[str], file: str, changed: range, likely: Sequence[str]) -> list[int]:
        """The indices of `tests`: those that reach the lines come first, then by `likely` parts of names."""
        reaching = self.tests_at(file, changed)
        rank_of_test = {test: rank(test, likely) for test in tests}

        def key(index: int) -> tuple[int, int, float]:
            test = tests[index]
            if test in reaching:
                return 0, 0, self.seconds_of_test.get(test, 0.0)
            return 1, rank_of_test[test], 0.0

        return sorted(range(len(tests)), key=key)

    def tests_at(self, file: str, lines: range) -> set[str]:
        contexts = self._lines.contexts_by_lineno(str(self.source / file))
        return {test for line in lines for test in contexts.get(line, ())} - {IMPORTING}

    def is_reached_on_import(self, file: str, lines: Collection[int]) -> bool:
        """Whether one of these lines ran before the first test, or that cannot be known since there are none."""
        contexts = self._lines.contexts_by_lineno(str(self.source / file))
        return not lines or any(IMPORTING in contexts.get(line, ()) for line in lines)


def rank(test: str, likely: Sequence[str]) -> int:
    return next((i for i, part in enumerate(likely) if part in test), len(likely))
