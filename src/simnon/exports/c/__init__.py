"""Models -> controllers in C, and tests of them on their processors."""

from simnon.doors import front_door

with front_door(__name__):
    from .controller import NUMBERS, CCode, write_c
    from .fixed_controller import write_fixed_c
    from .identifiers import identifier
    from .pil import write_pil
    from .processor import Processor, Stream

__all__ = ["NUMBERS", "CCode", "Processor", "Stream", "identifier", "write_c", "write_fixed_c", "write_pil"]
