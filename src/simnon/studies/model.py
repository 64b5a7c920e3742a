"""The model as the public has it: one run, and many."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

from simnon.compiler import Choices, Trust
from simnon.compiler import load as load_compiled
from simnon.simulation import Model as SingleRunModel
from simnon.source import Source

from .distributions import HasQuantiles
from .ensemble import Ensemble
from .sweep import Progress, RunKeywords, Values, sample, sweep


def load(
    *paths_or_text: str | Path | Source,
    math: str = "own",
    choices: Choices | None = None,
    units: str = "notes",
    trust: Trust = False,
) -> "Model":
    """Compile systems from files, from text (a string with a line break) or sources, in any order.

    `choices` are versions (`"valve.version": "linear"`), and values of parameters that decide of what the model
    consists (`"n": 20`), by path.
    `math` says whose elementary functions are called: our "own", which give the same bits on every
    machine, or those of the machine's C library, "libm".
    `units` that disagree are "notes" among the diagnostics, or "strict": errors.
    Python files and libraries that a text names (`FUNCTION f(x) FROM 'file.py'`) run only where they are trusted:
    `trust=True`, or a list of folders, besides those that TRUST has put on the user's list.
    Raises `SimnonError`, which prints all errors as the terminal would show them.
    """
    return Model(load_compiled(*paths_or_text, math=math, choices=choices, units=units, trust=trust))


@dataclass(frozen=True)
class Model(SingleRunModel):
    """A compiled model; its runs do not change it."""

    def sweep(
        self,
        values: Mapping[str, Values],
        start: float,
        stop: float,
        *,
        zipped: bool = False,
        keep: Sequence[str] | str | None = None,
        engine: Any = None,
        to: str | Path | None = None,
        force: bool = False,
        progress: Progress | None = None,
        **run: Unpack[RunKeywords],
    ) -> Ensemble:
        """Run with every value of each parameter or initial value with every value of all others.

        With `zipped` the first values go together, then the second ones. `keep` says what is kept of each member:
        numbers such as "max(H)" and "at(H, 5)", curves by their name, or "all"; by default the final values of all
        states. `to` is a file (.zarr, .nc) into which everything streams; one that is there already is replaced only
        with `force`. `engine` is where it runs: the threads
        here, "dask" or the client of a Dask cluster, or an executor of `concurrent.futures`.
        """
        return sweep(
            self,
            values,
            start,
            stop,
            zipped=zipped,
            keep=keep,
            engine=engine,
            to=to,
            force=force,
            progress=progress,
            **run,
        )

    def sample(
        self,
        distributions: Mapping[str, HasQuantiles],
        start: float,
        stop: float,
        *,
        count: int,
        design: str = "random",
        keep: Sequence[str] | str | None = None,
        engine: Any = None,
        to: str | Path | None = None,
        force: bool = False,
        progress: Progress | None = None,
        **run: Unpack[RunKeywords],
    ) -> Ensemble:
        """Run `count` members with values drawn from distributions, as `simnon.studies` or scipy have them.

        `design` is "random", "latin" for a Latin hypercube, or "sobol". `seed` makes the draw, and the noise of each
        member. All else is as for `sweep`.
        """
        return sample(
            self,
            distributions,
            start,
            stop,
            count=count,
            design=design,
            keep=keep,
            engine=engine,
            to=to,
            force=force,
            progress=progress,
            **run,
        )
