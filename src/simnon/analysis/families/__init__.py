"""Models with few parts -> the same model with many: equations of all parts become equations of whole arrays."""

from .generalise import Generalised, Sample, Starts, generalise
from .tear_parts import tear_parts

__all__ = ["Generalised", "Sample", "Starts", "generalise", "tear_parts"]
