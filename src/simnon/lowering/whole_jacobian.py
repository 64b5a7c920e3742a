"""Partial derivatives of whole arrays -> Program with the entry `jacobian`: loops that fill it, and its pattern.

`out` receives block after block of entries, in each block the first index fastest; the derivatives by time follow, one
for each state, and then the derivatives on the way.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import prod

from simnon.model import (
    Column,
    EntryBlock,
    Expression,
    Extent,
    HybridModel,
    Index,
    Number,
    Place,
    Schedule,
    Shape,
    Stage,
    WholeJacobian,
    names_in,
    offset_in,
)
from simnon.program import MatrixSlots, Pattern, PatternBlock, Program
from simnon.source import frozen

from .functions import Mathematics, needed_from
from .lower_model import ModelLowering
from .steps import AnyStep, Step, Surroundings, make_entry
from .whole_arrays import Element, Loop, Shapes, WholeNames, state_offsets

_STATE = frozenset({Stage.STATE})
_EVERY = "FOR every"


@frozen
class _Block:
    """What is computed for each combination of the indices in `box`; it goes into `out`, from `first` on, at `at`."""

    name: str
    box: tuple[Index, ...]
    value: Expression
    first: int
    at: Place


class _Names(WholeNames):
    """Those of the model, with blocks of `out` as arrays."""

    def __init__(self, model: HybridModel, blocks: Iterable[_Block]) -> None:
        super().__init__(model)
        self.block_of_name = {block.name: block for block in blocks}
        shapes = {block.name: _shape(block.box) for block in self.block_of_name.values()}
        self.shape_of_array = Shapes({**self.shape_of_array.shapes, **shapes}, self.shape_of_array.added)

    def loop(self, target: str) -> Loop | None:
        block = self.block_of_name.get(target)
        if block is None:
            return super().loop(target)
        return Loop(target, block.at, tuple((index.name, 0) for index in block.box))


def lower_whole_jacobian(
    model: HybridModel,
    schedule: Schedule,
    text_of_path: Mapping[str, str],
    jacobian: WholeJacobian,
    choose_matrix: Callable[[Pattern], MatrixSlots | None],
    mathematics: Mathematics = Mathematics.OWN,
) -> Program:
    """The derivatives of the derivatives by states and time."""
    lowering = ModelLowering(model, schedule, text_of_path, mathematics)
    rows = _Rows(model)
    entries = rows.sorted(jacobian.entries)
    pattern = Pattern([rows.pattern(entry) for entry in entries])
    end, count = len(pattern), model.state_count
    every = Index(_EVERY, 0, count - 1)
    blocks = _packed([(f"entries {i}", entry.box, entry.value) for i, entry in enumerate(entries)], 0)
    blocks.append(_Block("zeros", (every,), Number(0.0), end, Place(0, ((_EVERY, 1),))))
    blocks += [
        _Block(f"by time {i}", entry.box, entry.value, end, rows.place(entry.row))
        for i, entry in enumerate(jacobian.by_time)
    ]
    own = _packed([(equation.name, equation.box, equation.value) for equation in jacobian.equations], end + count)
    blocks = [*own, *blocks]
    whole = replace(jacobian.whole, indices=(*jacobian.whole.indices, every))
    names = _Names(replace(model, whole=whole), blocks)
    home_of_name = {block.name: Element("out", block.first) for block in blocks}
    around = Surroundings(
        lambda name: home_of_name.get(name) or lowering.element(name),
        model.time,
        lowering.conditions,
        lowering.library,
        whole=names,
    )
    steps = [*_needed(lowering, names, blocks), *(Step(block.value, block.name) for block in blocks)]
    functions = make_entry("jacobian", steps, around)
    library, constants = needed_from(lowering.library, around.called)
    size = end + count + sum(_size(equation.box) for equation in jacobian.equations)
    layout = replace(lowering.layout, jacobian=pattern, jacobian_size=size, matrix=choose_matrix(pattern))
    return Program(f"jacobian of {model.name}", (*library, *functions), ("jacobian",), layout, constants)


def _needed(lowering: ModelLowering, names: _Names, blocks: Iterable[_Block]) -> list[AnyStep]:
    """What the blocks read that no slot has."""
    pieces_of_array: dict[str, list[str]] = {}
    for piece in names.piece_of_name.values():
        pieces_of_array.setdefault(piece.array, []).append(piece.name)
    read: dict[str, None] = {}
    for name in (name for block in blocks for name in names_in(block.value)):
        view = names.view_of_name.get(name)
        array = name if view is None else view.array
        read |= dict.fromkeys(pieces_of_array.get(array, [array]))
    return [lowering.step(i) for i in lowering.needed(lowering.changing(read, _STATE), _STATE)]


class _Rows:
    """Where the states are in the matrix."""

    def __init__(self, model: HybridModel) -> None:
        self.first_of_state = state_offsets(model)
        self.shape_of_name = {variable.name: variable.shape for variable in model.variables}

    def place(self, column: Column) -> Place:
        state, places = column
        return offset_in(self.shape_of_name[state], places).plus(self.first_of_state[state])

    def sorted(self, entries: Sequence[EntryBlock]) -> list[EntryBlock]:
        """Those of each row by column, as they are without whole arrays; at the first element of the row."""

        def first(column: Column, entry: EntryBlock) -> int:
            return _steps(self.place(column), entry.box)[0]

        return sorted(entries, key=lambda entry: (first(entry.row, entry), first(entry.column, entry)))

    def pattern(self, entry: EntryBlock) -> PatternBlock:
        row, column = (_steps(self.place(each), entry.box) for each in (entry.row, entry.column))
        return PatternBlock(tuple(index.count for index in entry.box), row, column)


def _steps(place: Place, box: Sequence[Index]) -> tuple[int, ...]:
    """Its value at the first elements, and its step for each index."""
    factors = dict(place.terms)
    first = place.constant + sum(factors.get(index.name, 0) * index.first for index in box)
    return first, *(factors.get(index.name, 0) for index in box)


def _packed(parts: Sequence[tuple[str, tuple[Index, ...], Expression]], first: int) -> list[_Block]:
    """One after the other, the first index fastest."""
    found = []
    for name, box, value in parts:
        places = [Place(0, ((index.name, 1),)) for index in box]
        found.append(_Block(name, box, value, first, offset_in(_shape(box), places)))
        first += _size(box)
    return found


def _shape(box: Sequence[Index]) -> Shape:
    return tuple(Extent(index.first, index.count) for index in box)


def _size(box: Sequence[Index]) -> int:
    return prod(index.count for index in box)
