"""Libraries that are needed for some things only: asked for when they are, with a clear word where they are missing."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from simnon.source import UserError


def require(name: str, purpose: str, cure: str = "install simnon[data]") -> ModuleType:
    """The library, or a UserError that says how to get it."""
    if find_spec(name) is None:
        raise UserError("missing-library", f"{purpose} needs the library {name}", cure)
    return import_module(name)
