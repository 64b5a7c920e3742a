"""Whether the code that a model names can run: Python files that cannot be compiled, and shared libraries.

Reading, checking and lowering a model never runs such code; loading it does, if its folder is trusted.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from simnon.model import HybridModel
from simnon.program import Program
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
    """An error for each function whose code is not allowed to run."""
    if not program.foreign:
        return
    folders = (*trusted, *trusted_folders())
    span_of_name = _spans(model)
    for foreign in program.foreign:
        path = Path(foreign.path).resolve()
        if foreign.body is None and not lies_inside(path, folders):
            report.error(
                "untrusted-code",
                f"'{foreign.name}' would run the code of {path}",
                span_of_name.get(foreign.name),
                f"look at it; if you trust that folder: TRUST '{path.parent}' at the prompt, "
                f"--trust on the command line, or trust=True in Python",
            )


def note_code_not_run(model: HybridModel, program: Program, report: Report) -> None:
    """A note for each function whose code was not run."""
    span_of_name = _spans(model)
    for foreign in program.foreign:
        report.note(
            "code-not-run",
            f"'{foreign.name}' is code in '{Path(foreign.path).name}', which was not run",
            span_of_name.get(foreign.name),
            f"only its file and its {foreign.arity} argument{'s' if foreign.arity != 1 else ''} were checked",
        )


def _spans(model: HybridModel) -> dict[str, Span]:
    return {definition.name: definition.span for definition in model.foreign}
