"""FMUs simulated by FMPy, an importer that is not ours, beside our own runs at the same communication points."""

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import fmpy
import numpy as np

import simnon

STEPS = 40
_COMPUTED = ("output", "local", "calculatedParameter")


def names_in(path: Path, known: Iterable[str]) -> list[str]:
    """The variables of the text, without those that only importers need."""
    description = fmpy.read_model_description(str(path))
    return [v.name for v in description.modelVariables if v.causality in _COMPUTED and v.name in known]


def own_numbers(model: simnon.Model, stop: float, method: str, names: list[str]) -> np.ndarray[Any, Any]:
    """One row at each communication point, up to the end of the run."""
    run = model.begin(0.0, stop, method=method)
    rows = []
    for time in (step_of(stop) * np.arange(STEPS + 1)).tolist():
        reason = run.advance_to(time)
        if reason.time < time:
            break
        rows.append([run[name] for name in names])
    return np.array(rows)


def step_of(stop: float) -> float:
    """A power of two, so that the importer's sums of steps are exact."""
    return float(2.0 ** math.floor(math.log2(stop / STEPS)))


def simulate(path: Path, stop: float, kind: str, names: list[str], **more: Any) -> Any:
    step = step_of(stop)
    return fmpy.simulate_fmu(
        str(path),
        start_time=0.0,
        stop_time=STEPS * step,
        step_size=step,
        output_interval=step,
        fmi_type=kind,
        output=names,
        **more,
    )


def columns(result: Any, names: list[str]) -> np.ndarray[Any, Any]:
    return np.array([[row[name] for name in names] for row in result])
