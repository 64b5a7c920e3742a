"""One model or several with labels -> the curves of all, and the lines behind them."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import numpy as np

from simnon.figures import Curve, Ink
from simnon.source import UserError, arguments

from ..realisation import Array, Realisation, check_has

Several: TypeAlias = Realisation | Mapping[str, Realisation]
"""One model, or models by their label."""


def by_label(models: Several) -> dict[str, Realisation]:
    """With the label of a single model empty; every model must have something to show."""
    found = _by_label(models)
    for model in found.values():
        check_has(model, "a figure", "inputs", "outputs")
    return found


def _by_label(models: Several) -> dict[str, Realisation]:
    if isinstance(models, Realisation):
        return {"": models}
    expected = "of linear models by their labels"
    if not arguments.by_name(models, "models", expected):
        raise arguments.refusal("models", f"a linear model, or a dictionary {expected}", models)
    for label, model in models.items():
        if not isinstance(model, Realisation):
            raise arguments.refusal(f"models[{label!r}]", "a linear model", model)
    return dict(models)


def pairs(label: str, model: Realisation) -> Iterator[tuple[str, int, int]]:
    """Every output and input with the label of its curve: y/u unless there is only one pair."""
    is_single = len(model.inputs) == len(model.outputs) == 1
    for i, target in enumerate(model.outputs):
        for j, source in enumerate(model.inputs):
            between = f"{target}/{source}"
            yield (label or between) if is_single else " ".join(filter(None, (label, between))), i, j


def single(models: dict[str, Realisation], purpose: str) -> None:
    """Refuse models with several inputs or outputs."""
    for label, model in models.items():
        if len(model.inputs) != 1 or len(model.outputs) != 1:
            whose = f"'{label}'" if label else "this one"
            sizes = f"{len(model.inputs)} inputs and {len(model.outputs)} outputs"
            raise UserError(
                "several-signals",
                f"{purpose} shows models with one input and one output, {whose} has {sizes}",
                "choose them with select(inputs=..., outputs=...)",
            )


def line(x: object, y: object) -> Curve:
    """A line of the paper: thin, grey and without a label."""
    return Curve("", np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64), ink=Ink.PAPER)


def mark(x: object, y: object) -> Curve:
    """A thin dark line without a label, for marks on curves."""
    return Curve("", np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64), ink=Ink.TEXT)


def with_gaps(parts: list[tuple[Array, Array]]) -> tuple[Array, Array]:
    """Several strokes as one curve, so that they have one colour."""
    if not parts:
        return np.zeros(0), np.zeros(0)
    gap = np.array([np.nan])
    return (
        np.concatenate([each for x, _ in parts for each in (x, gap)]),
        np.concatenate([each for _, y in parts for each in (y, gap)]),
    )
