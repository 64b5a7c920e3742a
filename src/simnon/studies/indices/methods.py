"""Sobol and Morris studies as users call them: methods of the public `Model`."""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from simnon.simulation import MemberKeywords, Simulator, shows_options
from simnon.source import UserError, arguments

from ... import studies
from .. import indices


class IndexMethods:
    """What `Model` has of them."""

    __slots__ = ()

    @property
    def _simulator(self) -> Simulator:
        raise NotImplementedError

    @shows_options
    def sobol(
        self,
        distributions: "Mapping[str, studies.HasQuantiles]",
        start: float,
        stop: float,
        *,
        keep: Sequence[str] | str,
        count: int = 1024,
        engine: Any = None,
        progress: "studies.Done | None" = None,
        **options: Unpack[MemberKeywords],
    ) -> "indices.Indices":
        """Sobol's indices: the share of the variance of numbers of a run that each parameter is responsible for.

        `distributions` are independent, as for `sample`; `keep` are numbers such as "max(H)". It takes `count` runs,
        rounded up to a power of two, times two more than there are parameters. Everything else is as for `sample`.
        """
        given = studies.with_labels(self._simulator, arguments.by_name(distributions, "distributions", _EXPECTED))
        plan = indices.sobol_plan(given, count, options.get("seed", 0))
        return _studied(self._simulator, plan, start, stop, keep, engine, progress, options)

    @shows_options
    def morris(
        self,
        distributions: "Mapping[str, studies.HasQuantiles]",
        start: float,
        stop: float,
        *,
        keep: Sequence[str] | str,
        count: int = 20,
        engine: Any = None,
        progress: "studies.Done | None" = None,
        **options: Unpack[MemberKeywords],
    ) -> "indices.Indices":
        """Morris' elementary effects: how much numbers of a run change as each parameter goes over its range.

        Much cheaper than `sobol`, to find which of many parameters matter at all: `count` paths, each with one run
        more than there are parameters. Everything else is as for `sobol`.
        """
        given = studies.with_labels(self._simulator, arguments.by_name(distributions, "distributions", _EXPECTED))
        plan = indices.morris_plan(given, count, options.get("seed", 0))
        return _studied(self._simulator, plan, start, stop, keep, engine, progress, options)


_EXPECTED = "of names and distributions"


def _studied(
    model: Simulator,
    plan: "indices.IndexPlan",
    start: float,
    stop: float,
    keep: Sequence[str] | str,
    engine: Any,
    progress: "studies.Done | None",
    options: MemberKeywords,
) -> "indices.Indices":
    studies.check_not_given(model, plan.design, options)
    study = studies.make_study(model, plan.design, start, stop, keep=arguments.names(keep, "keep"), **options)
    if not study.job.keep.reductions or study.job.keep.curves:
        raise UserError("bad-option", "indices are those of numbers, not of curves", 'keep numbers such as "max(H)"')
    ensemble = study.finish(engine, progress)
    if not ensemble.is_complete:
        raise KeyboardInterrupt
    return indices.estimate(plan, ensemble.results.stored.reduced, options.get("seed", 0))
