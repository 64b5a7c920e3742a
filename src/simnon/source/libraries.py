"""Optional libraries: imported on first use, with a clear message if one is missing."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from .diagnostic import UserError


def require(name: str, purpose: str, extra: str = "data", cure: str = "") -> ModuleType:
    """The module of a library, or a UserError with how to install it."""
    library = name.partition(".")[0]
    if not is_installed(library):
        raise UserError("missing-library", f"{purpose} needs the library {library}", cure or f"install simnon[{extra}]")
    return import_module(name)


def is_installed(library: str) -> bool:
    return find_spec(library) is not None
