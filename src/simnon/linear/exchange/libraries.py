"""A realisation <-> the state-space models of scipy.signal and python-control."""

from typing import Any

import numpy as np

from simnon.source import arguments, require

from ..realisation import Realisation, check_without_delays
from ..shift_registers import with_shift_registers
from .dictionaries import Fields

_CURE = "install control"


def to_scipy(model: Realisation) -> Any:
    """A scipy.signal.StateSpace, which knows no names and no delays."""
    signal = require("scipy.signal", "a model of scipy", "studies")
    whole = _without_delays(model, "a model of scipy")
    return signal.StateSpace(whole.A, whole.B, whole.C, whole.D, **({"dt": model.period} if model.is_sampled else {}))


def from_scipy(value: Any) -> Fields:
    """From any linear model of scipy.signal."""
    signal = require("scipy.signal", "a model of scipy", "studies")
    if not isinstance(value, signal.lti | signal.dlti):
        raise arguments.refusal("model", "a linear model of scipy.signal", value)
    found = value.to_ss()
    return _fields(found, float(found.dt) if found.dt is not None else 0.0, None)


def to_control(model: Realisation) -> Any:
    """A control.StateSpace with the same names."""
    control = require("control", "a model of python-control", cure=_CURE)
    whole = _without_delays(model, "a model of python-control")
    names = {"states": list(whole.states), "inputs": list(whole.inputs), "outputs": list(whole.outputs)}
    return control.StateSpace(whole.A, whole.B, whole.C, whole.D, model.period, **names)


def from_control(value: Any) -> Fields:
    """From a StateSpace or a TransferFunction of python-control."""
    control = require("control", "a model of python-control", cure=_CURE)
    if not isinstance(value, control.StateSpace | control.TransferFunction):
        raise arguments.refusal("model", "a linear model of python-control", value)
    found = control.ss(value)
    if found.dt is True:
        raise arguments.refusal("model", "a model with a sampling period in seconds", value)
    labels = (tuple(found.state_labels), tuple(found.input_labels), tuple(found.output_labels))
    return _fields(found, float(found.dt or 0.0), labels)


def _without_delays(model: Realisation, purpose: str) -> Realisation:
    if model.is_sampled:
        return with_shift_registers(model)
    check_without_delays(model, purpose)
    return model


def _fields(found: Any, period: float, labels: tuple[tuple[str, ...], ...] | None) -> Fields:
    matrices = tuple(np.array(getattr(found, name), dtype=np.float64, ndmin=2) for name in "ABCD")
    p, m = matrices[3].shape
    n = matrices[0].shape[0] if matrices[0].size else 0
    shapes = ((n, n), (n, m), (p, n), (p, m))
    shaped = tuple(each.reshape(shape) for each, shape in zip(matrices, shapes, strict=True))
    numbered = tuple(tuple(f"{stem}{i + 1}" for i in range(count)) for stem, count in (("x", n), ("u", m), ("y", p)))
    return Fields(shaped, labels or numbered, period, None, {}, ())
