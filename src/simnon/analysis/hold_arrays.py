"""FlatModel -> FlatModel: whole arrays that are inputs of discrete systems are held between samples, as scalars are.

The pieces of the input become those of an array that holds the signal; the input itself is a loop that copies it. What
the equations of the system read of the input are elements of the signal.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from simnon.model import (
    INDEX,
    PART,
    WHOLE,
    Apply,
    Elements,
    Equation,
    FlatModel,
    Index,
    Name,
    NotWhole,
    Place,
    Role,
    Variable,
    substitute,
)

RUNNING = "running"


def hold_arrays(
    model: FlatModel, sampler_around: Callable[[str], str], is_connected: Callable[[Equation, str], bool]
) -> FlatModel:
    """`sampler_around` is the sampler of the system of a variable, `is_connected` whether an equation follows a signal
    that can change between the samples of one.
    """
    equation_of_name = {equation.target: equation for equation in model.equations}
    connected: dict[str, str] = {}
    for variable in model.variables:
        sampler = sampler_around(variable.name) if variable.shape and variable.role is Role.INPUT else ""
        pieces = [piece for piece in model.whole.pieces if piece.array == variable.name] if sampler else []
        follows = [is_connected(equation_of_name[piece.name], sampler) for piece in pieces]
        if not any(follows):
            continue
        if not all(follows):
            raise NotWhole(f"some elements of the input '{variable.local}' are constant")
        if any(piece.steps for piece in pieces):
            raise NotWhole(f"elements of the input '{variable.local}' need each other")
        connected[variable.name] = sampler
    return _HeldArrays(model, connected, sampler_around).held_model() if connected else model


class _HeldArrays:
    def __init__(self, model: FlatModel, connected: Mapping[str, str], sampler_around: Callable[[str], str]) -> None:
        self.model = model
        self.connected = connected
        self.sampler_around = sampler_around
        self.variable_of_name = model.by_name()
        self.indices: list[Index] = []
        self.pieces: list[Elements] = []
        self.views: dict[str, Elements] = {}
        """Those of elements of signals, by the name of the view of the input."""
        self.view_of_name = {view.name: view for view in model.whole.views}
        self.variables: list[Variable] = []
        self.equations: list[Equation] = []

    def held_model(self) -> FlatModel:
        whole = self.model.whole
        held = [self._held(name, sampler) for name, sampler in self.connected.items()]
        equations = [self._equation(equation, dict(held)) for equation in self.model.equations]
        initial = tuple(map(self._seen, self.model.initial_equations))
        events = tuple(replace(event, equations=tuple(map(self._seen, event.equations))) for event in self.model.events)
        pieces = [
            replace(piece, array=_signal(piece.array)) if piece.array in self.connected else piece
            for piece in whole.pieces
        ]
        return replace(
            self.model,
            variables=(*map(self._variable, self.model.variables), *self.variables),
            equations=(*equations, *self.equations),
            initial_equations=initial,
            events=events,
            whole=replace(
                whole,
                indices=(*whole.indices, *self.indices),
                views=(*whole.views, *self.views.values()),
                pieces=(*pieces, *self.pieces),
            ),
        )

    def _variable(self, variable: Variable) -> Variable:
        """Elements of held inputs are held with them; the pieces of the signal run on, as the signal does."""
        view = self.view_of_name.get(variable.name)
        array = variable.name if view is None else view.array
        return replace(variable, sampler=self.connected[array]) if array in self.connected else variable

    def _held(self, name: str, sampler: str) -> tuple[str, str]:
        """The input as a loop that copies the signal: the name of its only piece."""
        array = self.variable_of_name[name]
        indices = [Index(f"FOR {name} held {i}", e.first, e.first + e.count - 1) for i, e in enumerate(array.shape)]
        places = tuple(Place(0, ((index.name, 1),)) for index in indices)
        piece = Elements(f"{name} held", name, places)
        view = Elements(f"{name} {RUNNING} now", _signal(name), places)
        sources = tuple(Name(each.name) for each in self.model.whole.pieces if each.array == name)
        self.indices += indices
        self.pieces.append(piece)
        self.views[view.name] = view
        self.variables += [Variable(index.name, Role.INTERMEDIATE, local=index.name) for index in indices]
        signal = replace(array, name=_signal(name), local=_signal(name), role=Role.INTERMEDIATE, start=None, starts=())
        self.variables.append(replace(signal, signal_of=name, sampler=""))
        self.variables.append(replace(self._pseudo(piece.name, array), sampler=sampler))
        self.variables.append(self._pseudo(view.name, array))
        self.equations += [Equation(index.name, Apply(INDEX, ())) for index in indices]
        self.equations += [
            Equation(view.name, Apply(PART, sources)),
            Equation(piece.name, Name(view.name), array.span),
            Equation(_signal(name), Apply(WHOLE, sources)),
        ]
        return name, piece.name

    def _pseudo(self, name: str, array: Variable) -> Variable:
        return Variable(name, Role.INTERMEDIATE, array.owner, name, unit=array.unit, span=array.span)

    def _equation(self, equation: Equation, held: Mapping[str, str]) -> Equation:
        """What reads an input in a different system reads the held value."""
        if equation.target in held:
            return replace(equation, value=Apply(WHOLE, (Name(held[equation.target]),)))
        view = self.view_of_name.get(equation.target)
        if view is not None and view.array in held:
            return replace(equation, value=Apply(PART, (Name(held[view.array]),)))
        return self._seen(equation)

    def _seen(self, equation: Equation) -> Equation:
        """The equation with elements of the signals in place of its own system's inputs."""
        sampler = self.sampler_around(equation.target)
        read = [name for name in equation.reads if sampler and self._is_input_of(name, sampler)]
        if not read or equation.target in self.view_of_name:
            return equation
        return replace(equation, value=substitute(equation.value, {name: Name(self._running(name)) for name in read}))

    def _is_input_of(self, name: str, sampler: str) -> bool:
        view = self.view_of_name.get(name)
        return view is not None and self.connected.get(view.array, "") == sampler

    def _running(self, name: str) -> str:
        view = self.view_of_name[name]
        running = f"{name} {RUNNING}"
        if running not in self.views:
            self.views[running] = Elements(running, _signal(view.array), view.places)
            self.variables.append(self._pseudo(running, self.variable_of_name[view.array]))
            equation = next(each for each in self.model.equations if each.target == name)
            self.equations.append(Equation(running, equation.value))
        return running


def _signal(name: str) -> str:
    return f"{name} {RUNNING}"
