"""DATA: the schedule: what a model computes, in order, and when."""

from enum import IntEnum

from simnon.source import frozen

from .equation import Equation, Solution


class Stage(IntEnum):
    """When an equation is evaluated: as rarely as its inputs can change."""

    CONSTANT = 0
    PARAMETER = 1
    INITIAL = 2
    HELD = 3
    TIME = 4
    STATE = 5
    SAMPLE = 6
    OUTPUT = 7  # time or state, but only records read it


@frozen
class Block:
    """What is computed together: the value of an equation, or those that solve an algebraic loop."""

    part: Equation | Solution
    stage: Stage = Stage.STATE
    sampler: str = ""

    @property
    def targets(self) -> tuple[str, ...]:
        return self.part.targets


@frozen
class Schedule:
    """The blocks in evaluation order: every value is computed before it is used.

    `initial` is what is computed before a run starts, in order: the INITIAL section, everything that depends on
    parameters only, and what these read.
    """

    blocks: tuple[Block, ...]
    initial: tuple[Equation | Solution, ...] = ()
