"""What performs each operation: the table by name."""

from collections.abc import Callable, Mapping

from ..given import Given
from ..instruments import INSTRUMENTS
from ..theatre import Theatre
from .coordinates import COORDINATES
from .drawing import DRAWING
from .requests import REQUESTS
from .space import SPACE
from .windows import WINDOWS

Perform = Callable[[Theatre, Given], None]

PERFORMERS: Mapping[str, Perform] = {**DRAWING, **COORDINATES, **REQUESTS, **WINDOWS, **INSTRUMENTS, **SPACE}

__all__ = ["PERFORMERS", "Perform"]
