"""Models -> controllers in C."""

from .controller import NUMBERS, CCode, write_c
from .fixed_controller import write_fixed_c
from .identifiers import identifier

__all__ = ["NUMBERS", "CCode", "identifier", "write_c", "write_fixed_c"]
