"""The systems that come with the program: where they are, and which of their variables a model uses."""

from collections.abc import Sequence
from pathlib import Path

from simnon.simulation import Simulator, Trajectory


def standard_folder() -> Path:
    """The folder of DELAY, NOISE and the others, read-only."""
    return Path(__file__).parent / "systems"


def is_standard(path: Path) -> bool:
    return path.is_relative_to(standard_folder())


def variables_of(model: Simulator, system: str) -> dict[str, str]:
    """The full names of the variables of a system by their own names in capitals; none if it is not connected."""
    return {v.local.upper(): v.name for v in model.analysed.declared.variables if v.owner.upper() == system}


def is_read(model: Simulator, name: str) -> bool:
    """Whether an equation of the model uses the variable."""
    declared = model.analysed.declared
    equations = [*declared.equations, *declared.initial_equations]
    equations += [equation for event in declared.events for equation in event.equations]
    return any(name in equation.reads for equation in equations)


def connected_at_end(run: Trajectory, inputs: Sequence[str]) -> dict[str, float]:
    """The values of the inputs of a discrete system if it were sampled at the end of the run."""
    assert run.run is not None, "connected_at_end: the run was started here"
    model = run.run.model
    assert isinstance(model, Simulator), "connected_at_end: a simulator started the run"
    return dict(zip(inputs, model.numbers_in(run.run.values_if_sampled(), inputs), strict=True))


def is_connected(model: Simulator, name: str) -> bool:
    """Whether an input of the model is connected; otherwise it is a parameter."""
    return name not in model.parameters
