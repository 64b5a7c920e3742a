"""A linear model that LINEAR has made -> its Bode diagram with the response measured by simulation beside it."""

from collections.abc import Iterator, Mapping

import numpy as np

from simnon.linear import LinearModel
from simnon.source import UserError, arguments
from simnon.studies import measure_response, read_response

from .outcome import Noted, Outcome, PageDrawn, Tabulated
from .plotting import with_figure
from .running import orbit_settings, present_point
from .workspace import Workspace

USUAL_POINTS = 20


def draw_measured(
    workspace: Workspace, linear: LinearModel, settings: Mapping[str, float], *, is_end_of_run: bool
) -> Iterator[Outcome]:
    """A loop, whose input is its output, has the sign of negative feedback, as LINEAR -LOOP gives it."""
    if len(linear.inputs) != 1 or len(linear.outputs) != 1:
        raise UserError("several-signals", "a response is measured from one input to one output", "LINEAR makes such")
    if "AMPLITUDE" not in settings:
        raise UserError("bad-command", "-MEASURED needs the amplitude of the sinusoid", "give AMPLITUDE:")
    model = workspace.elements
    request = read_response(
        model, linear.inputs[0], linear.outputs[0], _frequencies(linear, settings), settings["AMPLITUDE"]
    )
    common = orbit_settings(workspace)
    common.pop("parameters", None)
    common.pop("initial", None)
    common["rtol"] = min(common["rtol"], 0.01 * request.tolerance)
    point = present_point(workspace, is_end_of_run=is_end_of_run)
    found = measure_response(model, model.options(point.time, point.time, **common), point, request)
    found = -found if request.input == request.output else found
    yield Tabulated(
        ("frequency", "gain", "phase", "distortion"),
        ("rad/s", "", "deg", ""),
        (found.frequencies, found.gain, found.phase, found.distortion),
    )
    for note in found.notes:
        yield Noted(note)
    workspace.page = with_figure(workspace.page, found.plot(linear))
    yield PageDrawn(workspace.page.figure)


def _frequencies(linear: LinearModel, settings: Mapping[str, float]) -> list[float]:
    count = arguments.integer(settings.get("POINTS", USUAL_POINTS), "POINTS", least=1)
    chosen = linear.frequency_response().frequencies
    low, high = settings.get("LOW", float(chosen[0])), settings.get("HIGH", float(chosen[-1]))
    if not 0.0 < low <= high:
        raise UserError("bad-command", "LOW: and HIGH: are two frequencies in rad/s", "for example LOW:0.01 HIGH:100")
    found: list[float] = np.geomspace(low, high, count).tolist()
    return found
