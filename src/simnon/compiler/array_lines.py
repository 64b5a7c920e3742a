"""A model -> lines about its arrays: which loops compute them, or why they are expanded."""

from collections.abc import Iterator

from simnon.model import Elements, FlatModel, short

_DIRECTION = {1: "up", -1: "down"}


def array_lines(declared: FlatModel) -> Iterator[str]:
    """None for a model without arrays."""
    whole = declared.whole
    if whole.expanded_because:
        yield f"arrays: expanded into elements, because {whole.expanded_because}"
    if not whole:
        return
    yield "arrays: whole"
    count_of_index = {index.name: index.count for index in whole.indices}
    for piece in whole.pieces:
        count = 1
        for name in piece.indices:
            count *= count_of_index[name]
        yield f"  {piece.name}: {_how(piece, count)}"


def _how(piece: Elements, count: int) -> str:
    if not piece.indices:
        return "one element"
    rounds = f"loop, {count:,} rounds" if count != 1 else "loop, 1 round"
    if not piece.steps:
        return rounds
    directions = ", ".join(f"{short(name).partition('.')[0]} {_DIRECTION[step]}" for name, step in piece.steps)
    return f"{rounds} in order ({directions})"
