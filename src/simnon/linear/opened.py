"""Realisation <-> its matrices with the delays opened: each delay is one more input and one more output.

Connections, reductions and transformations treat such a model like any other and close the delays again.
"""

from dataclasses import replace
from types import ModuleType

import numpy as np

from simnon.source import frozen, has_same_fields, no_hash, require

from .realisation import Array, DelayChannels, Model, Realisation


@frozen
class Opened:
    """Columns of B and D: inputs, then what leaves the delays. Rows of C and D: outputs, then what enters them."""

    A: Array
    B: Array
    C: Array
    D: Array
    input_count: int
    output_count: int
    lags: tuple[float, ...] = ()

    __eq__ = has_same_fields
    __hash__ = no_hash


def opened(model: Realisation) -> Opened:
    channels = model.channels
    if channels is None:
        return Opened(model.A, model.B, model.C, model.D, len(model.inputs), len(model.outputs))
    D = np.block([[model.D, channels.to_outputs], [channels.from_inputs, channels.D]])
    B = np.hstack((model.B, channels.B))
    return Opened(model.A, B, np.vstack((model.C, channels.C)), D, len(model.inputs), len(model.outputs), channels.lags)


def closed(model: Model, form: Opened, states: tuple[str, ...] | None = None) -> Model:
    """The model with other matrices; its inputs and outputs keep their names. States are numbered unless named."""
    m, p = form.input_count, form.output_count
    channels = None
    if form.lags:
        channels = DelayChannels(form.lags, form.B[:, m:], form.C[p:], form.D[:p, m:], form.D[p:, :m], form.D[p:, m:])
    names = numbered("x", len(form.A)) if states is None else states
    return replace(model, A=form.A, B=form.B[:, :m], C=form.C[:p], D=form.D[:p, :m], states=names, channels=channels)


def numbered(stem: str, count: int) -> tuple[str, ...]:
    return tuple(f"{stem}{i + 1}" for i in range(count))


def transformed(form: Opened, T: Array, inverse: Array) -> Opened:
    """In the coordinates `inverse @ x`; T can have fewer columns than rows, then the others are left out."""
    return replace(form, A=inverse @ form.A @ T, B=inverse @ form.B, C=form.C @ T)


def linalg() -> ModuleType:
    """scipy.linalg, loaded on first use."""
    return require("scipy.linalg", "the analysis of linear models", "studies")


def optimize() -> ModuleType:
    """scipy.optimize, loaded on first use."""
    return require("scipy.optimize", "the analysis of linear models", "studies")
