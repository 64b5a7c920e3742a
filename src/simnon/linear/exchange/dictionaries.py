"""A realisation <-> a dictionary of plain lists, texts and numbers, as JSON can hold."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from simnon.source import UserError, arguments, frozen, listed, nearest

from ..realisation import Array, DelayChannels, Realisation, matrix

MATRICES = ("A", "B", "C", "D")
NAMES = ("states", "inputs", "outputs")
CHANNELS = ("B", "C", "to_outputs", "from_inputs", "D")
_KNOWN = (*MATRICES, *NAMES, "period", "delays", "units", "notes")


@frozen
class Fields:
    """What a model is made of, checked to fit together."""

    matrices: tuple[Array, ...]
    names: tuple[tuple[str, ...], ...]
    period: float
    channels: DelayChannels | None
    units: dict[str, str]
    notes: tuple[str, ...]


def to_dictionary(model: Realisation) -> dict[str, Any]:
    found: dict[str, Any] = {name: getattr(model, name).tolist() for name in MATRICES}
    found |= {name: list(getattr(model, name)) for name in NAMES}
    found["period"] = model.period
    if model.channels is not None:
        parts = {name: getattr(model.channels, name).tolist() for name in CHANNELS}
        found["delays"] = {"lags": list(model.channels.lags), **parts}
    return found | {"units": dict(model.units), "notes": list(model.notes)}


def from_dictionary(value: Mapping[str, Any]) -> Fields:
    """Anything missing that has a default is taken as that; what does not fit is reported by its name."""
    given = arguments.by_name(value, "the model", "with the matrices of a linear model")
    for name in given:
        if name not in _KNOWN:
            near = nearest(name, _KNOWN)
            raise UserError(
                "unknown-key", f"a linear model has no '{name}'", f"did you mean '{near}'?" if near else listed(_KNOWN)
            )
    missing = [name for name in (*MATRICES, *NAMES) if name not in given]
    if missing:
        raise UserError("missing-key", f"the model has no {listed(missing)}")
    names = tuple(arguments.names(given[name], name) for name in NAMES)
    n, m, p = (len(each) for each in names)
    shapes = ((n, n), (n, m), (p, n), (p, m))
    matrices = tuple(_matrix(given[name], name, shape) for name, shape in zip(MATRICES, shapes, strict=True))
    period = arguments.number(given.get("period", 0.0), "period")
    if not 0.0 <= period < float("inf"):
        raise arguments.refusal("period", "a number that is not negative", period)
    channels = _channels(given["delays"], n, m, p) if given.get("delays") else None
    units = dict(arguments.by_name(given.get("units"), "units", "of texts by name"))
    return Fields(matrices, names, period, channels, units, arguments.names(given.get("notes", ()), "notes"))


def _channels(value: object, n: int, m: int, p: int) -> DelayChannels:
    if not isinstance(value, Mapping) or set(value) != {"lags", *CHANNELS}:
        raise arguments.refusal("delays", f"a dictionary with lags, {listed(CHANNELS)}", value)
    lags = tuple(arguments.number(lag, "a lag") for lag in value["lags"])
    if not all(0.0 < lag < float("inf") for lag in lags):
        raise arguments.refusal("lags", "positive numbers", value["lags"])
    k = len(lags)
    shapes = ((n, k), (k, n), (p, k), (k, m), (k, k))
    return DelayChannels(
        lags, *(_matrix(value[name], f"delays {name}", shape) for name, shape in zip(CHANNELS, shapes, strict=True))
    )


def _matrix(value: object, name: str, shape: tuple[int, int]) -> Array:
    # A matrix without rows or columns has lost one of its sizes in a list.
    if 0 in shape and np.size(np.asarray(value, dtype=object)) == 0:
        return np.zeros(shape)
    return matrix(value, name, shape)
