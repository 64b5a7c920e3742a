"""Experiment -> text: the run settings in a program, one line each.

start 0                 numbers and words by the name of the field
shown X Y               several, in their order
range X -1 1            the ends of an axis
> SIMU 0 10             a line of the macro that the program becomes
"""

from collections.abc import Mapping
from dataclasses import fields

from simnon.languages import DIALECTS
from simnon.model import Experiment, System
from simnon.source import Report, Source


def experiment_in(source: Source) -> Experiment:
    systems: tuple[System, ...] = tuple(DIALECTS[f".{source.name.rpartition('.')[2]}"](source, Report()))
    (experiment,) = [system.experiment for system in systems if system.experiment is not None]
    return experiment


def written(experiment: Experiment) -> str:
    """Everything that is not left to the session."""
    lines = []
    for field in fields(experiment):
        value = getattr(experiment, field.name)
        if value is None or value in ("", ()) or field.name in ("ranges", "commands"):
            continue
        if isinstance(value, Mapping):
            lines += [f"{field.name} {name} {number:.15g}" for name, number in value.items()]
            continue
        words = value if isinstance(value, tuple) else (value,)
        lines.append(
            " ".join((field.name, *(f"{word:.15g}" if isinstance(word, float) else str(word) for word in words)))
        )
    lines += [f"range {name} {low:.15g} {high:.15g}" for name, (low, high) in experiment.ranges.items()]
    lines += [f"> {line}" for line in experiment.commands]
    return "".join(f"{line}\n" for line in lines)
