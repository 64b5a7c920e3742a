"""Models with few parts -> the same model with many: equations of all parts become equations of whole arrays."""

from simnon.doors import front_door

with front_door(__name__):
    from .generalise import Generalised, Sample, Starts, generalise
    from .tear_parts import tear_parts

__all__ = ["Generalised", "Sample", "Starts", "generalise", "tear_parts"]
