"""An FMU of several alternatives, as LLVM text."""

from .calls import alternative_symbol
from .functions import dispatch_text

__all__ = ["alternative_symbol", "dispatch_text"]
