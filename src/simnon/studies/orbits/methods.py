"""The studies of orbits as users call them: methods of the public `Model`."""

from collections.abc import Mapping, Sequence
from typing import Unpack

from simnon.simulation import OrbitKeywords, Progress, Simulator, shows_options
from simnon.source import arguments

from ... import studies
from .. import orbits


class OrbitMethods:
    """What `Model` has of them."""

    __slots__ = ()

    @property
    def _simulator(self) -> Simulator:
        raise NotImplementedError

    @shows_options
    def basins(
        self,
        values: "Mapping[str, studies.Values]",
        start: float,
        stop: float,
        *,
        of: Sequence[str] | str | None = None,
        near: float = 0.02,
        period: float | None = None,
        attractors: "Sequence[orbits.Given] | None" = None,
        progress: "studies.Done | None" = None,
        **options: Unpack[OrbitKeywords],
    ) -> "orbits.Basins":
        """Which attractor each start on a grid of two initial values or parameters comes to, and when.

        `values` are two names with their values, as for `sweep`. Ends are compared in the variables `of`, by default
        all states; they are the same if they differ by less than the fraction `near` of the ranges of the map.
        Attractors are found by following ends for as long again, or given: equilibria, runs that end on one, or
        dictionaries. If a model is driven periodically, give the `period` after which ends are compared. `progress` is
        called with the number of completed runs. The other options are those of `simulate`.
        """
        simulator = self._simulator
        run = orbits.read_orbit_run(simulator, start, stop, options, "runs of a map")
        grid = orbits.read_grid(simulator, values, options)
        request = orbits.read_basins(simulator, of, near, period, attractors)
        return orbits.find_basins(simulator, grid, run, request, arguments.function(progress, "progress"))

    @shows_options
    def poincare(
        self,
        start: float,
        stop: float,
        *,
        section: str | None = None,
        period: float | None = None,
        direction: str = "up",
        transient: float = 0.0,
        of: Sequence[str] | str | None = None,
        most: int = 1000,
        over: "Mapping[str, studies.Values] | None" = None,
        progress: "studies.Done | None" = None,
        **options: Unpack[OrbitKeywords],
    ) -> "orbits.Section":
        """The points at which a run crosses a surface, located as events; or those a period apart.

        `section` is a text such as "z = 27" or "x + y = 2*w"; it is crossed if the difference of its sides becomes
        positive ("up"), negative ("down"), or either ("both"). Points within the time `transient` from the start are
        omitted. `of` are the variables kept of each point, by default the states that change on the surface; a run
        ends after `most` points. `over` is a parameter or initial value with its values: the section of a run with
        each, which is the orbit diagram. The other options are those of `simulate`.
        """
        simulator = self._simulator
        run = orbits.read_orbit_run(simulator, start, stop, options, "runs of a section")
        request = orbits.read_section(
            simulator, run, section, period, direction=direction, transient=transient, of=of, most=most, over=over
        )
        return orbits.find_section(simulator, run, request, arguments.function(progress, "progress"))

    @shows_options
    def lyapunov(
        self,
        start: float,
        stop: float,
        *,
        transient: float | None = None,
        interval: float | None = None,
        progress: Progress | None = None,
        **options: Unpack[OrbitKeywords],
    ) -> "orbits.Lyapunov":
        """The Lyapunov exponents of a run: the mean rates at which small differences of its states grow, all of them.

        They come from the derivatives of the states by their initial values, through samples and events. Growth within
        the time `transient` from the start is omitted, by default a tenth of the run. After each `interval`, which is
        chosen if it is not given, the directions are made orthogonal. `progress` is called with the time reached. The
        other options are those of `simulate`.
        """
        simulator = self._simulator
        run = orbits.read_orbit_run(simulator, start, stop, options, "runs for exponents")
        request = orbits.read_lyapunov(run, transient, interval)
        return orbits.find_lyapunov(simulator, run, request, arguments.function(progress, "progress"))
