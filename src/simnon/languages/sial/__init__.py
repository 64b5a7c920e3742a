"""SIAL/74 (Alfonseca 1974), files `.sial`: block diagrams by numbered lines, with the data of their run."""

from .block import BlockType
from .block_types import BLOCK_TYPES
from .reader import read_systems

__all__ = ["BLOCK_TYPES", "BlockType", "read_systems"]
