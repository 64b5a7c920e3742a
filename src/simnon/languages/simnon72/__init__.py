"""The Simnon of 1972 (Elmqvist, RE-113, Lund), files `.non`."""

from .description import Description
from .listing import list_code
from .messages import MESSAGES
from .reader import read_systems
from .syntax import NumberedError
from .words import WordKind, classify

__all__ = ["MESSAGES", "Description", "NumberedError", "WordKind", "classify", "list_code", "read_systems"]
