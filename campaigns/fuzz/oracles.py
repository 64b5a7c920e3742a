"""A case -> "accepted" or "refused"; any other exception is a finding.

What must hold for any input: a mistake is a diagnostic; the interpreter and machine code agree in every bit; a run
that is interrupted and continued equals the uninterrupted run.
"""

import time
import warnings
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import numpy as np

import simnon
from simnon import Model
from simnon.compiler import analyse, lower
from simnon.frontends.plain import plain_text
from simnon.program import check_program
from simnon.session import Failed, Session
from simnon.simulation import StopKind, Trajectory
from simnon.simulation import run as runs
from simnon.source import Report, SimnonError, Source, UserError, as_json, render_all
from tests.answers.test_independence import fingerprint
from tests.targets.running_models import check_targets

from .case import Case

SECONDS_OF_A_RUN = 1.0
MAX_INTERRUPTIONS = 4
LARGEST_PROGRAM = 4000
"""The interpreter is too slow for programs with more slots."""
ACCEPTED, REFUSED = "accepted", "refused"


def try_model(case: Case, folder: Path) -> str:
    """Compile a text, compare the targets, and run it at once and in pieces."""
    source = Source(f"model{case.settings['extension']}", case.text, str(folder))
    report = Report()
    analysed = analyse((source,), report)
    render_all(report.diagnostics, colour=True)
    as_json(report.diagnostics)
    if analysed is None:
        assert report.has_errors, "oracle: no model was compiled and no error reported"
        return REFUSED
    program = lower(analysed)
    check_program(program)
    if program.foreign:
        return REFUSED
    if len(program.layout.slots) < LARGEST_PROGRAM:
        check_targets(program, range(2))
    model = simnon.load(source)
    stop = float(case.settings["stop"])
    try:
        whole = _run(model, stop, case.settings["method"])
    except UserError:
        return REFUSED
    if whole is not None:
        assert fingerprint(whole) == fingerprint(_run_in_pieces(model, stop, case.settings["method"])), (
            "oracle: a run that was interrupted differs from one that was not"
        )
    return ACCEPTED


def _run(model: Model, stop: float, method: str) -> Trajectory | None:
    """None if it takes too long."""
    end = time.monotonic() + SECONDS_OF_A_RUN

    def watch(_time: float) -> None:
        if time.monotonic() > end:
            raise KeyboardInterrupt

    found = model.simulate(0.0, stop, method=method, progress=watch)
    return None if found.stop.kind is StopKind.USER else found


def _run_in_pieces(model: Model, stop: float, method: str) -> Trajectory:
    def interrupt(_time: float) -> None:
        raise KeyboardInterrupt

    with mock.patch.object(runs, "FIRST_BUDGET", 3.0), mock.patch.object(runs, "SECONDS_BETWEEN_REPORTS", 0.0):
        found = model.simulate(0.0, stop, method=method, progress=interrupt)
        for _ in range(MAX_INTERRUPTIONS):
            if found.stop.kind is not StopKind.USER:
                return found
            found = model.resume(found, progress=interrupt)
    return model.resume(found) if found.stop.kind is StopKind.USER else found


def try_session(case: Case, folder: Path) -> str:
    """Execute the lines; a line that fails is not a finding, and the session continues."""
    session = Session(folder, is_interactive=case.settings["who"] == "person", dialect=case.settings["dialect"])
    has_failed = False
    for line in case.lines:
        for outcome in session.execute(line):
            has_failed = has_failed or isinstance(outcome, Failed)
            plain_text(outcome, folder, colour=True)
        if session.is_over:
            break
    return REFUSED if has_failed else ACCEPTED


def try_data(case: Case, folder: Path) -> str:
    """Read a file in every possible way."""
    path = folder / case.settings["name"]
    path.write_bytes(bytes.fromhex("".join(case.lines)))
    (folder / "lag.t").write_text("CONTINUOUS SYSTEM lag\nSTATE x\nDER dx\ndx = -k*x\nk: 1\nx: 1\nEND\n", "utf-8")
    outcome = ACCEPTED
    for read in (simnon.read_trajectory, simnon.read_ensemble):
        try:
            read(path)
        except (UserError, SimnonError):
            outcome = REFUSED
    lines = (
        f"IMPORT {path.name}",
        f"SYST {path.name}",
        "SIMU 0 1",
        "SYST lag",
        f"GET {path.name}",
        f"LIST {path.name}",
    )
    try_session(Case("session", lines, {"who": "script", "dialect": ""}), folder)
    return outcome


def try_call(case: Case, folder: Path) -> str:
    """Evaluate Python calls; a wrong argument must be a UserError."""
    text = "CONTINUOUS SYSTEM s\nSTATE x v\nDER dx dv\ndx = v\ndv = -k*x\nk: 2\nx: 1\nEND\n"
    model = simnon.load(text)
    names = {"simnon": simnon, "model": model, "run": model.simulate(0, 1), "np": np, "folder": folder, "text": text}
    outcome = ACCEPTED
    for line in case.lines:
        try:
            eval(line, names)
        except (UserError, SimnonError):
            outcome = REFUSED
    return outcome


ORACLES: dict[str, Callable[[Case, Path], str]] = {
    "model": try_model,
    "session": try_session,
    "data": try_data,
    "call": try_call,
}


def try_case(case: Case, folder: Path) -> str:
    """The outcome in a word; numbers out of range must not cause warnings on the screen either."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        try:
            return ORACLES[case.kind](case, folder)
        except (UserError, SimnonError):
            return REFUSED
