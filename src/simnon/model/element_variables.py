"""A model -> its variables with one for each element of an array, made when they are read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product

from simnon.source import ElementNames, LazySequence, NamesToNumbers, Table, frozen

from .arrays import element_name, name_in_part, place_text
from .equation import Equation
from .expression import Expression, Name, substitute
from .flat_model import AnyModel
from .units import Unit
from .variable import Role, Variable
from .whole_arrays import Elements, region_of, size_of_shape


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
    """`count` elements of an array from the offset `first` on, the first index fastest."""

    variable: Variable
    first: int
    count: int

    @property
    def names(self) -> ElementNames:
        """Those of all elements of the array."""
        return element_names(self.variable)

    def own_names(self) -> Iterator[str]:
        names = self.names
        return map(names.name, range(self.first, self.first + self.count))

    def at(self, offset: int) -> Variable:
        variable = self.variable
        offset += self.first
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

    def with_role(self, role: Role) -> "VariableTable":
        return VariableTable([part for part in self.parts if part.variable.role is role])

    @property
    def names(self) -> Sequence[str]:
        """Those of all scalars, made when they are read."""
        return LazySequence(len(self), lambda: (variable.name for variable in self))


class VariablesByName(Mapping[str, Variable]):
    """The variable of each name, without an object for each element of an array until it is read."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        parts = variables.parts if isinstance(variables, VariableTable) else [SingleVariable(v) for v in variables]
        self._single = {part.variable.name: part.variable for part in parts if isinstance(part, SingleVariable)}
        ranges = [part for part in parts if isinstance(part, ElementVariables)]
        self._ranges: dict[tuple[str, str], list[ElementVariables]] = {}
        for part in ranges:
            self._ranges.setdefault((part.names.before, part.names.after), []).append(part)
        self._numbers = NamesToNumbers({}, {key: (parts[0].names, 0) for key, parts in self._ranges.items()})

    def __getitem__(self, name: str) -> Variable:
        single = self._single.get(name)
        if single is not None:
            return single
        names = self._numbers.array_of(name)
        if names is None:
            raise KeyError(name)
        offset = self._numbers[name]
        for part in self._ranges[names.before, names.after]:
            if part.first <= offset < part.first + part.count:
                return part.at(offset - part.first)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        yield from self._single
        for parts in self._ranges.values():
            for part in parts:
                yield from part.own_names()

    def __len__(self) -> int:
        return len(self._single) + sum(part.count for parts in self._ranges.values() for part in parts)


class UnitsByName(Mapping[str, Unit]):
    """The unit of each variable that has one."""

    def __init__(self, variables: Mapping[str, Variable]) -> None:
        self._variables = variables

    def __getitem__(self, name: str) -> Unit:
        unit = self._variables[name].unit
        if unit is None:
            raise KeyError(name)
        return unit

    def __iter__(self) -> Iterator[str]:
        return (variable.name for variable in self._variables.values() if variable.unit is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def element(variable: Variable, numbers: tuple[int, ...], offset: int) -> Variable:
    """The element of an array with these indices."""
    if variable.stands_for_parts:
        return _in_part(variable, numbers[0], offset)
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


def _in_part(variable: Variable, number: int, offset: int) -> Variable:
    """A variable of one part of an array of them."""
    place = place_text((number,))
    return replace(
        variable,
        name=name_in_part(variable.name, variable.parts, place),
        owner=name_in_part(variable.owner, variable.parts, place),
        start=variable.starts[offset] if variable.starts else variable.start,
        shape=(),
        starts=(),
        part=number,
    )


def element_names(variable: Variable) -> ElementNames:
    """The names of the elements, as `element_name` makes them."""
    extents = tuple((extent.first, extent.count) for extent in variable.shape)
    if variable.stands_for_parts:
        return ElementNames(variable.parts, variable.name[len(variable.parts) + 2 :], extents)
    if variable.name == f"{variable.local}[{variable.owner}]":
        return ElementNames(variable.local, f"[{variable.owner}]", extents)
    return ElementNames(variable.name, "", extents)


def scalars_of(model: AnyModel, variables: Sequence[Variable] | None = None) -> Sequence[Variable]:
    """The variables of a model, or some of them, with one for each element in place of an array that is whole."""
    given = model.variables if variables is None else variables
    if not model.whole:
        return given
    hidden, absent = model.whole.names(), dict(model.whole.absent)
    parts: list[SingleVariable | ElementVariables] = []
    for variable in given:
        if variable.name in hidden:
            continue
        if variable.shape:
            parts += _present(variable, absent.get(variable.name, ()))
        else:
            parts.append(SingleVariable(variable))
    return VariableTable(parts)


def _present(variable: Variable, absent: tuple[int, ...]) -> Iterator[ElementVariables]:
    """The elements between those that are absent."""
    size = size_of_shape(variable.shape)
    for before, after in pairwise((-1, *absent, size)):
        if after - before > 1:
            yield ElementVariables(variable, before + 1, after - before - 1)


def names_of_piece(piece: Elements, model: AnyModel) -> Iterator[str]:
    """Of the elements that it gives, the first index fastest."""
    names = element_names(next(variable for variable in model.variables if variable.name == piece.array))
    region = region_of(piece, model.whole.index_of_name())
    for numbers in product(*reversed(region)):
        offset = names.offset(numbers[::-1])
        assert offset is not None
        yield names.name(offset)


def equation_of_element(model: AnyModel, name: str) -> Equation | None:
    """The equation that gives an element of a whole array, with elements in place of the views that it reads."""
    variable_of_name = model.by_name()
    index_of_name = model.whole.index_of_name()
    value_of_name = {each.target: each for each in (*model.equations, *model.initial_equations)}
    for piece in model.whole.pieces:
        numbers = _numbers_in(element_names(variable_of_name[piece.array]), name)
        region = region_of(piece, index_of_name)
        if numbers is None or not all(n in each for n, each in zip(numbers, region, strict=True)):
            continue
        at = {
            place.terms[0][0]: (number - place.constant) // place.terms[0][1]
            for place, number in zip(piece.places, numbers, strict=True)
            if place.terms
        }
        equation = value_of_name[piece.name]
        by_name: dict[str, Expression] = {}
        for view in model.whole.views:
            if set(view.indices) <= at.keys():
                places = tuple(p.constant + sum(factor * at[i] for i, factor in p.terms) for p in view.places)
                array = variable_of_name[view.array]
                by_name[view.name] = Name(element_name(array.name, array.local, array.owner, places, array.family))
        return replace(equation, target=name, value=substitute(equation.value, by_name))
    return None


def _numbers_in(names: ElementNames, name: str) -> tuple[int, ...] | None:
    """The indices of an element; None if it belongs to another array."""
    offset = NamesToNumbers({}, {(names.before, names.after): (names, 0)}).get(name)
    if offset is None:
        return None
    numbers = []
    for first, count in names.extents:
        offset, position = divmod(offset, count)
        numbers.append(first + position)
    return tuple(numbers)
