"""HybridModel -> HybridModel: replace a variable that is only an alias of another one.

Most connections are such aliases. The pairs are kept in `model.aliases`, so that every name
can still be recorded and shown.
"""

from dataclasses import replace

from simnon.model import Equation, Expression, HybridModel, Name, Role, substitute
from simnon.source import Report

from .workbench import Setting, Workbench

_CAN_BE_ALIAS = (Role.INPUT, Role.OUTPUT, Role.AUXILIARY, Role.INTERMEDIATE)


def eliminate_aliases(model: HybridModel, report: Report) -> HybridModel:
    del report
    representative = _representatives(model)
    if not representative:
        return model
    by_name: dict[str, Expression] = {alias: Name(name) for alias, name in representative.items()}
    bench = Workbench(model)

    def change(equation: Equation, setting: Setting) -> Expression:
        del setting
        return substitute(equation.value, by_name)

    bench.rewrite(change, lambda equation: any(name in by_name for name in equation.reads))
    rewritten = bench.finished()
    return replace(
        rewritten,
        equations=tuple(e for e in rewritten.equations if e.target not in representative),
        befores=tuple(replace(b, of=representative.get(b.of, b.of)) for b in rewritten.befores),
        delays=tuple(
            replace(d, source=representative.get(d.source, d.source), at=representative.get(d.at, d.at))
            for d in rewritten.delays
        ),
        aliases=(*((a, representative.get(n, n)) for a, n in model.aliases), *representative.items()),
        negatives=tuple((a, representative.get(n, n)) for a, n in model.negatives),
    )


def _representatives(model: HybridModel) -> dict[str, str]:
    """For each alias the variable at the end of its chain; cyclic aliases are left alone."""
    variable_of_name = model.by_name()
    following: dict[str, str] = {}
    # An element of an array that stays whole has no slot of its own to share.
    apart = model.whole.names() if model.whole else frozenset()
    for equation in model.equations:
        variable = variable_of_name[equation.target]
        if apart and (variable.name in apart or not apart.isdisjoint(equation.reads)):
            continue
        if variable.role in _CAN_BE_ALIAS and not variable.sampler and isinstance(equation.value, Name):
            source = variable_of_name[equation.value.name]
            if source.role is not Role.TIME:
                following[equation.target] = source.name
    resolved: dict[str, str | None] = {}
    for alias in following:
        chain = [alias]
        while chain[-1] in following and chain[-1] not in resolved and following[chain[-1]] not in chain[:-1]:
            chain.append(following[chain[-1]])
        end: str | None = chain[-1]
        if chain[-1] in resolved:
            end = resolved[chain[-1]]
        elif chain[-1] in following:
            end = None
        resolved.update(dict.fromkeys((name for name in chain if name in following), end))
    return {alias: end for alias, end in resolved.items() if end is not None}
