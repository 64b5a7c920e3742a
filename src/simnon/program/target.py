"""DATA: the protocol of a target, and what it is given: programs, and of what runs and ensembles are put together."""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Protocol, TypeAlias

from simnon.source import frozen

from .executable import EnsembleCode, Executable, RunCode
from .program import Program

Fixed: TypeAlias = Mapping[tuple[str, int], float]
"""The numbers of the arrays of a run that are the same in all runs of a model, by array and place."""


@frozen
class SharedProgram:
    """A program that is the same for all models: a target makes its code once, and may keep it under its name."""

    name: str
    make: Callable[[], Program] = field(compare=False, repr=False)
    functions: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """Those of which other programs have copies; a target may call this program's own instead."""


@frozen
class SpecialisedLoop:
    """The run loop for one model and one method alone. A target for which it is worth it makes it, at once or later.

    It gives the same bits as the general loop, and a run can change from one to the other.
    """

    method: str
    fixed: Fixed
    make: Callable[[], Program | None]
    """None where the model is too large to gain from it."""
    has_steps: bool
    """Whether the model and the steps of the method are inside; otherwise they are linked with it."""


@frozen
class RunParts:
    """Of what a run is linked; entries that the model does not have do nothing."""

    model: Executable
    """Built by the same target."""
    loop: SharedProgram
    make_steps: Callable[[], tuple[Program | SharedProgram, ...]]
    """The method, and what it solves with. Not made where an own loop has it all."""
    library: SharedProgram
    own: SpecialisedLoop | None = None


@frozen
class EnsembleProgram:
    """The program with the entry `ensemble`, and what its lanes have in common.

    Element i of an array in lane l stands at [i*width + l].
    """

    program: Program
    shared: tuple[str, ...]
    """The arrays of which there is one for all lanes."""
    same: Mapping[str, frozenset[int]]
    """Of other arrays, the elements that are the same in all lanes."""
    loops: Mapping[str, Mapping[str, frozenset[int]]]
    """Functions in which the run spends its time. Of the arrays that are named for them, only these elements are read
    when they have returned."""


class Target(Protocol):
    """Makes code of programs: a folder under `targets/`, and a line in its table."""

    @property
    def description(self) -> str:
        """Everything that results may depend on besides the program: the machine, and versions."""
        ...

    @property
    def has_threads(self) -> bool:
        """Whether calls from several threads run side by side."""
        ...

    @property
    def slowness(self) -> float:
        """About how many times as long a step takes as in machine code: calls are asked to do so much less at once."""
        ...

    def width(self, states: int) -> int:
        """How many members of an ensemble of a model with so many states should run side by side."""
        ...

    def text(self, program: Program) -> str:
        """What is made of `program`, for reading; nothing foreign is loaded."""
        ...

    def build(self, program: Program, library: SharedProgram | None = None) -> Executable: ...

    def link_run(self, parts: RunParts) -> RunCode: ...

    def build_ensemble(self, ensemble: EnsembleProgram, width: int) -> EnsembleCode: ...
