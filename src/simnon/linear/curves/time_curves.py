"""Models -> their step responses, an area for each output."""

from simnon.figures import Area, Axis, Curve, Figure, Shape
from simnon.source import UserError

from ..responses import TimeResponse, step_response
from .several import Several, by_label


def step_figure(models: Several, stop: float | None = None) -> Figure:
    """All models until the same time: the longest that one of them needs, unless it is given."""
    found = by_label(models)
    outputs = {model.outputs for model in found.values()}
    if len({len(names) for names in outputs}) > 1:
        raise UserError("different-outputs", "models in one figure must have the same number of outputs")
    if stop is None:
        stop = max(float(step_response(model, None, None).t[-1]) for model in found.values())
    return time_figure({label: step_response(model, stop, None) for label, model in found.items()})


def time_figure(responses: dict[str, TimeResponse]) -> Figure:
    """A row for each output, with a curve for each input and response."""
    first = next(iter(responses.values()))
    areas = []
    for i, output in enumerate(first.outputs):
        curves = []
        for label, response in responses.items():
            shape = Shape.STEPS if response.period else Shape.LINES
            for j, source in enumerate(response.inputs):
                after = f"{source}" if len(response.inputs) > 1 else ""
                name = " ".join(filter(None, (label, after))) or output
                curves.append(Curve(name, response.t, response.values[:, i, j], shape=shape))
        areas.append(Area(Axis("t", "s"), Axis(output), tuple(curves), has_axes=True))
    return Figure(len(areas), 1, tuple(areas))
