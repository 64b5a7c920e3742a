"""DATA: what a caller knows of a function, and the result of a translation."""

from collections.abc import Iterable

from simnon.program import ConstantArray, Function, Parameter, Type
from simnon.source import frozen


@frozen
class Signature:
    """Parameters and result of a function that is called by `name` in the program."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Type | None

    @property
    def has_writes(self) -> bool:
        return any(parameter.is_written for parameter in self.parameters)


@frozen
class Translation:
    """Functions, callees first, and the constant arrays they read."""

    functions: tuple[Function, ...]
    constants: tuple[ConstantArray, ...] = ()


def signatures(functions: Iterable[Function]) -> dict[str, Signature]:
    """The functions by name, to be called from a different text."""
    return {f.name: Signature(f.name, f.parameters, f.result) for f in functions}
