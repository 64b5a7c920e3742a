"""`ALGOR` and `ERROR`: the integration method and its tolerance."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace

from simnon.kernels import METHODS
from simnon.simulation import METHOD_CHOICES, MIN_ABSOLUTE, unknown_method
from simnon.source import UserError

from ..calculator import evaluate
from ..outcome import Outcome, Printed
from ..words import split_words
from ..workspace import Workspace
from .command import Command

CLASSIC = {"RK": "dopri5", "RKFIX": "rk4", "DAS": "rodas5p"}
"""The names in the later Simnon."""


def parse(text: str) -> tuple[str, ...]:
    return split_words(text)


def algor(workspace: Workspace, words: tuple[str, ...]) -> Iterator[Outcome]:
    settings = workspace.settings
    if not words:
        fixed = f", step {settings.step:g}" if settings.step is not None else ""
        yield Printed(f"{settings.method}{fixed}; the methods are {', '.join(METHOD_CHOICES)}")
        return
    method = CLASSIC.get(words[0].upper(), words[0].lower())
    if method not in METHOD_CHOICES:
        raise unknown_method(words[0], (*METHOD_CHOICES, *CLASSIC))
    step = evaluate(workspace, words[1]) if len(words) > 1 else None
    if len(words) > 2:
        raise UserError("bad-command", f"ALGOR cannot interpret '{words[2]}'", ALGOR.usage)
    if step is not None and (method not in METHODS or not METHODS[method].is_fixed or step <= 0):
        raise UserError("bad-command", f"{method} does not take a step of {step:g}", ALGOR.usage)
    workspace.settings = replace(settings, method=method, step=step)


def _absolute(atol: float | Mapping[str, float]) -> str:
    """One tolerance, or those of single states."""
    if isinstance(atol, Mapping):
        return ", ".join(f"{value:g} for {name}" for name, value in atol.items())
    return f"{atol:g}"


def error(workspace: Workspace, words: tuple[str, ...]) -> Iterator[Outcome]:
    settings = workspace.settings
    if not words:
        limit = f", longest step {settings.largest_step:g}" if settings.largest_step < math.inf else ""
        yield Printed(f"relative {settings.rtol:g}, absolute {_absolute(settings.atol)}{limit}")
        return
    relative = evaluate(workspace, words[0])
    absolute = evaluate(workspace, words[1]) if len(words) > 1 else relative * 1e-3
    longest = evaluate(workspace, words[2]) if len(words) > 2 else math.inf
    if not 0 < relative < 1 or absolute < 0 or not longest > 0 or len(words) > 3:
        raise UserError("bad-command", "a tolerance must be a small positive number", ERROR.usage)
    if 0 < absolute < MIN_ABSOLUTE:
        message = f"an absolute tolerance of {absolute:g} is too small for the arithmetic"
        raise UserError("bad-command", message, f"give 0, or at least {MIN_ABSOLUTE:g}")
    workspace.settings = replace(settings, rtol=relative, atol=absolute, largest_step=longest)


ALGOR = Command(
    "ALGOR",
    "ALGOR method [step]",
    "Choose the integration method.",
    parse,
    algor,
    "AUTO chooses by itself and switches if the system is stiff. HAMPC, RK, RKFIX and DAS are the names of the later "
    "Simnon. Only the fixed-step methods take a step: EULER, HEUN, RK4, ADAMS2, SIMPSON. ALGOR "
    "alone shows the present method and all others.",
    ("ALGOR HAMPC", "ALGOR RK4 0.01", "ALGOR"),
    repeats=False,
)
ERROR = Command(
    "ERROR",
    "ERROR relative [absolute [step]]",
    "Choose the integration tolerance.",
    parse,
    error,
    "The default absolute tolerance is a thousandth of the relative one. Initially they are 1e-6 and 1e-9. "
    "No step of a variable-step method is longer than the third number. ERROR alone shows the present tolerance.",
    ("ERROR 1e-8", "ERROR 1e-4 1e-6", "ERROR 1e-4 1e-6 0.1", "ERROR"),
    repeats=False,
)
