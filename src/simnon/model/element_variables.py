"""A model -> its variables with one for each element of an array, made when they are read."""

from collections.abc import Sequence
from dataclasses import replace

from simnon.source import ElementNames, Table, frozen

from .arrays import element_name, place_text
from .flat_model import AnyModel
from .variable import Variable


@frozen
class SingleVariable:
    variable: Variable

    @property
    def count(self) -> int:
        return 1

    def at(self, _: int) -> Variable:
        return self.variable


@frozen
class ElementVariables:
    """The elements of an array, the first index fastest."""

    variable: Variable

    @property
    def count(self) -> int:
        return len(self.names)

    @property
    def names(self) -> ElementNames:
        return element_names(self.variable)

    def at(self, offset: int) -> Variable:
        variable = self.variable
        numbers = []
        for extent in variable.shape:
            rest, position = divmod(offset, extent.count)
            numbers.append(extent.first + position)
            offset = rest
        return element(variable, tuple(numbers), self._offset(numbers))

    def _offset(self, numbers: Sequence[int]) -> int:
        found = self.names.offset(numbers)
        assert found is not None
        return found


class VariableTable(Table[Variable, SingleVariable | ElementVariables]):
    """Reads as a tuple of scalars."""


def element(variable: Variable, numbers: tuple[int, ...], offset: int) -> Variable:
    """The element of an array with these indices."""
    return replace(
        variable,
        name=element_name(variable.name, variable.local, variable.owner, numbers),
        local=f"{variable.local}{place_text(numbers)}",
        start=variable.starts[offset] if variable.starts else variable.start,
        unit=variable.units[offset] if variable.units else variable.unit,
        shape=(),
        starts=(),
        units=(),
        array=variable.name,
        place=numbers,
    )


def element_names(variable: Variable) -> ElementNames:
    """The names of the elements, as `element_name` makes them."""
    extents = tuple((extent.first, extent.count) for extent in variable.shape)
    if variable.name == f"{variable.local}[{variable.owner}]":
        return ElementNames(variable.local, f"[{variable.owner}]", extents)
    return ElementNames(variable.name, "", extents)


def scalars_of(model: AnyModel, variables: Sequence[Variable] | None = None) -> Sequence[Variable]:
    """The variables of a model, or some of them, with one for each element in place of an array that is whole."""
    given = model.variables if variables is None else variables
    if not model.whole:
        return given
    hidden = model.whole.names()
    return VariableTable([ElementVariables(v) if v.shape else SingleVariable(v) for v in given if v.name not in hidden])
