"""GAUSS and RNDGEN -> a discrete system that draws a number at every DELT, and the connections to it."""

from simnon.model import (
    Apply,
    Assignment,
    Declaration,
    Declared,
    GivenValue,
    Name,
    Number,
    Section,
    System,
    SystemKind,
)
from simnon.source import Span, frozen

from .timing import Timing


@frozen
class Noise:
    """`function` is `norm` or `rect`; the program reads the number as its input `name`."""

    name: str
    function: str
    seed: float
    span: Span


def connected_noise(program: str, system: str, noises: list[Noise], timing: Timing, whole: Span) -> tuple[System, ...]:
    if not noises:
        return ()
    source = f"{program}_NOISE"
    declarations = [Declaration(Declared.OUTPUT, noise.name, None, noise.span) for noise in noises]
    declarations += [Declaration(Declared.TIME, "TIME", None, whole), Declaration(Declared.TSAMP, "TS", None, whole)]
    equations = [
        Assignment(
            Name(noise.name, noise.span),
            Apply(noise.function, (Number(noise.seed, noise.span),), noise.span),
            Section.SORT,
            noise.span,
        )
        for noise in noises
    ]
    following = Apply("+", (Name("TIME", whole), Name("DELT", whole)), whole)
    equations.append(Assignment(Name("TS", whole), following, Section.SORT, whole))
    discrete = System(
        source,
        SystemKind.DISCRETE,
        whole,
        tuple(declarations),
        (GivenValue("DELT", timing.step, None, whole),),
        tuple(equations),
    )
    connections = tuple(
        Assignment(
            Name(noise.name, noise.span, system), Name(noise.name, noise.span, source), Section.CONNECT, noise.span
        )
        for noise in noises
    )
    return discrete, System(program, SystemKind.CONNECTING, whole, assignments=connections)
