"""Whether the code that a model names can run: Python files that cannot be compiled, and shared libraries.

Reading, checking and lowering a model never runs such code; loading it does, if its folder is trusted.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from simnon.model import HybridModel
from simnon.program import ForeignFunction, Program
from simnon.source import Report, Span, UserError, lies_inside, trusted_folders

Trust = bool | str | Path | Iterable[str | Path]
"""True if all code can run, or the folders whose code can run, besides those that the user trusted before."""


def read_trust(trust: Trust) -> tuple[Path, ...]:
    """The folders given as trusted; files there can be read too."""
    if isinstance(trust, bool):
        return (Path(os.path.abspath(os.sep)),) if trust else ()  # noqa: PTH100
    given = (trust,) if isinstance(trust, str | Path) else trust
    try:
        return tuple(Path(folder) for folder in given)
    except TypeError:
        raise UserError("bad-option", f"trust is {trust!r}", "give True, or folders") from None


def report_untrusted(model: HybridModel, program: Program, trusted: tuple[Path, ...], report: Report) -> None:
    """An error for each function, and each system, whose code is not allowed to run."""
    if not program.foreign:
        return
    folders = (*trusted, *trusted_folders())
    for name, foreign, span in _once_each(model, program):
        path = Path(foreign.path).resolve()
        if foreign.body is None and not lies_inside(path, folders):
            report.error(
                "untrusted-code",
                f"'{name}' would run the code of {path}",
                span,
                f"look at it; if you trust that folder: TRUST '{path.parent}' at the prompt, "
                f"--trust on the command line, or trust=True in Python",
            )


def note_code_not_run(model: HybridModel, program: Program, report: Report) -> None:
    """A note for each function, and each system, whose code was not run."""
    for name, foreign, span in _once_each(model, program):
        arguments = f"{foreign.arity} argument{'s' if foreign.arity != 1 else ''}"
        report.note(
            "code-not-run",
            f"'{name}' is code in '{Path(foreign.path).name}', which was not run",
            span,
            "only its file and its names were checked"
            if foreign.owner
            else f"only its file and its {arguments} were checked",
        )


def _once_each(model: HybridModel, program: Program) -> Iterable[tuple[str, ForeignFunction, Span | None]]:
    """The functions with their names and places in the text; the functions of a system count as one, with its name."""
    span_of_name = {definition.name: definition.span for definition in model.foreign}
    found: dict[tuple[str, str], tuple[str, ForeignFunction, Span | None]] = {}
    for foreign in program.foreign:
        name = foreign.owner or foreign.shown
        found.setdefault((name, foreign.path), (name, foreign, span_of_name.get(foreign.shown)))
    return found.values()
