"""Tangents -> Program with the entry `jacobian` that computes the Jacobian times a direction.

`states` are followed by the direction, one number for each state. `out` receives the product, followed by space for the
tangents on the way. Values of the time stage are read from their slots: `times` must be called first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from simnon.model import (
    Elements,
    Equation,
    HybridModel,
    Index,
    Number,
    Place,
    Schedule,
    Shape,
    Stage,
    loops_of,
    names_in,
    size_of_shape,
)
from simnon.program import Program

from .functions import Mathematics, needed_from
from .lower_model import ModelLowering
from .steps import AnyStep, Step, Surroundings, make_entry
from .whole_arrays import Element, Loop, Shapes, WholeNames, is_silent

_STATE = frozenset({Stage.STATE})


def lower_tangents(
    model: HybridModel,
    schedule: Schedule,
    text_of_path: Mapping[str, str],
    tangents: Sequence[Equation],
    tangent_of_name: Mapping[str, str],
    mathematics: Mathematics = Mathematics.OWN,
) -> Program:
    """`tangents` are the equations in order; `tangent_of_name` has all names with a tangent."""
    lowering = ModelLowering(model, schedule, text_of_path, mathematics)
    homes = _Homes(lowering, tangents, tangent_of_name)
    read = {name for equation in tangents for name in names_in(equation.value)}
    needed = lowering.needed(sorted(lowering.changing(read, _STATE)), _STATE)
    steps: list[AnyStep] = [lowering.step(i) for i in needed]
    steps += homes.zeros
    for equation in tangents:
        if not is_silent(equation):
            steps.append(Step(equation.value, equation.target, homes.row_of_name.get(equation.target)))
    around = Surroundings(
        lambda name: homes.home_of_name.get(name) or lowering.element(name),
        model.time,
        lowering.conditions,
        lowering.library,
        whole=homes.names,
    )
    functions = make_entry("jacobian", steps, around)
    library, constants = needed_from(lowering.library, around.called)
    return Program(
        f"tangents of {model.name}",
        (*library, *functions),
        ("jacobian",),
        replace(lowering.layout, jacobian_size=homes.size),
        constants,
        tuple(f for name, f in lowering.library.foreign.items() if name in around.called),
    )


class _TangentNames(WholeNames):
    """Those of the model, and the tangents of its views and pieces; `zeros` are arrays that are zero but for pieces."""

    def __init__(self, model: HybridModel, tangent_of_name: Mapping[str, str], zeros: Sequence[str]) -> None:
        super().__init__(model)
        tangents = {name: tangent_of_name.get(name, f"d({name})") for name in self.shape_of_array.shapes}
        shapes = {tangents[name]: shape for name, shape in self.shape_of_array.shapes.items()}
        moved = {tangent_of_name[name]: part for name, part in self._parts().items() if name in tangent_of_name}
        views = {name: _of_tangent(name, part, tangents) for name, part in moved.items()}
        self.view_of_name = {**self.view_of_name, **views}
        self.tangent_loops = {
            name: Loop(tangents[part.array], self._offset(part), tuple(loops_of(part))) for name, part in moved.items()
        }
        self.shape_of_array = Shapes({**self.shape_of_array.shapes, **shapes}, self.shape_of_array.added)
        for array in zeros:
            index = Index(f"FOR all {array}", 0, size_of_shape(self.shape_of_array.shapes[array]) - 1)
            self.index_of_name[index.name] = index
            self.tangent_loops[f"zeros {array}"] = Loop(array, Place(0, ((index.name, 1),)), ((index.name, 0),))

    def _parts(self) -> dict[str, Elements]:
        return {**self.view_of_name, **self.piece_of_name, **self.added}

    def loop(self, target: str) -> Loop | None:
        return self.tangent_loops.get(target) or super().loop(target)


def _of_tangent(name: str, part: Elements, tangents: Mapping[str, str]) -> Elements:
    return replace(part, name=name, array=tangents[part.array])


class _Homes:
    """Where the tangents are: those of states in `states`, all others in `out`, those of derivatives first."""

    def __init__(
        self, lowering: ModelLowering, tangents: Sequence[Equation], tangent_of_name: Mapping[str, str]
    ) -> None:
        model, count = lowering.model, lowering.model.state_count
        self.home_of_name: dict[str, Element] = {}
        self.row_of_name: dict[str, Element] = {}
        self.zeros: list[AnyStep] = []
        self.size = count
        found = {equation.target for equation in tangents}
        for state, derivative in model.states:
            offset = lowering.number_of_state[state]
            row = Element("out", offset)
            self.home_of_name[tangent_of_name[state]] = Element("states", count + offset)
            self.home_of_name[f"d({derivative})"] = row
            if not lowering.whole or derivative not in lowering.whole.shape_of_array.shapes:
                self.row_of_name[f"d({derivative})"] = row
                if f"d({derivative})" not in found:
                    self.zeros.append(Step(Number(0.0), "", row))
        shapes: Mapping[str, Shape] = lowering.whole.shape_of_array.shapes if lowering.whole else {}
        parts = {**lowering.whole.view_of_name, **lowering.whole.piece_of_name} if lowering.whole else {}
        arrays = {parts[name].array: f"d({parts[name].array})" for name in tangent_of_name if name in parts}
        for name, tangent in {**tangent_of_name, **arrays}.items():
            if tangent not in self.home_of_name and name not in parts:
                self.home_of_name[tangent] = Element("out", self.size)
                self.size += size_of_shape(shapes.get(name, ()))
        zeros = self._incomplete(lowering, tangent_of_name)
        self.names = _TangentNames(model, tangent_of_name, zeros) if lowering.whole else None
        self.zeros += [Step(Number(0.0), f"zeros {array}") for array in zeros]

    def _incomplete(self, lowering: ModelLowering, tangent_of_name: Mapping[str, str]) -> list[str]:
        """The tangents of arrays of which some pieces have none; those of states are given."""
        if lowering.whole is None:
            return []
        pieces = [
            piece for piece in lowering.whole.piece_of_name.values() if piece.array not in lowering.number_of_state
        ]
        without = dict.fromkeys(f"d({piece.array})" for piece in pieces if piece.name not in tangent_of_name)
        return [array for array in without if array in self.home_of_name]
