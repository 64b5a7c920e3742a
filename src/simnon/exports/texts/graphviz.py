"""Compiled model -> its structure for Graphviz: systems or parts as boxes, who reads whom as arrows with names."""

from collections.abc import Iterator

from simnon.compiler import CompiledModel

from .equations import equations_of


def write_graphviz(compiled: CompiledModel, *, keeps: bool = False) -> str:  # noqa: ARG001 (it expresses every model)
    return "\n".join(_lines(compiled)) + "\n"


def _lines(compiled: CompiledModel) -> Iterator[str]:
    found = equations_of(compiled)
    variables = found.model.by_name()
    discrete = {sampler.name for sampler in found.model.samplers}
    owners = list(dict.fromkeys(variable.owner or found.model.name for variable in found.model.variables))
    arrows: dict[tuple[str, str], dict[str, None]] = {}
    everything = [*found.continuous, *(e for group in found.sampled.values() for e in group)]
    for equation in everything:
        target = variables.get(equation.target)
        for name in equation.reads:
            source = variables.get(name)
            if source is not None and target is not None and name != found.model.time and source.owner != target.owner:
                arrows.setdefault((source.owner, target.owner), {})[source.local or name] = None
    yield f'digraph "{_quoted(found.model.name)}" {{'
    yield "  rankdir=LR;"
    yield "  node [shape=box];"
    for owner in owners:
        style = ' style=dashed tooltip="discrete"' if owner in discrete else ""
        yield f'  "{_quoted(owner)}" [label="{_quoted(owner)}"{style}];'
    for (giver, reader), names in arrows.items():
        label = ", ".join(names)
        start, end = _quoted(giver or found.model.name), _quoted(reader or found.model.name)
        yield f'  "{start}" -> "{end}" [label="{_quoted(label)}"];'
    yield "}"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
