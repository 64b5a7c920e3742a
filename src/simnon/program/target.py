"""DATA: the protocol of a target, and its inputs: programs, and the components of runs and ensembles."""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Protocol, TypeAlias

from simnon.source import frozen

from .executable import EnsembleCode, Executable, RunCode
from .program import Program

Fixed: TypeAlias = Mapping[tuple[str, int], float]
"""The numbers in the arrays of a run that are equal in all runs of a model, by array and offset."""


@frozen
class SharedProgram:
    """A program shared by all models: a target compiles it once, and can cache it under its name."""

    name: str
    make: Callable[[], Program] = field(compare=False, repr=False)
    functions: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """Functions that other programs have copies of; a target can call those of this program instead."""


@frozen
class SpecialisedLoop:
    """The run loop for one model and one method alone. A target compiles it if it pays, at once or later.

    Its results are bit-identical to those of the general loop, and a run can switch between them.
    """

    method: str
    fixed: Fixed
    make: Callable[[], Program | None]
    """Returns None if the model is too large to gain from it."""
    has_steps: bool
    """Whether it contains the model and the steps of the method; otherwise they are linked with it."""
    shared: tuple[SharedProgram, ...] = ()
    make_step: Callable[[], Program | None] = lambda: None
    """The step of the method with the model inlined, to be linked with the loop and what they have in `shared`.

    Returns None if the model is too large to gain from it: then the steps of `RunParts` are linked.
    """
    has_loops: bool = False
    """Whether there are too many states to unroll the loops over them."""
    jacobian: Program | None = None
    """What the step may contain besides the model."""


@frozen
class RunParts:
    """The components that a run is linked from; entries that the model does not have do nothing."""

    model: Executable
    """Built by the same target."""
    loop: SharedProgram
    make_steps: Callable[[], tuple[Program | SharedProgram, ...]]
    """The method and its solver. Not compiled if a specialised loop contains them."""
    library: SharedProgram
    own: SpecialisedLoop | None = None


@frozen
class EnsembleProgram:
    """The program with the entry `ensemble`, and what its lanes have in common.

    Element i of an array in lane l is at [i*width + l].
    """

    kernel: Program
    """The entry alone, with its parameters."""
    make: Callable[[], Program]
    """The whole program: making it takes long."""
    key: str
    """Names everything that the program depends on, for code that is cached."""
    shared: tuple[str, ...]
    """The arrays that all lanes share."""
    same: Mapping[str, frozenset[int]]
    """The elements of other arrays that are equal in all lanes."""
    loops: Mapping[str, Mapping[str, frozenset[int]]]
    """Functions in which the run spends its time. Of the arrays named for them, only these elements are read after they
    return."""


class Target(Protocol):
    """Compiles programs: a folder under `targets/`, and a line in its table."""

    @property
    def description(self) -> str:
        """Everything that results can depend on besides the program: the machine, and versions."""
        ...

    @property
    def has_threads(self) -> bool:
        """Whether calls from several threads run in parallel."""
        ...

    @property
    def slowness(self) -> float:
        """Roughly how much slower a step is than in machine code: each call is given that much less work."""
        ...

    def width(self, states: int) -> int:
        """How many members of an ensemble should run side by side, for a model with this many states."""
        ...

    def text(self, program: Program) -> str:
        """The code of `program` as text; nothing foreign is loaded."""
        ...

    def build(self, program: Program, library: SharedProgram | None = None) -> Executable: ...

    def link_run(self, parts: RunParts) -> RunCode: ...

    def link_members(self, run: RunCode, kernel: SharedProgram) -> EnsembleCode:
        """The kernel of ensembles around the code of single runs, ready at once: members run one after another."""
        ...

    def cached_ensemble(self, ensemble: EnsembleProgram, width: int) -> EnsembleCode | None:
        """What `build_ensemble` would return, if it is ready at once."""
        ...

    def build_ensemble(self, ensemble: EnsembleProgram, width: int) -> EnsembleCode: ...
