"""Model -> Model: PRE, DELAY, RECT and NORM become variables of their own.

What they give is memory, not arithmetic: the value just before the instant, the value some
time ago, the number drawn at the last sample. Afterwards no expression contains them.
"""

from simnon.model import (
    Apply,
    Before,
    Delay,
    Distribution,
    Equation,
    Expression,
    Model,
    Name,
    Number,
    RandomStream,
    Role,
    Variable,
    apply,
    rewrite,
)
from simnon.source import Report

from .workbench import Moment, Place, Workbench

MEMORIES = frozenset({"pre", "delay", "rect", "norm"})
_DISTRIBUTIONS = {"rect": Distribution.UNIFORM, "norm": Distribution.NORMAL}


def separate_memories(model: Model, report: Report) -> Model:
    del report
    bench = Workbench(model)
    before_of_name: dict[str, str] = {}

    def separate(equation: Equation, place: Place) -> Expression:
        def change(node: Expression) -> Expression | None:
            match node:
                case Apply("pre", (argument,)):
                    return _before(bench, rewrite(argument, change), place, before_of_name)
                case Apply("delay", arguments):
                    return _delayed(bench, tuple(rewrite(a, change) for a in arguments), place)
                case Apply("rect" | "norm" as function, arguments):
                    return _random(bench, function, tuple(rewrite(a, change) for a in arguments), place)
                case _:
                    return None

        return rewrite(equation.value, change)

    bench.rewrite(separate, lambda equation: not MEMORIES.isdisjoint(equation.functions))
    return bench.finished()


def _continuous(place: Place) -> Place:
    return Place(Moment.CONTINUOUS, place.owner)


def _before(bench: Workbench, argument: Expression, place: Place, before_of_name: dict[str, str]) -> Expression:
    if not isinstance(argument, Name):
        argument = bench.hoist(argument, _continuous(place), "PRE.of")
    name = before_of_name.get(argument.name)
    if name is None:
        name = before_of_name[argument.name] = f"PRE({argument.name})"
        bench.variables.append(Variable(name, Role.BEFORE, place.owner, name, span=argument.span))
        bench.befores.append(Before(name, argument.name))
    return Name(name, argument.span)


def _delayed(bench: Workbench, arguments: tuple[Expression, ...], place: Place) -> Expression:
    source, lag, *before = arguments
    if not isinstance(source, Name) or source.name == bench.model.time:
        source = bench.hoist(source, _continuous(place), "DELAY.of")
    name = bench.fresh("DELAY")
    earlier = apply("+", Name(bench.model.time, lag.span), apply("neg", lag))
    at = bench.hoist(earlier, _continuous(place), "DELAY.at")
    bench.delays.append(Delay(name, source.name, at.name))
    variable = Variable(name, Role.DELAYED, place.owner, name, span=source.span)
    return bench.add(variable, Apply("delayed", (at, *before), source.span), Moment.CONTINUOUS)


def _random(bench: Workbench, function: str, arguments: tuple[Expression, ...], place: Place) -> Expression:
    distribution = _DISTRIBUTIONS[function]
    name = bench.fresh(function.upper())
    number = len(bench.randoms)
    bench.randoms.append(RandomStream(name, distribution, number))
    seed = arguments[0] if arguments else Number(0.0)
    variable = Variable(name, Role.RANDOM, place.owner, name, sampler=place.sampler)
    return bench.add(variable, Apply(distribution.value, (seed, Number(float(number)))), place.moment)
