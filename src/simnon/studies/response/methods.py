"""Measured frequency responses as users call them: a method of the public `Model`."""

from collections.abc import Mapping, Sequence
from typing import Unpack

from simnon.doors import loaded_on_use
from simnon.program import Array
from simnon.simulation import OrbitKeywords, Quantity, Simulator, Trajectory, check_names, shows_options
from simnon.source import UserError, arguments

with loaded_on_use(__name__):
    from .. import orbits, points, response
    from ..requested import read_names

TOLERANCE = 1e-6


class ResponseMethods:
    """What `Model` has of them."""

    __slots__ = ()

    @property
    def _simulator(self) -> Simulator:
        raise NotImplementedError

    def _point(
        self,
        at: "Trajectory | points.Equilibrium | None",
        time: float | None,
        parameters: Mapping[str, Quantity] | None,
        initial: Mapping[str, Quantity] | None,
    ) -> "points.Point":
        raise NotImplementedError

    @shows_options
    def frequency_response(
        self,
        input: str,  # noqa: A002 (the word of the field, as in `linearize`)
        output: str,
        frequencies: Sequence[float] | Array,
        *,
        amplitude: float,
        at: "Trajectory | points.Equilibrium | None" = None,
        tolerance: float = TOLERANCE,
        **options: Unpack[OrbitKeywords],
    ) -> "response.MeasuredResponse":
        """The response of `output` to a sinusoid at `input`, measured by simulation at frequencies in rad/s.

        The model is opened at the input as by `linearize`, and starts at its initial values, or at the end of a run or
        an equilibrium `at`. The sinusoid of the given `amplitude` is added to the value the input has there. Each
        frequency is simulated until its response repeats itself to the relative `tolerance`. A model with discrete
        systems is seen at its sampling instants, with the input held in between. The options are those of `simulate`.
        """
        check_names(options, OrbitKeywords, "runs of a measurement have")
        given = dict(options)
        parameters, initial = given.pop("parameters", None), given.pop("initial", None)
        point = self._point(at, None, parameters, initial)  # type: ignore[arg-type]
        simulator = self._simulator
        request = read_response(simulator, input, output, frequencies, amplitude, tolerance)
        given.setdefault("rtol", min(1e-6, 0.01 * request.tolerance))
        given.setdefault("atol", 1e-3 * request.tolerance * request.amplitude)
        run = simulator.options(point.time, point.time, **given)  # type: ignore[arg-type]
        return response.measure_response(simulator, run, point, request)


def read_response(
    model: Simulator,
    source: str,
    target: str,
    frequencies: Sequence[float] | Array,
    amplitude: float,
    tolerance: float = TOLERANCE,
) -> "response.ResponseRequest":
    names = [*read_names(model, (source,), "input"), *read_names(model, (target,), "output")]
    if names[1] not in model.recordable:
        raise UserError("not-recordable", f"output: '{names[1]}' does not change during a run", "name a variable")
    if isinstance(frequencies, str | bytes) or not hasattr(frequencies, "__iter__"):
        raise arguments.refusal("frequencies", "a list of positive numbers", frequencies)
    found = tuple(orbits.positive(each, "frequencies") for each in frequencies)
    if not found:
        raise arguments.refusal("frequencies", "a list of positive numbers", frequencies)
    return response.ResponseRequest(
        names[0], names[1], found, orbits.positive(amplitude, "amplitude"), orbits.positive(tolerance, "tolerance")
    )
