"""Sources -> the model as text after any phase or pass of the compiler."""

from collections.abc import Iterable

from simnon.analysis import PASSES, order_equations
from simnon.assembly import assemble
from simnon.lowering import lower_model
from simnon.model import print_model, print_schedule
from simnon.program import print_program
from simnon.source import Report, Source, UserError, nearest
from simnon.targets import llvm_text

from .compile import gather_systems
from .foreign_texts import read_foreign_texts

STAGES = ("assemble", *(analysis_pass.__name__ for analysis_pass in PASSES), "order", "lower", "llvm")
"""What `--after` takes; `order` are the sorted equations, `lower` the program."""


def explain(sources: Iterable[Source], report: Report, after: str = "order") -> str | None:
    """The text of the model after the stage `after`, or None if errors (all reported) come first."""
    stage = after.replace("-", "_")
    if stage not in STAGES:
        near = nearest(stage, STAGES)
        raise UserError(
            "unknown-stage",
            f"there is no stage '{after}'",
            f"did you mean '{near}'?" if near else f"the stages are {', '.join(STAGES)}",
        )
    model = assemble(gather_systems(sources, report)[0], report)
    if model is None:
        return None
    if stage == "assemble":
        return print_model(model)
    for analysis_pass in PASSES:
        model = analysis_pass(model, report)
        if report.has_errors:
            return None
        if stage == analysis_pass.__name__:
            return print_model(model)
    schedule = order_equations(model)
    if stage == "order":
        return print_schedule(model, schedule)
    texts = read_foreign_texts(model, report)
    if report.has_errors:
        return None
    program = lower_model(model, schedule, texts)
    return print_program(program) if stage == "lower" else llvm_text(program)
