"""SIAL/74 (Alfonseca 1974), files `.sial`: block diagrams as numbered lines, with the data of their run."""

from .block import BlockType
from .block_types import BLOCK_TYPES
from .lines import instructions
from .reader import read_systems
from .run_data import with_datum

__all__ = ["BLOCK_TYPES", "BlockType", "instructions", "read_systems", "with_datum"]
