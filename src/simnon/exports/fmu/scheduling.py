"""Which models an importer can schedule: those that consist of discrete systems only."""

from simnon.simulation import Simulator
from simnon.source import Span, UserError

_HINT = "export the discrete systems alone; their inputs are those of the FMU"


def check_schedulable(simulator: Simulator, version: int) -> None:
    """Raise UserError with the place of what happens between samples."""
    if version != 3:
        raise UserError("bad-option", "FMI 2.0 has no scheduled execution", "choose FMI 3.0")
    model, layout = simulator.analysed.declared, simulator.layout
    if not model.samplers:
        raise UserError("cannot-export", f"'{simulator.name}' has no discrete system to schedule", _HINT)
    variables = model.by_name()
    if model.states:
        state = variables[model.states[0][0]]
        raise _refusal(f"'{state.name}' is a continuous state", state.span)
    for things, what in ((model.events, "a WHEN"), (model.stops, "a STOP WHEN")):
        if things:
            raise _refusal(f"{what} acts between samples", things[0].span)
    for sampler in model.samplers:
        if sampler.triggers or sampler.next_sample is None:
            raise _refusal(f"'{sampler.name}' is sampled at an event", sampler.span)
    if layout.delays or layout.modes or layout.guards:
        raise _refusal("a DELAY or a comparison acts between samples", None)


def _refusal(what: str, span: Span | None) -> UserError:
    place = "" if span is None else f"{span.source.name}:{span.line}: "
    return UserError("cannot-export", f"{place}{what}: only samples can be scheduled", _HINT)
