"""Acts of editing a diagram -> changes of its text: only the ranges that the act is about are replaced."""

from .copy import copy
from .group import group
from .place import give, join, make_array, place
from .remove import disconnect, remove
from .rename import rename
from .replacing import Edited, Replacement, edited

__all__ = [
    "Edited",
    "Replacement",
    "copy",
    "disconnect",
    "edited",
    "give",
    "group",
    "join",
    "make_array",
    "place",
    "remove",
    "rename",
]
